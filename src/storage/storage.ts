// One environment's database: a SQLite file or a PostgreSQL schema, both through Kysely.

import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import type { Db } from './db.ts';
import { migrate } from './migrate.ts';
import {
  listen,
  type PostgresOptions,
  postgresDialect,
  postgresPool,
} from './postgres/postgres.ts';
import type { Procedure } from './procedure.ts';
import type { Schema } from './schema.ts';
import { ANYTHING, createSignals, type Signals } from './signals.ts';
import { connectSqlite } from './sqlite/sqlite.ts';

export type StorageOptions =
  | { readonly kind: 'sqlite'; readonly path: string }
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
  /** Updates the tables; several processes may call it concurrently. */
  migrate(): Promise<void>;
  /** Fails while the database cannot be used. */
  check(): Promise<void>;
  pool(): { readonly open: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

const OTHER_PROCESS_POLL_MS = 500;

export function openStorage(options: StorageOptions): Storage {
  return options.kind === 'sqlite' ? openSqlite(options.path) : openPostgres(options);
}

function openSqlite(path: string): Storage {
  const file = connectSqlite(path);
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
    migrate: () => migrate(db, 'sqlite'),
    check: () => check(db),
    pool: () => ({ open: 1, idle: 1, waiting: 0 }),
    close: async () => {
      clearInterval(look);
      await db.destroy();
    },
  };
}

function openPostgres(options: PostgresOptions): Storage {
  const pool = postgresPool(options);
  const db = new Kysely<Schema>({ dialect: postgresDialect(pool) });
  const channel = `tollgate_${options.schema}`;
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
        return pool.query('select pg_notify($1, $2)', [channel, `${self} ${topic}`]);
      })
      .catch(() => {})
      .finally(() => messages.delete(message));
    messages.add(message);
  });
  const stopListening = listen(options, channel, (payload) => {
    const [sender, topic] = payload.split(' ', 2);
    if (sender !== self && topic) bus.deliver(topic);
  });
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
    migrate: () => migrate(db, 'postgres', options.schema),
    check: () => check(db),
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      await Promise.all(messages);
      await stopListening();
      await db.destroy();
    },
  };
}

async function check(db: Db): Promise<void> {
  await sql`select 1 from schema_version limit 1`.execute(db);
}
