// SQLite as a Kysely dialect: one connection, held by a thread of its own.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
  CompiledQuery,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { createDriver } from './driver.ts';
import type { Order, Result } from './sqlite-thread.ts';

export interface SqliteFile {
  readonly dialect: Dialect;
  /** Changes whenever another process has written to the file. */
  dataVersion(): Promise<number>;
}

export function sqliteFile(path: string): SqliteFile {
  const thread = new SqliteThread(path);
  return {
    dialect: {
      createDriver: () => sqliteDriver(thread),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
    async dataVersion() {
      const { rows } = await thread.ask(DATA_VERSION);
      return Number((rows[0] as { data_version: number }).data_version);
    },
  };
}

const DATA_VERSION = CompiledQuery.raw('pragma data_version');

function sqliteDriver(thread: SqliteThread): Driver {
  // Whoever holds the connection may be in a transaction: the next one waits for its end.
  const waiting: (() => void)[] = [];
  let busy = false;
  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else busy = false;
  };
  return createDriver({
    // `immediate` takes the write lock at once: a deferred one could fail half-way, when another
    // process has written since the first read.
    begin: 'begin immediate',
    async connect() {
      if (busy) await new Promise<void>((resolve) => waiting.push(resolve));
      busy = true;
      const worker = thread.running();
      return { ask: (statement) => thread.ask(statement, worker), release };
    },
    close: () => thread.close(),
  });
}

/** As the only parameter: the statement is run once for each row. */
export class RowSet {
  readonly rows: readonly (readonly unknown[])[];

  constructor(rows: readonly (readonly unknown[])[]) {
    this.rows = rows;
  }
}

/** The thread broke off; whether it had committed is unknown, as with a connection that is lost. */
class ThreadLost extends Error {
  readonly code = 'ECONNRESET';
}

interface Waiting {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

class SqliteThread {
  readonly #path: string;
  #worker: Worker | undefined;
  /** Statements begun in one go travel in one message, which costs more than most statements. */
  #outgoing: Order[] = [];
  /** Results come in the order of the statements. */
  #waiting: Waiting[] = [];
  #isClosing = false;

  constructor(path: string) {
    this.#path = path;
  }

  running(): Worker {
    this.#worker ??= this.#start();
    return this.#worker;
  }

  /** `worker` is the one that was asked before: only it knows of the transaction under way. */
  async ask(
    { sql, parameters }: CompiledQuery,
    worker = this.running(),
  ): Promise<QueryResult<unknown>> {
    const [first] = parameters;
    const order =
      first instanceof RowSet ? { sql, parameters: [], rows: first.rows } : { sql, parameters };
    const result = await this.#send(order, worker);
    if ('failure' in result) throw Object.assign(new Error(result.failure.message), result.failure);
    return {
      rows: result.rows,
      ...(result.changes !== undefined && { numAffectedRows: BigInt(result.changes) }),
    };
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    this.#isClosing = true;
    worker.ref();
    worker.postMessage('close');
    await once(worker, 'exit');
  }

  #send(order: Order, worker: Worker): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (worker !== this.#worker) return reject(new ThreadLost('the database thread has ended'));
      // An idle database does not keep the process alive, one that is asked does.
      if (this.#waiting.length === 0) worker.ref();
      this.#waiting.push({ resolve, reject });
      if (this.#outgoing.push(order) > 1) return;
      queueMicrotask(() => {
        worker.postMessage(this.#outgoing);
        this.#outgoing = [];
      });
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./sqlite-thread.ts', import.meta.url), {
      workerData: this.#path,
    });
    worker.unref();
    worker.on('message', (results: Result[]) => {
      for (const result of results) this.#waiting.shift()?.resolve(result);
      // The end is waited for, too, whatever is still answered before it.
      if (this.#waiting.length === 0 && !this.#isClosing) worker.unref();
    });
    worker.once('error', () => {});
    worker.once('exit', () => {
      this.#worker = undefined;
      this.#outgoing = [];
      const lost = this.#waiting;
      this.#waiting = [];
      for (const each of lost) each.reject(new ThreadLost('the database thread has ended'));
    });
    return worker;
  }
}
