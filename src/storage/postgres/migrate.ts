// Migrates schemas of a PostgreSQL database: all of them or none, and never in a deadlock with processes that serve.
import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import {
  applyMigrations,
  locksOf,
  MIGRATION_LOCK,
  type Migration,
  pendingMigrations,
  statementsOf,
  TablesInUse,
} from '../migrate.ts';
import type { Schema } from '../schema.ts';
import { hasExtension } from './cluster.ts';

type Tx = Kysely<Schema>;

interface Pending {
  readonly schema: string;
  readonly migrations: readonly Migration[];
}

/** At most this long at a time: others wait behind a waiting lock. */
const LONGEST_ATTEMPT_MS = 800;
/** Of the server's `deadlock_timeout`, after which it would end one of the two. */
const SAFE_SHARE = 0.8;
/** In which the others work on. */
const PAUSE_MS = 500;
const MOST_NAMED = 10;

/** Waits up to `waitMs` for others that use the tables. */
export async function migrateSchemas(
  db: Kysely<Schema>,
  schemas: readonly string[],
  waitMs: number,
): Promise<void> {
  const end = performance.now() + waitMs;
  const users = new Set<string>();
  for (;;) {
    try {
      return await db.transaction().execute((tx) => migrate(tx, schemas));
    } catch (error) {
      if (!isInUse(error)) throw error;
    }
    for (const user of await usersOf(db, schemas)) users.add(user);
    if (performance.now() >= end) throw inUse(waitMs, [...users]);
    await wait(PAUSE_MS);
  }
}

async function migrate(tx: Tx, schemas: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx);
  const pending: Pending[] = [];
  for (const schema of schemas) {
    await sql`create schema if not exists ${sql.id(schema)}`.execute(tx);
    pending.push({ schema, migrations: await within(tx, schema, () => pendingMigrations(tx)) });
  }
  await lockTables(tx, pending);
  for (const { schema, migrations } of pending) {
    await within(tx, schema, () => applyMigrations(tx, 'postgres', migrations));
  }
}

/** A failure says in which schema. */
async function within<T>(tx: Tx, schema: string, work: () => Promise<T>): Promise<T> {
  await sql`set local search_path to ${sql.id(schema)}`.execute(tx);
  try {
    return await work();
  } catch (error) {
    throw Object.assign(error as Error, { place: schema });
  }
}

/**
 * All tables that the migrations name, before the first of them: whoever holds one lock and waits for the next,
 * as migrations otherwise would, deadlocks with transactions that use the tables in another order. This
 * waits in one statement, and gives up before the server looks for deadlocks.
 */
async function lockTables(tx: Tx, pending: readonly Pending[]): Promise<void> {
  const attemptMs = await attemptTime(tx);
  const locks = await locksFor(tx, pending);
  // On a cluster a lock goes to every node in turn; there only the wait for each is limited.
  if (locks.length > 0 && !(await hasExtension(tx))) {
    await sql.raw(`set local statement_timeout = ${attemptMs}`).execute(tx);
    try {
      await sql.raw(`do $$ begin ${locks.join(' ')} end $$`).execute(tx);
    } catch (error) {
      throw isTimeout(error) ? new NotLocked() : error;
    }
    await sql`set local statement_timeout = 0`.execute(tx);
  }
  await sql.raw(`set local lock_timeout = ${attemptMs}`).execute(tx);
}

async function attemptTime(tx: Tx): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select setting::integer as ms from pg_settings where name = 'deadlock_timeout'`.execute(tx);
  return Math.ceil(Math.min(LONGEST_ATTEMPT_MS, (rows[0]?.ms ?? Infinity) * SAFE_SHARE));
}

async function locksFor(tx: Tx, pending: readonly Pending[]): Promise<string[]> {
  const { rows } = await sql<{ schema: string; table: string; name: string }>`
    select n.nspname as schema, t.relname as table, c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      left join pg_index i on i.indexrelid = c.oid
      join pg_class t on t.oid = coalesce(i.indrelid, c.oid)
    where c.relkind in ('r', 'i') and n.nspname in (${sql.join(pending.map(({ schema }) => schema))})
    order by n.nspname, t.relname`.execute(tx);
  return pending.flatMap(({ schema, migrations }) => {
    const statements = migrations.flatMap((migration) => statementsOf(migration, 'postgres'));
    const relations = rows.filter((row) => row.schema === schema);
    return [...locksOf(statements, relations)].map(
      ([table, mode]) => `lock table "${schema}"."${table}" in ${mode} mode;`,
    );
  });
}

class NotLocked extends Error {}

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;
const isTimeout = (error: unknown): boolean => codeOf(error) === '57014';

/** Also a lock that no statement names: a wait that took too long, or a deadlock. */
const isInUse = (error: unknown): boolean =>
  error instanceof NotLocked || codeOf(error) === '55P03' || codeOf(error) === '40P01';

/** The sessions that hold a lock of these schemas now. */
async function usersOf(db: Kysely<Schema>, schemas: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ pid: number; name: string; at: string | null; state: string }>`
    select distinct a.pid, coalesce(nullif(a.application_name, ''), a.usename) as name,
      host(a.client_addr) as at, coalesce(a.state, 'unknown') as state
    from pg_locks l join pg_class c on c.oid = l.relation
      join pg_namespace n on n.oid = c.relnamespace join pg_stat_activity a on a.pid = l.pid
    where l.granted and a.pid <> pg_backend_pid() and a.backend_type = 'client backend'
      and a.datname = current_database() and n.nspname in (${sql.join(schemas)})
    order by a.pid`.execute(db);
  return rows.map(
    ({ pid, name, at, state }) => `${name} at ${at ?? 'the server'} (session ${pid}, ${state})`,
  );
}

function inUse(waitMs: number, users: readonly string[]): TablesInUse {
  const more = users.length > MOST_NAMED ? [`${users.length - MOST_NAMED} more`] : [];
  const named = [...users.slice(0, MOST_NAMED), ...more].join(', ');
  return new TablesInUse(
    `The tables are in use and were not free for a moment in ${waitMs / 1_000} seconds. Stop the processes of the older version, and end open transactions${named && `: ${named}`}.`,
  );
}
