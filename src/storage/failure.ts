// Classifies failed statements: the database is unavailable, or it rejected this statement.

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

/** What pg says without a code. */
const LOST = /connection terminated|not queryable|timeout (exceeded|expired)|read timeout/i;

/** SQLite result codes: busy, locked, read-only, I/O error, corrupt, full, cannot open, not a database. */
const SQLITE_AWAY = new Set([5, 6, 8, 10, 11, 13, 14, 26]);
const SQLITE_READ_ONLY = 8;
const SQLITE_IO_ERROR = 10;
const SQLITE_FULL = 13;
const SQLITE_CANNOT_OPEN = 14;

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;
/** SQLite's result without its details. */
const sqliteCode = (error: unknown): number =>
  ((error as { errcode?: number }).errcode ?? 0) & 0xff;

/** Whether SQLite gave up waiting for another writer. */
export const isBusy = (error: unknown): boolean => sqliteCode(error) === 5;

/** Whether a row was refused because another one has the same unique key. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  // SQLITE_CONSTRAINT_UNIQUE and _PRIMARYKEY; unique_violation of PostgreSQL.
  return errcode === 2067 || errcode === 1555 || code === '23505';
}

/** Whether PostgreSQL has as many connections as it allows. */
export const isNoConnectionFree = (error: unknown): boolean => codeOf(error) === '53300';

/** Whether the database refuses every change, as a standby does. */
export const isReadOnly = (error: unknown): boolean =>
  codeOf(error) === '25006' || sqliteCode(error) === SQLITE_READ_ONLY;

const isDiskFull = (error: unknown): boolean =>
  codeOf(error) === '53100' || sqliteCode(error) === SQLITE_FULL;

/** Whether the database cannot be changed, though it may be read: no room, read-only, a broken disk. */
export const isUnwritable = (error: unknown): boolean =>
  isDiskFull(error) ||
  isReadOnly(error) ||
  codeOf(error) === '58030' ||
  sqliteCode(error) === SQLITE_IO_ERROR;

/** For readiness: says what is wrong without details of the database. */
export function whyUnavailable(error: unknown): string {
  if (isNoConnectionFree(error)) return 'The database has no free connection.';
  if (isReadOnly(error)) return 'The database is read-only.';
  if (isDiskFull(error)) return 'The disk of the database is full.';
  if (isUnwritable(error)) return 'The database cannot be written.';
  if (sqliteCode(error) === SQLITE_CANNOT_OPEN) return 'The database file cannot be opened.';
  return 'The database does not respond.';
}

/** Whether the database is unreachable or its answer was lost, so that other statements would fail too. */
export function isConnectionLost(error: unknown): boolean {
  const { code, errcode, message } = error as {
    code?: unknown;
    errcode?: unknown;
    message?: unknown;
  };
  if (typeof errcode === 'number') return SQLITE_AWAY.has(errcode & 0xff);
  if (typeof code === 'string') {
    // PostgreSQL: 08 connection, 57P shutdown, 57014 statement timeout, 53 out of resources,
    // 58030 I/O error, 25006 read-only, 25P03 idle in a transaction.
    return NETWORK.has(code) || /^(08|57P|57014|53|58030|25006|25P03)/.test(code);
  }
  return typeof message === 'string' && LOST.test(message);
}
