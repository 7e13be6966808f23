// What the subscription tests share: an app that sells subscriptions in both stores, and its caller.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { verifyFigures } from '../../src/payment/figures/check.ts';
import type { Answer, Gate, TestApp } from '../support/harness.ts';
import { type Markets, setUpMarket } from '../support/markets.ts';
import { ACCOUNT, APP_APPLE_ID, BUNDLE_ID } from './shop.ts';

export const SUBSCRIPTION_PATH = '/payment/v1/subscription/verify';
export const STATUS_PATH = '/payment/v1/subscription/status';
export const PLAN = 'vip.monthly';
const PACKAGE = 'com.tollgate.demo';
export const DAY = 24 * 60 * 60_000;
export const MONTH = 30 * DAY;
export const PUSH_EMAIL = 'play-notifications@tollgate-emulator.iam.gserviceaccount.com';

// biome-ignore lint/suspicious/noExplicitAny: a JSON answer has whatever shape the test asserts
type Json = any;

export interface AppleBought {
  readonly transactionId: string;
  readonly originalTransactionId: string;
  readonly signedTransaction: string;
}

export interface GoogleBought {
  readonly purchaseToken: string;
  readonly orderId: string;
}

export interface SubscriptionShop {
  readonly app: TestApp;
  readonly bundleId: string;
  readonly packageName: string;
  readonly pushAudience: string;
  readonly headers: Record<string, string>;
  subscribeApple(fields?: object): Promise<AppleBought>;
  subscribeGoogle(fields?: object): Promise<GoogleBought>;
  /** What happens to a subscription: `renew`, `cancel`, `refund`, … */
  apple(bought: { readonly transactionId: string }, step: string, fields?: object): Promise<Json>;
  google(bought: GoogleBought, step: string, fields?: object): Promise<Json>;
  verify(provider: 'APPLE' | 'GOOGLE', receipt: string, fields?: object): Promise<Answer>;
  status(accountUuid?: string): Promise<Json[]>;
  /** Moves the clock of the service and of the markets; what falls due on the way happens. */
  pass(ms: number): Promise<void>;
  /** From now on both markets send their notices to the service; held back until released. */
  registerNotices(): Promise<void>;
  /** … or to somebody else. */
  sendNoticesTo(base: string): Promise<void>;
  /** Delivers what was held back and does what follows; the statuses of the answers. */
  release(): Promise<number[]>;
}

export interface SubscriptionShopOptions {
  /** Without the key of the App Store Server API the receipt alone decides. */
  readonly asksApple?: boolean;
  readonly appleSettings?: object;
}

let shops = 0;

