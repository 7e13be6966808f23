// A shop that sells at all five gateways, and what can go wrong with a sale at each of them.
import { SYSTEM } from '../../src/audit/audit.ts';
import type { Market } from '../../src/storage/schema.ts';
import { setProduct } from '../../src/tenants/products.ts';
import { PUSH_EMAIL } from '../payment/subscription-shop.ts';
import { type Answer, expectDone, type Gate, type TestApp } from '../support/harness.ts';
import { type Markets, setUpMarket } from '../support/markets.ts';

export const LANES = ['APPLE', 'GOOGLE', 'STEAM', 'STRIPE', 'PORTONE'] as const;
export type Lane = (typeof LANES)[number];

/** `foreign`: genuine, but of another game; `test`: paid with test money. */
export type Kind = 'paid' | 'pending' | 'test' | 'foreign';

export interface Sale {
  readonly lane: Lane;
  readonly kind: Kind;
  readonly account: string;
  /** What the purchase would be recorded under. */
  readonly key: string;
  /** Undefined where nobody hands out a receipt. */
  readonly receipt: string | undefined;
  /** The emulator's control calls about this sale begin with it. */
  readonly path: string;
}

/** What is true of a sale in the end, by the market's own books. */
export interface Truth {
  readonly cancelState: 0 | 1;
  /** Undefined: nothing; null: everything; else how much of it. */
  readonly refunded: string | null | undefined;
  /** State by the market's id of the dispute. */
  readonly disputes: Readonly<Record<string, string>>;
}

/** What else than a payment may be tried at each gateway. */
export const UNPAID: Readonly<Record<Lane, readonly Exclude<Kind, 'paid'>[]>> = {
  APPLE: ['test', 'foreign'],
  GOOGLE: ['pending', 'foreign'],
  STEAM: ['pending'],
  STRIPE: ['pending'],
  PORTONE: ['pending', 'test'],
};

type Step = readonly [name: string, fields: object];

/** The steps that only ask or warn: each is told to the app server once. */
export const isQuestion = ([name, fields]: Step): boolean =>
  ['request-consumption', 'request-refund', 'fraud-warning'].includes(name) || 'inquiry' in fields;

/** A step that does not fit the state of the sale is refused by the emulator; then nothing happens. */
export const STEPS: Readonly<Record<Lane, readonly Step[]>> = {
  APPLE: [
    ['refund', {}],
    ['refund', {}],
    ['reverse-refund', {}],
    ['request-consumption', {}],
    ['decline-refund', {}],
  ],
  GOOGLE: [
    ['refund', {}],
    ['refund', { reason: 7, source: 2 }],
    ['refund', { quantity: 1 }],
    ['refund', { pending: true }],
    ['refund', { pending: true, voided: true }],
    ['complete-refund', {}],
    ['decline-refund', {}],
    ['request-refund', {}],
  ],
  STEAM: [
    ['refund', { kind: 'Refunded' }],
    ['refund', { kind: 'PartialRefund' }],
    ['refund', { kind: 'Chargedback' }],
    ['refund', { kind: 'RefundedSuspectedFraud' }],
  ],
  STRIPE: [
    ['refund', {}],
    ['refund', { amount: 100 }],
    ['dispute', {}],
    ['dispute', { inquiry: true }],
    ['dispute/respond', {}],
    ['dispute/escalate', {}],
    ['dispute/win', {}],
    ['dispute/win', {}],
    ['dispute/lose', {}],
    ['fraud-warning', {}],
  ],
  PORTONE: [
    ['refund', {}],
    ['refund', { amount: 100 }],
    ['dispute', {}],
    ['dispute/win', {}],
    ['dispute/lose', {}],
  ],
};

const PRODUCT = 'gems';
const STEAM_ID = '76561197960287930';
const STEAM_APP_ID = 480;
const APP_APPLE_ID = 1_234_567_890;
const BUNDLE = 'com.tollgate.sad';
const PROVIDERS: Readonly<Record<Lane, Market>> = {
  APPLE: 'APPLE',
  GOOGLE: 'GOOGLE',
  STEAM: 'STEAM',
  STRIPE: 'PG',
  PORTONE: 'PG',
};

export interface SadShop {
  /** An app has one payment gateway, so there are two. */
  readonly apps: readonly TestApp[];
  readonly pushAudience: string;
  appOf(lane: Lane): TestApp;
  sell(lane: Lane, kind: Kind, player: number): Promise<Sale>;
  verify(sale: Sale): Promise<Answer>;
  truthOf(sale: Sale): Promise<Truth>;
  /** Moves the clock of the service and of the markets. */
  pass(ms: number): Promise<void>;
  sendNoticesTo(url: string): Promise<void>;
}

type Headers = Record<string, string>;

