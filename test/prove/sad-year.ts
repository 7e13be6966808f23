// A year in which much goes wrong after the sale, at all five gateways; at the end our records, what the app
// server heard and the markets' own books must be the same.
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import pg from 'pg';
import { SYSTEM } from '../../src/audit/audit.ts';
import type { Worker as BackgroundWorker } from '../../src/background/worker.ts';
import { registerReceiver } from '../../src/outbox/receivers.ts';
import type { Service } from '../../src/service.ts';
import type { CancellationTable } from '../../src/storage/schema.ts';
import { DAY } from '../payment/subscription-shop.ts';
import { expectDone, type Gate } from '../support/harness.ts';
import type { Markets } from '../support/markets.ts';
import { holdSpareThreads } from '../support/threads.ts';
import { type AppServer, type HeardPurchase, startAppServer } from './app-server.ts';
import { openLossyPost } from './lossy-post.ts';
import {
  isQuestion,
  type Kind,
  LANES,
  type Lane,
  openSadShop,
  type SadShop,
  type Sale,
  SENDERS,
  STEPS,
  type Truth,
  UNPAID,
} from './sad-shop.ts';
import { seeded } from './seeded.ts';

export interface SadYearProof {
  readonly purchases: number;
  readonly recorded: number;
  readonly cancelled: number;
  readonly partlyRefunded: number;
  readonly disputed: number;
  readonly steps: number;
  readonly pollersKilled: number;
  readonly noticesSent: number;
  readonly noticesDelivered: number;
  readonly events: Readonly<Record<string, number>>;
  /** Cents kept by the studio, as everybody agrees. */
  readonly kept: number;
}

const KEY = 'the-event-key-of-the-sad-year';
const SHARE_UNPAID = 0.15;
const STEPS_PER_SALE = 1.2;
const SHARE_KILLED = 0.3;
/** Longer than the lease of a list. */
const LEASE_MS = 11 * 60_000;
const JOB_LEASE_MS = 2 * 60_000;

export async function liveASadYear(
  gate: Gate,
  markets: Markets,
  { purchases, days = 365, seed = 11 }: { purchases: number; days?: number; seed?: number },
): Promise<SadYearProof> {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const shop = await openSadShop(gate, markets);
  const { pass, pushAudience } = shop;
  const server = await startAppServer(KEY, random);
  const receiver = {
    game_index: shop.apps[0]?.gameIndex ?? 0,
    channel: 'purchase',
    key: KEY,
  } as const;
  expectDone(
    await registerReceiver(gate.service.context, SYSTEM, { ...receiver, url: server.url }),
  );
  const post = await openLossyPost(gate, { markets, senders: SENDERS, pushAudience, random, pass });
  await shop.sendNoticesTo(post.url);
  const killer = openKiller(gate, random);
  const sales: Sale[] = [];
  const questions = new Map<Sale, number>();
  let steps = 0;

  async function buy(): Promise<void> {
    const number = sales.length;
    const lane = LANES[number % LANES.length] as Lane;
    const kind = random() < SHARE_UNPAID ? pick(UNPAID[lane]) : 'paid';
    const sale = await shop.sell(lane, kind, number + 1);
    sales.push(sale);
    if (sale.receipt === undefined) return;
    for (const isRepeated of random() < 0.2 ? [false, true] : [false]) {
      const { status, body } = await shop.verify(sale);
      const outcome = status === 200 ? body.data.serviceDuplicated : body.outcome?.message;
      assert.equal(outcome, isPaid(sale) ? isRepeated : REFUSED[sale.kind], JSON.stringify(body));
    }
  }

  async function goWrong(sale: Sale): Promise<void> {
    // No two things happen to a sale in the same second.
    gate.now += 1_000 + Math.floor(random() * 60_000);
    const step = pick(STEPS[sale.lane]);
    const [name, fields] = step;
    try {
      await markets.control(`${sale.path}/${name}`, fields);
      steps += 1;
      if (isQuestion(step)) questions.set(sale, (questions.get(sale) ?? 0) + 1);
    } catch (error) {
      if (!/: 4\d\d /.test((error as Error).message)) throw error;
    }
  }

  async function look(): Promise<void> {
    const { payment } = gate.service;
    await payment.jobs.turn();
    if (random() < SHARE_KILLED) await killer.killPollers();
    await payment.pollers.turn();
    await payment.jobs.turn();
  }

  /** Refused messages are sent again long before they are given up. */
  async function tell(): Promise<void> {
    for (let time = 0; time < 4; time++) {
      await gate.service.relay.turn();
      gate.now += 30 * 60_000;
    }
  }

  async function live(): Promise<void> {
    const perDay = Math.ceil(purchases / (days * 0.9));
    for (let day = 0; day < days; day++) {
      await shop.pass(DAY - 2 * 60 * 60_000);
      for (let bought = 0; bought < perDay && sales.length < purchases; bought++) await buy();
      for (let step = 0; step < perDay * STEPS_PER_SALE; step++) await goWrong(pick(sales));
      await post.carry();
      await gate.service.payment.jobs.turn();
      if (day % 3 === 0) await look();
      await tell();
    }
    await post.carryAll();
    server.becomeReliable();
    for (let round = 0; round < 4; round++) {
      await shop.pass(DAY);
      await gate.service.payment.jobs.turn();
      await gate.service.payment.pollers.turn();
      await gate.service.relay.turn();
    }
  }

  try {
    await live();
    const compared = await compare(gate, shop, sales, questions, server);
    return {
      purchases: sales.length,
      ...compared,
      steps,
      pollersKilled: killer.kills(),
      noticesSent: post.sent(),
      noticesDelivered: post.delivered(),
      events: Object.fromEntries([...server.types].sort()),
    };
  } finally {
    await post.close();
    await server.close();
  }
}

