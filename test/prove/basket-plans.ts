// The subscriptions of the basket year: plans and add-ons at both stores, which renew, are replaced, restored on
// other accounts, shared with a family, sold to silent buyers, refunded and taken back.
import assert from 'node:assert/strict';
import { newestReports } from '../../src/payment/ledger/cancellation.ts';
import { isCancelling } from '../../src/payment/markets/cancellation.ts';
import type { CancellationTable, PurchaseTable } from '../../src/storage/schema.ts';
import { DAY } from '../payment/subscription-shop.ts';
import type { Answer } from '../support/harness.ts';
import type { Markets } from '../support/markets.ts';
import type { AppServer } from './app-server.ts';
import { type BasketShop, PLANS, RECENT } from './basket-shop.ts';

type PlanLane = 'APPLE' | 'GOOGLE';

interface Subscriber {
  readonly lane: PlanLane;
  readonly player: number;
  readonly isFamily: boolean;
  readonly soldAt: number;
  /** Purchase token, or the latest transaction that is known. */
  name: string;
  receipt: string;
  /** The app server has verified it. */
  isVerified: boolean;
}

/** What one payment brought and lost, by the market's books. */
interface PaidCycle {
  readonly lane: PlanLane;
  readonly id: string;
  /** By product. */
  readonly cents: ReadonlyMap<string, number>;
  readonly lost: number;
}

interface PlansTruth {
  readonly cycles: readonly PaidCycle[];
  /** `player`, and `market product ownership` as `owned` says it. */
  readonly owned: readonly (readonly [number, string])[];
}

export interface Plans {
  readonly steps: Map<string, number>;
  readonly counts: { subscribed: number; restored: number; shared: number };
  subscribe(): Promise<void>;
  copy(): Promise<void>;
  goOn(): Promise<void>;
  claimUnclaimed(server: AppServer): Promise<void>;
  retry(): Promise<void>;
  /** Money by market, and what each player has; fails where records, events and books differ. */
  compare(
    rows: readonly PurchaseTable[],
    reports: readonly CancellationTable[],
    server: AppServer,
  ): Promise<{ readonly truth: PlansTruth; readonly cycles: number }>;
}

const PERIOD = 5 * DAY;
const { vip, max, extra } = PLANS;
const PRICES: ReadonlyMap<string, number> = new Map(
  Object.values(PLANS).map((p) => [p.id, p.cents]),
);
const SHARE_SILENT = 0.2;
const SHARE_WITH_EXTRA = 0.4;
const SHARE_SHARED = 0.3;

type Step = readonly [name: string, fields: object];

const toMax = { productId: max.id, basePlanId: 'max' };
const micros = (cents: number): number => cents * 10_000;
const REPLACEMENTS: readonly Step[] = (
  [
    'CHARGE_FULL_PRICE',
    'WITH_TIME_PRORATION',
    'CHARGE_PRORATED_PRICE',
    'WITHOUT_PRORATION',
    'DEFERRED',
  ] as const
).map((mode) => ['replace', { ...toMax, priceMicros: micros(max.cents), taxMicros: 0, mode }]);

/** Steps that do not fit the state of a subscription are refused by the emulator; then nothing happens. */
const STEPS: Readonly<Record<PlanLane, readonly Step[]>> = {
  GOOGLE: [
    ...REPLACEMENTS,
    ['cancel', {}],
    ['sign-up-again', {}],
    ['sign-up-again', {}],
    ['restart', {}],
    ['remove-item', { productId: extra.id }],
    ['revoke', { productId: extra.id }],
    ['revoke', {}],
    ['revoke', { prorated: true }],
    ['refund', { revoke: false, source: 1 }],
    ['refund', { amountMicros: 250_000 }],
  ],
  APPLE: [
    ['cancel', {}],
    ['enable', {}],
    ['change-product', { productId: max.id, price: max.cents * 10, when: 'now' }],
    ['change-product', { productId: vip.id, price: vip.cents * 10, when: 'next' }],
    ['refund', {}],
    ['refund', { revocationType: 'REFUND_PRORATED', revocationPercentage: 50_000 }],
    ['reverse-refund', {}],
  ],
};

export interface PlansOptions {
  readonly shop: BasketShop;
  readonly markets: Markets;
  readonly players: number;
  readonly random: () => number;
  readonly now: () => number;
}

