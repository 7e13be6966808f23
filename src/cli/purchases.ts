// tollgate purchases …
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { Type } from 'typebox';
import { isRejection } from '../audit/operation.ts';
import { openPurchaseFile, PurchaseFileQuery } from '../payment/queries/purchase-file.ts';
import { listRefused, RefusedQuery } from '../payment/queries/refused-operations.ts';
import { Appid } from '../tenants/apps.ts';
import { createDirectory } from '../tenants/directory.ts';
import { addCommand } from './command.ts';
import { Failure } from './context.ts';
import { showProgress } from './progress.ts';

export function purchaseCommands(program: Command): void {
  const purchases = program.command('purchases').description('verified purchases of an app');
  addCommand(purchases, 'export', {
    summary: 'write the purchases of a period to a file',
    input: Type.Object({
      appid: Appid,
      file: Type.String({
        minLength: 1,
        description: 'File to write. An existing file is replaced once the export is complete.',
      }),
      ...PurchaseFileQuery.properties,
    }),
    args: ['appid', 'file'],
    async run({ context }, { file, ...query }) {
      const found = await openPurchaseFile(context, query);
      if (isRejection(found)) return found;
      const progress = showProgress('purchases', await found.count(), process.stderr);
      let written = 0;
      const text = found.chunks((count) => {
        written += count;
        progress.advance(count);
      });
      try {
        await writeWhole(file, text);
      } finally {
        progress.end();
      }
      return { file, format: found.format, purchases: written };
    },
  });
  addCommand(purchases, 'refused', {
    summary: 'list verifications that were refused and why, newest first',
    input: Type.Object({ appid: Appid, ...RefusedQuery.properties }),
    args: ['appid'],
    run({ context }, query) {
      const directory = createDirectory(context.storage, context.clock);
      return listRefused({ context, directory }, query);
    },
  });
}

/** Writes to a temporary name first, so that the file is never incomplete. */
async function writeWhole(file: string, chunks: AsyncIterable<string>): Promise<void> {
  const part = `${file}.part`;
  try {
    await pipeline(Readable.from(chunks), createWriteStream(part, { mode: 0o600 }));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw new Failure(`Cannot write ${file}: ${(error as Error).message}.`);
  }
}
