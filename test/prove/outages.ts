// Each way in which a database goes away: fail-over, a hang, no free connection, a full disk, a pooler in between.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { StorageOptions } from '../../src/storage/storage.ts';
import { startForwarder } from '../support/forwarder.ts';
import { startPgBouncer } from '../support/pgbouncer.ts';
import { connectTo, type PostgresServer, startPostgres, takeAll } from '../support/postgres.ts';
import { until } from '../support/process.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { type OutageProof, proveOutage } from './outage.ts';

const FULL_FOR_MS = 3_000;

/** Nothing that is acknowledged is lost with the server. */
const SYNCHRONOUS = "alter system set synchronous_standby_names = '*'";

/** The primary is killed; its synchronous standby takes over behind the same address. */
export async function proveFailover(changes: number): Promise<OutageProof> {
  const primary = await startPostgres({ durable: true });
  const standby = await startPostgres({ durable: true, standbyOf: primary });
  const address = await startForwarder(primary.port);
  try {
    await administer(primary, SYNCHRONOUS, 'select pg_reload_conf()');
    await until(() => isTrue(primary, "sync_state = 'sync' from pg_stat_replication"));
    return await proveOutage({
      ...onPostgres(`postgres://tollgate@127.0.0.1:${address.port}/postgres`, standby),
      changes,
      async happen({ unready }) {
        await primary.crash();
        await unready();
        // Without the standby's standby: nobody would confirm.
        await administer(
          standby,
          'select pg_promote()',
          'alter system reset synchronous_standby_names',
        );
        address.pointTo(standby.port);
      },
    });
  } finally {
    await address.close();
    await standby.stop();
    await primary.stop();
  }
}

/** All processes of the server stand still, and every connection stays open. */
export const proveHang = (changes: number, hangMs: number): Promise<OutageProof> =>
  withServer({}, (server) =>
    proveOutage({
      ...onPostgres(server.url, server),
      changes,
      async happen({ unready }) {
        server.freeze();
        try {
          await unready();
          await wait(hangMs);
        } finally {
          server.thaw();
        }
      },
    }),
  );

/** Others take every connection that is left, and the server cuts one of the service's. */
export const proveNoConnections = (changes: number): Promise<OutageProof> =>
  withServer({ settings: ['max_connections=20'] }, (server) =>
    proveOutage({
      ...onPostgres(server.url, server),
      changes,
      async happen({ load }) {
        const others = await takeAll(server);
        const before = load.figures().acknowledged;
        await until(() => load.figures().acknowledged >= before + changes);
        for (const client of others) await client.end();
      },
    }),
  );

/** The disk of the server is full; undefined where no small disk can be mounted. */
export const proveFullServer = (changes: number): Promise<OutageProof | undefined> =>
  onSmallDisk(320, (disk) =>
    withServer({ place: disk.folder, durable: true, settings: SMALL_LOG }, (server) =>
      proveOutage({
        ...onPostgres(server.url, server),
        changes,
        async happen({ refused }) {
          await disk.fill();
          await refused();
          await wait(FULL_FOR_MS);
          disk.free();
          // PostgreSQL ends when there is no room for its log; whoever runs it starts it again.
          await wait(FULL_FOR_MS);
          await server.resume();
        },
      }),
    ),
  );

const SMALL_LOG = ['min_wal_size=32MB', 'max_wal_size=64MB'];

/** The disk with the SQLite file is full. */
export const proveFullFile = (changes: number): Promise<OutageProof | undefined> =>
  onSmallDisk(64, (disk) =>
    proveOutage({
      variables: { TOLLGATE_DATA: disk.folder },
      storage: { kind: 'sqlite', path: join(disk.folder, 'production.sqlite') },
      changes,
      async happen({ refused }) {
        await disk.fill();
        await refused();
        await wait(FULL_FOR_MS);
        disk.free();
      },
    }),
  );

/** PgBouncer in transaction mode is between the service and the server, and the server restarts. */
export const provePooler = (changes: number): Promise<OutageProof> =>
  withServer({ durable: true }, async (server) => {
    const pooler = await startPgBouncer(server.url, ['server_login_retry = 1']);
    try {
      return await proveOutage({
        ...onPostgres(pooler.url('postgres'), server),
        changes,
        async happen({ unready }) {
          await server.halt();
          await unready();
          await server.resume();
        },
      });
    } finally {
      await pooler.stop();
    }
  });

function onPostgres(url: string, server: PostgresServer) {
  const storage: StorageOptions = {
    kind: 'postgres',
    url: server.url,
    schema: 'production',
    poolSize: 1,
  };
  return { variables: { DATABASE_URL: url, TOLLGATE_DATA: tmpdir() }, storage };
}

async function withServer<T>(
  options: Parameters<typeof startPostgres>[0],
  work: (server: PostgresServer) => Promise<T>,
): Promise<T> {
  const server = await startPostgres(options);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

async function onSmallDisk<T>(
  megabytes: number,
  work: (disk: SmallDisk) => Promise<T>,
): Promise<T | undefined> {
  const disk = mountSmallDisk(megabytes);
  if (!disk) return undefined;
  try {
    return await work(disk);
  } finally {
    disk.unmount();
  }
}

async function administer(server: PostgresServer, ...statements: string[]): Promise<void> {
  const client = await connectTo(server);
  for (const statement of statements) await client.query(statement);
  await client.end();
}

async function isTrue(server: PostgresServer, what: string): Promise<boolean> {
  const client = await connectTo(server);
  const { rows } = await client.query(`select ${what.replace(' from', ' as so from')}`);
  await client.end();
  return rows[0]?.so === true;
}
