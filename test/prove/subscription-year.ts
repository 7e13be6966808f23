// A year in the life of subscribers at both stores, with notices late, twice, out of order and lost for a
// while; at the end our records and the stores' must be the same.
import assert from 'node:assert/strict';
import { statusOf } from '../../src/payment/ledger/subscription-state.ts';
import { DAY, openSubscriptionShop, type SubscriptionShop } from '../payment/subscription-shop.ts';
import type { Gate } from '../support/harness.ts';
import type { Markets } from '../support/markets.ts';
import { openLossyPost } from './lossy-post.ts';
import { seeded } from './seeded.ts';

export interface YearProof {
  readonly subscribers: number;
  readonly cycles: number;
  readonly refunded: number;
  readonly noticesSent: number;
  readonly noticesDelivered: number;
  readonly actions: number;
}

export interface LifeOptions {
  readonly subscribers: number;
  readonly days?: number;
  /** Of each subscriber. */
  readonly actionsPerYear?: number;
  readonly seed?: number;
}

/** Any step of these may be refused, since it does not fit the state; then nothing happens. */
const APPLE_STEPS: readonly [string, object][] = [
  ['cancel', {}],
  ['enable', {}],
  ['change-product', { productId: 'vip.max', when: 'now' }],
  ['change-product', { productId: 'vip.lite', when: 'next' }],
  ['fail-renewal', {}],
  ['fail-renewal', { graceMs: 6 * DAY }],
  ['recover', {}],
  ['refund', {}],
  ['reverse-refund', {}],
  ['renew', {}],
  ['expire', {}],
];
const GOOGLE_STEPS: readonly [string, object][] = [
  ['cancel', {}],
  ['restart', {}],
  ['replace', { productId: 'vip.max' }],
  ['replace', { productId: 'vip.lite', mode: 'DEFERRED' }],
  ['sign-up-again', {}],
  ['replace', { productId: 'vip.lite', mode: 'deferred' }],
  ['grace', {}],
  ['hold', {}],
  ['recover', {}],
  ['pause', { forMs: 20 * DAY }],
  ['resume', {}],
  ['refund', { revoke: true }],
  ['revoke', {}],
  ['expire', {}],
];

export async function liveAYear(
  gate: Gate,
  markets: Markets,
  { subscribers, days = 365, actionsPerYear = 4, seed = 7 }: LifeOptions,
): Promise<YearProof> {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const shop = await openSubscriptionShop(gate, markets);
  await shop.registerNotices();
  const { pass, pushAudience } = shop;
  const senders = ['/apple/notifications', '/google/notifications'];
  const post = await openLossyPost(gate, { markets, senders, pushAudience, random, pass });
  await shop.sendNoticesTo(post.url);
  const account = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
  const buyers = Array.from({ length: subscribers }, (_, index) => ({
    apple: index % 2 === 0,
    name: '',
    account: account(index),
    startsOn: Math.floor(random() * 30),
  }));
  let actions = 0;

  async function start(buyer: (typeof buyers)[number]): Promise<void> {
    if (buyer.apple) {
      const bought = await shop.subscribeApple({ appAccountToken: buyer.account });
      buyer.name = bought.transactionId;
      await verify('APPLE', bought.signedTransaction, buyer.account);
      return;
    }
    const bought = await shop.subscribeGoogle({ obfuscatedExternalAccountId: buyer.account });
    buyer.name = bought.purchaseToken;
    await verify('GOOGLE', bought.purchaseToken, buyer.account);
  }

  async function verify(provider: 'APPLE' | 'GOOGLE', receipt: string, accountUuid: string) {
    const answer = await shop.verify(provider, receipt, { accountUuid, iapPayload: accountUuid });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  }

  async function act(buyer: (typeof buyers)[number]): Promise<void> {
    // No two things happen to a subscription in the same millisecond.
    gate.now += 1 + Math.floor(random() * 1_000);
    const [step, fields] = pick(buyer.apple ? APPLE_STEPS : GOOGLE_STEPS);
    try {
      if (buyer.apple) {
        const { transactionId } = await shop.apple({ transactionId: buyer.name }, step, fields);
        buyer.name = transactionId;
      } else {
        const bought = { purchaseToken: buyer.name, orderId: '' };
        const { purchaseToken } = await shop.google(bought, step, fields);
        if (purchaseToken !== buyer.name) await verify('GOOGLE', purchaseToken, buyer.account);
        buyer.name = purchaseToken;
      }
      actions += 1;
    } catch (error) {
      if (!/: 400 /.test((error as Error).message)) throw error;
    }
  }

  for (let day = 0; day < days; day++) {
    await shop.pass(DAY);
    for (const buyer of buyers) {
      if (buyer.startsOn === day) await start(buyer);
      else if (buyer.name !== '' && random() < actionsPerYear / 365) await act(buyer);
    }
    await post.carry();
    await gate.service.payment.jobs.turn();
    if (day % 7 === 0) await gate.service.payment.pollers.turn();
    await gate.service.payment.sweep.turn();
  }
  await post.carryAll();
  await gate.service.payment.pollers.turn();
  await gate.service.payment.jobs.turn();
  // An end that perhaps is a replacement is looked at again.
  await pass(DAY / 24);
  await gate.service.payment.sweep.turn();
  await post.close();
  const compared = await compare(gate, markets, shop);
  const [noticesSent, noticesDelivered] = [post.sent(), post.delivered()];
  return { subscribers, ...compared, noticesSent, noticesDelivered, actions };
}

