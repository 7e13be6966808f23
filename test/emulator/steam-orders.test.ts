// Steam's orders from InitTxn to refund, by the documented requests.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startShop } from './shop.ts';

const shop = await startShop();
const live = 'ISteamMicroTxn';
const sandbox = 'ISteamMicroTxnSandbox';
const steamid = '76561198000000001';
const appid = 480;
const purchase = {
  orderid: '1001',
  steamid,
  appid,
  itemcount: 1,
  language: 'en',
  currency: 'USD',
  'itemid[0]': 7,
  'qty[0]': 2,
  'amount[0]': 398,
  'description[0]': 'Two swords',
};
const firstTransid = '3000000000000000001';

const init = (overrides: object = {}, space = live) =>
  shop.steam('POST', `${space}/InitTxn/v3`, { ...purchase, ...overrides });
const query = (orderid: string, space = live) =>
  shop.steam('GET', `${space}/QueryTxn/v3`, { appid, orderid });
const finalize = (orderid: string, space = live) =>
  shop.steam('POST', `${space}/FinalizeTxn/v2`, { appid, orderid });
const refund = (orderid: string) => shop.steam('POST', `${live}/RefundTxn/v2`, { appid, orderid });
const buy = async (orderid: string) => {
  await init({ orderid });
  await shop.control(`/steam/orders/${orderid}/approve`);
  await finalize(orderid);
};
const chargesOf = async (orderid: string) =>
  (await shop.call('GET', `/control/steam/orders/${orderid}`)).body.charges;

const order = {
  orderid: '1001',
  transid: firstTransid,
  steamid,
  status: 'Init',
  currency: 'USD',
  time: '2026-03-01T12:00:00Z',
  country: 'US',
  usstate: 'WA',
  items: [{ itemid: 7, qty: 2, amount: 398, vat: 0, itemstatus: 'Init' }],
};
const withStatus = (status: string) => ({
  ...order,
  status,
  items: order.items.map((item) => ({ ...item, itemstatus: status })),
});

beforeEach(() => shop.control('/reset'));

test('an order goes from Init over Approved to Succeeded, and money is taken once', async () => {
  assert.deepEqual((await init()).body, {
    response: { result: 'OK', params: { orderid: '1001', transid: firstTransid } },
  });
  assert.deepEqual((await query('1001')).body, { response: { result: 'OK', params: order } });
  const approved = await shop.control('/steam/orders/1001/approve');
  assert.deepEqual(approved, {
    environment: 'production',
    appid,
    ...withStatus('Approved'),
    timecreated: '2026-03-01T12:00:00Z',
    charges: 0,
  });
  assert.deepEqual((await finalize('1001')).body, {
    response: { result: 'OK', params: { orderid: '1001', transid: firstTransid } },
  });
  assert.deepEqual((await query('1001')).body.response.params, withStatus('Succeeded'));
  assert.equal(await chargesOf('1001'), 1);
});

test('QueryTxn finds an order by its transaction id too', async () => {
  await init();
  const found = await shop.steam('GET', `${live}/QueryTxn/v3`, { appid, transid: firstTransid });
  assert.deepEqual(found.body, { response: { result: 'OK', params: order } });
});

test('live and sandbox are separate order spaces', async () => {
  await init();
  await init({ 'amount[0]': 500 }, sandbox);
  const there = (await query('1001', sandbox)).body.response.params;
  assert.equal(there.transid, '3100000000000000001');
  assert.equal(there.items[0].amount, 500);
  await shop.control('/steam/orders/1001/approve', { environment: 'sandbox' });
  assert.equal((await query('1001', sandbox)).body.response.params.status, 'Approved');
  assert.equal((await query('1001')).body.response.params.status, 'Init');
});

test('amount and vat are apart: together they are what the user pays', async () => {
  await shop.control('/steam/users', { steamid, country: 'DE', currency: 'EUR', vatRate: 0.19 });
  await init({ currency: 'EUR', 'amount[0]': 1190 });
  const { country, usstate, items } = (await query('1001')).body.response.params;
  assert.deepEqual(
    { country, usstate, items },
    {
      country: 'DE',
      usstate: '',
      items: [{ itemid: 7, qty: 2, amount: 1000, vat: 190, itemstatus: 'Init' }],
    },
  );
});

test("a country's vat rate holds for its users", async () => {
  await shop.control('/steam/countries', { country: 'KR', vatRate: 0.1 });
  await shop.control('/steam/users', { steamid, country: 'KR', currency: 'KRW' });
  await init({ currency: 'KRW', 'amount[0]': 110_000 });
  const [item] = (await query('1001')).body.response.params.items;
  assert.deepEqual([item.amount, item.vat], [100_000, 10_000]);
});

test('an order in another currency is converted where there are rates, to what can be charged', async () => {
  await shop.control('/steam/users', { steamid, country: 'KR', currency: 'KRW' });
  await shop.control('/steam/settings', { rates: { USD: 1, KRW: 0.00073 } });
  await init({ 'amount[0]': 999 });
  const { currency, items } = (await query('1001')).body.response.params;
  assert.deepEqual(
    { currency, items },
    {
      currency: 'KRW',
      items: [{ itemid: 7, qty: 2, amount: 1_368_000, vat: 0, itemstatus: 'Init' }],
    },
  );
});