export function openPlans({ shop, markets, players, random, now }: PlansOptions): Plans {
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const chance = (share: number): boolean => random() < share;
  const subscribers: Subscriber[] = [];
  const steps = new Map<string, number>();
  const counts = { subscribed: 0, restored: 0, shared: 0 };
  const waiting = new Set<Subscriber>();

  const verify = (lane: PlanLane, serviceReceipt: string, player: number): Promise<Answer> =>
    shop.post('/payment/v1/subscription/verify', {
      accountUuid: shop.accountOf(player),
      serviceReceipt,
      providerId: lane,
      requestType: 1,
      country: 'US',
      language: 'en',
    });

  async function claim(subscriber: Subscriber): Promise<void> {
    const { lane, receipt, player } = subscriber;
    const { status, body } = await verify(lane, receipt, player);
    const outcome = body.outcome?.message;
    if (outcome === 'MARKET_UNAVAILABLE') {
      waiting.add(subscriber);
      return;
    }
    // Taken back before anybody could verify it.
    if (status !== 200) assert.equal(outcome, 'INVALID_RECEIPT', JSON.stringify(body));
    else subscriber.isVerified = true;
  }

  async function sellAtGoogle(player: number): Promise<Subscriber> {
    const addOn = { productId: extra.id, basePlanId: 'extra', priceMicros: micros(extra.cents) };
    const { purchaseToken } = await markets.control('/google/subscriptions', {
      packageName: shop.bundle,
      productId: vip.id,
      periodMs: PERIOD,
      priceMicros: micros(vip.cents),
      taxMicros: 0,
      currency: 'USD',
      obfuscatedExternalAccountId: shop.accountOf(player),
      ...(chance(SHARE_WITH_EXTRA) && { addOns: [{ ...addOn, taxMicros: 0 }] }),
    });
    return found('GOOGLE', player, purchaseToken, purchaseToken);
  }

  async function sellAtApple(player: number): Promise<Subscriber> {
    const { transactionId, signedTransaction } = await markets.control('/apple/transactions', {
      ...shop.appleApp,
      productId: vip.id,
      type: 'Auto-Renewable Subscription',
      periodMs: PERIOD,
      price: vip.cents * 10,
      currency: 'USD',
      appAccountToken: shop.accountOf(player),
    });
    return found('APPLE', player, transactionId, signedTransaction);
  }

  const found = (lane: PlanLane, player: number, name: string, receipt: string): Subscriber => ({
    ...{ lane, player, name, receipt },
    isFamily: false,
    soldAt: now(),
    isVerified: false,
  });

  async function add(subscriber: Subscriber): Promise<void> {
    subscribers.push(subscriber);
    if (!chance(SHARE_SILENT)) await claim(subscriber);
  }

  const pathOf = ({ lane, name }: Subscriber): string =>
    lane === 'GOOGLE' ? `/google/subscriptions/${name}` : `/apple/transactions/${name}`;

  return {
    steps,
    counts,
    async subscribe() {
      const player = 1 + below(players);
      counts.subscribed += 1;
      await add(chance(0.5) ? await sellAtGoogle(player) : await sellAtApple(player));
    },
    async copy() {
      const apple = subscribers.filter(
        ({ lane, isVerified, isFamily }) => lane === 'APPLE' && isVerified && !isFamily,
      );
      if (apple.length === 0) return;
      const subscriber = pick(apple);
      const other = 1 + below(players);
      if (chance(SHARE_SHARED)) {
        const shared = await markets.control(`${pathOf(subscriber)}/share`, {}).catch(ifRefused);
        if (!shared) return;
        const { transactionId, signedTransaction } = shared;
        const member = found('APPLE', other, transactionId, signedTransaction);
        subscribers.push({ ...member, isFamily: true });
        counts.shared += 1;
        await claim(subscribers.at(-1) as Subscriber);
        return;
      }
      const { signedTransaction } = await markets.control(`${pathOf(subscriber)}/restore`, {});
      const { status, body } = await verify('APPLE', signedTransaction, other);
      const isUnavailable = body.outcome?.message === 'MARKET_UNAVAILABLE';
      assert.ok(status === 200 || isUnavailable, JSON.stringify(body));
      counts.restored += 1;
    },
    async goOn() {
      if (subscribers.length === 0) return;
      const subscriber = pick(subscribers);
      const { lane, isFamily, soldAt } = subscriber;
      const family: Step = ['refund', { revocationType: 'FAMILY_REVOKE' }];
      const [name, fields] = isFamily ? family : pick(STEPS[lane]);
      if (lane === 'GOOGLE' && name === 'refund' && now() - soldAt > RECENT) return;
      const result = await markets
        .control(`${pathOf(subscriber)}/${name}`, fields)
        .catch(ifRefused);
      if (!result) return;
      const mode = 'mode' in fields ? ` ${fields.mode}` : '';
      const step = `${lane} plan ${name}${mode}`;
      steps.set(step, (steps.get(step) ?? 0) + 1);
      if (lane === 'APPLE') subscriber.name = result.transactionId;
      const { purchaseToken } = result;
      if (lane === 'GOOGLE' && purchaseToken !== subscriber.name) {
        await add(found('GOOGLE', subscriber.player, purchaseToken, purchaseToken));
      }
    },
    async claimUnclaimed(server) {
      for (const { providerId, receipt } of server.unclaimedPlans.splice(0)) {
        const { subscriber } = await ownerOf(providerId, receipt);
        await claim(subscriber);
      }
    },
    async retry() {
      const again = [...waiting];
      waiting.clear();
      for (const subscriber of again) await claim(subscriber);
    },
    async compare(rows, reports, server) {
      assert.equal(waiting.size, 0, 'every subscription is verified');
      const truth = truthOf((await markets.control('/export')).markets);
      const cycles = compareCycles(truth, rows, reports);
      for (const row of rows) {
        const heard = server.purchases.get(row.transaction_id)?.verified ?? 0;
        assert.equal(heard, row.claimed, `${row.unique_key}: told of once if it was verified`);
      }
      return { truth, cycles };
    },
  };

  async function ownerOf(lane: PlanLane, receipt: string): Promise<{ subscriber: Subscriber }> {
    const known = subscribers.find((each) => each.lane === lane && each.receipt === receipt);
    if (known) return { subscriber: known };
    const original = originalIn(receipt);
    const subscriber = subscribers.find(
      (each) => each.lane === lane && originalIn(each.receipt) === original,
    );
    assert.ok(subscriber, `unclaimed: ${lane} ${receipt.slice(0, 40)}`);
    return { subscriber };
  }

  function truthOf({ apple, google }: Books): PlansTruth {
    const theirs = appleTruth(apple.store, shop.appleApp.bundleId, now());
    const play = googleTruth(google, shop.bundle, now());
    const playerOf = (account: string) => Number(account.split('-').at(-1));
    const familyOf = (original: string) =>
      subscribers.find(({ receipt, isFamily }) => isFamily && originalIn(receipt) === original);
    const members = theirs.shared.flatMap(({ original, product }): [number, string][] => {
      const member = familyOf(original);
      return member?.isVerified ? [[member.player, `APPLE ${product} FAMILY_SHARED`]] : [];
    });
    const payers = [...theirs.running, ...play.running].map(
      ({ lane, account, product }): [number, string] => [
        playerOf(account),
        `${lane} ${product} PURCHASED`,
      ],
    );
    return { cycles: [...theirs.cycles, ...play.cycles], owned: [...payers, ...members] };
  }
}

