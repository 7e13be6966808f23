// SQLite as a Kysely dialect: one connection, held by a thread of its own.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Order, Result } from './sqlite-thread.ts';

export interface SqliteFile {
  readonly dialect: Dialect;
  /** Changes whenever another process has written to the file. */
  dataVersion(): Promise<number>;
}

export function sqliteFile(path: string): SqliteFile {
  const connection = new SqliteConnection(path);
  return {
    dialect: {
      createDriver: () => sqliteDriver(connection),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
    async dataVersion() {
      const { rows } = await connection.executeQuery<{ data_version: number }>(DATA_VERSION);
      return Number(rows[0]?.data_version);
    },
  };
}

const BEGIN = CompiledQuery.raw('begin immediate');
const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');
const DATA_VERSION = CompiledQuery.raw('pragma data_version');

function sqliteDriver(connection: SqliteConnection): Driver {
  // Whoever holds the connection may be in a transaction: the next one waits for its end.
  const waiting: (() => void)[] = [];
  let busy = false;
  return {
    init: async () => {},
    acquireConnection: async () => {
      if (busy) await new Promise<void>((resolve) => waiting.push(resolve));
      busy = true;
      return connection;
    },
    releaseConnection: async () => {
      const next = waiting.shift();
      if (next) next();
      else busy = false;
    },
    // `immediate` takes the write lock at once: a deferred one could fail half-way, when another
    // process has written since the first read.
    beginTransaction: async () => void (await connection.executeQuery(BEGIN)),
    commitTransaction: async () => void (await connection.executeQuery(COMMIT)),
    rollbackTransaction: async () => void (await connection.executeQuery(ROLLBACK)),
    destroy: () => connection.close(),
  };
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

class SqliteConnection implements DatabaseConnection {
  readonly #path: string;
  #thread: Worker | undefined;
  /** Statements begun in one go travel in one message, which costs more than most statements. */
  #outgoing: Order[] = [];
  /** Results come in the order of the statements. */
  #waiting: Waiting[] = [];
  #isClosing = false;

  constructor(path: string) {
    this.#path = path;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const [first] = parameters;
    const result = await this.#ask(
      first instanceof RowSet ? { sql, parameters: [], rows: first.rows } : { sql, parameters },
    );
    if ('failure' in result) throw Object.assign(new Error(result.failure.message), result.failure);
    return {
      rows: result.rows as R[],
      ...(result.changes !== undefined && { numAffectedRows: BigInt(result.changes) }),
    };
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    if (!thread) return;
    this.#isClosing = true;
    thread.ref();
    thread.postMessage('close');
    await once(thread, 'exit');
  }

  #ask(order: Order): Promise<Result> {
    this.#thread ??= this.#start();
    const thread = this.#thread;
    return new Promise((resolve, reject) => {
      // An idle database does not keep the process alive, one that is asked does.
      if (this.#waiting.length === 0) thread.ref();
      this.#waiting.push({ resolve, reject });
      if (this.#outgoing.push(order) > 1) return;
      queueMicrotask(() => {
        thread.postMessage(this.#outgoing);
        this.#outgoing = [];
      });
    });
  }

  #start(): Worker {
    const thread = new Worker(new URL('./sqlite-thread.ts', import.meta.url), {
      workerData: this.#path,
    });
    thread.unref();
    thread.on('message', (results: Result[]) => {
      for (const result of results) this.#waiting.shift()?.resolve(result);
      // The end is waited for, too, whatever is still answered before it.
      if (this.#waiting.length === 0 && !this.#isClosing) thread.unref();
    });
    thread.once('error', () => {});
    thread.once('exit', () => {
      this.#thread = undefined;
      this.#outgoing = [];
      const lost = this.#waiting;
      this.#waiting = [];
      for (const each of lost) each.reject(new ThreadLost('the database thread has ended'));
    });
    return thread;
  }
}
