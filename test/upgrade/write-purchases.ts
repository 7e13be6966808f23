// Writes purchases and subscriptions of the App Store and Google Play, with everything that can follow.
import { createHash } from 'node:crypto';
import { until } from '../support/process.ts';
import { appServer, type Gate } from './gate.ts';
import { expectStatus, id, type Json, send } from './wire.ts';
import type { Buyer, OpenSales, Sale } from './world.ts';
import { type Apps, CHESS, GEMS, KR, PLAN, US } from './write-apps.ts';
import {
  APP_APPLE_ID,
  appleEnvironment,
  nameAtMarket,
  untilNoticesAreApplied,
} from './write-markets.ts';

const VERIFY = 'purchase/verify';
const SUBSCRIBE = 'subscription/verify';
const MONTH_MS = 30 * 24 * 60 * 60_000;

export interface Shop {
  readonly gate: Gate;
  readonly sales: Sale[];
  readonly account: string;
  /** Verifies, and remembers the request. */
  verify(appid: string, path: string, body: object): Promise<Json>;
  asServer(appid: string): Readonly<Record<string, string>>;
}

/** Tokens last an hour: each visit opens the shop anew. */
export async function openShop(
  gate: Gate,
  apps: Apps,
  account: string,
  sales: Sale[] = [],
): Promise<Shop> {
  const tokens = new Map<string, string>();
  for (const { appid } of apps.clients) {
    if (!tokens.has(appid)) tokens.set(appid, await gate.token(apps.client(appid)));
  }
  const asServer = (appid: string) => appServer(appid, tokens.get(appid) ?? '');
  return {
    gate,
    sales,
    account,
    asServer,
    async verify(appid, path, given) {
      const body = { accountUuid: account, requestType: 1, ...given };
      const { data } = await gate.pay(path, asServer(appid), body);
      if (data.serviceDuplicated !== false) throw new Error(`sold before: ${JSON.stringify(body)}`);
      sales.push({ appid, path, body });
      return data;
    },
  };
}

/** Without a linked account, the player's account is derived from the app's namespace (UUID version 5). */
export async function logIn(
  { gate, asServer }: Shop,
  appid: string,
  player_id: string,
  linked?: string,
): Promise<Buyer> {
  const body = { appid, player_id: id(player_id), ...(linked && { account_uuid: linked }) };
  const { authorization = '' } = asServer(appid);
  const { access_token: token, did } = await expectStatus(
    200,
    send('POST', `${gate.url}/auth/v1/login`, body, { authorization }),
  );
  const { account_namespace } = await gate.admin('GET', `/apps/${appid}`);
  const account = linked ?? derivedAccount(account_namespace, player_id);
  return { appid, player_id, account, token, did: JSON.stringify(did) };
}

