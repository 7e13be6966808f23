// The thread that holds the SQLite file: statements and whole transactions come in, results go back,
// in the same order. The event loop that serves requests never waits for the disk.
import { parentPort, workerData } from 'node:worker_threads';
import { Kysely } from 'kysely';
import { createDriver } from './driver.ts';
import type { Call, Procedure } from './procedure.ts';
import type { Schema } from './schema.ts';
import {
  answerOf,
  BEGIN,
  type Failure,
  failureOf,
  type Order,
  orderOf,
  type Result,
  SqliteFile,
  sqliteDialect,
} from './sqlite-file.ts';

export type Task = Order | Call;
export type Outcome = Result | { readonly output: unknown };

const file = new SqliteFile(workerData as string);
/** Answered within the same turn of the event loop, so a transaction is over before the next message. */
const db = new Kysely<Schema>({
  dialect: sqliteDialect(() =>
    createDriver({
      begin: BEGIN,
      connect: async () => ({
        ask: async (statement) => answerOf(file.ask(orderOf(statement))),
        release: () => {},
      }),
      close: async () => file.close(),
    }),
  ),
});

async function run({ module, name, input }: Call): Promise<Outcome> {
  try {
    const exports = (await import(module)) as Record<string, Procedure<unknown, unknown>>;
    const { work } = exports[name] as Procedure<unknown, unknown>;
    return { output: await db.transaction().execute((tx) => work(tx, input)) };
  } catch (error) {
    return { failure: failureOf(error) satisfies Failure };
  }
}

async function answer(tasks: readonly Task[]): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const task of tasks) outcomes.push('sql' in task ? file.ask(task) : await run(task));
  parentPort?.postMessage(outcomes);
}

/** A module may have to be loaded first: what comes meanwhile waits for its turn. */
let last = Promise.resolve();
parentPort?.on('message', (tasks: readonly Task[] | 'close') => {
  last = last.then(async () => {
    if (tasks !== 'close') return answer(tasks);
    file.close();
    parentPort?.close();
  });
});