const APPLE_STATUSES = ['', 'active', 'expired', 'hold', 'grace', 'revoked'];
const GOOGLE_STATUSES: Readonly<Record<string, string>> = {
  ACTIVE: 'active',
  CANCELED: 'active',
  IN_GRACE_PERIOD: 'grace',
  ON_HOLD: 'hold',
  PAUSED: 'paused',
  EXPIRED: 'expired',
};

async function compare(gate: Gate, markets: Markets, shop: SubscriptionShop) {
  const { appid } = shop.app;
  const { apple, google } = (await markets.control('/export')).markets;
  const { db } = gate.service.context.storage;
  const subscriptions = await db
    .selectFrom('subscription')
    .selectAll()
    .where('appid', '=', appid)
    .execute();
  const purchases = await db
    .selectFrom('purchase')
    .select(['unique_key', 'account_uuid', 'product_id', 'cancel_state', 'price', 'payload'])
    .where('appid', '=', appid)
    .where('kind', '=', 'subscription')
    .execute();
  const ours = {
    subscriptions: subscriptions.map((row) => [
      row.subscription_id,
      row.account_uuid,
      statusOf(row),
      row.replaced_by,
      row.product_id,
      row.auto_renew_product_id,
      row.expires_at,
      row.refunded_at,
    ]),
    cycles: purchases.map((row) => [
      row.unique_key,
      row.account_uuid,
      row.product_id,
      row.cancel_state,
      row.price,
    ]),
  };
  const theirs = appleTruth(apple.store, shop.bundleId);
  const play = googleTruth(google, shop.packageName);
  assertSame(ours.subscriptions, [...theirs.subscriptions, ...play.subscriptions]);
  assertSame(ours.cycles, [...theirs.cycles, ...play.cycles]);
  // What the app server sent with the first receipt came back with every renewal.
  for (const { payload, account_uuid } of purchases) assert.equal(payload, account_uuid);
  return {
    cycles: purchases.length,
    refunded: purchases.filter((row) => row.cancel_state === 1).length,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the emulator's export, as it is
type Export = any;

function appleTruth({ apps, transactions, subscriptions }: Export, bundleId: string) {
  const app = apps.findIndex((each: Export) => each.bundleId === bundleId);
  const own = transactions.filter((each: Export) => each.app === app);
  const byId = new Map(own.map((each: Export) => [each.transactionId, each]));
  return {
    subscriptions: subscriptions
      .filter((each: Export) => byId.has(each.latestTransactionId))
      .map((each: Export) => {
        const latest = byId.get(each.latestTransactionId) as Export;
        return [
          each.originalTransactionId,
          latest.appAccountToken,
          APPLE_STATUSES[each.status],
          null,
          latest.productId,
          each.autoRenew ? each.nextProductId : null,
          latest.expiresDate,
          latest.revocation?.revocationDate ?? null,
        ];
      }),
    cycles: own.map((each: Export) => [
      each.transactionId,
      each.appAccountToken,
      each.productId,
      each.revocation ? 1 : 0,
      (each.price / 1_000).toFixed(2),
    ]),
  };
}

function googleTruth({ purchases, orders }: Export, packageName: string) {
  const own = purchases.filter((each: Export) => each.packageName === packageName);
  const byToken = new Map(own.map((each: Export) => [each.token, each]));
  const paid = orders.filter((each: Export) => byToken.has(each.token) && each.processedAt);
  return {
    subscriptions: own.map((each: Export) => [
      each.token,
      each.accountId,
      each.replaced ? 'replaced' : GOOGLE_STATUSES[each.state],
      own.find((other: Export) => other.replaces?.token === each.token)?.token ?? null,
      each.follows?.productId ?? each.productId,
      each.autoRenew ? (each.nextProductId ?? each.productId) : null,
      each.expiresAt,
      null,
    ]),
    cycles: paid.map((each: Export) => [
      each.orderId,
      (byToken.get(each.token) as Export).accountId,
      each.productId,
      each.state === 'REFUNDED' ? 1 : 0,
      ((each.price.micros + each.price.taxMicros) / 1_000_000).toFixed(2),
    ]),
  };
}

/** Says only what differs: there are thousands of rows. */
function assertSame(ours: readonly Row[], theirs: readonly Row[]): void {
  const without = (rows: readonly Row[], others: readonly Row[]): Row[] => {
    const known = new Set(others.map((row) => JSON.stringify(row)));
    return rows.filter((row) => !known.has(JSON.stringify(row)));
  };
  assert.deepEqual(without(ours, theirs), without(theirs, ours));
  assert.equal(ours.length, theirs.length);
}

type Row = readonly unknown[];
