// A year of mixed baskets: orders of one to five lines, subscriptions with add-ons and replacements, restores on other
// accounts, family members, silent buyers, refunds of lines, kept, prorated and failed refunds, outages, changes of the
// gateway, killed readers. At the end the
// goods that each account owns, the money in the figures, what the app server heard and the books of the markets
// must be the same, to the cent.
import assert from 'node:assert/strict';
import { SYSTEM } from '../../src/audit/audit.ts';
import { registerReceiver } from '../../src/outbox/receivers.ts';
import { admin } from '../admin/caller.ts';
import { DAY } from '../payment/subscription-shop.ts';
import { expectDone, type Gate } from '../support/harness.ts';
import type { Markets } from '../support/markets.ts';
import { type AppServer, type HeardPurchase, startAppServer } from './app-server.ts';
import { ifRefused, openPlans, type Plans } from './basket-plans.ts';
import {
  type BasketShop,
  CATALOGUE,
  type Good,
  type GoodTruth,
  LANES,
  type Lane,
  openBasketShop,
  RECENT,
  type Sale,
} from './basket-shop.ts';
import { openLossyPost } from './lossy-post.ts';
import { SENDERS } from './sad-shop.ts';
import { openKiller, told } from './sad-year.ts';
import { seeded } from './seeded.ts';

export interface BasketProof {
  readonly sales: number;
  readonly goods: number;
  readonly subscribed: number;
  readonly cycles: number;
  readonly restored: number;
  readonly shared: number;
  readonly refusedAgain: number;
  readonly gatewayChanges: number;
  readonly outages: number;
  readonly pollersKilled: number;
  readonly steps: Readonly<Record<string, number>>;
  readonly events: Readonly<Record<string, number>>;
  /** Permanent goods that accounts have at the end. */
  readonly owned: number;
  /** Cents, as everybody agrees. */
  readonly gross: number;
  readonly kept: number;
}

const KEY = 'the-event-key-of-the-basket-year';
const SHARE_SILENT = 0.1;
/** The markets whose sales are announced when no client reports them; Steam charges with the verification. */
const ANNOUNCING: readonly Lane[] = ['GOOGLE', 'APPLE', 'PG'];
const SHARE_PAID_LATER = 0.3;
const SHARE_RESTORED = 0.3;
const SHARE_SHARED = 0.3;
const SHARE_OUTAGE = 0.25;
const SHARE_KILLED = 0.2;
const STEPS_PER_SALE = 0.8;
/** Of subscriptions, for each sale. */
const PLAN_STEPS = 0.4;
const HOUR = 60 * 60_000;

type Step = readonly [name: string, fields: object];

/** Steps that do not fit the state of a sale are refused by the emulator; then nothing happens. */
const STEPS: Readonly<Record<Exclude<Lane, 'GOOGLE'>, readonly Step[]>> = {
  APPLE: [
    ['refund', {}],
    ['refund', { revocationType: 'REFUND_PRORATED', revocationPercentage: 50_000 }],
    ['reverse-refund', {}],
  ],
  STEAM: [
    ['refund', { kind: 'Refunded' }],
    ['refund', { kind: 'PartialRefund' }],
  ],
  PG: [
    ['refund', {}],
    ['refund', { amount: 50 }],
    ['refund', { status: 'pending' }],
    ['refund', { amount: 25, status: 'pending' }],
    ['refund/fail', {}],
    ['refund/cancel', {}],
    ['refund/succeed', {}],
    ['dispute', {}],
    ['dispute/win', {}],
  ],
};
const WAITING = { stripe: 'pending', portone: 'REQUESTED' } as const;
/** Google's number for a refund by the studio. */
const DEVELOPER = 1;

const OUTAGES: readonly (readonly [path: string, on: object, off: object])[] = [
  ['/google/order-access', { answer: 403 }, { answer: null }],
  ['/google/order-access', { answer: 429 }, { answer: null }],
];
const FAULTS = ['google', 'apple', 'steam', 'stripe', 'portone'] as const;

interface BasketYear {
  readonly days: number;
  readonly perDay: number;
  readonly players: number;
  readonly seed: number;
  /** At most one. */
  readonly subscribedPerDay: number;
}

