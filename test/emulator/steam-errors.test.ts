// Every refusal of Steam: error codes by natural ways and by order, and refused requests.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startShop } from './shop.ts';

const shop = await startShop();
const live = 'ISteamMicroTxn';
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
  'qty[0]': 1,
  'amount[0]': 199,
  'description[0]': 'A sword',
};
const transid = '3000000000000000001';
const codes =
  '2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 100, 101, 102, 103, 104, 105, 106';

const init = (overrides: object = {}) =>
  shop.steam('POST', `${live}/InitTxn/v3`, { ...purchase, ...overrides });
const finalize = (orderid = '1001') =>
  shop.steam('POST', `${live}/FinalizeTxn/v2`, { appid, orderid });
const query = (params: object = {}) =>
  shop.steam('GET', `${live}/QueryTxn/v3`, { appid, orderid: '1001', ...params });
const order = (action: string, body?: object) => shop.control(`/steam/orders/1001/${action}`, body);
const refusal = (errorcode: number, errordesc: string, params: object = { orderid: '1001' }) => ({
  response: { result: 'Failure', params, error: { errorcode, errordesc } },
});
const statusOf = async () => (await query()).body.response.params.status;

beforeEach(() => shop.control('/reset'));

test('a wrong key, or none, is refused with 403 and HTML', async () => {
  for (const key of ['wrong', '']) {
    const answer = await shop.steam('GET', `${live}/QueryTxn/v3`, { key, appid, orderid: 1 });
    assert.deepEqual(answer, {
      status: 403,
      type: 'text/html',
      body: '<html><head><title>Forbidden</title></head><body><h1>Forbidden</h1>Check the key.</body></html>',
    });
  }
});

test('a key that is bound to other addresses is refused like a wrong one', async () => {
  const ask = () => shop.steam('GET', `${live}/GetUserInfo/v2`, { steamid, appid });
  await shop.control('/steam/settings', { keyAddresses: ['203.0.113.7'] });
  const { status, type } = await ask();
  assert.deepEqual([status, type], [403, 'text/html']);
  await shop.control('/steam/settings', { keyAddresses: ['203.0.113.7', '127.0.0.1'] });
  assert.equal((await ask()).status, 200);
});

test('the key may come in the header', async () => {
  const response = await fetch(`${shop.url}/steam/${live}/GetUserInfo/v2?steamid=${steamid}`, {
    headers: { 'x-webapi-key': shop.credentials.steam.key },
  });
  assert.equal(response.status, 200);
});

test('unknown methods and wrong verbs answer in HTML', async () => {
  const unknown = await shop.steam('GET', `${live}/NoSuch/v1`, {});
  assert.deepEqual([unknown.status, unknown.type], [404, 'text/html']);
  const wrongVerb = await shop.steam('GET', `${live}/FinalizeTxn/v2`, {});
  assert.deepEqual([wrongVerb.status, wrongVerb.type], [405, 'text/html']);
});

test('3: each wrong parameter of InitTxn is named', async () => {
  const mistakes: [Record<string, unknown>, string][] = [
    [{ steamid: 'x' }, 'steamid'],
    [{ appid: 0 }, 'appid'],
    [{ language: 'english' }, 'language'],
    [{ currency: 'usd' }, 'currency'],
    [{ usersession: 'console' }, 'usersession'],
    [{ usersession: 'web' }, 'ipaddress'],
    [{ itemcount: 0 }, 'itemcount'],
    [{ itemcount: 2 }, 'itemid[1]'],
    [{ 'itemid[0]': -1 }, 'itemid[0]'],
    [{ 'qty[0]': 40_000 }, 'qty[0]'],
    [{ 'amount[0]': 1.5 }, 'amount[0]'],
    [{ 'description[0]': '' }, 'description[0]'],
    [{ 'description[0]': 'x'.repeat(129) }, 'description[0]'],
    [{ currency: 'SEK' }, 'currency'],
    [{ currency: 'KRW', 'amount[0]': 100_500 }, 'amount[0]'],
    [{ currency: 'VND', 'amount[0]': 45_000 }, 'amount[0]'],
    [{ currency: 'UAH', 'amount[0]': 1050 }, 'amount[0]'],
    [{ 'billingtype[0]': 'Steam' }, 'recurring billing is not emulated'],
  ];
  for (const [overrides, name] of mistakes) {
    assert.deepEqual((await init(overrides)).body, refusal(3, `Invalid parameter: ${name}`));
  }
  for (const orderid of ['', '0', '-1', '18446744073709551616']) {
    assert.deepEqual((await init({ orderid })).body, refusal(3, 'Invalid parameter: orderid', {}));
  }
});

