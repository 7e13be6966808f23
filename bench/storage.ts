// How many bytes a purchase and a ban take in the database, tables and indexes: made through the interface, and
// after everybody was notified.
import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Service } from '../src/service.ts';
import { createDatabase, KINDS, type Kind, type TestDatabase } from '../test/support/databases.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { PRODUCT_ID, sellAtApple, sign, transactionOf } from './app-store.ts';
import type { BenchApp } from './case.ts';
import type { Figure } from './figure.ts';
import { endDate, playerId, START_DATE } from './players.ts';
import { connect, startGameServer, withRelay } from './relay.ts';
import { createBenchApp, openService } from './service.ts';

const COUNT = 20_000;
const AT_ONCE = 50;
const NOTIFY_EVERY = 1_000;
/** Every player buys a few times. */
const BUYERS = 5_000;

const LIMITS: Readonly<Record<Kind, { readonly purchase: number; readonly ban: number }>> = {
  sqlite: { purchase: 1_500, ban: 600 },
  postgres: { purchase: 1_700, ban: 700 },
};

/** Requests are deleted after `SENT_REQUEST_DAYS`, so they do not grow with the bans. */
const PASSING = /^(sqlite_autoindex_)?outbox_sent/;
const REQUEST_LIMIT = 30;

const sumOf = (sizes: ReadonlyMap<string, number>, isCounted: (name: string) => boolean): number =>
  [...sizes].reduce((sum, [name, bytes]) => (isCounted(name) ? sum + bytes : sum), 0);

export async function benchStorage(
  kinds: readonly Kind[] = KINDS,
  say: (line: string) => void = () => {},
  count = COUNT,
): Promise<Figure[]> {
  const server = kinds.includes('postgres') && (await startPostgres());
  if (server) process.env.TEST_DATABASE_URL = server.url;
  try {
    const figures: Figure[] = [];
    for (const kind of kinds) {
      for (const what of ['purchase', 'ban'] as const) {
        const sizes = await storedBytes(kind, what, count);
        for (const [name, bytes] of sizes) {
          say(`  ${kind} ${what} ${name}: ${bytes.toFixed(0)} bytes`);
        }
        const lasting = sumOf(sizes, (name) => !PASSING.test(name));
        const atMost = LIMITS[kind][what];
        figures.push({
          name: `Storage of a ${what}, ${kind}`,
          value: lasting,
          unit: 'bytes',
          atMost,
        });
        if (what === 'purchase') continue;
        figures.push({
          name: `Storage of its request for two weeks, ${kind}`,
          value: sumOf(sizes, (name) => PASSING.test(name)),
          unit: 'bytes',
          atMost: REQUEST_LIMIT,
        });
      }
    }
    return figures;
  } finally {
    if (server) await server.stop();
  }
}

/** What each table and index has grown by, per purchase or ban; largest first. */
async function storedBytes(
  kind: Kind,
  what: 'purchase' | 'ban',
  count: number,
): Promise<ReadonlyMap<string, number>> {
  const database = await createDatabase(kind);
  try {
    const service = await openService(database.storage('production'));
    const app = await createBenchApp(service);
    await sellAtApple(service, app);
    await service.stop();
    const before = await sizesOf(database);
    await fill(database, app, what, count);
    const growth = [...(await sizesOf(database))].map(
      ([name, bytes]) => [name, (bytes - (before.get(name) ?? 0)) / count] as const,
    );
    return new Map(growth.filter(([, bytes]) => bytes >= 1).sort(([, a], [, b]) => b - a));
  } finally {
    await database.drop();
  }
}

