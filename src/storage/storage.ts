// One environment's database: a SQLite file or a PostgreSQL schema, both through Kysely.

import { randomUUID } from 'node:crypto';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import type { Db } from './db.ts';
import { createGate } from './gate.ts';
import { migrateFiles, migratePostgres } from './migrate-together.ts';
import { openConnections, type PostgresOptions } from './postgres/connections.ts';
import { postgresDialect } from './postgres/postgres.ts';
import { analyzeFirstRows } from './postgres/statistics.ts';
import { type DatabaseNews, watch } from './postgres/watch.ts';
import type { Procedure } from './procedure.ts';
import { markCluster } from './rows.ts';
import type { Schema } from './schema.ts';
import { ANYTHING, createSignals, type Signals } from './signals.ts';
import { BUSY_TIMEOUT_MS } from './sqlite/file.ts';
import { connectSqlite } from './sqlite/sqlite.ts';
import { type Writes, watchWrites } from './writes.ts';

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
  /**
   * Takes deleted rows out of the files, too. False: not now, because another process reads. PostgreSQL
   * does it by itself, at its next vacuum.
   */
  scrub(): Promise<boolean>;
  /** Fails while the database cannot be read, or changes are known to fail. */
  check(): Promise<void>;
  /** False while changes are known to fail. */
  isWritable(): boolean;
  pool(): { readonly open: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

/** Of the connections of a pool, for downloads and figures; callers always find the others. */
const YIELDING_SHARE = 0.2;
const OTHER_PROCESS_POLL_MS = 500;
/** For others that use the tables, or migrate the same file, which takes longer than any other write. */
export const MIGRATION_WAIT_MS = 60_000;

/** Longer than a database takes that works, and shorter than those who ask for the health wait. */
const CHECK_TIMEOUT_MS = 2_000;

export type { DatabaseNews };

/** `onNews` hears when a PostgreSQL server goes away and comes back, and when changes fail and work again. */
export function openStorage(
  options: StorageOptions,
  onNews: (news: DatabaseNews) => void = () => {},
): Storage {
  return options.kind === 'sqlite' ? openSqlite(options, onNews) : openPostgres(options, onNews);
}

function openSqlite(
  { path, busyTimeoutMs = BUSY_TIMEOUT_MS }: SqliteOptions,
  onNews: (news: DatabaseNews) => void,
): Storage {
  const file = connectSqlite(path, busyTimeoutMs, (failure) => writes.failed(failure));
  const db = new Kysely<Schema>({ dialect: file.dialect });
  const writes = watchWrites(db, onNews);
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
        await migrateFiles([{ name: path, db }]);
      } finally {
        await file.waitForWriters(busyTimeoutMs);
      }
    },
    scrub: file.scrub,
    check: () => check(db, writes),
    isWritable: () => writes.failure() === undefined,
    pool: () => ({ open: 1, idle: 1, waiting: 0 }),
    close: async () => {
      clearInterval(look);
      await writes.stop();
      await db.destroy();
    },
  };
}

function openPostgres(options: PostgresOptions, onNews: (news: DatabaseNews) => void): Storage {
  const connections = openConnections(options);
  const gate = createGate(Math.max(Math.floor(options.poolSize * YIELDING_SHARE), 1));
  const db = new Kysely<Schema>({
    dialect: postgresDialect(connections, gate, {
      failed: (error) => writes.failed(error),
      changed: (rows) => analyzing.changed(rows),
    }),
  });
  const writes = watchWrites(db, onNews);
  const channel = `tollgate_${options.schema}`;
  let spread = false;
  const self = randomUUID();
  let telling = new Set<string>();
  const messages = new Set<Promise<unknown>>();
  const notify = (through: Db, topics: Iterable<string>): Promise<unknown> =>
    sql`select pg_notify(${channel}, ${[self, ...topics].join(' ')})`.execute(through);
  const bus = createSignals(
    (topic) => {
      // The topics of one moment are one message, which is sent after every change it covers.
      telling.add(topic);
      if (telling.size > 1) return;
      const message: Promise<unknown> = setImmediate()
        .then(() => {
          const topics = telling;
          telling = new Set();
          return notify(db, topics);
        })
        .catch(() => {})
        .finally(() => messages.delete(message));
      messages.add(message);
    },
    async (tx, topic) => {
      await notify(tx, [topic]);
    },
  );
  const stopWatching = watch(connections, {
    channel,
    onMessage(payload) {
      const [sender, ...topics] = payload.split(' ');
      if (sender !== self) for (const topic of topics) bus.deliver(topic);
    },
    onGap: () => bus.deliver(ANYTHING),
    onNews,
  });
  const analyzing = analyzeFirstRows(db, options.schema);
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
      spread = await migratePostgres(options, [options.schema], MIGRATION_WAIT_MS);
      if (spread) markCluster(db);
    },
    scrub: async () => true,
    check: () => checkPostgres(db, writes),
    isWritable: () => writes.failure() === undefined,
    pool: connections.counts,
    close: async () => {
      await Promise.all(messages);
      await Promise.all([stopWatching(), analyzing.stop(), writes.stop()]);
      await db.destroy();
      // Kysely does not close what it has never used.
      await connections.close();
    },
  };
}

async function checkPostgres(db: Db, writes: Writes): Promise<void> {
  // Finds no row, and is refused where changes are: by a standby, behind a pooler too, and by a read-only database.
  const asked = sql`select 1 from schema_version where version < 0 for share`.execute(db);
  const late = new AbortController();
  const timeout = wait(CHECK_TIMEOUT_MS, undefined, late).then(() => {
    throw new Error('The database takes too long to answer.');
  });
  try {
    await Promise.race([asked, timeout]);
  } finally {
    late.abort();
    for (const each of [asked, timeout]) each.catch(() => {});
  }
  failIfUnwritable(writes);
}

async function check(db: Db, writes: Writes): Promise<void> {
  await sql`select 1 from schema_version limit 1`.execute(db);
  failIfUnwritable(writes);
}

function failIfUnwritable(writes: Writes): void {
  const failure = writes.failure();
  if (failure !== undefined) throw Object.assign(new Error(failure.message), failure);
}