test('3: an order number is used once', async () => {
  await init();
  assert.deepEqual((await init()).body, refusal(3, 'Invalid parameter: orderid is in use'));
});

test('3: an unknown order, and an order of another application', async () => {
  await init();
  const unknown = refusal(3, 'Invalid parameter: no such order', { orderid: '5' });
  assert.deepEqual((await query({ orderid: '5' })).body, unknown);
  assert.deepEqual((await finalize('5')).body, unknown);
  assert.deepEqual(
    (await query({ appid: 481 })).body,
    refusal(3, 'Invalid parameter: no such order'),
  );
  assert.deepEqual((await query({ appid: '' })).body, refusal(3, 'Invalid parameter: appid'));
  assert.deepEqual(
    (await query({ orderid: '' })).body,
    refusal(3, 'Invalid parameter: orderid', {}),
  );
});

test('3: reports need an application, a time, a known type and a bearable length', async () => {
  const report = (params: object) =>
    shop.steam('GET', `${live}/GetReport/v5`, { appid, time: '2026-01-01T00:00:00Z', ...params });
  for (const [name, value] of [
    ['appid', 'x'],
    ['time', 'yesterday'],
    ['time', '2026-01-01T00:00:00.000Z'],
    ['type', 'OTHER'],
    ['maxresults', 50_001],
  ]) {
    assert.deepEqual(
      (await report({ [String(name)]: value })).body,
      refusal(3, `Invalid parameter: ${name}`, {}),
    );
  }
});

test('5: the user has not answered yet', async () => {
  await init();
  assert.deepEqual(
    (await finalize()).body,
    refusal(5, 'User has not approved transaction', { orderid: '1001', transid }),
  );
});

test('6: the order is paid already', async () => {
  await init();
  await order('approve');
  await finalize();
  assert.deepEqual(
    (await finalize()).body,
    refusal(6, 'Transaction has already been committed', { orderid: '1001', transid }),
  );
});

test("7, 9, 11, 102, 103: the account's state forbids the purchase", async () => {
  const states: [string, number, string][] = [
    ['LoggedOut', 7, 'User is not logged in'],
    ['Unavailable', 9, 'Account does not exist or is temporarily unavailable'],
    [
      'RestrictedCountry',
      11,
      'Transaction has been denied because user is in a restricted country',
    ],
    ['Disabled', 102, 'Account is disabled'],
    ['Locked', 103, 'Account is not allowed to purchase'],
  ];
  for (const [status, code, text] of states) {
    await shop.control('/steam/users', { steamid, status });
    assert.deepEqual((await init()).body, refusal(code, text));
  }
});

test('GetUserInfo shows a locked account, and fails for one that is not there', async () => {
  const info = (id = steamid) => shop.steam('GET', `${live}/GetUserInfo/v2`, { steamid: id });
  await shop.control('/steam/users', { steamid, status: 'Locked' });
  assert.equal((await info()).body.response.params.status, 'Locked');
  await shop.control('/steam/users', { steamid, status: 'Unavailable' });
  assert.deepEqual(
    (await info()).body,
    refusal(9, 'Account does not exist or is temporarily unavailable', {}),
  );
  assert.deepEqual((await info('x')).body, refusal(3, 'Invalid parameter: steamid', {}));
});

test("8: the currency is not the wallet's", async () => {
  assert.deepEqual(
    (await init({ currency: 'EUR' })).body,
    refusal(8, 'Currency does not match user account currency'),
  );
});

test('10: the user said no; 101: too late; both stay so', async () => {
  await init();
  const denied = await order('deny');
  assert.deepEqual([denied.status, denied.failure], ['Failed', 10]);
  const refused = refusal(10, 'Transaction has been denied by user', { orderid: '1001', transid });
  assert.deepEqual((await finalize()).body, refused);
  assert.deepEqual((await finalize()).body, refused);

  await shop.control('/reset');
  await init();
  await order('approve');
  await order('expire');
  assert.deepEqual(
    (await finalize()).body,
    refusal(101, 'Time limit for finalization has been exceeded', { orderid: '1001', transid }),
  );
  assert.equal(await statusOf(), 'Failed');
});

