// A shop that sells baskets: several products in one order, permanent products and pieces, at every market, with a
// payment gateway that changes. It says what is true of each good by the books of the markets.
import assert from 'node:assert/strict';
import { SYSTEM } from '../../src/audit/audit.ts';
import type { Market } from '../../src/storage/schema.ts';
import { setProduct } from '../../src/tenants/products.ts';
import { DAY, PUSH_EMAIL } from '../payment/subscription-shop.ts';
import { type Answer, expectDone, type Gate, type TestApp } from '../support/harness.ts';
import { type Markets, setUpMarket } from '../support/markets.ts';
import { TRUTHS } from './sad-shop.ts';

export const LANES = ['GOOGLE', 'APPLE', 'STEAM', 'PG'] as const satisfies readonly Market[];
export type Lane = (typeof LANES)[number];

interface Product {
  readonly id: string;
  readonly kind: 'consumable' | 'permanent';
  /** Of one piece. */
  readonly cents: number;
}

export const CATALOGUE: readonly Product[] = [
  { id: 'gems', kind: 'consumable', cents: 999 },
  { id: 'coins', kind: 'consumable', cents: 102 },
  { id: 'energy', kind: 'consumable', cents: 334 },
  { id: 'map', kind: 'permanent', cents: 1_999 },
  { id: 'sword', kind: 'permanent', cents: 1_250 },
  { id: 'founder', kind: 'permanent', cents: 4_900 },
];

/** Subscriptions: a plan, the one that it can be replaced by, and what can be added to it. */
export const PLANS = {
  vip: { id: 'vip', cents: 999 },
  max: { id: 'vip.max', cents: 1_999 },
  extra: { id: 'vip.extra', cents: 501 },
} as const;

/** Tollgate reads the orders of the last 60 days again: what is in no list of refunds is found there. */
export const RECENT = 50 * DAY;

/** One product of an order. */
export interface Good {
  readonly product: Product;
  readonly quantity: number;
  readonly cents: number;
}

/** One payment, or a family member's copy of one. */
export interface Sale {
  readonly lane: Lane;
  readonly player: number;
  readonly goods: readonly Good[];
  /** `storeTransactionId` of the history. */
  readonly id: string;
  /** The emulator's control calls about it begin with it. */
  readonly path: string;
  readonly isFamily: boolean;
  readonly soldAt: number;
  /** Undefined for an order, whose receipt `restore` hands out. */
  readonly receipt: string | undefined;
  /** Lines that were refunded by themselves: Google's books do not say that they were taken. */
  readonly taken: Set<string>;
  isPaid: boolean;
}

/** What is true of a good in the end. */
export interface GoodTruth {
  /** What the buyer got back or took back. */
  readonly lost: number;
  readonly isTaken: boolean;
}

export interface BasketShop {
  readonly app: TestApp;
  readonly pushAudience: string;
  /** The package at Google Play. */
  readonly bundle: string;
  readonly appleApp: { readonly bundleId: string; readonly appAppleId: number };
  /** A call of the app server. */
  post(path: string, body: object): Promise<Answer>;
  accountOf(player: number): string;
  sell(lane: Lane, player: number, goods: readonly Good[]): Promise<Sale | 'owned' | 'unavailable'>;
  pay(sale: Sale): Promise<void>;
  /** A receipt for each good, or undefined while it cannot be had. */
  receiptOf(sale: Sale): Promise<string | undefined>;
  verify(sale: Sale, good: Good, receipt: string, player?: number): Promise<Answer>;
  /** The same purchase on another device, under another id. */
  restored(sale: Sale): Promise<string>;
  share(sale: Sale, player: number): Promise<Sale>;
  owned(player: number): Promise<string[]>;
  changeGateway(): Promise<void>;
  /** By good; reads all books once. */
  truths(sales: readonly Sale[]): Promise<ReadonlyMap<Good, GoodTruth>>;
  pass(ms: number): Promise<void>;
  sendNoticesTo(url: string): Promise<void>;
}

const STEAM_ID = '76561197960287930';
const APP_APPLE_ID = 1_234_567_890;
/** Subscriptions live on at the markets, so that each shop needs names of its own. */
let shops = 0;

// biome-ignore lint/suspicious/noExplicitAny: the emulator's answers, as they are
type Books = any;