function derivedAccount(namespace: string, name: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
    .subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const buyApple = ({ gate, account }: Shop, appid: string, fields: object = {}) =>
  gate.control('/apple/transactions', {
    environment: appleEnvironment(gate),
    bundleId: nameAtMarket(gate, appid),
    appAppleId: APP_APPLE_ID,
    productId: GEMS,
    type: 'Consumable',
    price: 9_900,
    currency: 'USD',
    appAccountToken: account,
    ...fields,
  });

const buyGoogle = ({ gate, account }: Shop, appid: string, fields: object = {}) =>
  gate.control('/google/purchases', {
    packageName: nameAtMarket(gate, appid),
    productId: GEMS,
    priceMicros: 9_900_000,
    currency: 'USD',
    test: gate.name === 'sandbox',
    obfuscatedExternalAccountId: account,
    ...fields,
  });

const appleSale = ({ signedTransaction }: Json): object => ({
  providerId: 'APPLE',
  productId: GEMS,
  serviceReceipt: signedTransaction,
});

const googleSale = (serviceReceipt: string): object => ({
  providerId: 'GOOGLE',
  productId: GEMS,
  serviceReceipt,
});

const DETAILS = {
  price: 9.9,
  currency: 'USD',
  country: 'KR',
  language: 'ko',
  appVersion: '1.2.3',
  serverId: 'kr-1',
  iapPayload: '{"slot":7,"text":"보석 “100”"}',
  projectInfo: {
    campaign: 'autumn',
    nested: { list: [1, 2.5, null], big: id('9007199254740993') },
  },
};

export async function writePurchases(shop: Shop): Promise<void> {
  const { gate, verify } = shop;
  const deliver = (serviceTransactionId: string, result: number) =>
    gate.pay('item/result', shop.asServer(KR), { serviceTransactionId, result });
  const refund = (market: string, id: string, step = 'refund', fields = {}) =>
    gate.control(`/${market}/${id}/${step}`, fields);
  const plain = await buyApple(shop, KR);
  const first = await verify(KR, VERIFY, { ...appleSale(plain), ...DETAILS });
  await deliver(first.serviceTransactionId, 1);
  // The same receipt again, by the same account and by another.
  const again = shop.sales.at(-1)?.body;
  await gate.pay(VERIFY, shop.asServer(KR), again);
  await gate.pay(VERIFY, shop.asServer(KR), { ...again, accountUuid: crypto.randomUUID() });
  const refunded = await buyApple(shop, KR, { price: 12_000_000, currency: 'KRW' });
  const second = await verify(KR, VERIFY, appleSale(refunded));
  await refund('apple/transactions', refunded.transactionId);
  await deliver(second.serviceTransactionId, 3);
  const reversed = await buyApple(shop, KR, { quantity: 3 });
  await verify(KR, VERIFY, { ...appleSale(reversed), requestType: 2 });
  await refund('apple/transactions', reversed.transactionId);
  await untilNoticesAreApplied(gate);
  await refund('apple/transactions', reversed.transactionId, 'reverse-refund');
  await refund('apple/transactions', plain.transactionId, 'request-consumption');
  await verify(US, VERIFY, appleSale(await buyApple(shop, US, { omit: ['price', 'currency'] })));
  await verify(CHESS, VERIFY, appleSale(await buyApple(shop, CHESS)));
  await writeGooglePurchases(shop, refund);
  await gate.control('/google/notifications/test', { packageName: nameAtMarket(gate, KR) });
  const forged = { ...appleSale({ signedTransaction: 'a.b.c' }), accountUuid: shop.account };
  await gate.pay(VERIFY, shop.asServer(KR), { ...forged, requestType: 1 }, 400);
}

async function writeGooglePurchases(
  shop: Shop,
  refund: (market: string, id: string) => Promise<Json>,
): Promise<void> {
  const { verify } = shop;
  const token = await buyGoogle(shop, KR, { quantity: 2, taxMicros: 900_000 });
  await verify(KR, VERIFY, { ...googleSale(token.purchaseToken), ...DETAILS });
  const { purchaseData, signature } = await buyGoogle(shop, KR);
  const signed = JSON.stringify({ purchase_data: purchaseData, signature });
  await verify(KR, VERIFY, googleSale(signed));
  const voided = await buyGoogle(shop, KR);
  await verify(KR, VERIFY, googleSale(voided.purchaseToken));
  await refund('google/purchases', voided.purchaseToken);
  const promo = await buyGoogle(shop, US, { noOrder: true });
  await verify(US, VERIFY, googleSale(promo.purchaseToken));
}

const appleSubscription = ({ signedTransaction }: Json): object => ({
  providerId: 'APPLE',
  serviceReceipt: signedTransaction,
  country: 'US',
  language: 'en',
});
const googleSubscription = ({ purchaseToken }: Json): object => ({
  providerId: 'GOOGLE',
  serviceReceipt: purchaseToken,
  country: 'US',
  language: 'en',
});

/** Every state a subscription can be in, and the one that goes on later. */
export async function writeSubscriptions(shop: Shop): Promise<OpenSales['subscription']> {
  const { gate, verify } = shop;
  const subscribe = (fields: object = {}) =>
    buyApple(shop, KR, {
      productId: PLAN,
      type: 'Auto-Renewable Subscription',
      periodMs: MONTH_MS,
      price: 4_990,
      ...fields,
    });
  const apple = (bought: Json, step: string, fields: object = {}) =>
    gate.control(`/apple/transactions/${bought.transactionId}/${step}`, fields);
  const running = await subscribe();
  await verify(KR, SUBSCRIBE, { ...appleSubscription(running), iapPayload: 'kept for renewals' });
  const second = await apple(running, 'renew');
  await untilNoticesAreApplied(gate);
  await verify(KR, SUBSCRIBE, appleSubscription(second));
  // A cycle that nobody has verified.
  await apple(running, 'renew');
  for (const [step, fields] of [
    ['cancel', {}],
    ['refund', {}],
    ['expire', {}],
    ['fail-renewal', { graceMs: MONTH_MS }],
    ['change-product', { productId: 'pass_yearly', price: 49_900, when: 'next' }],
  ] as const) {
    const bought = await subscribe({ appAccountToken: crypto.randomUUID() });
    await verify(KR, SUBSCRIBE, appleSubscription(bought));
    await apple(bought, step, fields);
  }
  await writeGoogleSubscriptions(shop);
  await untilNoticesAreApplied(gate);
  const sale = { appid: KR, path: SUBSCRIBE, body: shop.sales[0]?.body };
  return {
    ...sale,
    body: { accountUuid: shop.account, requestType: 1, ...appleSubscription(running) },
    transactionId: running.transactionId,
    account: shop.account,
  };
}

async function writeGoogleSubscriptions(shop: Shop): Promise<void> {
  const { gate, verify } = shop;
  for (const steps of [
    ['renew', 'renew'],
    ['cancel'],
    ['hold'],
    ['revoke'],
    ['pause'],
    ['grace'],
  ]) {
    const bought = await gate.control('/google/subscriptions', {
      packageName: nameAtMarket(gate, KR),
      productId: PLAN,
      periodMs: MONTH_MS,
      priceMicros: 4_990_000,
      taxMicros: 400_000,
      currency: 'USD',
      test: gate.name === 'sandbox',
      obfuscatedExternalAccountId: shop.account,
    });
    await verify(KR, SUBSCRIBE, googleSubscription(bought));
    for (const step of steps) {
      await gate.control(`/google/subscriptions/${bought.purchaseToken}/${step}`, {});
      await untilNoticesAreApplied(gate);
    }
  }
}

/** What is left open for the next release. */
export async function writeOpenPurchases(
  shop: Shop,
): Promise<Pick<OpenSales, 'pending' | 'refunded' | 'unacknowledged'>> {
  const { gate, verify } = shop;
  const request = { accountUuid: shop.account, requestType: 1 };
  const waiting = await buyGoogle(shop, KR, { state: 'pending' });
  const pending = { ...request, ...googleSale(waiting.purchaseToken) };
  await gate.pay(VERIFY, shop.asServer(KR), pending, 400);
  const unseen = await buyApple(shop, US);
  await gate.control(`/apple/transactions/${unseen.transactionId}/refund`, {});
  await verify(CHESS, VERIFY, appleSale(await buyApple(shop, CHESS)));
  await untilNoticesAreApplied(gate);
  const bought = await buyGoogle(shop, US);
  const path = `${bought.purchaseToken}:acknowledge`;
  await gate.control('/faults', { market: 'google', kind: '500', rate: 1, path });
  const { serviceTransactionId } = await verify(US, VERIFY, googleSale(bought.purchaseToken));
  const life = `/apps/${US}/purchases/${serviceTransactionId}/timeline`;
  await until(async () => {
    const { items } = await gate.admin('GET', life);
    return items.some(
      ({ kind, details }: Json) => kind === 'acknowledgement.pending' && details.attempts > 0,
    );
  });
  return {
    pending: { appid: KR, path: VERIFY, body: pending, purchaseToken: waiting.purchaseToken },
    refunded: { appid: US, path: VERIFY, body: { ...request, ...appleSale(unseen) } },
    unacknowledged: { appid: US, serviceTransactionId },
  };
}
