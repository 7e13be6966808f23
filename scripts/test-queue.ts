// The test files that wait for their turn: a folder with a ticket for each, from which some processes take.
import { AsyncResource } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { beginFiles, endFiles } from '../test/support/last-file.ts';
import { followAll, followNothing } from './test-hooks.ts';

const ROOT = join(import.meta.dirname, '..');
const WAITING = 'waiting';
const BEGUN = 'begun';
/**
 * Its tickets hold how long it took, the most that its process has held, if it had never held so much, and the routes
 * that were called of services in the process.
 */
const ENDED = 'ended';
/** The runner keeps whatever its tests hold: a process that has grown to this takes no further file. */
const LARGE = 550 * 2 ** 20;
/** Many times what the longest file takes. A run that waits for ever would not even say for what. */
const TOO_LONG_MS = 600_000;
/** For a process to end after its last file. */
const TO_END_MS = 30_000;

/** They begin in this order. */
export function fillQueue(queue: string, files: readonly string[]): void {
  for (const part of [WAITING, BEGUN, ENDED]) mkdirSync(join(queue, part), { recursive: true });
  for (const [index, file] of files.entries()) {
    const ticket = `${String(index).padStart(4, '0')} ${encodeURIComponent(file)}`;
    writeFileSync(join(queue, WAITING, ticket), '');
  }
}

/** Files that nobody took, or that ended with the process that had taken them. */
export function unfinished(queue: string): string[] {
  return [WAITING, BEGUN].flatMap((part) => readdirSync(join(queue, part))).map(fileOf);
}

interface Ended {
  readonly file: string;
  readonly ms: number;
  readonly mib: number;
  readonly calls: readonly string[];
}

export function ended(queue: string): Ended[] {
  const folder = join(queue, ENDED);
  return readdirSync(folder).map((ticket) => ({
    file: fileOf(ticket),
    ...JSON.parse(readFileSync(join(folder, ticket), 'utf8')),
  }));
}

/**
 * Each file is a suite, and keeps its hooks to itself. It is loaded when the one before has ended:
 * the runner knows whose a test is by who loads it.
 */
export async function takeTurns(queue: string): Promise<void> {
  beginFiles();
  const outside = new AsyncResource('takeTurns');
  const calls = calledRoutes();
  let running = '';
  let most = 0;
  const tell = (error: unknown): void => {
    process.stderr.write(
      `${running}: nobody caught ${error instanceof Error ? error.stack : error}\n`,
    );
  };
  process.on('uncaughtExceptionMonitor', tell);
  process.on('unhandledRejection', tell);
  for (let ticket = take(queue); ticket; ticket = isLarge() ? undefined : take(queue)) {
    const taken = ticket;
    const file = fileOf(taken);
    running = file;
    calls.clear();
    const begun = performance.now();
    const watch = endUnless(TOO_LONG_MS, `${file} does not end`);
    await new Promise<void>((ended) => {
      const end = (): void => {
        const ms = Math.round(performance.now() - begun);
        const held = Math.round(process.resourceUsage().maxRSS / 1024);
        const mib = held > most ? held : 0;
        most = held;
        writeFileSync(join(queue, ENDED, taken), JSON.stringify({ ms, mib, calls: [...calls] }));
        rmSync(join(queue, BEGUN, taken));
        clearTimeout(watch);
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
  endUnless(TO_END_MS, `the process does not end after ${running}`);
  await endFiles();
}

/** Filled by every service that the process starts. */
function calledRoutes(): Set<string> {
  const calls = new Set<string>();
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { readonly fastify: FastifyInstance };
    fastify.addHook('onRequest', (request, _reply, done) => {
      if (request.routeOptions.url) calls.add(request.routeOptions.url);
      done();
    });
  });
  return calls;
}

/** Whatever keeps the process alive is named. */
function endUnless(ms: number, what: string): NodeJS.Timeout {
  const end = (): void => {
    const waiting = process.getActiveResourcesInfo().join(', ');
    process.stderr.write(`${what}: it waits for ${waiting}\n`);
    process.exit(1);
  };
  return setTimeout(end, ms).unref();
}

function isLarge(): boolean {
  return process.memoryUsage.rss() > LARGE;
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
