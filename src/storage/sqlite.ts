// SQLite through node:sqlite as a Kysely dialect: one connection, statements cached by their text.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
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

/** How long a statement waits for another process's write before it gives up. */
const BUSY_TIMEOUT_MS = 2_000;
const STATEMENT_CACHE = 500;

export interface SqliteFile {
  readonly dialect: Dialect;
  /** Changes whenever another process has written to the file. */
  dataVersion(): number;
}

/** The file is opened on first use, so that a locked or damaged one fails the caller, not the start. */
export function sqliteFile(path: string): SqliteFile {
  const connection = new SqliteConnection(path);
  return {
    dialect: {
      createDriver: () => sqliteDriver(connection),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
    dataVersion: () => Number(connection.all('pragma data_version', [])[0]?.data_version),
  };
}

const BEGIN = CompiledQuery.raw('begin immediate');
const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');

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
    rollbackTransaction: async () => {
      // SQLite has rolled back by itself after some errors (disk full, I/O).
      if (connection.inTransaction) await connection.executeQuery(ROLLBACK);
    },
    destroy: async () => connection.close(),
  };
}

/** As the only parameter: the statement is run once for each row. */
export class RowSet {
  readonly rows: readonly (readonly unknown[])[];

  constructor(rows: readonly (readonly unknown[])[]) {
    this.rows = rows;
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #path: string;
  #database: DatabaseSync | undefined;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string) {
    this.#path = path;
  }

  get inTransaction(): boolean {
    return this.#database?.isTransaction ?? false;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.#prepare(sql);
    const [first] = parameters;
    if (first instanceof RowSet) {
      for (const row of first.rows) statement.run(...row.map(toSqlite));
      return { rows: [] };
    }
    const values = parameters.map(toSqlite);
    if (statement.columns().length > 0) {
      return { rows: statement.all(...values).map(exactNumbers) as R[] };
    }
    const { changes } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for (const row of this.#prepare(sql).iterate(...parameters.map(toSqlite))) {
      yield { rows: [exactNumbers(row) as R] };
    }
  }

  all(sql: string, parameters: readonly unknown[]): Record<string, unknown>[] {
    return this.#prepare(sql)
      .all(...parameters.map(toSqlite))
      .map(exactNumbers);
  }

  close(): void {
    this.#statements.clear();
    this.#database?.close();
    this.#database = undefined;
  }

  #prepare(sql: string): StatementSync {
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    this.#database ??= openFile(this.#path);
    const statement = this.#database.prepare(sql);
    statement.setReadBigInts(true);
    if (this.#statements.size >= STATEMENT_CACHE) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }
}

function openFile(path: string): DatabaseSync {
  const database = new DatabaseSync(path, {
    enableForeignKeyConstraints: true,
    timeout: BUSY_TIMEOUT_MS,
  });
  try {
    database.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536; pragma wal_autocheckpoint = 20000',
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === undefined) return null;
  return value as SQLInputValue;
}

function exactNumbers(row: Record<string, unknown>): Record<string, unknown> {
  for (const name in row) {
    const value = row[name];
    if (typeof value === 'bigint' && BigInt.asIntN(54, value) === value) row[name] = Number(value);
  }
  return row;
}
