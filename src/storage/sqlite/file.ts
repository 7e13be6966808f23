// Runs statements on a SQLite file: one connection, and no half-done transactions.
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { QueryResult } from 'kysely';
import type { Statement } from '../driver.ts';
import { isBusy, isReadOnly } from '../failure.ts';

/** One statement with its parameters, or with rows to run it for. */
export interface FileStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly rows?: readonly (readonly unknown[])[];
}

export type Result =
  /** Rows as values only, so that column names do not cross threads with every row. */
  | { readonly columns: readonly string[]; readonly rows: unknown[][] }
  | { readonly changes: number | bigint }
  | { readonly failure: Failure };

/** An error that crosses threads would lose all but its message. */
export interface Failure {
  readonly message: string;
  readonly code: string;
  readonly errcode: number;
}

/**
 * `immediate` takes the write lock first: a deferred transaction could fail later, when another process
 * has written since the first read.
 */
export const BEGIN = 'begin immediate';

/** As the only parameter: runs the statement once per row. */
export class RowSet {
  readonly rows: readonly (readonly unknown[])[];

  constructor(rows: readonly (readonly unknown[])[]) {
    this.rows = rows;
  }
}

export function fileStatementOf({ sql, parameters }: Statement): FileStatement {
  const [first] = parameters;
  return first instanceof RowSet ? { sql, parameters: [], rows: first.rows } : { sql, parameters };
}

export function answerOf(result: Result): QueryResult<unknown> {
  if ('failure' in result) throw Object.assign(new Error(result.failure.message), result.failure);
  if ('changes' in result) return { rows: [], numAffectedRows: BigInt(result.changes) };
  const { columns, rows } = result;
  return { rows: rows.map((values) => named(columns, values)) };
}

function named(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index++)
    row[columns[index] as string] = values[index];
  return row;
}

export function failureOf(error: unknown): Failure {
  const { message, code, errcode } = error as Error & { code: string; errcode: number };
  return { message, code, errcode };
}

/** How long a statement waits for a write of another process. */
export const BUSY_TIMEOUT_MS = 2_000;
const LOOK_AGAIN_MS = 10;
const STATEMENT_CACHE = 500;

interface Prepared {
  readonly statement: StatementSync;
  /** Empty when the statement returns no rows. */
  columns: readonly string[];
  /** Where the statement turns SQLite's guard of the schema off or on. */
  readonly defensive: boolean | undefined;
}

/** Around the statements by which migration 39 takes constraints out of the schema. */
const SCHEMA_WRITES = new Map([
  ['/* sqlite */ pragma writable_schema = on', { defensive: false }],
  ['/* sqlite */ pragma writable_schema = reset', { defensive: true }],
]);

export class SqliteFile {
  readonly #path: string;
  readonly #busyTimeoutMs: number;
  readonly #statements = new Map<string, Prepared>();
  /** Opened on first use, so that a locked or damaged file fails the call, not the start. */
  #database: DatabaseSync | undefined;
  /** The first failure of the current transaction; nothing more runs in it. */
  #failure: Failure | undefined;

  constructor(path: string, busyTimeoutMs: number) {
    this.#path = path;
    this.#busyTimeoutMs = busyTimeoutMs;
  }

  /**
   * Statements of a transaction arrive before earlier ones are answered. So a failure, even of `begin`,
   * must prevent the rest from running outside the transaction.
   */
  ask(statement: FileStatement): Result {
    if (statement.sql === 'rollback') {
      this.#undo();
      return { changes: 0 };
    }
    const result = this.#failure ? { failure: this.#failure } : this.#try(statement);
    if (!('failure' in result)) return result;
    if (statement.sql === 'commit') this.#undo();
    else if (statement.sql === BEGIN || (this.#database?.isOpen && this.#database.isTransaction))
      this.#failure = result.failure;
    else this.#reopenIfReadOnly(result.failure);
    return result;
  }

  close(): void {
    this.#database?.close();
  }

  #undo(): void {
    const failure = this.#failure;
    this.#failure = undefined;
    // SQLite rolls back by itself after some errors (disk full, I/O).
    if (this.#database?.isTransaction) this.#database.exec('rollback');
    this.#defend(true);
    if (failure) this.#reopenIfReadOnly(failure);
  }

  /** Before Node 24.12 there is no guard. */
  #defend(defensive: boolean): void {
    this.#database?.enableDefensive?.(defensive);
  }

  /** A file that was opened while it could not be written stays read-only until it is opened again. */
  #reopenIfReadOnly(failure: Failure): void {
    if (!isReadOnly(failure)) return;
    this.#statements.clear();
    this.#database?.close();
    this.#database = undefined;
  }

  #try(statement: FileStatement): Result {
    try {
      return this.#execute(statement);
    } catch (error) {
      return { failure: failureOf(error) };
    }
  }

  #execute({ sql, parameters, rows }: FileStatement): Result {
    const prepared = this.#prepare(sql);
    const { statement, defensive } = prepared;
    if (defensive !== undefined) this.#defend(defensive);
    if (rows) {
      for (const row of rows) statement.run(...row.map(toSqlite));
      return { changes: rows.length };
    }
    const values = parameters.map(toSqlite);
    if (prepared.columns.length === 0) return { changes: statement.run(...values).changes };
    const found = statement.all(...values).map(exactNumbers);
    // A migration has added columns since: SQLite prepared `select *` anew.
    if (found[0] && found[0].length !== prepared.columns.length) {
      prepared.columns = namesOf(statement);
    }
    return { columns: prepared.columns, rows: found };
  }

  #prepare(sql: string): Prepared {
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    this.#database ??= open(this.#path, this.#busyTimeoutMs);
    const statement = this.#database.prepare(sql);
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    const { defensive } = SCHEMA_WRITES.get(sql) ?? {};
    const prepared = { statement, columns: namesOf(statement), defensive };
    if (this.#statements.size >= STATEMENT_CACHE) this.#statements.clear();
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

const namesOf = (statement: StatementSync): string[] => statement.columns().map(({ name }) => name);

/** 80 MiB of write-ahead log, so that a page that changed often is copied only once. */
const CHECKPOINT_PAGES = 20_000;
/** Memory-mapped reads avoid copies; with a million players, pages are rarely in the cache. */
const MAPPED_BYTES = 1_024 ** 3;
/** Deleted content is overwritten with zeros: what an erasure deletes must not stay in free space. */
const PRAGMAS = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma secure_delete = on;
  pragma cache_size = -16384;
  pragma mmap_size = ${MAPPED_BYTES};
  pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`;

/** SQLite's name for a database without a file. */
const IN_MEMORY = ':memory:';

function open(path: string, timeout: number): DatabaseSync {
  createForOwner(path);
  const database = new DatabaseSync(path, {
    enableForeignKeyConstraints: true,
    timeout,
    defensive: true,
  });
  try {
    prepare(database, Date.now() + timeout);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Whoever turns on the write-ahead log beside another process fails at once: SQLite does not wait here. */
function prepare(database: DatabaseSync, end: number): void {
  for (;;) {
    try {
      database.exec(PRAGMAS);
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS);
    }
  }
}

/** SQLite's default is world-readable; its companion files inherit this mode. */
function createForOwner(path: string): void {
  if (path === IN_MEMORY) return;
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // The file exists, or SQLite will report what is wrong.
  }
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === undefined) return null;
  return value as SQLInputValue;
}

/** Converts integers to numbers if that is exact. */
function exactNumbers(row: unknown): unknown[] {
  const values = row as unknown[];
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (typeof value === 'bigint' && BigInt.asIntN(54, value) === value)
      values[index] = Number(value);
  }
  return values;
}
