// Purchase history is as fast among many purchases as among few, wherever one pages; a file needs no memory.
import { sql } from 'kysely';
import { printPurchases } from '../src/admin/purchases-export.ts';
import type { Service } from '../src/service.ts';
import { createDatabase, KINDS, type Kind, type TestDatabase } from '../test/support/databases.ts';
import { startPostgres } from '../test/support/postgres.ts';
import type { BenchApp } from './case.ts';
import type { Figure } from './figure.ts';
import { OLD_PLAYER, sellMany } from './purchases.ts';
import { createBenchApp, openService } from './service.ts';

const FEW = 10_000;
const MANY: Readonly<Record<Kind, readonly number[]>> = {
  sqlite: [1_000_000],
  postgres: [1_000_000, 10_000_000],
};
const SIZE = 100;
const DEEP_PAGE = 1_000;
const ASKED = 400;
const MIB = 1_024 * 1_024;

/** Ways of asking, and how long each request took. */
type Waits = Record<'first page' | `page ${string}` | 'player with three old purchases', number[]>;

interface Shop {
  readonly count: number;
  readonly service: Service;
  readonly app: BenchApp;
  readonly begun: number;
  readonly database: TestDatabase;
}

export async function benchHistory(
  kinds: readonly Kind[] = KINDS,
  many: Readonly<Record<Kind, readonly number[]>> = MANY,
): Promise<Figure[]> {
  const server = process.env.BENCH_DATABASE_URL
    ? undefined
    : await startPostgres({ durable: true });
  process.env.TEST_DATABASE_URL = process.env.BENCH_DATABASE_URL ?? server?.url;
  try {
    const figures: Figure[] = [];
    for (const kind of kinds) figures.push(...(await benchOn(kind, many[kind])));
    return figures;
  } finally {
    await server?.stop();
  }
}

/** All sizes are there at the same time and take turns, so that a noisy machine disturbs them alike. */
async function benchOn(kind: Kind, many: readonly number[]): Promise<Figure[]> {
  const shops: Shop[] = [];
  try {
    for (const count of [FEW, ...many]) shops.push(await openShop(kind, count));
    const [few, ...others] = await measure(shops);
    const memory = await memoryOfExport(shops[1] as Shop);
    return [
      ...others.flatMap(({ count, p50 }) =>
        Object.entries(p50).map(([way, wait]) => ({
          name: `History, ${way}, ${count} records to ${FEW}, ${kind}`,
          value: wait / (few?.p50[way] ?? Number.NaN),
          unit: `times the p50 (${wait.toFixed(2)} ms)`,
          atMost: 1.3,
        })),
      ),
      {
        name: `Memory growth while writing a file of ${shops[1]?.count} purchases, ${kind}`,
        value: memory,
        unit: 'MiB',
        atMost: 30,
      },
    ];
  } finally {
    for (const { service, database } of shops) {
      await service.stop();
      await database.drop();
    }
  }
}

async function openShop(kind: Kind, count: number): Promise<Shop> {
  const database = await createDatabase(kind);
  const service = await openService(database.storage('production'));
  const app = await createBenchApp(service);
  const begun = await sellMany(service, app, count);
  if (kind === 'postgres') await sql`vacuum analyze purchase`.execute(service.desk.storage.db);
  return { count, service, app, begun, database };
}

interface Measured {
  readonly count: number;
  readonly p50: Readonly<Record<string, number>>;
}

async function measure(shops: readonly Shop[]): Promise<Measured[]> {
  const asked: { shop: Shop; ways: Readonly<Record<keyof Waits, object>>; waits: Waits }[] = [];
  for (const shop of shops) {
    const cursor = await cursorAt(shop, Math.min(DEEP_PAGE, shop.count / SIZE / 2));
    const ways = {
      'first page': {},
      [`page ${DEEP_PAGE}`]: { cursor },
      'player with three old purchases': { targetPlayerId: OLD_PLAYER },
    } as Record<keyof Waits, object>;
    const waits = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
    asked.push({ shop, ways, waits: waits as unknown as Waits });
  }
  for (let turn = 0; turn < ASKED; turn += 1) {
    for (const { shop, ways, waits } of asked) {
      for (const way of Object.keys(ways) as (keyof Waits)[]) {
        const begun = performance.now();
        await list(shop, ways[way]);
        waits[way].push(performance.now() - begun);
      }
    }
  }
  return asked.map(({ shop, waits }) => ({
    count: shop.count,
    p50: Object.fromEntries(Object.entries(waits).map(([way, each]) => [way, median(each)])),
  }));
}

async function cursorAt(shop: Shop, page: number): Promise<string> {
  let cursor: string | undefined;
  for (let number = 1; number < page; number += 1) {
    cursor = (await list(shop, cursor === undefined ? {} : { cursor })).meta.page.nextCursor;
  }
  if (cursor === undefined) throw new Error('there are too few purchases');
  return cursor;
}

async function list({ service, app, begun }: Shop, fields: object) {
  const answer = await service.app.inject({
    method: 'POST',
    url: '/payment/v1/transactions',
    headers: {
      'x-app-id': app.appid,
      authorization: `Bearer ${app.token}`,
      'content-type': 'application/json',
    },
    body: {
      providerId: 'APPLE',
      startDate: new Date(begun).toISOString(),
      size: SIZE,
      ...fields,
    },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return JSON.parse(answer.body);
}

/** By how much the whole process grew after the first tenth, at its highest, in MiB. */
async function memoryOfExport({ service, app, begun, count }: Shop): Promise<number> {
  let before = 0;
  let highest = 0;
  let purchases = 0;
  const query = { appid: app.appid, providers: ['APPLE'] as const, from: begun, to: undefined };
  const counted = (some: number): void => {
    purchases += some;
    highest = Math.max(highest, process.memoryUsage.rss());
    if (purchases <= count / 10) before = highest;
  };
  const chunks = printPurchases(service.desk.storage.db, query, 'csv', counted);
  for await (const _chunk of chunks);
  if (purchases !== count) throw new Error(`${purchases} purchases instead of ${count}`);
  return (highest - before) / MIB;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