export async function openSadShop(gate: Gate, markets: Markets): Promise<SadShop> {
  const first = await gate.createApp();
  const second = await gate.createApp({ gameIndex: first.gameIndex });
  const apps = [first, second];
  const appOf = (lane: Lane): TestApp => (lane === 'PORTONE' ? second : first);
  const pushAudience = `https://example.com/google/${first.appid}`;
  const servers = new Map<string, Headers>();
  let exported: Books;
  const { apple, google, steam, stripe, portone } = await markets.control('/credentials');

  for (const { appid } of apps) {
    const product: Parameters<typeof setProduct>[2] = {
      appid,
      product_id: PRODUCT,
      name: 'Gems',
      kind: 'consumable',
      prices: [{ currency: 'USD', amount: '9.99' }],
      steam_item_id: 1,
    };
    expectDone(await setProduct(gate.service.context, SYSTEM, product));
  }
  await setUpMarket(
    gate,
    first,
    'APPLE',
    {
      bundle_id: BUNDLE,
      app_apple_id: APP_APPLE_ID,
      issuer_id: apple.issuerId,
      key_id: apple.keyId,
      accept_sandbox: false,
    },
    { private_key: apple.privateKey },
  );
  await setUpMarket(
    gate,
    first,
    'GOOGLE',
    { package_name: BUNDLE, push_audience: pushAudience, push_email: PUSH_EMAIL },
    { service_account: JSON.stringify(google.serviceAccount) },
  );
  await setUpMarket(
    gate,
    first,
    'STEAM',
    { steam_app_id: STEAM_APP_ID },
    { publisher_key: steam.key },
  );
  await setUpMarket(
    gate,
    first,
    'PG',
    { gateway: 'STRIPE' },
    { api_secret: stripe.liveSecretKey, webhook_secret: stripe.webhookSecret },
  );
  await setUpMarket(
    gate,
    second,
    'PG',
    { gateway: 'PORTONE', store_id: portone.storeId },
    { api_secret: portone.secret, webhook_secret: portone.webhookSecret },
  );

  async function login(): Promise<void> {
    for (const app of apps) {
      const authorization = `Bearer ${await gate.token(app)}`;
      servers.set(app.appid, { 'x-app-id': app.appid, authorization });
    }
  }
  await login();

  /** A player who has logged in. */
  async function playerOf({ appid }: TestApp, player_id: number, account_uuid: string) {
    const body = { appid, player_id, account_uuid };
    const answer = await gate.post('/auth/v1/login', body, servers.get(appid));
    return { 'x-app-id': appid, authorization: `Bearer ${answer.body.access_token}` };
  }

  async function sellByOrder(lane: Lane, kind: Kind, player: number, account: string) {
    const headers = await playerOf(appOf(lane), player, account);
    if (lane === 'STEAM') {
      const wish = { productId: PRODUCT, steamId: STEAM_ID };
      const { data } = (await gate.post('/payment/v1/purchase/init', wish, headers)).body;
      const path = `/steam/orders/${data.orderId}`;
      if (kind === 'paid') await markets.control(`${path}/approve`, {});
      return { key: data.orderId, receipt: data.serviceReceipt, path };
    }
    const wish = { productId: PRODUCT, currency: 'USD' };
    const opened = await gate.post('/payment/v1/order/pay-page-url', wish, headers);
    const { orderId } = opened.body.data;
    const path = `/pg/orders/${orderId}`;
    if (kind !== 'pending') {
      const test = kind === 'test' && { channel: 'TEST' };
      await markets.control(`${path}/pay`, { ...test });
    }
    const { body } = await gate.post('/payment/v1/purchase/restore', {}, headers);
    const order = body.data.find((each: { orderId: string }) => each.orderId === orderId);
    return { key: orderId, receipt: order?.serviceReceipt, path };
  }

  async function sellAtApple(kind: Kind, account: string) {
    const { transactionId, signedTransaction } = await markets.control('/apple/transactions', {
      environment: kind === 'test' ? 'Sandbox' : 'Production',
      bundleId: kind === 'foreign' ? `${BUNDLE}.other` : BUNDLE,
      appAppleId: APP_APPLE_ID,
      productId: PRODUCT,
      type: 'Consumable',
      price: 9_990,
      currency: 'USD',
      appAccountToken: account,
    });
    const path = `/apple/transactions/${transactionId}`;
    return { key: transactionId, receipt: signedTransaction, path };
  }

  async function sellAtGoogle(kind: Kind, player: number, account: string) {
    const { purchaseToken, orderId } = await markets.control('/google/purchases', {
      packageName: kind === 'foreign' ? `${BUNDLE}.other` : BUNDLE,
      productId: PRODUCT,
      obfuscatedExternalAccountId: account,
      priceMicros: 9_990_000,
      currency: 'USD',
      quantity: 1 + (player % 3),
      state: kind === 'pending' ? 'pending' : 'purchased',
    });
    const path = `/google/purchases/${purchaseToken}`;
    return { key: orderId ?? purchaseToken, receipt: purchaseToken, path };
  }

  return {
    apps,
    pushAudience,
    appOf,
    async sell(lane, kind, player) {
      const account = `00000000-0000-4000-8000-${String(player).padStart(12, '0')}`;
      const sold =
        lane === 'APPLE'
          ? await sellAtApple(kind, account)
          : lane === 'GOOGLE'
            ? await sellAtGoogle(kind, player, account)
            : await sellByOrder(lane, kind, player, account);
      return { lane, kind, account, ...sold };
    },
    verify: ({ lane, receipt, account }) =>
      gate.post(
        '/payment/v1/purchase/verify',
        {
          accountUuid: account,
          serviceReceipt: receipt,
          productId: PRODUCT,
          providerId: PROVIDERS[lane],
          requestType: 1,
        },
        servers.get(appOf(lane).appid),
      ),
    async truthOf({ lane, path, key }) {
      if (lane !== 'GOOGLE') return TRUTHS[lane](await markets.control(path));
      exported ??= (await markets.control('/export')).markets.google;
      return googleTruth(exported, key);
    },
    async pass(ms) {
      gate.now += ms;
      await login();
      // The markets live by the same clock; this makes them look at it.
      await markets.control('/clock', { advanceMs: 0 });
    },
    async sendNoticesTo(url) {
      await markets.control('/apple/notifications', {
        bundleId: BUNDLE,
        appAppleId: APP_APPLE_ID,
        environment: 'Production',
        url: `${url}/apple/${first.appid}`,
      });
      await markets.control('/google/notifications', {
        packageName: BUNDLE,
        url: `${url}/google/${first.appid}`,
        audience: pushAudience,
      });
      await markets.control('/stripe/webhooks', { url: `${url}/pg/stripe/${first.appid}` });
      await markets.control('/portone/webhooks', { url: `${url}/pg/portone/${second.appid}` });
      for (const sender of SENDERS) await markets.control(`${sender}/hold`, {});
    },
  };
}