export async function liveABasketYear(
  gate: Gate,
  markets: Markets,
  { days, perDay, players, seed, subscribedPerDay }: BasketYear,
): Promise<BasketProof> {
  const random = seeded(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const chance = (share: number): boolean => random() < share;
  const shop = await openBasketShop(gate, markets);
  const server = await startAppServer(KEY, random);
  const lane = { game_index: shop.app.gameIndex, channel: 'purchase', key: KEY } as const;
  expectDone(await registerReceiver(gate.service.context, SYSTEM, { ...lane, url: server.url }));
  const { pushAudience, pass } = shop;
  const post = await openLossyPost(gate, { markets, senders: SENDERS, pushAudience, random, pass });
  await shop.sendNoticesTo(post.url);
  for (const sender of SENDERS) await markets.control(`${sender}/hold`, {});
  const killer = openKiller(gate, random);
  const sales: Sale[] = [];
  const steps = new Map<string, number>();
  /** Goods that the app server has verified, and those that wait for a market. */
  const verified = new Set<Good>();
  const waiting: { readonly sale: Sale; readonly good: Good }[] = [];
  const counts = { restored: 0, shared: 0, refusedAgain: 0, gatewayChanges: 0, outages: 0 };
  const plans = openPlans({ shop, markets, players, random, now: () => gate.now });

  function basket(lane: Lane): Good[] {
    const lines = lane === 'GOOGLE' ? 1 + below(5) : 1;
    const products = [...CATALOGUE].sort(() => random() - 0.5).slice(0, lines);
    return products.map((product) => {
      const canBeMany = product.kind === 'consumable' && lane !== 'APPLE';
      const quantity = canBeMany ? 1 + below(3) : 1;
      return { product, quantity, cents: product.cents * quantity };
    });
  }

  async function buy(): Promise<void> {
    const lane = pick(LANES);
    const player = 1 + below(players);
    const sale = await shop.sell(lane, player, basket(lane));
    if (sale === 'owned') counts.refusedAgain += 1;
    if (typeof sale === 'string') return;
    sales.push(sale);
    if (!sale.isPaid && !chance(SHARE_PAID_LATER)) await shop.pay(sale);
    const isSilent = ANNOUNCING.includes(lane) && chance(SHARE_SILENT);
    if (sale.isPaid && !isSilent) await claim(sale);
  }

  /** The app server verifies every good of a sale; what a market does not answer waits. */
  async function claim(
    sale: Sale,
    goods: readonly Good[] = sale.goods,
    announced?: string,
  ): Promise<void> {
    for (const good of goods) {
      if (verified.has(good)) continue;
      const receipt = announced ?? (await shop.receiptOf(sale));
      const answer = receipt === undefined ? undefined : await shop.verify(sale, good, receipt);
      const outcome = answer?.body.outcome?.message;
      if (answer === undefined || outcome === 'MARKET_UNAVAILABLE') {
        waiting.push({ sale, good });
        continue;
      }
      if (answer.status !== 200) {
        // Taken back before anybody could verify it.
        assert.equal(outcome, 'INVALID_RECEIPT', JSON.stringify(answer.body));
        continue;
      }
      assert.equal(answer.body.data.serviceDuplicated, false, `${sale.lane} ${sale.id}`);
      verified.add(good);
    }
  }

  /** Somebody else shows the purchase, or a family member gets one. */
  async function copy(sale: Sale): Promise<void> {
    const good = pick(sale.goods);
    if (!verified.has(good) || sale.isFamily) return;
    const other = 1 + below(players);
    if (sale.lane === 'GOOGLE' && chance(SHARE_RESTORED)) {
      await expectDuplicate(sale, good, sale.receipt ?? '', other);
    }
    if (sale.lane !== 'APPLE' || good.product.kind !== 'permanent') return;
    if (chance(SHARE_RESTORED)) {
      await expectDuplicate(sale, good, await shop.restored(sale), other);
    }
    if (!chance(SHARE_SHARED)) return;
    const shared = await shop.share(sale, other).catch(ifRefused);
    if (!shared) return;
    sales.push(shared);
    counts.shared += 1;
    await claim(shared);
  }

  async function expectDuplicate(sale: Sale, good: Good, receipt: string, player: number) {
    const { status, body } = await shop.verify(sale, good, receipt, player);
    if (body.outcome?.message === 'MARKET_UNAVAILABLE') return;
    const isSpoilt = body.outcome?.message === 'INVALID_RECEIPT';
    assert.ok(isSpoilt || (status === 200 && body.data.serviceDuplicated), JSON.stringify(body));
    counts.restored += 1;
  }

  function stepFor(sale: Sale): Step {
    if (sale.lane !== 'GOOGLE') {
      const family: Step = ['refund', { revocationType: 'FAMILY_REVOKE' }];
      return sale.isFamily ? family : pick(STEPS[sale.lane]);
    }
    const kept: Step = ['refund', { revoke: false, source: DEVELOPER }];
    const all: Step = ['refund', {}];
    const charged: Step = ['refund', { reason: 7, source: 2 }];
    const [only, ...more] = sale.goods as [Good, ...Good[]];
    // What is in no list of refunds is found in recent orders only.
    if (gate.now - sale.soldAt > RECENT) return pick([all, charged]);
    if (more.length > 0) {
      const line: Step = ['refund', { productId: pick(sale.goods).product.id }];
      // Google does not say which lines were taken before the rest was given back and kept.
      return pick([line, line, line, sale.taken.size > 0 ? line : kept, all, charged]);
    }
    const part: Step = ['refund', { amountMicros: 250_000 }];
    const piece: Step = ['refund', { quantity: 1 }];
    return only.quantity > 1 ? pick([piece, kept, all, charged]) : pick([part, kept, all, charged]);
  }

  async function goOn(sale: Sale): Promise<void> {
    // No two things happen to a sale in the same second.
    gate.now += 1_000 + below(60_000);
    if (!sale.isPaid) return;
    const [name, fields] = stepFor(sale);
    try {
      const sent = await fieldsFor(sale, name, fields);
      if (!sent) return;
      await markets.control(`${sale.path}/${name}`, sent);
    } catch (error) {
      ifRefused(error);
      return;
    }
    if ('productId' in fields) sale.taken.add(String(fields.productId));
    const step = `${sale.lane} ${name} ${Object.keys(fields).join(' ')}`.trim();
    steps.set(step, (steps.get(step) ?? 0) + 1);
  }

  /** Refunds wait under another name at each gateway; none begins while another waits. */
  async function fieldsFor(sale: Sale, name: string, fields: object): Promise<object | undefined> {
    if (sale.lane !== 'PG' || name !== 'refund') return fields;
    const { gateway, refunds = [] } = await markets.control(sale.path);
    const isWaiting = ({ status }: { status: string }) => status === WAITING.stripe;
    if (refunds.some(isWaiting)) return undefined;
    const status = WAITING[gateway as keyof typeof WAITING];
    return 'status' in fields ? { ...fields, status } : fields;
  }

  /** Money that is still on its way arrives. */
  async function settleRefunds(): Promise<void> {
    for (const sale of sales.filter(({ lane }) => lane === 'PG')) {
      while (await markets.control(`${sale.path}/refund/succeed`, {}).catch(ifRefused)) {
        gate.now += 1_000;
      }
    }
  }

  /** What the app server is told to verify, it verifies. */
  async function claimUnclaimed(): Promise<void> {
    for (const data of server.unclaimed.splice(0)) {
      const { provider_transaction_id } = await gate.service.context.storage.db
        .selectFrom('purchase')
        .select('provider_transaction_id')
        .where('transaction_id', '=', data.transactionId)
        .executeTakeFirstOrThrow();
      const sale = sales.find((each) => each.id === provider_transaction_id);
      const good = sale?.goods.find(({ product }) => product.id === data.productId);
      assert.ok(sale && good, `unclaimed: ${JSON.stringify(data)}`);
      await claim(sale, [good], data.receipt);
    }
  }

  async function retry(): Promise<void> {
    for (const { sale, good } of waiting.splice(0)) await claim(sale, [good]);
  }

  async function payLater(): Promise<void> {
    for (const sale of sales.filter(({ isPaid }) => !isPaid)) {
      await shop.pay(sale);
      await claim(sale);
    }
  }

  async function whileOut(work: () => Promise<void>): Promise<void> {
    if (!chance(SHARE_OUTAGE)) return work();
    counts.outages += 1;
    if (chance(0.5)) {
      const [path, on, off] = pick(OUTAGES);
      await markets.control(path, on);
      await work();
      await markets.control(path, off);
      return;
    }
    await markets.fault(pick(FAULTS), '500', { rate: 0.5 });
    await work();
    await markets.clearFaults();
    // Circuit breakers close again.
    gate.now += 2 * 60_000;
  }

  async function tell(): Promise<void> {
    for (let time = 0; time < 3; time++) {
      await gate.service.relay.turn();
      await shop.pass(30 * 60_000);
    }
  }

  async function live(): Promise<void> {
    for (let day = 0; day < days; day++) {
      await shop.pass(DAY - 3 * HOUR);
      if (day % 3 === 2) {
        await shop.changeGateway();
        counts.gatewayChanges += 1;
      }
      await payLater();
      await whileOut(async () => {
        for (let bought = 0; bought < perDay; bought++) await buy();
        for (let count = 0; count < perDay; count++) await copy(pick(sales));
        if (chance(subscribedPerDay)) await plans.subscribe();
        if (chance(subscribedPerDay)) await plans.copy();
      });
      await retry();
      await plans.retry();
      await gate.service.payment.jobs.turn();
      for (let step = 0; step < perDay * STEPS_PER_SALE; step++) await goOn(pick(sales));
      for (let step = 0; step < perDay * PLAN_STEPS; step++) {
        gate.now += 1_000 + below(60_000);
        await plans.goOn();
      }
      await post.carry();
      await gate.service.payment.jobs.turn();
      if (chance(SHARE_KILLED)) await killer.killPollers();
      await gate.service.payment.pollers.turn();
      await gate.service.payment.jobs.turn();
      await gate.service.payment.sweep.turn();
      await tell();
      await claimUnclaimed();
      await plans.claimUnclaimed(server);
    }
    await payLater();
    await settleRefunds();
    server.becomeReliable();
    await post.carryAll();
    for (let round = 0; round < 4; round++) {
      await shop.pass(round < 3 ? DAY : HOUR);
      await post.carryAll();
      await gate.service.payment.jobs.turn();
      await gate.service.payment.pollers.turn();
      await gate.service.payment.jobs.turn();
      await gate.service.payment.sweep.turn();
      await gate.service.relay.turn();
      await claimUnclaimed();
      await plans.claimUnclaimed(server);
      await retry();
      await plans.retry();
    }
    await gate.service.payment.jobs.turn();
    await gate.service.relay.turn();
  }

  try {
    await live();
    assert.equal(waiting.length, 0, 'everything is verified');
    const compared = await compare(gate, shop, { sales, verified, plans, server });
    return {
      sales: sales.length,
      ...counts,
      subscribed: plans.counts.subscribed,
      restored: counts.restored + plans.counts.restored,
      shared: counts.shared + plans.counts.shared,
      pollersKilled: killer.kills(),
      steps: Object.fromEntries([...steps, ...plans.steps].sort()),
      events: Object.fromEntries([...server.types].sort()),
      ...compared,
    };
  } finally {
    await post.close();
    await server.close();
  }
}

type Compared = Pick<BasketProof, 'goods' | 'cycles' | 'owned' | 'gross' | 'kept'>;

interface Lived {
  readonly sales: readonly Sale[];
  readonly verified: ReadonlySet<Good>;
  readonly plans: Plans;
  readonly server: AppServer;
}

async function compare(
  gate: Gate,
  shop: BasketShop,
  { sales, verified, plans, server }: Lived,
): Promise<Compared> {
  const { appid } = shop.app;
  const { db } = gate.service.context.storage;
  const all = await db.selectFrom('purchase').selectAll().where('appid', '=', appid).execute();
  const rows = all.filter(({ kind }) => kind === 'consumable');
  const reports = await db
    .selectFrom('purchase_cancellation')
    .selectAll()
    .where('appid', '=', appid)
    .orderBy('last_at')
    .execute();
  const truths = await shop.truths(sales);
  const nameOf = (id: string, product: string): string => `${id} ${product}`;
  const recorded = new Map(
    rows.map((row) => [nameOf(row.provider_transaction_id, row.product_id), row]),
  );
  assert.equal(recorded.size, rows.length, 'each good is on record once');
  const money = new Map<Lane, { gross: number; kept: number }>();
  const owned = new Map<number, string[]>();
  let goods = 0;
  const count = (lane: Lane, cents: number, lost: number): void => {
    const sum = money.get(lane) ?? { gross: 0, kept: 0 };
    money.set(lane, { gross: sum.gross + cents, kept: sum.kept + cents - lost });
  };

  for (const sale of sales) {
    for (const good of sale.goods) {
      const what = `${sale.lane} ${sale.id} ${good.product.id}`;
      const truth = truths.get(good) as GoodTruth;
      const row = recorded.get(nameOf(sale.id, good.product.id));
      recorded.delete(nameOf(sale.id, good.product.id));
      if (!row) {
        const isGone = truth.isTaken && !verified.has(good);
        assert.ok(isGone, `${what}: on record, unless it was taken back before anybody asked`);
        continue;
      }
      goods += 1;
      const cents = Math.round(Number(row.price ?? 0) * 100);
      assert.equal(cents, good.cents, `${what}: the price of its line`);
      const own = reports.filter(
        ({ provider, unique_key }) => provider === row.provider && unique_key === row.unique_key,
      );
      const ours = lossOf(cents, row.cancel_state, told(own).refunded);
      assert.deepEqual(ours, truth, `${what}: our record`);
      const heard = server.purchases.get(row.transaction_id) as HeardPurchase;
      // Taken back before it could be announced: the app server never had to know.
      if (!heard && !verified.has(good) && truth.isTaken) {
        count(sale.lane, cents, truth.lost);
        continue;
      }
      assert.equal(heard?.verified, verified.has(good) ? 1 : 0, `${what}: told of once`);
      const heardLoss = lossOf(cents, heard.cancelState, heard.refunded);
      assert.deepEqual(heardLoss, truth, `${what}: what the app server heard`);
      count(sale.lane, cents, truth.lost);
      if (good.product.kind !== 'permanent' || truth.isTaken || !verified.has(good)) continue;
      const ownership = sale.isFamily ? 'FAMILY_SHARED' : 'PURCHASED';
      const entry = `${sale.lane} ${good.product.id} ${ownership}`;
      owned.set(sale.player, [...(owned.get(sale.player) ?? []), entry]);
    }
  }
  assert.deepEqual([...recorded.keys()], [], 'nothing else is on record');
  const subscribed = all.filter(({ kind }) => kind === 'subscription');
  const { truth, cycles } = await plans.compare(subscribed, reports, server);
  for (const { lane, cents, lost } of truth.cycles) {
    const paid = [...cents.values()].reduce((sum, each) => sum + each, 0);
    count(lane, paid, lost);
  }
  await compareOwned(shop, owned, truth.owned);
  await compareFigures(gate, appid, money);
  const sums = [...money.values()];
  return {
    goods,
    cycles,
    owned: [...owned.values()].flat().length,
    gross: sums.reduce((sum, { gross }) => sum + gross, 0),
    kept: sums.reduce((sum, { kept }) => sum + kept, 0),
  };
}

/** A purchase that was taken is lost as a whole. */
function lossOf(cents: number, cancelState: 0 | 1, refunded: string | null | undefined): GoodTruth {
  if (cancelState === 1) return { lost: cents, isTaken: true };
  const lost = refunded === null ? cents : Math.round(Number(refunded ?? 0) * 100);
  return { lost, isTaken: false };
}

/** A permanent product is owned once, however often it was paid; subscriptions run beside each other. */
async function compareOwned(
  shop: BasketShop,
  goods: ReadonlyMap<number, string[]>,
  plans: readonly (readonly [player: number, entry: string])[],
): Promise<void> {
  for (const player of new Set([...goods.keys(), ...plans.map(([owner]) => owner)])) {
    const own = plans.filter(([owner]) => owner === player).map(([, entry]) => entry);
    const all = [...new Set(goods.get(player)), ...own].sort();
    assert.deepEqual(await shop.owned(player), all, `what player ${player} owns`);
  }
}

/** Gross and net of every market. */
async function compareFigures(
  gate: Gate,
  appid: string,
  money: ReadonlyMap<Lane, { readonly gross: number; readonly kept: number }>,
): Promise<void> {
  await gate.service.payment.figures.turn();
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const range = `from=${day(gate.now - 400 * DAY)}&to=${day(gate.now + DAY)}`;
  const path = `/apps/${appid}/figures/revenue?${range}&step=month&by=market`;
  const { status, body } = await admin(gate, 'GET', path);
  assert.equal(status, 200, JSON.stringify(body));
  const said = body.totals
    .filter(({ currency }: { currency: string }) => currency === 'USD')
    .map(({ value, gross, net }: { value: string; gross: string; net: string }) => [
      value,
      Math.round(Number(gross) * 100),
      Math.round(Number(net) * 100),
    ]);
  const truth = [...money].map(([lane, { gross, kept }]) => [lane, gross, kept]);
  assert.deepEqual(said.sort(), truth.sort(), 'money in the figures');
}
