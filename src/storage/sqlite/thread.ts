// The thread that owns the SQLite file: it receives statements and whole transactions, and returns results
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

/** Where the file is, and the ids of the process. */
export type ThreadData = Place & { readonly ids: SharedArrayBuffer };

const { path, busyTimeoutMs, ids } = workerData as ThreadData;
shareIds(ids);
const file = new SqliteFile(path, busyTimeoutMs);
let runner: Promise<(call: Call) => Promise<unknown>> | undefined;

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
  parentPort?.postMessage(outcomes);
}

/** Loading a module takes time; later messages wait for it. */
let last = Promise.resolve();
parentPort?.on('message', (tasks: readonly Task[] | 'close') => {
  last = last.then(async () => {
    if (tasks !== 'close') return answer(tasks);
    file.close();
    parentPort?.close();
  });
});
