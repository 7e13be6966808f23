// Writes an export to the file that the operator names; others cannot read it.
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from './failure.ts';

/** Writes to a temporary name first, so that the file is never incomplete. */
export async function writeWhole(file: string, chunks: AsyncIterable<string>): Promise<void> {
  const part = `${file}.part`;
  try {
    await pipeline(Readable.from(chunks), createWriteStream(part, { mode: 0o600 }));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw new Failure(`Cannot write ${file}: ${(error as Error).message}.`);
  }
}