export async function openBasketShop(gate: Gate, markets: Markets): Promise<BasketShop> {
  const app = await gate.createApp();
  const { appid } = app;
  const bundle = `com.tollgate.baskets.s${++shops}`;
  const appleApp = { environment: 'Production', bundleId: bundle, appAppleId: APP_APPLE_ID };
  const pushAudience = `https://example.com/google/${appid}`;
  const { apple, google, steam, stripe, portone } = await markets.control('/credentials');
  const gateways = [
    [
      { gateway: 'STRIPE' },
      { api_secret: stripe.liveSecretKey, webhook_secret: stripe.webhookSecret },
    ],
    [
      { gateway: 'PORTONE', store_id: portone.storeId },
      { api_secret: portone.secret, webhook_secret: portone.webhookSecret },
    ],
  ] as const;
  let changes = 0;

  for (const [index, { id, kind, cents }] of CATALOGUE.entries()) {
    const amount = (cents / 100).toFixed(2);
    const definition = { name: id, kind, prices: [{ currency: 'USD', amount }] };
    const place = { appid, product_id: id, steam_item_id: index + 1 };
    expectDone(await setProduct(gate.service.context, SYSTEM, { ...definition, ...place }));
  }
  await setUpMarket(
    gate,
    app,
    'APPLE',
    {
      bundle_id: bundle,
      app_apple_id: APP_APPLE_ID,
      issuer_id: apple.issuerId,
      key_id: apple.keyId,
      accept_sandbox: false,
    },
    { private_key: apple.privateKey },
  );
  await setUpMarket(
    gate,
    app,
    'GOOGLE',
    { package_name: bundle, push_audience: pushAudience, push_email: PUSH_EMAIL },
    { service_account: JSON.stringify(google.serviceAccount) },
  );
  await setUpMarket(gate, app, 'STEAM', { steam_app_id: 480 }, { publisher_key: steam.key });
  await setUpMarket(gate, app, 'PG', ...gateways[0]);

  let server: Record<string, string> = {};
  const login = async () => {
    server = { 'x-app-id': appid, authorization: `Bearer ${await gate.token(app)}` };
  };
  await login();
  const accountOf = (player: number) =>
    `00000000-0000-4000-8000-${String(player).padStart(12, '0')}`;

  async function playerOf(player_id: number) {
    const body = { appid, player_id, account_uuid: accountOf(player_id) };
    const answer = await gate.post('/auth/v1/login', body, server);
    return { 'x-app-id': appid, authorization: `Bearer ${answer.body.access_token}` };
  }

  async function owned(player: number): Promise<string[]> {
    const body = { accountUuid: accountOf(player) };
    const answer = await gate.post('/payment/v1/owned', body, server);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.data
      .map((each: Books) => `${each.providerId} ${each.productId} ${each.ownership}`)
      .sort();
  }

  /** An order is for one product. */
  async function order(lane: 'STEAM' | 'PG', player: number, { product, quantity }: Good) {
    const headers = await playerOf(player);
    const wish = { productId: product.id, quantity };
    const answer =
      lane === 'STEAM'
        ? await gate.post('/payment/v1/purchase/init', { ...wish, steamId: STEAM_ID }, headers)
        : await gate.post('/payment/v1/order/pay-page-url', { ...wish, currency: 'USD' }, headers);
    if (answer.body.outcome?.message === 'MARKET_UNAVAILABLE') return 'unavailable';
    if (answer.status !== 200) {
      assert.equal(answer.body.outcome?.message, 'FORBIDDEN_REQUEST', JSON.stringify(answer.body));
      const has = await owned(player);
      const isOwned = has.some((each) => each.endsWith(` ${product.id} PURCHASED`));
      assert.ok(isOwned, `${product.id} was refused, and player ${player} has ${has}`);
      return 'owned';
    }
    const { orderId, serviceReceipt } = answer.body.data;
    const path = lane === 'STEAM' ? `/steam/orders/${orderId}` : `/pg/orders/${orderId}`;
    return { id: orderId as string, path, receipt: serviceReceipt as string | undefined };
  }

  async function sellAtApple(player: number, { product, cents }: Good) {
    const { transactionId, signedTransaction } = await markets.control('/apple/transactions', {
      ...appleApp,
      productId: product.id,
      type: product.kind === 'permanent' ? 'Non-Consumable' : 'Consumable',
      price: cents * 10,
      currency: 'USD',
      appAccountToken: accountOf(player),
    });
    const path = `/apple/transactions/${transactionId}`;
    return { id: transactionId, path, receipt: signedTransaction };
  }

  async function sellAtGoogle(player: number, goods: readonly Good[]) {
    const { orderId, purchaseToken } = await markets.control('/google/purchases', {
      packageName: bundle,
      obfuscatedExternalAccountId: accountOf(player),
      currency: 'USD',
      products: goods.map(({ product, quantity }) => ({
        productId: product.id,
        quantity,
        priceMicros: product.cents * 10_000,
      })),
    });
    return { id: orderId, path: `/google/purchases/${purchaseToken}`, receipt: purchaseToken };
  }

  return {
    app,
    pushAudience,
    bundle,
    appleApp,
    post: (path, body) => gate.post(path, body, server),
    accountOf,
    owned,
    async sell(lane, player, goods) {
      const [first] = goods as [Good];
      const sold =
        lane === 'GOOGLE'
          ? await sellAtGoogle(player, goods)
          : lane === 'APPLE'
            ? await sellAtApple(player, first)
            : await order(lane, player, first);
      if (typeof sold === 'string') return sold;
      const isPaid = lane === 'GOOGLE' || lane === 'APPLE';
      const common = { isFamily: false, taken: new Set<string>(), soldAt: gate.now };
      return { lane, player, goods, isPaid, ...common, ...sold };
    },
    async pay(sale) {
      await markets.control(`${sale.path}/${sale.lane === 'STEAM' ? 'approve' : 'pay'}`, {});
      sale.isPaid = true;
    },
    async receiptOf({ lane, id, receipt, player }) {
      if (lane !== 'PG') return receipt;
      const body = { targetPlayerId: player };
      const answer = await gate.post('/payment/v1/purchase/restore', body, server);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body.data.find((each: Books) => each.orderId === id)?.serviceReceipt;
    },
    verify: ({ lane, player }, { product }, serviceReceipt, asked = player) =>
      gate.post(
        '/payment/v1/purchase/verify',
        {
          accountUuid: accountOf(asked),
          serviceReceipt,
          productId: product.id,
          providerId: lane,
          requestType: asked === player ? 1 : 2,
        },
        server,
      ),
    restored: async ({ path }) => (await markets.control(`${path}/restore`, {})).signedTransaction,
    async share(sale, player) {
      const { transactionId, signedTransaction } = await markets.control(`${sale.path}/share`, {});
      const goods = sale.goods.map((good) => ({ ...good, cents: 0 }));
      const path = `/apple/transactions/${transactionId}`;
      const copy = { id: transactionId, path, receipt: signedTransaction, isFamily: true };
      return { ...sale, ...copy, player, goods, taken: new Set() };
    },
    async changeGateway() {
      changes += 1;
      await setUpMarket(gate, app, 'PG', ...(gateways[changes % 2] as (typeof gateways)[0]));
    },
    async truths(sales) {
      const { purchases, orders } = (await markets.control('/export')).markets.google;
      const truths = new Map<Good, GoodTruth>();
      for (const sale of sales) {
        const truthOf =
          sale.lane === 'GOOGLE'
            ? googleTruth(sale, purchases, orders)
            : otherTruth(sale, await markets.control(sale.path));
        for (const good of sale.goods) truths.set(good, truthOf(good));
      }
      return truths;
    },
    async pass(ms) {
      gate.now += ms;
      await login();
      // The markets live by the same clock; this makes them look at it.
      await markets.control('/clock', { advanceMs: 0 });
    },
    async sendNoticesTo(url) {
      await markets.control('/apple/notifications', {
        ...appleApp,
        url: `${url}/apple/${appid}`,
      });
      await markets.control('/google/notifications', {
        packageName: bundle,
        url: `${url}/google/${appid}`,
        audience: pushAudience,
      });
      for (const gateway of ['stripe', 'portone']) {
        await markets.control(`/${gateway}/webhooks`, { url: `${url}/pg/${gateway}/${appid}` });
      }
    },
  };
}

