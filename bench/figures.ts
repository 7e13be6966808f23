// Charts over a year of many purchases: how long the admin API takes for each, and how fast the sums follow the ledger.
import { sql } from 'kysely';
import { SYSTEM } from '../src/audit/audit.ts';
import { createCalendar } from '../src/base/calendar.ts';
import { addCounts, countedAt } from '../src/figures/activity-counts.ts';
import { followApp } from '../src/payment/figures/follower.ts';
import { saveRates } from '../src/payment/figures/rates.ts';
import type { Service } from '../src/service.ts';
import { query } from '../src/storage/rows.ts';
import { createDatabase, type Kind } from '../test/support/databases.ts';
import { startPostgres } from '../test/support/postgres.ts';
import type { BenchApp } from './case.ts';
import type { Figure } from './figure.ts';
import { median } from './median.ts';
import { ADMIN_TOKEN, createBenchApp, openService } from './service.ts';

const DAY_MS = 86_400_000;
const DAYS = 365;
const CHUNK = 20_000;
const PRODUCTS = 200;
const COUNTRIES = 40;
/** Of so many purchases, one is refunded the next day. */
const REFUNDED = 40;
const ASKED = 15;
const MOST_MS = 150;
/** With their prices. */
const CURRENCIES = {
  ...{ USD: '9.99', EUR: '8.99', GBP: '7.99', CAD: '12.99', AUD: '14.99' },
  ...{ KRW: '13000', JPY: '1500', TWD: '290', BRL: '49.90', MXN: '179.00' },
};
const MARKETS = ['APPLE', 'GOOGLE', 'STEAM', 'PG'];

const oneOf = (number: string, values: readonly string[]): string =>
  `case ${number} % ${values.length} ${values.map((value, index) => `when ${index} then '${value}'`).join(' ')} end`;
const padded = (number: string): string => `substr(cast(1000000000000 + ${number} as text), 2)`;
const uuid = (number: string): string => `'00000000-0000-4000-8000-' || ${padded(number)}`;
// Of prime numbers, so that products and players go with every country.
const [PRODUCT, COUNTRY] = ['i * 7919 / 13', 'i * 104729 / 7'];
// Each country has its currency; one in twenty pays in the first.
const CURRENCY = `(case when i % 20 = 0 then 0 else ${COUNTRY} end)`;

const INSERT = `insert into purchase (game_index, appid, provider, unique_key, number, transaction_id,
    provider_transaction_id, store_transaction_id, product_id, quantity, price, currency, country,
    cancel_state, test, account_uuid, account_compare, receipt, receipt_hash, purchased_at,
    purchase_date_source, verified_at, request_type, delivery)
  with recursive sale(i) as (
    select cast(? as bigint) union all select i + 1 from sale where i + 1 < cast(? as bigint))
  select ?, ?, ${oneOf('i', MARKETS)}, cast(i as text), i + 1, ${uuid('i')}, cast(i as text),
    cast(i as text), 'product.' || cast(${PRODUCT} % ${PRODUCTS} as text), 1,
    ${oneOf(CURRENCY, Object.values(CURRENCIES))}, ${oneOf(CURRENCY, Object.keys(CURRENCIES))},
    'C' || cast(${COUNTRY} % ${COUNTRIES} as text), case when i % ${REFUNDED} = 0 then 1 else 0 end, 0, ${uuid('i * 617333 % cast(? as bigint)')}, 1,
    cast(i as text), cast(i as text), cast(? as bigint) + i * cast(? as bigint) / cast(? as bigint),
    'STORE_PAYMENT', cast(? as bigint) + i * cast(? as bigint) / cast(? as bigint), 1, 1
  from sale`;

const REFUND = `insert into purchase_cancellation (game_index, appid, provider, unique_key, cause,
    reported_at, last_at, state, received_at)
  select game_index, appid, provider, unique_key, 'refund', verified_at + ${DAY_MS},
    verified_at + ${DAY_MS}, 'given', verified_at + ${DAY_MS}
  from purchase where game_index = ? and appid = ? and number > ? and number <= ? and cancel_state = 1`;

export async function benchFigures(
  kinds: readonly Kind[],
  purchases: number,
  say: (line: string) => void,
): Promise<Figure[]> {
  const server = process.env.BENCH_DATABASE_URL
    ? undefined
    : await startPostgres({ durable: true });
  process.env.TEST_DATABASE_URL = process.env.BENCH_DATABASE_URL ?? server?.url;
  try {
    const figures: Figure[] = [];
    for (const kind of kinds) figures.push(...(await benchOn(kind, purchases, say)));
    return figures;
  } finally {
    await server?.stop();
  }
}

async function benchOn(
  kind: Kind,
  purchases: number,
  say: (line: string) => void,
): Promise<Figure[]> {
  const database = await createDatabase(kind);
  const service = await openService(database.storage('production'));
  try {
    const app = await createBenchApp(service);
    await sell(service, app, purchases);
    await countYear(service, app);
    await enterRates(service, app);
    const begun = performance.now();
    const { storage, clock } = service.context;
    await followApp({ storage, clock, directory: service.directory }, app);
    const seconds = (performance.now() - begun) / 1_000;
    say(`${kind}: followed ${purchases} purchases, ${Math.round(purchases / seconds)} a second`);
    if (kind === 'postgres') await sql`vacuum analyze`.execute(storage.db);
    return await measure(kind, service, app, purchases, say);
  } finally {
    await service.stop();
    await database.drop();
  }
}

