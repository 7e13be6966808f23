// The thread that owns a SQLite file: it receives statements and whole transactions, and returns results
// in the same order, so that the event loop that serves requests never waits for the disk.
import { parentPort, workerData } from 'node:worker_threads';
import { shareIds } from '../../base/ids.ts';
import type { Call } from '../procedure.ts';
import { type FileStatement, failureOf, type Result, SqliteFile } from './file.ts';

export type Task = FileStatement | Call;
export type Outcome = Result | { readonly output: unknown };

export interface Place {
  readonly path: string;
  readonly busyTimeoutMs: number;
}

/** The ids of the process. */
export type ThreadData = SharedArrayBuffer;
/** One file after the other: the next place comes when the file before is closed. */
export type Order = Place | readonly Task[] | 'close';
export type Answer = readonly Outcome[] | 'closed';

shareIds(workerData as ThreadData);
let file: SqliteFile;
let runner: Promise<(call: Call) => Promise<unknown>> | undefined;

async function run(call: Call): Promise<Outcome> {
  try {
    runner ??= import('./procedures.ts').then(({ createRunner }) => createRunner(file));
    return { output: await (await runner)(call) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

async function obey(order: Order): Promise<Answer | undefined> {
  if (order === 'close') {
    file.close();
    return 'closed';
  }
  if ('path' in order) {
    file = new SqliteFile(order.path, order.busyTimeoutMs);
    runner = undefined;
    return undefined;
  }
  const outcomes: Outcome[] = [];
  for (const task of order) outcomes.push('sql' in task ? file.ask(task) : await run(task));
  return outcomes;
}

/** Loading a module takes time; later messages wait for it. */
let last = Promise.resolve();
parentPort?.on('message', (order: Order) => {
  last = last.then(async () => {
    const answer = await obey(order);
    if (answer !== undefined) parentPort?.postMessage(answer);
  });
});