export async function openSubscriptionShop(
  gate: Gate,
  markets: Markets,
  { asksApple = true, appleSettings = {} }: SubscriptionShopOptions = {},
): Promise<SubscriptionShop> {
  const app = await gate.createApp();
  const { apple, google } = await markets.control('/credentials');
  // Each shop has names of its own at the markets, so that notices find the right one.
  const number = ++shops;
  const bundleId = `${BUNDLE_ID}.s${number}`;
  const packageName = `${PACKAGE}.s${number}`;
  const audience = `https://example.com/google/${app.appid}`;
  await setUpMarket(
    gate,
    app,
    'APPLE',
    {
      bundle_id: bundleId,
      app_apple_id: APP_APPLE_ID,
      ...(asksApple && { issuer_id: apple.issuerId, key_id: apple.keyId }),
      ...appleSettings,
    },
    asksApple ? { private_key: apple.privateKey } : {},
  );
  await setUpMarket(
    gate,
    app,
    'GOOGLE',
    { package_name: packageName, push_audience: audience, push_email: PUSH_EMAIL },
    { service_account: JSON.stringify(google.serviceAccount) },
  );
  const headers = { 'x-app-id': app.appid, authorization: `Bearer ${await gate.token(app)}` };
  const isOurs = ({ url }: { url: string }): boolean => url.endsWith(`/${app.appid}`);

  async function sendNoticesTo(base: string): Promise<void> {
    await markets.control('/apple/notifications', {
      bundleId,
      appAppleId: APP_APPLE_ID,
      environment: 'Production',
      url: `${base}/apple/${app.appid}`,
    });
    await markets.control('/google/notifications', {
      packageName,
      url: `${base}/google/${app.appid}`,
      audience,
    });
    await markets.control('/apple/notifications/hold', {});
    await markets.control('/google/notifications/hold', {});
  }

  return {
    app,
    bundleId,
    packageName,
    pushAudience: audience,
    headers,
    sendNoticesTo,
    subscribeApple: (fields = {}) =>
      markets.control('/apple/transactions', {
        environment: 'Production',
        bundleId,
        appAppleId: APP_APPLE_ID,
        productId: PLAN,
        type: 'Auto-Renewable Subscription',
        periodMs: MONTH,
        price: 9_990,
        currency: 'USD',
        appAccountToken: ACCOUNT,
        ...fields,
      }),
    subscribeGoogle: (fields = {}) =>
      markets.control('/google/subscriptions', {
        packageName,
        productId: PLAN,
        periodMs: MONTH,
        priceMicros: 9_990_000,
        taxMicros: 800_000,
        currency: 'USD',
        obfuscatedExternalAccountId: ACCOUNT,
        ...fields,
      }),
    apple: ({ transactionId }, step, fields = {}) =>
      markets.control(`/apple/transactions/${transactionId}/${step}`, fields),
    google: ({ purchaseToken }, step, fields = {}) =>
      markets.control(`/google/subscriptions/${purchaseToken}/${step}`, fields),
    verify: (providerId, serviceReceipt, fields = {}) =>
      gate.post(
        SUBSCRIPTION_PATH,
        {
          accountUuid: ACCOUNT,
          serviceReceipt,
          country: 'US',
          language: 'en',
          providerId,
          requestType: 1,
          ...fields,
        },
        headers,
      ),
    async status(accountUuid = ACCOUNT) {
      return (await gate.post(STATUS_PATH, { accountUuid }, headers)).body.data;
    },
    async pass(ms) {
      gate.now += ms;
      headers.authorization = `Bearer ${await gate.token(app)}`;
      // The markets live by the same clock; this makes them look at it.
      await markets.control('/clock', { advanceMs: 0 });
    },
    async registerNotices() {
      const { app: server } = gate.service;
      if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' });
      const { port } = server.server.address() as AddressInfo;
      await sendNoticesTo(`http://127.0.0.1:${port}/market/v1`);
    },
    async release() {
      const statuses: number[] = [];
      for (const market of ['apple', 'google']) {
        const { notifications } = await markets.control(`/${market}/notifications/release`, {});
        for (const { attempts } of notifications.filter(isOurs)) {
          statuses.push(attempts.at(-1)?.status);
        }
        await markets.control(`/${market}/notifications/hold`, {});
      }
      await gate.service.payment.jobs.turn();
      return statuses;
    },
  };
}

/** The cycles on record, oldest first: store transaction id, product, cancel state, whether verified. */
export async function cyclesOf(gate: Gate, { appid }: TestApp) {
  const rows = await gate.service.context.storage.db
    .selectFrom('purchase')
    .select(['store_transaction_id', 'product_id', 'cancel_state', 'claimed'])
    .where('appid', '=', appid)
    .where('kind', '=', 'subscription')
    .orderBy('purchased_at')
    .orderBy('number')
    .execute();
  return rows.map((row) => [
    row.store_transaction_id,
    row.product_id,
    row.cancel_state,
    row.claimed,
  ]);
}

/** The revenue by the figures, which are as the purchases say. */
export async function grossOf(gate: Gate, { appid }: TestApp): Promise<number> {
  await gate.service.payment.figures.turn();
  const check = await verifyFigures(gate.service, { appid });
  assert.deepEqual('differences' in check ? check.differences : check, []);
  const rows = await gate.service.context.storage.db
    .selectFrom('figure_money')
    .select('gross')
    .where('appid', '=', appid)
    .where('dimension', '=', 'total')
    .where('grain', '=', 'month')
    .execute();
  return rows.reduce((sum, row) => sum + Number(row.gross), 0);
}
