// The thread that owns the SQLite file: it receives statements and whole transactions, and returns results
// in the same order, so that the event loop that serves requests never waits for the disk.
import { parentPort } from 'node:worker_threads';
import type { Call } from '../procedure.ts';
import { type FileStatement, failureOf, type Result, SqliteFile } from './file.ts';

export type Task = FileStatement | Call;
export type Outcome = Result | { readonly output: unknown };

export interface Place {
  readonly path: string;
  readonly busyTimeoutMs: number;
}

/** First where the file is, then tasks, then `close`; after that, it may be another file. */
export type Message = Place | readonly Task[] | 'close';
export type Reply = readonly Outcome[] | 'closed';

interface Open {
  readonly file: SqliteFile;
  runner?: Promise<(call: Call) => Promise<unknown>>;
}

let open: Open | undefined;

async function run(of: Open, call: Call): Promise<Outcome> {
  try {
    of.runner ??= import('./procedures.ts').then(({ createRunner }) => createRunner(of.file));
    return { output: await (await of.runner)(call) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

async function answer(tasks: readonly Task[]): Promise<readonly Outcome[]> {
  if (!open) throw new Error('there are tasks before a file');
  const outcomes: Outcome[] = [];
  for (const task of tasks) {
    outcomes.push('sql' in task ? open.file.ask(task) : await run(open, task));
  }
  return outcomes;
}

async function follow(message: Message): Promise<void> {
  if (message === 'close') {
    open?.file.close();
    open = undefined;
    reply('closed');
  } else if ('path' in message) {
    open = { file: new SqliteFile(message.path, message.busyTimeoutMs) };
  } else {
    reply(await answer(message));
  }
}

function reply(what: Reply): void {
  parentPort?.postMessage(what);
}

/** Loading a module takes time; later messages wait for it. */
let last = Promise.resolve();
parentPort?.on('message', (message: Message) => {
  last = last.then(() => follow(message));
});
