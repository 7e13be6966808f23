// Measures: a dry run among many purchases, what a rule adds to a refund, and what debts add to a login.
import { sql } from 'kysely';
import { SYSTEM } from '../src/audit/audit.ts';
import { isRejection } from '../src/audit/operation.ts';
import { dryRun } from '../src/measures/decide/dry-run.ts';
import { createRule, switchRule } from '../src/measures/rules/rules.ts';
import type { Service } from '../src/service.ts';
import { appOf } from '../src/tenants/apps.ts';
import { createDatabase, KINDS, type Kind, type TestDatabase } from '../test/support/databases.ts';
import { startPostgres } from '../test/support/postgres.ts';
import type { BenchApp } from './case.ts';
import type { Figure } from './figure.ts';
import { median } from './median.ts';
import { sellMany } from './purchases.ts';
import { createBenchApp, openService } from './service.ts';

const MANY = 1_000_000;
const FEW = 20_000;
/** Every twentieth is refunded beforehand. */
const REFUNDED = 20;
const ASKED = 600;
const CHUNK = 100_000;

const RULE = {
  name: 'bench',
  when: { causes: ['refund' as const], count: 2, days: 30 },
  unless: { older_than_days: 3_000, spent_more_than: { amount: '100000', currency: 'USD' } },
  measure: { action: 'restrict' as const, block_type: 1, steps: [{ period_days: 7 }] },
};

interface Shop {
  readonly service: Service;
  readonly app: BenchApp;
  readonly database: TestDatabase;
}

export async function benchMeasures(
  kinds: readonly Kind[] = KINDS,
  many: number = MANY,
): Promise<Figure[]> {
  const server = process.env.BENCH_DATABASE_URL
    ? undefined
    : await startPostgres({ durable: true });
  process.env.TEST_DATABASE_URL = process.env.BENCH_DATABASE_URL ?? server?.url;
  try {
    const figures: Figure[] = [];
    for (const kind of kinds) figures.push(...(await benchOn(kind, many)));
    return figures;
  } finally {
    await server?.stop();
  }
}

async function benchOn(kind: Kind, many: number): Promise<Figure[]> {
  const shops: Shop[] = [];
  try {
    const [large, plain, ruled] = [
      await openShop(kind, many),
      await openShop(kind, FEW),
      await openShop(kind, FEW),
    ];
    shops.push(large, plain, ruled);
    await refundMany(large, many);
    const begun = performance.now();
    const found = await dryRun(await inApp(large), { rule: RULE, days: 90 });
    const seconds = (performance.now() - begun) / 1_000;
    if (isRejection(found)) throw new Error(found.detail);
    if (found.totals.undone < many / REFUNDED / 2) throw new Error(JSON.stringify(found.totals));

    await addRule(ruled);
    const [without, withRule] = await refundEach(plain, ruled);
    const [free, indebted] = await logInEach(plain, ruled);
    return [
      {
        name: `Dry run of 90 days, ${found.totals.undone} refunds among ${many} purchases, ${kind}`,
        value: seconds,
        unit: 's',
        atMost: 5,
      },
      {
        name: `A refund that is reported, with a rule to without, ${kind}`,
        value: withRule / without,
        unit: `times the p50 (${without.toFixed(2)} ms)`,
        atMost: 1.05,
      },
      {
        name: `A login of a player without debts, in an app with debts to one without, ${kind}`,
        value: indebted / free,
        unit: `times the p50 (${free.toFixed(2)} ms)`,
        atMost: 1.5,
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
  await sellMany(service, app, count);
  return { service, app, database };
}

/** As the ledger would have written them. */
async function refundMany({ service, database }: Shop, many: number): Promise<void> {
  const { db } = service.context.storage;
  for (let first = 0; first < many; first += CHUNK) {
    const among = sql`number > ${first} and number <= ${first + CHUNK}
      and number % ${sql.lit(REFUNDED)} = 0`;
    await sql`update purchase set cancel_state = 1, cancel_said_at = verified_at
      where ${among}`.execute(db);
    await sql`insert into purchase_cancellation (game_index, appid, provider, unique_key, cause,
        reported_at, last_at, state, received_at)
      select game_index, appid, provider, unique_key, 'refund', verified_at, verified_at, 'given',
        verified_at
      from purchase where ${among}`.execute(db);
  }
  if (database.kind === 'postgres') {
    await sql`analyze purchase`.execute(db);
    await sql`analyze purchase_cancellation`.execute(db);
  }
}

async function inApp({ service: { context, directory }, app: { appid } }: Shop) {
  const app = await appOf(directory, appid);
  if (isRejection(app)) throw new Error(app.detail);
  return { context, app };
}

async function addRule(shop: Shop): Promise<void> {
  const own = await inApp(shop);
  const created = await createRule(own, SYSTEM, RULE);
  if (isRejection(created)) throw new Error(created.detail);
  const { rule_id } = created;
  await switchRule(own, SYSTEM, { rule_id, state: 'on' });
}

/** Each begins every other time. */
const inTurn = (turn: number, shops: readonly Shop[]): [number, Shop][] => {
  const all = [...shops.entries()];
  return turn % 2 === 0 ? all : all.reverse();
};

/** They take turns, so that a noisy machine disturbs them alike; the consequences are drawn beside. */
async function refundEach(...shops: readonly Shop[]): Promise<[number, number]> {
  const waits = shops.map((): number[] => []);
  for (let turn = 0; turn < ASKED; turn += 1) {
    for (const [index, { service, app }] of inTurn(turn, shops)) {
      const begun = performance.now();
      await service.payment.ledger.apply({
        appid: app.appid,
        cancellations: [
          {
            purchase: { provider: 'APPLE', unique_key: String(turn * 7 + 10) },
            report: { kind: 'refund', state: 'given', reportedAt: Date.now() },
          },
        ],
      });
      waits[index]?.push(performance.now() - begun);
    }
    if (turn % 50 === 49) for (const { service } of shops) await service.measures.turn();
  }
  return waits.map(median) as [number, number];
}

async function logInEach(plain: Shop, indebted: Shop): Promise<[number, number]> {
  const { db } = plain.service.context.storage;
  for (const table of ['measure_debt', 'measure_account'] as const) {
    await db.deleteFrom(table).execute();
  }
  const waits: [number[], number[]] = [[], []];
  for (let turn = 0; turn < ASKED; turn += 1) {
    for (const [index, { service, app }] of inTurn(turn, [plain, indebted])) {
      const begun = performance.now();
      const { statusCode, body } = await service.app.inject({
        method: 'POST',
        url: '/auth/v1/login',
        headers: { authorization: `Bearer ${app.token}` },
        body: { appid: app.appid, player_id: 900_000 + turn },
      });
      if (statusCode !== 200) throw new Error(body);
      waits[index]?.push(performance.now() - begun);
    }
  }
  return waits.map(median) as [number, number];
}