const isPaid = ({ kind }: Sale): boolean => kind === 'paid';

const REFUSED: Readonly<Record<Kind, string>> = {
  paid: '',
  pending: 'PAYMENT_PENDING',
  test: 'INVALID_RECEIPT',
  foreign: 'INVALID_RECEIPT',
};

const CONNECTIONS = 'pg_stat_activity where datname = current_database()';

/** A second process that works, and loses its database in the middle of it. */
export function openKiller(gate: Gate, random: () => number) {
  let kills = 0;

  /** What holds the database for the service that is opened meanwhile: a thread, or connections. */
  async function openOther() {
    if (gate.kind === 'sqlite') {
      let thread: Worker | undefined;
      const started = (worker: Worker): void => {
        thread = worker;
      };
      const release = await holdSpareThreads();
      process.on('worker', started);
      const other = await gate.secondService();
      process.off('worker', started);
      await release();
      return { other, cut: async () => void (await thread?.terminate()) };
    }
    const client = new pg.Client({ connectionString: gate.database.variables.DATABASE_URL });
    await client.connect();
    const own = await client.query(`select pid from ${CONNECTIONS}`);
    const pids = own.rows.map(({ pid }) => pid);
    const other = await gate.secondService();
    const cut = async (): Promise<void> => {
      const others = `select pg_terminate_backend(pid) from ${CONNECTIONS} and pid <> all ($1)`;
      await client.query(others, [pids]);
      await client.end();
    };
    return { other, cut };
  }

  async function kill(
    workerOf: (other: Service) => BackgroundWorker,
    leaseMs: number,
  ): Promise<void> {
    kills += 1;
    const { other, cut } = await openOther();
    const working = workerOf(other)
      .turn()
      .catch(() => undefined);
    await wait(random() * 20);
    await cut();
    await working;
    // Nobody else does this work until the lease has ended.
    gate.now += leaseMs;
  }

  return {
    kills: () => kills,
    killPollers: () => kill(({ payment }) => payment.pollers, LEASE_MS),
    killJobs: () => kill(({ payment }) => payment.jobs, JOB_LEASE_MS),
  };
}