/** A game server is told as it goes on: what waits for it is not there for long. */
async function fill(
  database: TestDatabase,
  app: BenchApp,
  what: 'purchase' | 'ban',
  count: number,
): Promise<void> {
  const { gameServer, url } = await startGameServer();
  const service = await openService(database.storage('production'));
  try {
    await connect(service, app, url);
    await withRelay(service, async (relay) => {
      for (let first = 0; first < count; first += AT_ONCE) {
        const requests = Array.from({ length: AT_ONCE }, (_, offset) =>
          what === 'ban'
            ? ban(service, app, first + offset, count)
            : purchase(service, app, first + offset),
        );
        await Promise.all(requests);
        if ((first + AT_ONCE) % NOTIFY_EVERY === 0) await relay.turn();
      }
    });
    const waiting = await service.context.storage.db.selectFrom('outbox').selectAll().execute();
    if (waiting.length > 0) throw new Error(`${waiting.length} notifications were not sent`);
  } finally {
    await service.stop();
    gameServer.disconnect();
  }
}

async function purchase(service: Service, app: BenchApp, index: number): Promise<void> {
  const account = accountOf(index % BUYERS);
  await post(service, '/payment/v1/purchase/verify', '"serviceDuplicated":false', {
    headers: { 'x-app-id': app.appid, authorization: `Bearer ${app.token}` },
    body: {
      accountUuid: account,
      serviceReceipt: sign({ ...transactionOf(index), appAccountToken: account }),
      productId: PRODUCT_ID,
      providerId: 'APPLE',
      requestType: 1,
      price: 9.99,
      currency: 'USD',
      country: 'US',
      language: 'en',
      appVersion: '1.20.3',
    },
  });
}

function accountOf(buyer: number): string {
  const digits = hash('sha256', `buyer ${buyer}`, 'hex');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}

async function ban(service: Service, app: BenchApp, index: number, count: number): Promise<void> {
  await post(service, '/game/block/set', '"result_code":0,', {
    headers: { iscrypt: '0' },
    body: {
      appid: app.appid,
      service_certification_key: app.key,
      player_id: playerId(index, count),
      status: 'B',
      block_type: app.blockType,
      start_date: START_DATE,
      end_date: endDate(index),
    },
  });
}

async function post(
  { app }: Service,
  url: string,
  expected: string,
  request: { readonly headers: Record<string, string>; readonly body: object },
): Promise<void> {
  const answer = await app.inject({ method: 'POST', url, ...request });
  if (!answer.body.includes(expected)) throw new Error(`${url} answers ${answer.body}`);
}

/** Bytes of every table and index, as the database itself counts them. */
export function sizesOf(
  database: TestDatabase,
  isVacuumed = true,
): Promise<ReadonlyMap<string, number>> {
  const storage = database.storage('production');
  return storage.kind === 'sqlite'
    ? fileSizes(storage.path, isVacuumed)
    : serverSizes(database, isVacuumed);
}

async function fileSizes(path: string, isVacuumed: boolean): Promise<ReadonlyMap<string, number>> {
  using file = new DatabaseSync(path);
  if (isVacuumed) file.exec('vacuum');
  const rows = file.prepare('select name, sum(pgsize) as bytes from dbstat group by name').all();
  return new Map(rows.map(({ name, bytes }) => [String(name), Number(bytes)]));
}

async function serverSizes(
  database: TestDatabase,
  isVacuumed: boolean,
): Promise<ReadonlyMap<string, number>> {
  const service = await openService(database.storage('production'));
  const { db } = service.context.storage;
  try {
    if (isVacuumed) await sql`vacuum analyze`.execute(db);
    // Values out of line are counted with the table that they belong to, but shown apart.
    const { rows } = await sql<{ name: string; bytes: number }>`
      select coalesce(owner.relname || ' (out of line)', c.relname) as name,
        sum(pg_relation_size(c.oid))::bigint as bytes
      from pg_class c
      left join pg_index i on i.indexrelid = c.oid
      left join pg_class owner on owner.reltoastrelid = coalesce(i.indrelid, c.oid)
      where c.relkind in ('r', 'i', 't')
        and coalesce(owner.relnamespace, c.relnamespace) = 'production'::regnamespace
      group by 1`.execute(db);
    return new Map(rows.map(({ name, bytes }) => [name, bytes]));
  } finally {
    await service.stop();
  }
}
