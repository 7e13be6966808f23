// What the tests of Google's refunds share: an app that sells pieces and plans at Google Play, and its events.
import { SYSTEM } from '../../src/audit/audit.ts';
import { registerReceiver } from '../../src/outbox/receivers.ts';
import { expectDone, type Gate } from '../support/harness.ts';
import type { Markets } from '../support/markets.ts';
import { ACCOUNT, PATH, PRODUCT } from './shop.ts';
import {
  type GoogleBought,
  openSubscriptionShop,
  type SubscriptionShop,
} from './subscription-shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON answer has whatever shape the test asserts
type Json = any;

export interface GoogleShop extends SubscriptionShop {
  buy(fields?: object): Promise<GoogleBought>;
  /** What happens to a purchase: `refund`, `complete-refund`, … */
  act(bought: GoogleBought, step: string, fields?: object): Promise<Json>;
  /** The answer to a verification of a purchase. */
  verifyGems(bought: GoogleBought): Promise<Json>;
  /** Delivers what was held back; then everything that is due is done. */
  settle(): Promise<void>;
  poll(): Promise<void>;
  /** Refunds and disputes on record: cause, state, amount, quantity, reason, time. */
  reports(): Promise<string[]>;
  /** Events for the app server since the last call. */
  events(): Promise<{ type: string; data: Json }[]>;
  cancelState(bought: GoogleBought): Promise<number | undefined>;
}

export async function openGoogleShop(gate: Gate, markets: Markets): Promise<GoogleShop> {
  const shop = await openSubscriptionShop(gate, markets);
  const { appid, gameIndex } = shop.app;
  const { payment, context } = gate.service;
  const { db } = context.storage;
  const lane = { game_index: gameIndex, channel: 'purchase' } as const;
  // Nobody listens: the tests read what would be sent.
  const receiver = { ...lane, url: 'http://127.0.0.1:9/', key: 'a-key-of-the-tests' };
  expectDone(await registerReceiver(context, SYSTEM, receiver));
  let seen = 0;

  return {
    ...shop,
    buy: (fields = {}) =>
      markets.control('/google/purchases', {
        packageName: shop.packageName,
        productId: PRODUCT,
        priceMicros: 10_000_000,
        currency: 'USD',
        obfuscatedExternalAccountId: ACCOUNT,
        ...fields,
      }),
    act: ({ purchaseToken }, step, fields = {}) =>
      markets.control(`/google/purchases/${purchaseToken}/${step}`, fields),
    async verifyGems({ purchaseToken }) {
      const request = { serviceReceipt: purchaseToken, productId: PRODUCT, providerId: 'GOOGLE' };
      const body = { accountUuid: ACCOUNT, requestType: 1, ...request };
      return (await gate.post(PATH, body, shop.headers)).body.data;
    },
    async settle() {
      await shop.release();
      await payment.jobs.turn();
    },
    async poll() {
      await payment.pollers.turn();
      await payment.jobs.turn();
    },
    async reports() {
      const rows = await db
        .selectFrom('purchase_cancellation')
        .selectAll()
        .where('appid', '=', appid)
        .orderBy('reported_at')
        .execute();
      return rows.map(({ cause, state, amount, quantity, reason, reported_at }) =>
        [cause, state, amount, quantity, reason, reported_at].join('|'),
      );
    },
    async events() {
      const rows = await db
        .selectFrom('outbox')
        .select(['seq', 'payload'])
        .where('game_index', '=', gameIndex)
        .where('channel', '=', 'purchase')
        .where('seq', '>', seen)
        .orderBy('seq')
        .execute();
      seen = rows.at(-1)?.seq ?? seen;
      return rows.map(({ payload }) => JSON.parse(payload));
    },
    async cancelState({ orderId }) {
      const row = await db
        .selectFrom('purchase')
        .select('cancel_state')
        .where('appid', '=', appid)
        .where('unique_key', '=', orderId)
        .executeTakeFirst();
      return row?.cancel_state;
    },
  };
}