test('GetUserInfo names country and wallet; a user nobody described is an American', async () => {
  const info = () => shop.steam('GET', `${live}/GetUserInfo/v2`, { steamid, appid });
  assert.deepEqual((await info()).body, {
    response: {
      result: 'OK',
      params: { state: 'WA', country: 'US', currency: 'USD', status: 'Active' },
    },
  });
  await shop.control('/steam/users', {
    steamid,
    country: 'KR',
    currency: 'KRW',
    status: 'Trusted',
  });
  assert.deepEqual((await info()).body.response.params, {
    state: '',
    country: 'KR',
    currency: 'KRW',
    status: 'Trusted',
  });
});

test('a lost answer to FinalizeTxn has taken the money; asking again does not take it twice', async () => {
  await init();
  await shop.control('/steam/orders/1001/approve');
  await shop.control('/faults', { market: 'steam', kind: 'lost', count: 1, path: 'FinalizeTxn' });
  await assert.rejects(finalize('1001'), { message: 'fetch failed' });
  assert.equal((await query('1001')).body.response.params.status, 'Succeeded');
  assert.equal((await finalize('1001')).body.response.error.errorcode, 6);
  assert.equal(await chargesOf('1001'), 1);
});

test('RefundTxn refunds what was paid, once', async () => {
  await buy('1001');
  assert.deepEqual((await refund('1001')).body, {
    response: { result: 'OK', params: { orderid: '1001', transid: firstTransid } },
  });
  assert.equal((await query('1001')).body.response.params.status, 'Refunded');
  assert.deepEqual((await refund('1001')).body, {
    response: {
      result: 'Failure',
      params: { orderid: '1001', transid: firstTransid },
      error: { errorcode: 2, errordesc: 'Operation failed: the order is Refunded' },
    },
  });
});

test('Valve refunds in five ways', async () => {
  const kinds = ['Refunded', 'Chargedback', 'RefundedSuspectedFraud', 'RefundedFriendlyFraud'];
  for (const [index, kind] of kinds.entries()) {
    const orderid = String(2000 + index);
    await buy(orderid);
    const { status, items } = await shop.control(`/steam/orders/${orderid}/refund`, { kind });
    assert.deepEqual([status, items[0].itemstatus], [kind, kind]);
  }
  await init({
    orderid: '3000',
    itemcount: 2,
    'itemid[1]': 8,
    'qty[1]': 1,
    'amount[1]': 100,
    'description[1]': 'A shield',
  });
  await shop.control('/steam/orders/3000/approve');
  await finalize('3000');
  const partly = await shop.control('/steam/orders/3000/refund', {
    kind: 'PartialRefund',
    itemids: [8],
  });
  assert.equal(partly.status, 'PartialRefund');
  assert.deepEqual(
    partly.items.map(({ itemstatus }: { itemstatus: string }) => itemstatus),
    ['Succeeded', 'Refunded'],
  );
});

test('a ticket proves its user, for the identity it was made with', async () => {
  const check = (params: object) =>
    shop.steam('GET', 'ISteamUserAuth/AuthenticateUserTicket/v1', { appid, ...params });
  const { ticket } = await shop.control('/steam/tickets', { steamid, identity: 'tollgate' });
  assert.deepEqual((await check({ ticket, identity: 'tollgate' })).body, {
    response: {
      params: {
        result: 'OK',
        steamid,
        ownersteamid: steamid,
        vacbanned: false,
        publisherbanned: false,
      },
    },
  });
  const invalid = { response: { error: { errorcode: 101, errordesc: 'Invalid ticket' } } };
  assert.deepEqual((await check({ ticket })).body, invalid);
  assert.deepEqual((await check({ ticket, identity: 'other' })).body, invalid);
  assert.deepEqual((await check({ ticket: 'ab'.repeat(64) })).body, invalid);
  assert.deepEqual((await check({ ticket: 'not hex' })).body, {
    response: { error: { errorcode: 3, errordesc: 'Invalid parameter' } },
  });
  const other = await shop.control('/steam/tickets', { steamid, appid: 481 });
  assert.deepEqual((await check({ ticket: other.ticket })).body, {
    response: { error: { errorcode: 102, errordesc: 'Ticket for other app' } },
  });
});

test('an export carries orders, users and the key into another emulator', async () => {
  await shop.control('/steam/users', { steamid, country: 'KR', currency: 'KRW' });
  await init({ currency: 'KRW', 'amount[0]': 110_000 });
  await shop.control('/steam/orders/1001/approve');
  const exported = (await shop.call('GET', '/control/export')).body;
  const twin = await startShop();
  await twin.control('/import', exported);
  const { body: credentials } = await twin.call('GET', '/control/credentials');
  assert.deepEqual(credentials, shop.credentials);
  const { body: copy } = await twin.call('GET', '/control/steam/orders/1001');
  assert.deepEqual(copy, (await shop.call('GET', '/control/steam/orders/1001')).body);
});

test('the control opens orders too, for buying without a game', async () => {
  const opened = await shop.control('/steam/orders', { orderid: '77', steamid, amount: 250 });
  assert.deepEqual(opened, {
    environment: 'production',
    appid,
    ...order,
    orderid: '77',
    items: [{ itemid: 1, qty: 1, amount: 250, vat: 0, itemstatus: 'Init' }],
    timecreated: '2026-03-01T12:00:00Z',
    charges: 0,
  });
  assert.deepEqual((await shop.call('GET', '/control/steam/orders')).body, { orders: [opened] });
  const { currency } = await shop.control('/steam/orders', { currency: 'KRW' });
  assert.equal(currency, 'KRW');
});
