// Purchase history is as fast among many purchases as among few, wherever one pages; a file needs no memory.
import { sql } from 'kysely';
import { isRejection } from '../src/audit/operation.ts';
import { openPurchaseFile } from '../src/payment/queries/purchase-file.ts';
import type { Service } from '../src/service.ts';
import { appOf } from '../src/tenants/apps.ts';
import { createDatabase, KINDS, type Kind, type TestDatabase } from '../test/support/databases.ts';
import { startPostgres } from '../test/support/postgres.ts';
import type { BenchApp } from './case.ts';
import type { Figure } from './figure.ts';
import { median } from './median.ts';
import { MIB, ownMemory } from './memory.ts';
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
    const measured = await measure(shops);
    const memory = await memoryOfExport(shops[1] as Shop);
    const few = new Map(
      measured.slice(0, measured.length / shops.length).map((each) => [each.way, each.p50]),
    );
    return [
      ...measured.slice(few.size).map(({ count, way, p50 }) => ({
        name: `History, ${way}, ${count} records to ${FEW}, ${kind}`,
        value: p50 / (few.get(way) ?? Number.NaN),
        unit: `times the p50 (${p50.toFixed(2)} ms)`,
        atMost: 1.3,
      })),
      {
        name: `Memory growth in the second half of a file of ${shops[1]?.count} purchases, ${kind}`,
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
  if (kind === 'postgres') await sql`vacuum analyze purchase`.execute(service.context.storage.db);
  return { count, service, app, begun, database };
}

interface Measured {
  readonly count: number;
  readonly way: string;
  readonly p50: number;
}

/** One way of asking one shop, and how long each request took. */
interface Asked {
  readonly shop: Shop;
  readonly way: string;
  readonly fields: object;
  readonly waits: number[];
}

async function measure(shops: readonly Shop[]): Promise<Measured[]> {
  const asked: Asked[] = [];
  for (const shop of shops) {
    const cursor = await cursorAt(shop, Math.min(DEEP_PAGE, shop.count / SIZE / 2));
    asked.push(
      { shop, way: 'first page', fields: {}, waits: [] },
      { shop, way: `page ${DEEP_PAGE}`, fields: { cursor }, waits: [] },
      { shop, way: 'old player', fields: { targetPlayerId: OLD_PLAYER }, waits: [] },
    );
  }
  for (let turn = 0; turn < ASKED; turn += 1) {
    for (const { shop, fields, waits } of asked) {
      const begun = performance.now();
      await list(shop, fields);
      waits.push(performance.now() - begun);
    }
  }
  return asked.map(({ shop, way, waits }) => ({ count: shop.count, way, p50: median(waits) }));
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

/** By how much the whole process grew in the second half, at its highest, in MiB. */
async function memoryOfExport({ service, app: { appid }, begun, count }: Shop): Promise<number> {
  let before = 0;
  let highest = 0;
  let purchases = 0;
  const query = { provider: 'APPLE', from: new Date(begun).toISOString() } as const;
  const app = await appOf(service.directory, appid);
  if (isRejection(app)) throw new Error(app.detail);
  const file = await openPurchaseFile({ context: service.context, app }, query);
  if (isRejection(file)) throw new Error(file.detail);
  const counted = (some: number): void => {
    purchases += some;
    highest = Math.max(highest, ownMemory());
    if (purchases <= count / 2) before = highest;
  };
  for await (const _chunk of file.chunks(counted));
  if (purchases !== count) throw new Error(`${purchases} purchases instead of ${count}`);
  return (highest - before) / MIB;
}