export const SENDERS = [
  '/apple/notifications',
  '/google/notifications',
  '/stripe/webhooks',
  '/portone/webhooks',
];

// biome-ignore lint/suspicious/noExplicitAny: the emulator's answers, as they are
type Books = any;

export const TRUTHS: Readonly<Record<Exclude<Lane, 'GOOGLE'>, (books: Books) => Truth>> = {
  APPLE({ payload }) {
    const isRefunded = payload.revocationDate !== undefined;
    return {
      cancelState: isRefunded ? 1 : 0,
      refunded: isRefunded ? null : undefined,
      disputes: {},
    };
  },
  STEAM({ orderid, status, items }) {
    if (status === 'PartialRefund') {
      const refunded = items.filter((each: Books) => each.itemstatus === 'Refunded');
      const amount = refunded.reduce((sum: number, each: Books) => sum + each.amount + each.vat, 0);
      return { cancelState: 0, refunded: (amount / 100).toFixed(2), disputes: {} };
    }
    if (status === 'Chargedback') {
      return { cancelState: 1, refunded: undefined, disputes: { [orderid]: 'lost' } };
    }
    const isRefunded = String(status).startsWith('Refunded');
    return {
      cancelState: isRefunded ? 1 : 0,
      refunded: isRefunded ? null : undefined,
      disputes: {},
    };
  },
  STRIPE: gatewayTruth(({ status }) => STRIPE_DISPUTES[status]),
  PORTONE: gatewayTruth(({ status }, { state }) => {
    if (status === 'UNRESOLVED') return 'open';
    return state === 'refunded' ? 'lost' : 'won';
  }),
};

/** Voided is refunded, also while the order still waits for the payout. */
function googleTruth({ orders, voided }: Books, orderId: string): Truth {
  const { partialRefunds = [] } = orders.find((each: Books) => each.orderId === orderId);
  const entries = voided.flatMap(([, list]: Books) => list);
  const whole = entries.find((each: Books) => each.orderId === orderId && !each.quantity);
  const micros = partialRefunds.reduce((sum: number, each: Books) => sum + each.micros, 0);
  if (!whole) {
    const refunded = micros > 0 ? (micros / 1_000_000).toFixed(2) : undefined;
    return { cancelState: 0, refunded, disputes: {} };
  }
  return whole.reason === CHARGEBACK
    ? { cancelState: 1, refunded: undefined, disputes: { [orderId]: 'lost' } }
    : { cancelState: 1, refunded: null, disputes: {} };
}

const CHARGEBACK = 7;

const STRIPE_DISPUTES: Readonly<Record<string, string>> = {
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
};

function gatewayTruth(stateOf: (dispute: Books, books: Books) => string | undefined) {
  return (books: Books): Truth => {
    const { state, amountRefunded, disputes = [] } = books;
    const states = disputes
      .map((each: Books) => [each.id, stateOf(each, books)])
      .filter(([, known]: Books) => known !== undefined);
    const isDisputed = states.some(([, known]: Books) => known !== 'won');
    const isRefunded = state === 'refunded';
    const part = amountRefunded > 0 ? (amountRefunded / 100).toFixed(2) : undefined;
    return {
      cancelState: isRefunded || isDisputed ? 1 : 0,
      refunded: isRefunded ? null : part,
      disputes: Object.fromEntries(states),
    };
  };
}