/** A line is refunded by pieces; what a purchase of one line got back as an amount stands in the order. */
function googleTruth({ path, taken }: Sale, purchases: Books, orders: Books) {
  const token = path.split('/').at(-1);
  const purchase = purchases.find((each: Books) => each.token === token);
  const order = orders.find((each: Books) => each.orderId === purchase.orderId);
  const lines = [purchase, ...(purchase.otherLines ?? [])];
  const parts = [...(order.partialRefunds ?? []), ...(order.refund ? [order.refund] : [])];
  const given = parts.reduce((sum: number, each: Books) => sum + each.micros, 0) / 10_000;
  return ({ product, quantity, cents }: Good): GoodTruth => {
    const { refunded } = lines.find((each: Books) => each.productId === product.id);
    const lost = lines.length === 1 ? given : Math.round((cents * refunded) / quantity);
    return { lost, isTaken: purchase.state === 'cancelled' || taken.has(product.id) };
  };
}

function otherTruth({ lane, isFamily }: Sale, books: Books) {
  return ({ cents }: Good): GoodTruth => {
    if (lane === 'APPLE') return appleTruth(books.payload, isFamily ? 0 : cents);
    const name = lane === 'STEAM' ? lane : books.gateway === 'stripe' ? 'STRIPE' : 'PORTONE';
    const { cancelState, refunded } = TRUTHS[name](books);
    if (cancelState === 1) return { lost: cents, isTaken: true };
    return { lost: Math.round(Number(refunded ?? 0) * 100), isTaken: false };
  };
}

const WHOLE = 100_000;

function appleTruth(payload: Books, cents: number): GoodTruth {
  const { revocationDate, revocationType, revocationPercentage = WHOLE } = payload;
  if (revocationDate === undefined) return { lost: 0, isTaken: false };
  const isPart = revocationType === 'REFUND_PRORATED' && revocationPercentage !== WHOLE;
  if (!isPart) return { lost: cents, isTaken: true };
  return { lost: Math.round((cents * revocationPercentage) / WHOLE), isTaken: false };
}
