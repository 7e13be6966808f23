// The thread that holds the SQLite file: statements come in, results go back, in the same order.
// The event loop that serves requests never waits for the disk.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** One statement with its parameters, or with rows for each of which it is run. */
export interface Order {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly rows?: readonly (readonly unknown[])[];
}

export type Result =
  | { readonly rows: Record<string, unknown>[]; readonly changes?: number | bigint }
  | { readonly failure: Failure };

interface Failure {
  readonly message: string;
  readonly code: string;
  readonly errcode: number;
}

/** How long a statement waits for another process's write before it gives up. */
const BUSY_TIMEOUT_MS = 2_000;
const STATEMENT_CACHE = 500;

const statements = new Map<string, StatementSync>();
let database: DatabaseSync | undefined;

/** Opened on first use, so that a locked or damaged file fails the caller, not the start. */
function openFile(path: string): DatabaseSync {
  const file = new DatabaseSync(path, {
    enableForeignKeyConstraints: true,
    timeout: BUSY_TIMEOUT_MS,
  });
  try {
    file.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536; pragma wal_autocheckpoint = 8000',
    );
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

function prepare(file: DatabaseSync, sql: string): StatementSync {
  const cached = statements.get(sql);
  if (cached) return cached;
  const statement = file.prepare(sql);
  statement.setReadBigInts(true);
  if (statements.size >= STATEMENT_CACHE) statements.clear();
  statements.set(sql, statement);
  return statement;
}

function execute({ sql, parameters, rows }: Order): Result {
  database ??= openFile(workerData as string);
  const statement = prepare(database, sql);
  if (rows) {
    for (const row of rows) statement.run(...row.map(toSqlite));
    return { rows: [] };
  }
  const values = parameters.map(toSqlite);
  if (statement.columns().length > 0) return { rows: statement.all(...values).map(exactNumbers) };
  return { rows: [], changes: statement.run(...values).changes };
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

const END = new Set(['commit', 'rollback']);

/** What has gone wrong in the transaction under way. Nothing more is done in it. */
let failure: Failure | undefined;

/**
 * Statements of a transaction arrive before those before them are answered. So one that fails, and be
 * it the `begin`, must keep the rest from being done on its own.
 */
function attempt(order: Order): Result {
  const isEnd = END.has(order.sql);
  if (!failure && order.sql !== 'rollback') {
    const isWithin = database?.isTransaction === true || order.sql.startsWith('begin');
    const result = tryOut(order);
    if ('failure' in result && isWithin) failure = result.failure;
    if (!failure) return result;
  }
  const refusal = failure && order.sql !== 'rollback' ? { failure } : { rows: [] };
  if (isEnd) {
    failure = undefined;
    // SQLite has rolled back by itself after some errors (disk full, I/O).
    if (database?.isTransaction) database.exec('rollback');
  }
  return refusal;
}

function tryOut(order: Order): Result {
  try {
    return execute(order);
  } catch (error) {
    // An error that crosses threads loses all but its message.
    const { message, code, errcode } = error as Error & { code: string; errcode: number };
    return { failure: { message, code, errcode } };
  }
}

parentPort?.on('message', (orders: readonly Order[] | 'close') => {
  if (orders !== 'close') return parentPort?.postMessage(orders.map(attempt));
  database?.close();
  parentPort?.close();
});
