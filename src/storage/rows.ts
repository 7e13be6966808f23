// Bulk inserts, pipelined statements, and raw SQL for what typed statements (statement.ts) cannot express.

import { CompiledQuery, PostgresAdapter, type RawBuilder, type Selectable, sql } from 'kysely';
import { printJson } from '../base/json.ts';
import type { Db } from './db.ts';
import type { Statement } from './driver.ts';
import type { Schema } from './schema.ts';
import { RowSet } from './sqlite/file.ts';

/** What a statement runs on: the database, a transaction, or a pipeline in one. */
export type Queryable = Pick<Db, 'getExecutor' | 'executeQuery'>;

/**
 * Pipelines statements: none waits for the result of the one before it.
 * The database still runs them in order. For use in a transaction.
 */
export function pipe<T>(tx: Db, work: (pipe: Queryable) => Promise<T>): Promise<T> {
  const executor = tx.getExecutor();
  return executor.provideConnection((connection) =>
    work({
      getExecutor: () => executor,
      executeQuery: (statement) => connection.executeQuery(statement as CompiledQuery),
    }),
  );
}

export function isPostgres(db: Queryable): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/**
 * The rows of a group as one JSON object: the number of each, or the list of its numbers, by a column that is unique
 * in the group. A row costs more to carry than to read. Read it with `parseJson`, because a number may be larger than
 * a double holds.
 */
export function numbersBy(
  db: Queryable,
  key: string,
  columns: readonly string[],
): RawBuilder<string> {
  const numbers = sql.join(columns.map((column) => sql.ref(column)));
  if (isPostgres(db)) {
    const value = columns.length === 1 ? numbers : sql`array[${numbers}]`;
    return sql`cast(json_object_agg(${sql.ref(key)}, ${value}) as text)`;
  }
  const value = columns.length === 1 ? numbers : sql`json_array(${numbers})`;
  return sql`json_group_object(${sql.ref(key)}, ${value})`;
}

/** Adapters of databases that are clusters. */
const clusters = new WeakSet<object>();

export function markCluster(db: Queryable): void {
  clusters.add(db.getExecutor().adapter);
}

const numbered = new Map<string, string>();

/** Replaces `?` with `$1`, `$2`, …, cached per text. */
function numberParameters(text: string): string {
  let result = numbered.get(text);
  if (result === undefined) {
    let count = 0;
    result = text.replace(/\?/g, () => `$${++count}`);
    numbered.set(text, result);
  }
  return result;
}

/** Runs a constant statement with `?` as parameters. */
export async function query<Row>(
  db: Queryable,
  text: string,
  parameters: readonly unknown[],
): Promise<readonly Row[]> {
  const result = await db.executeQuery<Row>(statementOf(db, text, parameters));
  return result.rows;
}

/**
 * The same for hot statements, as prepared statements. They must name their columns, so that a column
 * that a newer program adds does not invalidate the plan.
 */
export async function queryPrepared<Row>(
  db: Queryable,
  text: string,
  parameters: readonly unknown[],
): Promise<readonly Row[]> {
  const statement: Statement = { ...statementOf(db, text, parameters), constant: true };
  const result = await db.executeQuery<Row>(statement as CompiledQuery<Row>);
  return result.rows;
}

const statementOf = <Row>(db: Queryable, text: string, parameters: readonly unknown[]) =>
  CompiledQuery.raw(isPostgres(db) ? numberParameters(text) : text, [
    ...parameters,
  ]) as CompiledQuery<Row>;

/**
 * Inserts rows that all have the same columns. In a transaction this resolves before it is done, and
 * a failure fails the commit. `onConflict` is the tail of the statement,
 * for example `on conflict (appid, player_id) do update set status = excluded.status`.
 */
export async function insertRows<T extends keyof Schema & string>(
  db: Queryable,
  table: T,
  rows: readonly Selectable<Schema[T]>[],
  onConflict = '',
): Promise<void> {
  const first = rows[0];
  if (!first) return;
  const columns = Object.keys(first) as (keyof typeof first & string)[];
  if (clusters.has(db.getExecutor().adapter)) {
    for (const statement of plainInserts(table, columns, rows, onConflict)) {
      await db.executeQuery(statement);
    }
    return;
  }
  if (isPostgres(db)) {
    // All rows are one parameter, so the text is the same for any number of rows.
    const text = `insert into ${table} (${columns}) select ${columns}
      from json_populate_recordset(null::${table}, $1::json) ${onConflict}`;
    await db.executeQuery(write(text, JSON.stringify(rows.map(withIdsAsText))));
    return;
  }
  const text = `insert into ${table} (${columns}) values (${columns.map(() => '?')}) ${onConflict}`;
  const values = rows.map((row) => columns.map((column) => row[column]));
  await db.executeQuery(write(text, new RowSet(values)));
}

/** PostgreSQL takes 65,535. */
const MOST_PARAMETERS = 60_000;

/** Rows from a list would be copied to the node of their project, in a transaction of two phases. */
function* plainInserts<Row>(
  table: string,
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
  onConflict: string,
): Generator<Statement> {
  const atOnce = Math.floor(MOST_PARAMETERS / columns.length);
  for (let first = 0; first < rows.length; first += atOnce) {
    const some = rows.slice(first, first + atOnce);
    const tuple = (row: number) =>
      `(${columns.map((_, column) => `$${row * columns.length + column + 1}`)})`;
    const values = some.map((_, row) => tuple(row)).join();
    const text = `insert into ${table} (${columns}) values ${values} ${onConflict}`;
    const parameters = some.flatMap((row) => columns.map((column) => row[column]));
    yield { ...CompiledQuery.raw(text, parameters), unwaited: true };
  }
}

const write = (text: string, rows: unknown): Statement => ({
  ...CompiledQuery.raw(text, [rows]),
  unwaited: true,
  constant: true,
});

/** Integers as text are exact, and cheaper than a replacer that visits every value. */
function withIdsAsText(row: object): object {
  const plain: Record<string, unknown> = { ...row };
  for (const name in plain) {
    const value = plain[name];
    if (typeof value === 'bigint') plain[name] = value.toString();
  }
  return plain;
}

/** `column in (…)` for dynamic queries: one parameter for any number of values. */
export function among(
  db: Queryable,
  column: string,
  values: readonly (string | number | bigint)[],
): RawBuilder<boolean> {
  const name = sql.ref(column);
  if (!isPostgres(db)) {
    return sql<boolean>`${name} in (select value from json_each(${printJson(values)}))`;
  }
  const type = sql.raw(typeof values[0] === 'string' ? 'text[]' : 'bigint[]');
  return sql<boolean>`${name} = any(${values.map(String)}::${type})`;
}
