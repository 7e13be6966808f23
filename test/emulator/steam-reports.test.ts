// Steam's reports: which orders each kind lists, in which order, and pages that are shorter than asked for.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startShop } from './shop.ts';

const shop = await startShop();
const live = 'ISteamMicroTxn';
const steamid = '76561198000000001';
const appid = 480;
const begin = '2026-01-01T00:00:00Z';

const init = (overrides: object = {}) =>
  shop.steam('POST', `${live}/InitTxn/v3`, {
    steamid,
    appid,
    itemcount: 1,
    language: 'en',
    currency: 'USD',
    'itemid[0]': 7,
    'qty[0]': 2,
    'amount[0]': 398,
    'description[0]': 'Two swords',
    ...overrides,
  });
const buy = async (orderid: string) => {
  await init({ orderid });
  await shop.control(`/steam/orders/${orderid}/approve`);
  await shop.steam('POST', `${live}/FinalizeTxn/v2`, { appid, orderid });
};
const report = (params: object) => shop.steam('GET', `${live}/GetReport/v5`, { appid, ...params });
const rowsOf = async (params: object) => (await report(params)).body.response.params.orders;
const ordersOf = async (params: object) =>
  (await rowsOf(params)).map(({ orderid, status }: { orderid: string; status: string }) => [
    orderid,
    status,
  ]);
const second = () => shop.control('/clock', { advanceMs: 1_000 });

beforeEach(async () => {
  await shop.control('/reset');
  await shop.control('/clock', { now: '2026-03-01T12:00:00Z' });
});

test('GetReport lists paid orders by their last change, from a time on', async () => {
  const minute = () => shop.control('/clock', { advanceMs: 60_000 });
  await buy('1');
  await minute();
  await buy('2');
  await init({ orderid: '3' });
  await minute();
  await shop.control('/steam/orders/1/refund', { kind: 'Chargedback' });

  const begin = '2026-03-01T00:00:00Z';
  assert.deepEqual(await ordersOf({ time: begin }), [
    ['2', 'Succeeded'],
    ['1', 'Chargedback'],
  ]);
  const first = (await report({ time: begin, maxresults: 1 })).body.response.params;
  assert.equal(first.count, 1);
  assert.deepEqual(first.orders, [
    {
      orderid: '2',
      transid: '3000000000000000002',
      steamid,
      status: 'Succeeded',
      currency: 'USD',
      time: '2026-03-01T12:01:00Z',
      country: 'US',
      usstate: 'WA',
      items: [{ itemid: 7, qty: 2, amount: 398, vat: 0, itemstatus: 'Succeeded' }],
      timecreated: '2026-03-01T12:01:00Z',
    },
  ]);
  assert.deepEqual(await ordersOf({ time: '2026-03-01T12:01:01Z' }), [['1', 'Chargedback']]);
  assert.deepEqual(await ordersOf({ time: begin, type: 'CHARGEBACK' }), [['1', 'Chargedback']]);
  assert.deepEqual(await ordersOf({ time: begin, type: 'SETTLEMENT' }), [
    ['2', 'Succeeded'],
    ['1', 'Chargedback'],
  ]);
  assert.deepEqual(await ordersOf({ time: begin, type: 'STEAMSTORESALES' }), []);
  assert.deepEqual(await ordersOf({ time: begin, appid: 481 }), []);
  await shop.control('/clock', { now: '2026-03-01T12:00:00Z' });
});

test('a report stays in order when the clock was moved back', async () => {
  await buy('1');
  await shop.control('/clock', { now: '2026-02-01T00:00:00Z' });
  await buy('2');
  await shop.control('/clock', { now: '2026-03-01T12:00:00Z' });
  assert.deepEqual(await ordersOf({ time: '2026-01-01T00:00:00Z' }), [
    ['2', 'Succeeded'],
    ['1', 'Succeeded'],
  ]);
});

test('CHARGEBACK lists what was taken back in any way, SETTLEMENT also what failed', async () => {
  const kinds = [
    'Refunded',
    'PartialRefund',
    'Chargedback',
    'RefundedSuspectedFraud',
    'RefundedFriendlyFraud',
  ];
  for (const [index, kind] of kinds.entries()) {
    await buy(String(index + 1));
    await shop.control(`/steam/orders/${index + 1}/refund`, { kind });
  }
  await buy('6');
  await init({ orderid: '7' });
  await shop.control('/steam/orders/7/deny');
  const reversed = kinds.map((kind, index) => [String(index + 1), kind]);
  assert.deepEqual(await ordersOf({ time: begin, type: 'CHARGEBACK' }), reversed);
  assert.deepEqual(await ordersOf({ time: begin, type: 'SETTLEMENT' }), [
    ...reversed,
    ['6', 'Succeeded'],
    ['7', 'Failed'],
  ]);
});

test('pages may be shorter than asked for; reading on from the last time brings everything', async () => {
  for (let orderid = 1; orderid <= 10; orderid++) {
    await buy(String(orderid));
    if (orderid % 2 === 0) await second();
  }
  await shop.control('/steam/settings', { reportRows: 3 });
  const seen = new Set<string>();
  const lengths = [];
  for (let time = begin; ; ) {
    const rows = await rowsOf({ time, maxresults: 1000 });
    for (const { orderid } of rows) seen.add(orderid);
    lengths.push(rows.length);
    if (rows.at(-1).time === time) break;
    time = rows.at(-1).time;
  }
  assert.deepEqual([...seen], ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
  assert.deepEqual(lengths, [3, 3, 3, 3, 2]);
});

test('a short page still holds the whole second that it begins with', async () => {
  for (let orderid = 1; orderid <= 5; orderid++) await buy(String(orderid));
  await second();
  await buy('6');
  await shop.control('/steam/settings', { reportRows: 2 });
  assert.equal((await rowsOf({ time: begin })).length, 5);
  assert.equal((await rowsOf({ time: begin, maxresults: 4 })).length, 4);
});

test('settings are shown, kept where they are not sent, exported, and reset', async () => {
  const settings = { reportRows: 7, rates: { USD: 1 }, keyAddresses: null };
  assert.deepEqual(await shop.control('/steam/settings', { reportRows: 7, rates: { USD: 1 } }), {
    ...settings,
  });
  const none = { ...settings, reportRows: null };
  assert.deepEqual(await shop.control('/steam/settings', { reportRows: null }), none);
  const twin = await startShop();
  await twin.control('/import', (await shop.call('GET', '/control/export')).body);
  assert.deepEqual((await twin.call('GET', '/control/steam/settings')).body, none);
  await shop.control('/reset');
  const usual = { reportRows: null, rates: {}, keyAddresses: null };
  assert.deepEqual((await shop.call('GET', '/control/steam/settings')).body, usual);
  for (const [body, error] of [
    [{ rates: { USD: 0 } }, 'rates must give the price in USD of one unit of each currency.'],
    [{ keyAddresses: '1.2.3.4' }, 'keyAddresses must be a list of IP addresses.'],
  ]) {
    const answer = await shop.call('POST', '/control/steam/settings', body);
    assert.deepEqual(answer, { status: 400, body: { error } });
  }
});
