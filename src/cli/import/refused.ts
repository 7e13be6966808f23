// The file of refused lines: written while the import runs, and in place once it has ended.
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { printRecord } from '../../base/csv.ts';
import type { LineProblem } from '../../base/import-lines.ts';
import { Failure } from '../failure.ts';

/** Enough to find the line. */
const LONGEST_SOURCE = 2_000;

export interface RefusedFile {
  add(line: number, problem: LineProblem, source: string): void;
  /** Resolves when there is room for more. */
  room(): Promise<void>;
  /** The name of the file; null when no line was refused, and then an older file is gone. */
  end(): Promise<string | null>;
}

export function createRefusedFile(path: string): RefusedFile {
  const part = `${path}.part`;
  let file: WriteStream | undefined;
  const open = (): WriteStream => {
    const opened = createWriteStream(part, { mode: 0o600 });
    // Thrown at the end.
    opened.on('error', () => {});
    opened.write(printRecord(['line', 'field', 'reason', 'source']));
    return opened;
  };
  return {
    add(line, { field = '', reason }, source) {
      file ??= open();
      file.write(printRecord([line, field, reason, source.slice(0, LONGEST_SOURCE)]));
    },
    async room() {
      if (file?.writableNeedDrain && !file.destroyed) {
        await Promise.race([once(file, 'drain'), once(file, 'close')]);
      }
    },
    async end() {
      if (!file) {
        await rm(path, { force: true });
        return null;
      }
      file.end();
      try {
        await finished(file);
        await rename(part, path);
      } catch (error) {
        throw new Failure(`Cannot write ${path}: ${(error as Error).message}.`);
      }
      return path;
    },
  };
}
