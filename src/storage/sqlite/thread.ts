// The thread that owns the SQLite file: it receives statements and whole transactions, and returns results
// in the same order, so that the event loop that serves requests never waits for the disk.
import { parentPort } from 'node:worker_threads';
import type { Call } from '../procedure.ts';
import { type FileStatement, failureOf, type Result, SqliteFile } from './file.ts';

export type Task = FileStatement | Call;
export type Outcome = Result | { readonly output: unknown };

/** A thread has one file after the other. */
export type Message = Place | readonly Task[] | 'close';
/** Outcomes of tasks, or the answer to `close`. */
export type Reply = readonly Outcome[] | 'closed';

export interface Place {
  readonly path: string;
  readonly busyTimeoutMs: number;
}

let file: SqliteFile;
let runner: Promise<(call: Call) => Promise<unknown>> | undefined;

function open({ path, busyTimeoutMs }: Place): void {
  file = new SqliteFile(path, busyTimeoutMs);
  runner = undefined;
}

function close(): void {
  file.close();
  reply('closed');
}

const reply = (message: Reply): void => parentPort?.postMessage(message);

async function run(call: Call): Promise<Outcome> {
  try {
    runner ??= import('./procedures.ts').then(({ createRunner }) => createRunner(file));
    return { output: await (await runner)(call) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

async function answer(tasks: readonly Task[]): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const task of tasks) outcomes.push('sql' in task ? file.ask(task) : await run(task));
  reply(outcomes);
}

/** Loading a module takes time; later messages wait for it. */
let last = Promise.resolve();
parentPort?.on('message', (message: Message) => {
  last = last.then(async () => {
    if (message === 'close') close();
    else if ('path' in message) open(message);
    else await answer(message);
  });
});
