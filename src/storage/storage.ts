// One environment's database: a SQLite file or a PostgreSQL schema, both through Kysely.

import { randomUUID } from 'node:crypto';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import type { Db } from './db.ts';
import { MIGRATION_LOCK, migrate } from './migrate.ts';
import { distribute, isDistributed } from './postgres/cluster.ts';
import { openConnections, type PostgresOptions, readOnly } from './postgres/connections.ts';
import { postgresDialect } from './postgres/postgres.ts';
import { analyzeFirstRows } from './postgres/statistics.ts';
import { type DatabaseNews, watch } from './postgres/watch.ts';
import type { Procedure } from './procedure.ts';
import { markCluster } from './rows.ts';
import type { Schema } from './schema.ts';
import { ANYTHING, createSignals, type Signals } from './signals.ts';
import { BUSY_TIMEOUT_MS } from './sqlite/file.ts';
import { connectSqlite } from './sqlite/sqlite.ts';

interface SqliteOptions {
  readonly path: string;
  /** How long a statement waits for another writer. */
  readonly busyTimeoutMs?: number;
}

export type StorageOptions =
  | ({ readonly kind: 'sqlite' } & SqliteOptions)
  | ({ readonly kind: 'postgres' } & PostgresOptions);

export interface Storage {
  readonly kind: 'sqlite' | 'postgres';
  readonly db: Db;
  readonly signals: Signals;
  /**
   * Runs a transaction where the database is. Calls `handOver` when everything that starts afterwards is
   * ordered after it.
   */
  transact<Input, Output>(
    procedure: Procedure<Input, Output>,
    input: Input,
    handOver: () => void,
  ): Promise<Output>;
  /** True on a cluster, once migrated: a transaction should stay within a project there. */
  isDistributed(): boolean;
  /** Updates the tables; several processes may call it concurrently. */
  migrate(): Promise<void>;
  /** Fails while the database cannot be used. */
  check(): Promise<void>;
  pool(): { readonly open: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

const OTHER_PROCESS_POLL_MS = 500;
/** For another process that migrates the same file, which takes longer than any other write. */
const MIGRATION_WAIT_MS = 60_000;

/** Longer than a database takes that works, and shorter than those who ask for the health wait. */
const CHECK_TIMEOUT_MS = 2_000;

export type { DatabaseNews };

/** `onNews` hears when a PostgreSQL server goes away and comes back. */
export function openStorage(
  options: StorageOptions,
  onNews: (news: DatabaseNews) => void = () => {},
): Storage {
  return options.kind === 'sqlite' ? openSqlite(options) : openPostgres(options, onNews);
}

function openSqlite({ path, busyTimeoutMs = BUSY_TIMEOUT_MS }: SqliteOptions): Storage {
  const file = connectSqlite(path, busyTimeoutMs);
  const db = new Kysely<Schema>({ dialect: file.dialect });
  const bus = createSignals(() => {});
  let version: number | undefined;
  const look = setInterval(async () => {
    try {
      // The first poll cannot tell what was written since opening, so it counts as a change too.
      const now = await file.dataVersion();
      if (now !== version) bus.deliver(ANYTHING);
      version = now;
    } catch {
      // Not readable now; check() reports it.
    }
  }, OTHER_PROCESS_POLL_MS).unref();
  return {
    kind: 'sqlite',
    db,
    signals: bus,
    transact: <Input, Output>(
      { module, name }: Procedure<Input, Output>,
      input: Input,
      handOver: () => void,
    ) => file.run({ module, name, input }, handOver) as Promise<Output>,
    isDistributed: () => false,
    async migrate() {
      await file.waitForWriters(MIGRATION_WAIT_MS);
      try {
        await migrate(db, 'sqlite');
      } finally {
        await file.waitForWriters(busyTimeoutMs);
      }
    },
    check: () => check(db),
    pool: () => ({ open: 1, idle: 1, waiting: 0 }),
    close: async () => {
      clearInterval(look);
      await db.destroy();
    },
  };
}

function openPostgres(options: PostgresOptions, onNews: (news: DatabaseNews) => void): Storage {
  const connections = openConnections(options);
  const db = new Kysely<Schema>({ dialect: postgresDialect(connections) });
  const channel = `tollgate_${options.schema}`;
  let spread = false;
  const self = randomUUID();
  const telling = new Set<string>();
  const messages = new Set<Promise<unknown>>();
  const bus = createSignals((topic) => {
    // One pending message per topic is enough, because it is sent after every change it covers.
    if (telling.has(topic)) return;
    telling.add(topic);
    const message: Promise<unknown> = setImmediate()
      .then(() => {
        telling.delete(topic);
        return sql`select pg_notify(${channel}, ${`${self} ${topic}`})`.execute(db);
      })
      .catch(() => {})
      .finally(() => messages.delete(message));
    messages.add(message);
  });
  const stopWatching = watch(connections, {
    channel,
    onMessage(payload) {
      const [sender, topic] = payload.split(' ', 2);
      if (sender !== self && topic) bus.deliver(topic);
    },
    onGap: () => bus.deliver(ANYTHING),
    onNews,
  });
  const stopAnalyzing = analyzeFirstRows(db, options.schema);
  return {
    kind: 'postgres',
    db,
    signals: bus,
    transact: ({ work }, input, handOver) =>
      db.transaction().execute(async (tx) => {
        const output = await work(tx, input);
        handOver();
        return output;
      }),
    isDistributed: () => spread,
    async migrate() {
      spread = await migratePostgres(options);
      if (spread) markCluster(db);
    },
    check: () => checkPostgres(db),
    pool: connections.counts,
    close: async () => {
      await Promise.all(messages);
      await Promise.all([stopWatching(), stopAnalyzing()]);
      await db.destroy();
      // Kysely does not close what it has never used.
      await connections.close();
    },
  };
}

/**
 * True for a database that is a cluster. Over connections of its own: to build an index of a large table
 * takes longer than other statements may.
 */
async function migratePostgres(options: PostgresOptions): Promise<boolean> {
  const connections = openConnections({ ...options, poolSize: 1, isPatient: true });
  const db = new Kysely<Schema>({ dialect: postgresDialect(connections) });
  try {
    await migrate(db, 'postgres', options.schema);
    const spread = await isDistributed(db, options.schema);
    // New tables go where they belong.
    if (spread) await distribute(db, options.schema, MIGRATION_LOCK);
    return spread;
  } finally {
    await db.destroy();
  }
}

async function checkPostgres(db: Db): Promise<void> {
  const asked = sql<{ is_standby: boolean }>`
    select pg_is_in_recovery() as is_standby from schema_version limit 1`.execute(db);
  const late = new AbortController();
  const timeout = wait(CHECK_TIMEOUT_MS, undefined, late).then(() => {
    throw new Error('The database takes too long to answer.');
  });
  try {
    const { rows } = await Promise.race([asked, timeout]);
    // Behind a pooler, a connection may lead to another server than at its beginning.
    if (rows[0]?.is_standby) throw readOnly();
  } finally {
    late.abort();
    for (const each of [asked, timeout]) each.catch(() => {});
  }
}

async function check(db: Db): Promise<void> {
  await sql`select 1 from schema_version limit 1`.execute(db);
}