async function sell(service: Service, app: BenchApp, count: number): Promise<void> {
  const { db } = service.context.storage;
  const { appid, gameIndex } = app;
  const year = DAYS * DAY_MS;
  const begun = service.context.clock() - year;
  const buyers = Math.max(1, Math.round(count / 5));
  for (let first = 0; first < count; first += CHUNK) {
    const end = Math.min(first + CHUNK, count);
    const times = [begun, year, count];
    await query(db, INSERT, [first, end, gameIndex, appid, buyers, ...times, ...times]);
    await query(db, REFUND, [gameIndex, appid, first, end]);
  }
  await db
    .updateTable('purchase_sequence')
    .set({ next_number: count + 1 })
    .where('game_index', '=', gameIndex)
    .where('appid', '=', appid)
    .execute();
}

/** As many rows of counts as a year of a busy app has. */
async function countYear({ context }: Service, app: BenchApp): Promise<void> {
  const types = ['1', '2', '3', '4', '5'];
  const buckets = [60, 900, 3_600, 14_400, 43_200, 86_400, 259_200, 604_800, 2_592_000, 7_776_000];
  const details: (readonly [string, string])[] = [
    ...types.flatMap((type) =>
      ['key', 'console'].flatMap((actor) => [
        ...['registered', 'changed', 'released', 'expired', 'repeated'].map(
          (name) => [`restriction.${name}`, `${type} ${actor}`] as const,
        ),
        ...buckets.map((each) => ['restriction.release_time', `${type} ${actor} ${each}`] as const),
      ]),
    ),
    ...MARKETS.flatMap((market) => [
      ['verification.verified', market] as const,
      ['purchase.repeated', market] as const,
      ...['FAKE_RECEIPT', 'CANCELLED', 'WRONG_PRODUCT', 'MARKET_UNAVAILABLE'].map(
        (reason) => ['purchase.refused', `${market} ${reason}`] as const,
      ),
      ...['ok', 'failed', 'unavailable'].map(
        (each) => ['market.calls', `${market} ${each}`] as const,
      ),
      ...[25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000].map(
        (ms) => ['market.latency', `${market} ${ms}`] as const,
      ),
    ]),
  ];
  const calendar = createCalendar('UTC');
  for (let day = 0; day < DAYS; day += 1) {
    const at = context.clock() - day * DAY_MS;
    const own = { game_index: app.gameIndex, appid: app.appid, amount: 7 };
    const rows = details.flatMap(([metric, detail]) =>
      countedAt(calendar, at, { ...own, metric, detail }),
    );
    await context.storage.db.transaction().execute((tx) => addCounts(tx, rows));
  }
}

/** A rate of each day, as a bank publishes them. */
async function enterRates({ context }: Service, { gameIndex }: BenchApp): Promise<void> {
  const currencies = Object.keys(CURRENCIES).filter((each) => each !== 'USD');
  const rates = Array.from({ length: DAYS + 1 }, (_, day) =>
    currencies.map((currency) => ({
      currency,
      day: dateOf(context.clock() - day * DAY_MS),
      rate: `1.${day + 1}`,
    })),
  ).flat();
  await saveRates(context, SYSTEM, { game_index: gameIndex, reporting: 'USD', rates });
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

async function measure(
  kind: Kind,
  service: Service,
  { appid, gameIndex }: BenchApp,
  purchases: number,
  say: (line: string) => void,
): Promise<Figure[]> {
  const now = service.context.clock();
  const year = `from=${dateOf(now - (DAYS - 1) * DAY_MS)}&to=${dateOf(now)}`;
  const app = `/admin/v1/apps/${appid}/figures`;
  const charts = {
    'revenue by day': `${app}/revenue?${year}&step=day`,
    'revenue by market and day': `${app}/revenue?${year}&step=day&by=market`,
    'revenue by product and week': `${app}/revenue?${year}&step=week&by=product`,
    'revenue by product and week, daily rates': `${app}/revenue?${year}&step=week&by=product&currency=USD`,
    'revenue by country and month, daily rates': `${app}/revenue?${year}&step=month&by=country&currency=USD`,
    'revenue of the project by app': `/admin/v1/projects/${gameIndex}/figures/revenue?${year}&by=app`,
    'payers by day': `${app}/payers?${year}&step=day`,
    'subscriptions by day': `${app}/subscriptions?${year}&step=day`,
    cohorts: `${app}/cohorts?${year}`,
    'verification by market and day': `${app}/verification?${year}&step=day&by=market`,
    'restrictions by type and day': `${app}/restrictions?${year}&step=day&by=type`,
  };
  const figures: Figure[] = [];
  for (const [name, url] of Object.entries(charts)) {
    const waits: number[] = [];
    const before = process.cpuUsage();
    for (let turn = 0; turn < ASKED; turn += 1) {
      const begun = performance.now();
      const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
      const answer = await service.app.inject({ method: 'GET', url, headers });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      waits.push(performance.now() - begun);
    }
    const { user, system } = process.cpuUsage(before);
    say(`${kind}: ${name}: ${((user + system) / 1_000 / ASKED).toFixed(1)} ms of processor`);
    figures.push({
      name: `A year of ${name} among ${purchases} purchases, ${kind}`,
      value: median(waits),
      unit: 'ms',
      atMost: MOST_MS,
    });
  }
  return figures;
}
