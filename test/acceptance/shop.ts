// Buying at the emulated markets, and verifying as the app server does.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  type Purchase as Bought,
  type PurchaseInput,
  type Subscription as Subscribed,
  type SubscriptionInput,
  unwrap,
} from '../../sdk/src/index.ts';
import { tollgate } from './app-server.ts';
import { type Answer, control, pay, send } from './client.ts';
import {
  dataOf,
  type HistoryItem,
  type Problem,
  type Purchase,
  type Subscription,
} from './contract.ts';
import { newPlayer, userToken } from './players.ts';
import { settings } from './settings.ts';

const isSandbox = settings.environment === 'sandbox';
/** What the sandbox sells are test purchases. */
export const TEST = isSandbox ? 'Y' : 'N';
export const { product } = settings;

export type Verified<Data> = Answer<{ data: Data; meta: null } & Problem>;

type Needed = 'providerId' | 'serviceReceipt';
type Usual<Input extends Record<Needed, unknown>> = Pick<Input, Needed> & Partial<Input>;

/** A usual request; the fields override it. */
const purchaseOf = <Fields extends object>(fields: Fields) =>
  ({ accountUuid: randomUUID(), productId: product, requestType: 1, ...fields }) as const;
const subscriptionOf = <Fields extends object>(fields: Fields) =>
  ({
    accountUuid: randomUUID(),
    country: 'US',
    language: 'en',
    requestType: 1,
    ...fields,
  }) as const;

/** purchase/verify and its raw answer. */
export const verifyPurchase = (fields: object): Promise<Verified<Purchase>> =>
  pay('purchase/verify', purchaseOf(fields));

/** subscription/verify, likewise. */
export const verifySubscription = (fields: object): Promise<Verified<Subscription>> =>
  pay('subscription/verify', subscriptionOf(fields));

/** purchase/verify of what must pass, as an app server calls it. */
export const verifiedPurchase = async (fields: Usual<PurchaseInput>): Promise<Bought> =>
  unwrap(await tollgate.purchases.verify(purchaseOf(fields)));

/** subscription/verify, likewise. */
export const verifiedSubscription = async (fields: Usual<SubscriptionInput>): Promise<Subscribed> =>
  unwrap(await tollgate.subscriptions.verify(subscriptionOf(fields)));

export interface AppleSale {
  readonly transactionId: string;
  readonly originalTransactionId: string;
  readonly signedTransaction: string;
}

export const buyAtApple = (fields: object = {}): Promise<AppleSale> =>
  control('apple/transactions', {
    environment: isSandbox ? 'Sandbox' : 'Production',
    productId: product,
    price: 9_990,
    currency: 'USD',
    ...fields,
  });

export interface GoogleSale {
  readonly purchaseToken: string;
  readonly orderId: string;
  readonly purchaseData: string;
  readonly signature: string;
}

export const buyAtGoogle = (fields: object = {}): Promise<GoogleSale> =>
  control('google/purchases', {
    productId: product,
    priceMicros: 9_990_000,
    currency: 'USD',
    ...fields,
  });

/** A player with a login and a linked account. */
export interface Buyer {
  readonly player: bigint;
  readonly accountUuid: string;
  readonly token: string;
}

export async function newBuyer(): Promise<Buyer> {
  const player = newPlayer();
  const accountUuid = randomUUID();
  return { player, accountUuid, token: await userToken(player, { accountUuid }) };
}

export interface Order {
  readonly orderId: string;
  readonly storeTransactionId: string;
  readonly serviceReceipt: string;
  readonly price: number;
  readonly currency: string;
}

/** A Steam account of its own, so that runs do not meet. */
export const newSteamId = (): string =>
  String(76_561_197_960_265_728n + BigInt(Math.floor(Math.random() * 2 ** 31)));

export async function openSteamOrder({ token }: Buyer, fields: object = {}): Promise<Order> {
  const body = { productId: product, steamId: newSteamId(), language: 'en', ...fields };
  return dataOf(await pay('purchase/init', body, { token }));
}

export const steamOrder = (orderId: string, step?: string): Promise<{ charges: number }> =>
  control(`steam/orders/${orderId}${step ? `/${step}` : ''}`, step && {});

export async function approvedSteamOrder(buyer: Buyer, fields: object = {}): Promise<Order> {
  const order = await openSteamOrder(buyer, fields);
  await steamOrder(order.orderId, 'approve');
  return order;
}

export interface PayPage {
  readonly orderId: string;
  readonly payUrl: string;
  readonly price: number;
  readonly currency: string;
}

export async function openPgOrder({ token }: Buyer, fields: object = {}): Promise<PayPage> {
  const body = { productId: product, currency: 'USD', ...fields };
  return dataOf(await pay('order/pay-page-url', body, { token }));
}

export const pgOrder = (orderId: string, step: string, fields: object = {}): Promise<object> =>
  control(`pg/orders/${orderId}/${step}`, fields);

export interface Undelivered {
  readonly providerId: string;
  readonly orderId: string;
  readonly storeTransactionId: string | null;
  readonly productId: string;
  readonly quantity: number;
  readonly price: number;
  readonly currency: string;
  readonly iapPayload: string | null;
  readonly serviceReceipt: string;
  readonly orderDate: string;
}

export const restore = async ({ token }: Buyer): Promise<readonly Undelivered[]> =>
  dataOf(await pay('purchase/restore', {}, { token }));

export async function paidPgOrder(buyer: Buyer, fields: object = {}): Promise<Undelivered> {
  const { orderId } = await openPgOrder(buyer, fields);
  await pgOrder(orderId, 'pay');
  const order = (await restore(buyer)).find((each) => each.orderId === orderId);
  assert.ok(order, 'a paid order is listed');
  return order;
}

export interface HistoryPage {
  readonly data: readonly HistoryItem[];
  readonly meta: {
    readonly page: {
      readonly hasNext: boolean;
      readonly nextCursor: string | null;
      readonly hasPrevious: null;
      readonly previousCursor: null;
    };
  };
}

const AN_HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString();

/** transactions from an hour ago until now. */
export const history = (fields: object, token?: string): Promise<Answer<HistoryPage & Problem>> =>
  pay('transactions', { startDate: AN_HOUR_AGO, ...fields }, token === undefined ? {} : { token });

/** Many at once: exactly one is the first, and all of them are the same purchase. */
export async function assertOneFirst(request: () => Promise<Bought | Subscribed>): Promise<void> {
  const all = await Promise.all(Array.from({ length: 16 }, request));
  assert.equal(all.filter(({ serviceDuplicated }) => !serviceDuplicated).length, 1);
  assert.equal(new Set(all.map(({ serviceTransactionId }) => serviceTransactionId)).size, 1);
}

/** While the work runs, the market fails whenever it is asked about this; nobody else notices. */
export async function whileFailing(
  market: 'apple' | 'google',
  kind: string,
  path: string,
  work: () => Promise<void>,
): Promise<void> {
  await control('faults', { market, kind, path, rate: 1 });
  try {
    await work();
  } finally {
    await send(`${settings.emulatorUrl}/control/faults`, { method: 'DELETE' });
  }
}
