// Writes orders at Steam and the payment gateways: delivered, refunded, denied, and left open.
import { until } from '../support/process.ts';
import { appServer } from './gate.ts';
import type { Json } from './wire.ts';
import type { Buyer, OpenSales } from './world.ts';
import { GEMS, KR, RACERS } from './write-apps.ts';
import { untilNoticesAreApplied } from './write-markets.ts';
import { logIn, type Shop } from './write-purchases.ts';

const VERIFY = 'purchase/verify';
const STEAM_ID = '76561197960287930';

export interface Buyers {
  readonly steam: Buyer;
  readonly stripe: Buyer;
  readonly portone: Buyer;
}

/** The same players on every visit; one has an id beyond the exact range of a double. */
async function logInBuyers(shop: Shop): Promise<Buyers> {
  return {
    steam: await logIn(shop, KR, '5001', shop.account),
    stripe: await logIn(shop, KR, '9007199254740995', 'b0b0b0b0-0000-4000-8000-00000000b0b0'),
    portone: await logIn(shop, RACERS, '9007199254740994'),
  };
}

const client = ({ appid, token }: Buyer) => appServer(appid, token);

async function openSteam({ gate }: Shop, buyer: Buyer, fields: object = {}): Promise<Json> {
  const wish = { productId: GEMS, quantity: 1, steamId: STEAM_ID, language: 'ko', ...fields };
  return (await gate.pay('purchase/init', client(buyer), wish)).data;
}

const steamSale = ({ serviceReceipt, orderId }: Json): object => ({
  providerId: 'STEAM',
  productId: GEMS,
  serviceReceipt,
  orderId,
});

async function openPg({ gate }: Shop, buyer: Buyer, fields: object = {}): Promise<Json> {
  const wish = { productId: GEMS, quantity: 1, currency: 'USD', ...fields };
  return (await gate.pay('order/pay-page-url', client(buyer), wish)).data;
}

/** The sealed receipt of a paid order. */
async function restored({ gate }: Shop, buyer: Buyer, orderId: string): Promise<Json> {
  const { data } = await gate.pay('purchase/restore', client(buyer), {});
  return data.find((each: Json) => each.orderId === orderId);
}

async function payPg(shop: Shop, buyer: Buyer, fields: object = {}): Promise<Json> {
  const { orderId } = await openPg(shop, buyer, fields);
  await shop.gate.control(`/pg/orders/${orderId}/pay`, {});
  await untilNoticesAreApplied(shop.gate);
  return restored(shop, buyer, orderId);
}

const pgSale = ({ account }: Buyer, { serviceReceipt }: Json): object => ({
  accountUuid: account,
  providerId: 'PG',
  productId: GEMS,
  serviceReceipt,
});

const CUSTOM = {
  customPrice: 7.77,
  fixedCurrency: 'USD',
  gameServerPriceVerifyKey: 'verify-key-of-the-game-server',
  currency: undefined,
};

export async function writeOrders(shop: Shop): Promise<void> {
  const { gate, verify } = shop;
  const buyers = await logInBuyers(shop);
  const steam = async (fields: object = {}): Promise<Json> => {
    const order = await openSteam(shop, buyers.steam, fields);
    await gate.control(`/steam/orders/${order.orderId}/approve`, {});
    const sale = await verify(KR, VERIFY, steamSale(order));
    return { ...order, ...sale };
  };
  const delivered = await steam({ quantity: 2, iapPayload: 'steam payload' });
  const { serviceTransactionId } = delivered;
  await gate.pay('item/result', client(buyers.steam), { serviceTransactionId, result: 1 });
  // Steam sends no notices: the next visit finds it in the report of sales.
  const refunded = await steam();
  await gate.control(`/steam/orders/${refunded.orderId}/refund`, {});
  const denied = await openSteam(shop, buyers.steam);
  await gate.control(`/steam/orders/${denied.orderId}/deny`, {});
  const request = { accountUuid: shop.account, requestType: 1, ...steamSale(denied) };
  await gate.pay(VERIFY, shop.asServer(KR), request, 400);
  for (const buyer of [buyers.stripe, buyers.portone]) await writePgOrders(shop, buyer);
}

