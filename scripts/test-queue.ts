// The test files that wait for their turn: a folder with a ticket for each, from which some processes take.
import { AsyncResource } from 'node:async_hooks';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { beginFiles, endFiles } from '../test/support/last-file.ts';
import { followAll, followNothing } from './test-hooks.ts';

const ROOT = join(import.meta.dirname, '..');
const WAITING = 'waiting';
const BEGUN = 'begun';

/** They begin in this order. */
export function fillQueue(queue: string, files: readonly string[]): void {
  for (const part of [WAITING, BEGUN]) mkdirSync(join(queue, part), { recursive: true });
  for (const [index, file] of files.entries()) {
    const ticket = `${String(index).padStart(4, '0')} ${encodeURIComponent(file)}`;
    writeFileSync(join(queue, WAITING, ticket), '');
  }
}

/** Files that nobody took, or that ended with the process that had taken them. */
export function unfinished(queue: string): string[] {
  return [WAITING, BEGUN].flatMap((part) => readdirSync(join(queue, part))).map(fileOf);
}

/**
 * Each file is a suite, and keeps its hooks to itself. It is loaded when the one before has ended:
 * the runner knows whose a test is by who loads it.
 */
export async function takeTurns(queue: string): Promise<void> {
  beginFiles();
  const outside = new AsyncResource('takeTurns');
  let running = '';
  const tell = (error: unknown): void => {
    process.stderr.write(
      `${running}: nobody caught ${error instanceof Error ? error.stack : error}\n`,
    );
  };
  process.on('uncaughtExceptionMonitor', tell);
  process.on('unhandledRejection', tell);
  for (let ticket = take(queue); ticket; ticket = take(queue)) {
    const taken = ticket;
    const file = fileOf(taken);
    running = file;
    await new Promise<void>((ended) => {
      const end = (): void => {
        rmSync(join(queue, BEGUN, taken));
        ended();
      };
      followAll();
      outside.runInAsyncScope(describe, undefined, file, async () => {
        try {
          await import(pathToFileURL(join(ROOT, file)).href);
          after(end);
          followNothing();
        } catch (error) {
          end();
          throw error;
        }
      });
    });
  }
  await endFiles();
}

function take(queue: string): string | undefined {
  return readdirSync(join(queue, WAITING))
    .sort()
    .find((ticket) => {
      try {
        renameSync(join(queue, WAITING, ticket), join(queue, BEGUN, ticket));
        return true;
      } catch {
        // Another process was faster.
        return false;
      }
    });
}

function fileOf(ticket: string): string {
  return decodeURIComponent(ticket.slice(ticket.indexOf(' ') + 1));
}