async function compare(
  gate: Gate,
  shop: SadShop,
  sales: readonly Sale[],
  questions: ReadonlyMap<Sale, number>,
  server: AppServer,
): Promise<Pick<SadYearProof, 'recorded' | 'cancelled' | 'partlyRefunded' | 'disputed' | 'kept'>> {
  const { db } = gate.service.context.storage;
  const appids = shop.apps.map(({ appid }) => appid);
  const rows = await db.selectFrom('purchase').selectAll().where('appid', 'in', appids).execute();
  const reports = await db
    .selectFrom('purchase_cancellation')
    .selectAll()
    .where('appid', 'in', appids)
    .orderBy('last_at')
    .execute();
  const paid = sales.filter(isPaid);
  const nameOf = (appid: string, key: string): string => `${appid} ${key}`;
  const recorded = new Map(rows.map((row) => [nameOf(row.appid, row.unique_key), row]));
  assert.deepEqual(
    [...recorded.keys()].sort(),
    paid.map((sale) => nameOf(shop.appOf(sale.lane).appid, sale.key)).sort(),
    'what is paid is on record, and nothing else',
  );
  assert.equal(server.purchases.size, paid.length, 'the app server knows the same purchases');

  const total = { cancelled: 0, partlyRefunded: 0, disputed: 0 };
  const kept = { books: 0, records: 0, heard: 0 };
  for (const sale of paid) {
    const row = recorded.get(nameOf(shop.appOf(sale.lane).appid, sale.key));
    assert.ok(row);
    const settled = (state: Truth) => settledAt(sale.lane, state);
    const truth = settled(await shop.truthOf(sale));
    const own = reports.filter(
      (each) => each.appid === row.appid && each.unique_key === row.unique_key,
    );
    const ours = settled({ cancelState: row.cancel_state, ...told(own) });
    const heard = server.purchases.get(row.transaction_id) as HeardPurchase;
    const what = `${sale.lane} ${sale.key}`;
    assert.deepEqual(ours, truth, `${what}: our record`);
    assert.equal(heard.verified, 1, `${what}: told of once`);
    assert.deepEqual(settled(heardTruth(heard)), truth, `${what}: what the app server heard`);
    assert.equal(
      heard.refundRequests + heard.fraudWarnings,
      questions.get(sale) ?? 0,
      `${what}: questions and warnings`,
    );
    const cents = Math.round(Number(row.price) * 100);
    kept.books += keptOf(cents, truth);
    kept.records += keptOf(cents, ours);
    kept.heard += keptOf(cents, heardTruth(heard));
    if (truth.cancelState === 1) total.cancelled += 1;
    if (typeof truth.refunded === 'string') total.partlyRefunded += 1;
    if (Object.keys(truth.disputes).length > 0) total.disputed += 1;
  }
  assert.equal(kept.records, kept.books);
  assert.equal(kept.heard, kept.books);
  return { recorded: rows.length, ...total, kept: kept.books };
}

/** Without what the market's books do not show any more. */
function settledAt(lane: Lane, state: Truth): Truth {
  // Once the rest is charged back, the orders of Google and Steam show no parts.
  const forgetsParts = lane === 'GOOGLE' || lane === 'STEAM';
  if (forgetsParts && Object.keys(state.disputes).length > 0) {
    return { ...state, refunded: undefined };
  }
  // Once a part is refunded, a payment of PortOne shows no disputes.
  return lane === 'PORTONE' && state.refunded !== undefined ? { ...state, disputes: {} } : state;
}

/** What the newest report of each cause says. */
export function told(reports: readonly CancellationTable[]): Pick<Truth, 'refunded' | 'disputes'> {
  const newest = new Map(reports.map((each) => [each.cause, each]));
  const refund = newest.get('refund');
  const disputes = [...newest.values()].filter(({ cause }) => cause !== 'refund');
  return {
    refunded:
      refund?.state === 'given' ? null : refund?.state === 'partial' ? refund.amount : undefined,
    disputes: Object.fromEntries(
      disputes.map(({ cause, state }) => [cause.slice('dispute '.length), state]),
    ),
  };
}

const heardTruth = ({ cancelState, refunded, disputes }: HeardPurchase): Truth => ({
  cancelState,
  refunded,
  disputes: Object.fromEntries(disputes),
});

function keptOf(cents: number, { cancelState, refunded }: Truth): number {
  if (cancelState === 1) return 0;
  return cents - Math.round(Number(refunded ?? 0) * 100);
}