async function writePgOrders(shop: Shop, buyer: Buyer): Promise<void> {
  const { gate, verify } = shop;
  const { appid } = buyer;
  const closed = await payPg(shop, buyer, { iapPayload: 'pg payload' });
  await verify(appid, VERIFY, pgSale(buyer, closed));
  await gate.pay('purchase/finalize', client(buyer), { orderId: closed.orderId });
  const custom = await payPg(shop, buyer, CUSTOM);
  await verify(appid, VERIFY, pgSale(buyer, custom));
  for (const part of [{}, { amount: 100 }]) {
    const order = await payPg(shop, buyer, { quantity: 3 });
    await verify(appid, VERIFY, pgSale(buyer, order));
    await gate.control(`/pg/orders/${order.orderId}/refund`, part);
  }
  const cancelled = await openPg(shop, buyer);
  await gate.control(`/pg/orders/${cancelled.orderId}/cancel`, {});
  await untilNoticesAreApplied(gate);
}

/** What is left open for the next release. */
export async function writeOpenOrders(
  shop: Shop,
): Promise<Pick<OpenSales, 'steam' | 'charging' | 'gateways'> & { buyers: Buyers }> {
  const { gate } = shop;
  const buyers = await logInBuyers(shop);
  const path = `/apps/${KR}/purchases?provider=STEAM&state=refunded`;
  await until(async () => (await gate.admin('GET', path)).items.length === 1);
  const request = { accountUuid: shop.account, requestType: 1 };
  const opened = await openSteam(shop, buyers.steam, { iapPayload: 'not charged yet' });
  const gateways: OpenSales['gateways'][number][] = [];
  for (const buyer of [buyers.stripe, buyers.portone]) {
    for (const [fields, isPaid, priceVerifyKey] of [
      [{ iapPayload: 'to be restored' }, true, null],
      [CUSTOM, true, CUSTOM.gameServerPriceVerifyKey],
      [{ quantity: 2 }, false, null],
    ] as const) {
      const { orderId } = await openPg(shop, buyer, fields);
      if (isPaid) await gate.control(`/pg/orders/${orderId}/pay`, {});
      gateways.push({ buyer, orderId, isPaid, priceVerifyKey });
    }
  }
  await untilNoticesAreApplied(gate);
  const sale = (order: Json) => ({
    appid: KR,
    path: VERIFY,
    body: { ...request, ...steamSale(order) },
    orderId: order.orderId,
  });
  const charging = sale(await openSteam(shop, buyers.steam));
  await loseCharge(shop, charging);
  return { buyers, steam: sale(opened), charging, gateways };
}

/** Steam takes the money, its answer is lost, and until the service stops it cannot be asked again. */
async function loseCharge({ gate, asServer }: Shop, { body, orderId }: Json): Promise<void> {
  const space = gate.name === 'production' ? 'ISteamMicroTxn' : 'ISteamMicroTxnSandbox';
  const fault = (method: string, fields: object) =>
    gate.control('/faults', { market: 'steam', path: `${space}/${method}`, ...fields });
  await gate.control(`/steam/orders/${orderId}/approve`, {});
  await fault('FinalizeTxn', { kind: 'lost', count: 1 });
  await fault('QueryTxn', { kind: 'slow', count: 1, delayMs: 2_000 });
  const refusal = gate.pay(VERIFY, asServer(KR), body, 500);
  await until(async () => {
    const { faults } = await gate.control('/faults');
    return !faults.some(({ kind }: Json) => kind === 'slow');
  });
  await fault('QueryTxn', { kind: '500', rate: 1 });
  await refusal;
}