/** By payment: how much of one went back for which of its products is Google's and ours to divide. */
function compareCycles(
  { cycles }: PlansTruth,
  rows: readonly PurchaseTable[],
  reports: readonly CancellationTable[],
): number {
  const byPayment = Map.groupBy(rows, (row) => `${row.provider} ${row.store_transaction_id}`);
  for (const { lane, id, cents, lost } of cycles) {
    const what = `${lane} ${id}`;
    const own = byPayment.get(what) ?? [];
    byPayment.delete(what);
    const prices = own.map((row) => [row.product_id, Math.round(Number(row.price ?? 0) * 100)]);
    assert.deepEqual(prices.sort(), [...cents].sort(), `${what}: products and prices`);
    const ours = own.reduce((sum, row) => sum + lostOf(row, reports), 0);
    assert.equal(ours, lost, `${what}: what went back`);
  }
  assert.deepEqual([...byPayment.keys()], [], 'no other cycle is on record');
  return rows.length;
}

function lostOf(row: PurchaseTable, reports: readonly CancellationTable[]): number {
  const cents = Math.round(Number(row.price ?? 0) * 100);
  const own = newestReports(
    reports.filter(
      ({ provider, unique_key }) => provider === row.provider && unique_key === row.unique_key,
    ),
  );
  const lost = own
    .filter((report) => report.state === 'partial' || isCancelling(report))
    .map(({ amount }) => (amount === null ? cents : Math.round(Number(amount) * 100)));
  return Math.min(
    cents,
    lost.reduce((sum, each) => sum + each, 0),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: the emulator's export, as it is
type Books = any;

interface Running {
  readonly lane: PlanLane;
  readonly account: string;
  readonly product: string;
}

interface Shared {
  readonly original: string;
  readonly product: string;
}

const APPLE_RUNNING = [1, 4];
const WHOLE = 100_000;

function appleTruth({ apps, transactions, subscriptions }: Books, bundleId: string, now: number) {
  const app = apps.findIndex((each: Books) => each.bundleId === bundleId);
  const own = transactions.filter(
    (each: Books) => each.app === app && PRICES.has(each.productId) && !each.restoredFrom,
  );
  const byId = new Map<string, Books>(own.map((each: Books) => [each.transactionId, each]));
  const isShared = (each: Books) => each.extra?.inAppOwnershipType === 'FAMILY_SHARED';
  const cycles = own.map((each: Books): PaidCycle => {
    const cents = isShared(each) ? 0 : each.price / 10;
    const { revocationType, revocationPercentage = WHOLE } = each.revocation ?? {};
    const part = revocationType === 'REFUND_PRORATED' ? revocationPercentage : WHOLE;
    const lost = each.revocation ? Math.round((cents * part) / WHOLE) : 0;
    const { transactionId: id, productId } = each;
    return { lane: 'APPLE', id, cents: new Map([[productId, cents]]), lost };
  });
  const active = subscriptions.flatMap((each: Books) => {
    const latest = byId.get(each.latestTransactionId);
    const isRunning = latest?.expiresDate > now && APPLE_RUNNING.includes(each.status);
    return isRunning ? [latest] : [];
  });
  return {
    cycles,
    running: active
      .filter((each: Books) => !isShared(each))
      .map(({ appAccountToken: account, productId: product }: Books): Running => {
        return { lane: 'APPLE', account, product };
      }),
    shared: active.filter(isShared).map(
      (each: Books): Shared => ({
        original: each.originalTransactionId,
        product: each.productId,
      }),
    ) as Shared[],
  };
}

const GOOGLE_RUNNING = ['ACTIVE', 'CANCELED', 'IN_GRACE_PERIOD'];

function googleTruth({ purchases, orders }: Books, packageName: string, now: number) {
  const own = purchases.filter(
    (each: Books) => each.packageName === packageName && each.kind === 'subscription',
  );
  const tokens = new Set(own.map((each: Books) => each.token));
  const paid = orders.filter((each: Books) => tokens.has(each.token) && each.processedAt);
  const cycles = paid.map((order: Books): PaidCycle => {
    const lines = [order, ...(order.otherLines ?? [])];
    const cents = lines.map((line: Books) => [line.productId, line.price.micros / 10_000] as const);
    const given = [...(order.partialRefunds ?? []), ...(order.refund ? [order.refund] : [])];
    const lost = given.reduce((sum: number, each: Books) => sum + each.micros, 0) / 10_000;
    return { lane: 'GOOGLE', id: order.orderId, cents: new Map(cents), lost };
  });
  const running = own
    .filter((each: Books) => GOOGLE_RUNNING.includes(each.state))
    .flatMap((each: Books) =>
      [{ ...each, ...each.follows }, ...(each.addOns ?? [])]
        .filter((item: Books) => item.expiresAt > now)
        .map(({ productId: product }: Books): Running => {
          return { lane: 'GOOGLE', account: each.accountId, product };
        }),
    );
  return { cycles, running };
}

/** Of a signed transaction; any other receipt names itself. */
function originalIn(receipt: string): string {
  const [, payload = ''] = receipt.split('.');
  if (payload === '') return receipt;
  return JSON.parse(Buffer.from(payload, 'base64url').toString()).originalTransactionId;
}

export function ifRefused(error: unknown): undefined {
  if (!/: 4\d\d /.test((error as Error).message)) throw error;
}