test('100 to 106: an ordered failure of FinalizeTxn ends the order without a charge', async () => {
  for (const errorcode of [100, 101, 102, 103, 104, 105, 106]) {
    await shop.control('/reset');
    await init();
    await order('approve');
    await order('fail', { errorcode });
    assert.equal((await finalize()).body.response.error.errorcode, errorcode);
    assert.equal((await finalize()).body.response.error.errorcode, errorcode);
    const { body } = await shop.call('GET', '/control/steam/orders/1001');
    assert.deepEqual([body.status, body.charges], ['Failed', 0]);
  }
});

test('2, 4, 7, 9: a passing failure leaves the order as it was', async () => {
  await init();
  await order('approve');
  for (const errorcode of [2, 4, 7, 9]) {
    await order('fail', { errorcode });
    assert.equal((await finalize()).body.response.error.errorcode, errorcode);
    assert.equal(await statusOf(), 'Approved');
  }
  assert.equal((await finalize()).body.response.result, 'OK');
});

test('12 to 16: failures about agreements can be ordered for InitTxn before the order exists', async () => {
  for (const errorcode of [12, 13, 14, 15, 16]) {
    await order('fail', { errorcode });
    assert.equal((await init()).body.response.error.errorcode, errorcode);
    await shop.control('/reset');
  }
});

test('an ordered failure can wait for one method', async () => {
  await init();
  await order('approve');
  await order('fail', { errorcode: 4, method: 'QueryTxn' });
  await order('fail', { errorcode: 2, method: 'RefundTxn' });
  assert.equal((await finalize()).body.response.result, 'OK');
  assert.deepEqual((await query()).body, refusal(4, 'Internal error'));
  const refund = () => shop.steam('POST', `${live}/RefundTxn/v2`, { appid, orderid: '1001' });
  assert.equal((await refund()).body.response.error.errorcode, 2);
  assert.equal((await refund()).body.response.result, 'OK');
});

test('faults come in HTML', async () => {
  await shop.control('/faults', { market: 'steam', kind: '500', count: 1 });
  assert.deepEqual(await query(), {
    status: 500,
    type: 'text/html',
    body: '<html><head><title>Internal Server Error</title></head><body><h1>Internal Server Error</h1>Something went wrong.</body></html>',
  });
  await shop.control('/faults', { market: 'steam', kind: '429', count: 1 });
  assert.deepEqual([(await query()).status], [429]);
});

test('bad control input gets a sentence', async () => {
  const post = (path: string, body: unknown) => shop.call('POST', `/control/steam${path}`, body);
  await init();
  const mistakes: [string, unknown, string][] = [
    ['/users', {}, 'steamid is required.'],
    ['/users', { steamid: 'x' }, 'steamid must be a 64-bit number in decimal text.'],
    ['/users', { steamid, country: 'kr' }, 'country must be a code of 2 capital letters.'],
    [
      '/countries',
      { country: 'KR', vatRate: 2 },
      'vatRate must be a number of at least 0 up to 1.',
    ],
    ['/orders/1001/fail', { errorcode: 99 }, `errorcode must be one of ${codes}.`],
    ['/orders/1001/refund', {}, 'Order 1001 is Init and cannot be refunded.'],
    ['/orders/x/approve', {}, 'The order id must be a 64-bit decimal number.'],
    ['/orders', { steamid, currency: 'EUR' }, 'Currency does not match user account currency.'],
  ];
  for (const [path, body, error] of mistakes) {
    assert.deepEqual(await post(path, body), { status: 400, body: { error } });
  }
  await order('deny');
  for (const [action, verb] of [
    ['approve', 'approved'],
    ['deny', 'denied'],
    ['expire', 'expired'],
  ]) {
    assert.deepEqual(await post(`/orders/1001/${action}`, {}), {
      status: 400,
      body: { error: `Order 1001 is Failed and cannot be ${verb}.` },
    });
  }
  assert.deepEqual(await post('/orders/2/approve', {}), {
    status: 404,
    body: { error: 'There is no Steam order 2.' },
  });
});
