// What the page lists: records of one market or all, in pages, with the control calls that each one allows.
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { buildEmulator } from '../../emulator/app.ts';
import { freshMarkets } from '../support/fresh-markets.ts';

const emulator = await buildEmulator({ state: await freshMarkets() });
const url = await emulator.listen(0);
after(() => emulator.close());

async function control(
  method: string,
  path: string,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: as below
): Promise<{ status: number; body: any }> {
  const response = await fetch(`${url}/control${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}
// biome-ignore lint/suspicious/noExplicitAny: a JSON answer has whatever shape the test asserts
const list = async (query = ''): Promise<any> => (await control('GET', `/records${query}`)).body;

beforeEach(() => control('POST', '/reset'));

test('a Steam order with the actions of its state, in its environment', async () => {
  await control('POST', '/clock', { now: '2026-03-01T12:00:00Z' });
  const order = { orderid: '7', description: 'A sword', environment: 'sandbox' };
  await control('POST', '/steam/orders', order);
  const { records } = await list('?market=steam');
  const environment = 'sandbox';
  const fail = (label: string, errorcode: number) => ({
    label,
    method: 'POST',
    path: '/steam/orders/7/fail',
    body: { errorcode, method: 'FinalizeTxn', environment },
    tone: 'bad',
  });
  const step = (label: string, name: string, tone: string) => ({
    label,
    method: 'POST',
    path: `/steam/orders/7/${name}`,
    body: { environment },
    tone,
  });
  const { at, ...record } = records[0];
  assert.equal(new Date(at).toISOString().slice(0, 16), '2026-03-01T12:00');
  assert.deepEqual(record, {
    market: 'steam',
    id: '7',
    environment,
    product: 'A sword × 1',
    amount: '1.99 USD',
    state: 'Init',
    tone: 'open',
    actions: [
      step('Approve', 'approve', 'good'),
      step('Deny', 'deny', 'bad'),
      step('Let it expire', 'expire', 'bad'),
      fail('No funds at the charge', 100),
      fail('Fraud check at the charge', 104),
    ],
  });
});

async function openAtPaypal(
  { clientId, secret }: { clientId: string; secret: string },
  custom_id: string,
): Promise<void> {
  const send = async (path: string, authorization: string, body: string, more = {}) => {
    const headers = { authorization, 'content-type': 'application/json', ...more };
    const answer = await fetch(`${url}/paypal${path}`, { method: 'POST', headers, body });
    assert.ok(answer.ok, String(answer.status));
    return (await answer.json()) as { access_token?: string };
  };
  const basic = Buffer.from(`${clientId}:${secret}`).toString('base64');
  const { access_token } = await send('/v1/oauth2/token', `Basic ${basic}`, '');
  const amount = { currency_code: 'USD', value: '9.90' };
  const order = { intent: 'CAPTURE', purchase_units: [{ custom_id, amount }] };
  await send('/v2/checkout/orders', `Bearer ${access_token}`, JSON.stringify(order));
}

test('every action that is offered works', async () => {
  const tried = new Set<string>();
  const { stripe, portone, paypal } = (await control('GET', '/credentials')).body;
  let orders = 0;
  const buy = async () => {
    const [first, second, third] = [`H${++orders}`, `H${++orders}`, `H${++orders}`];
    const intent = { amount: '990', currency: 'usd', 'metadata[orderId]': first };
    await fetch(`${url}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stripe.secretKey}` },
      body: new URLSearchParams(intent),
    });
    await fetch(`${url}/payments/${second}/pre-register`, {
      method: 'POST',
      headers: { authorization: `PortOne ${portone.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ totalAmount: 11_000, currency: 'KRW' }),
    });
    await openAtPaypal(paypal, third);
    await control('POST', '/apple/transactions', { productId: 'gems' });
    await control('POST', '/apple/transactions', { type: 'Non-Consumable' });
    await control('POST', '/apple/transactions', { type: 'Auto-Renewable Subscription' });
    await control('POST', '/google/purchases', { quantity: 2 });
    await control('POST', '/google/purchases', { state: 'pending' });
    await control('POST', '/google/purchases', {
      products: [{ productId: 'sword' }, { productId: 'shield' }],
    });
    await control('POST', '/google/subscriptions', {});
    await control('POST', '/google/subscriptions', { addOns: [{ productId: 'extra' }] });
    await control('POST', '/steam/orders', {});
  };
  /** An action that was not tried yet, by its name; what one does may change what others offer. */
  const nextAction = async (market: string) => {
    const { records, actions } = await list(`?market=${market}`);
    for (const { state, actions: own } of [...records, { state: '', actions }]) {
      for (const action of own) {
        const name = `${market} ${state} ${action.label}`;
        if (!tried.has(name)) return { name, action };
      }
    }
    return undefined;
  };
  // Each round tries them on fresh purchases.
  for (let isNews = true; isNews; ) {
    isNews = false;
    await buy();
    for (const market of ['apple', 'google', 'steam', 'stripe', 'portone', 'paypal']) {
      for (let next = await nextAction(market); next; next = await nextAction(market)) {
        const { name, action } = next;
        tried.add(name);
        isNews = true;
        const answer = await control(action.method, action.path, action.body);
        assert.equal(answer.status, 200, `${name}: ${answer.body.error}`);
      }
    }
  }
  assert.ok(tried.size > 125, `${tried.size} tried`);
});

test('pages of 20, newest first, over all markets; found by any id', async () => {
  for (let index = 1; index <= 25; index++) {
    await control('POST', '/clock', { advanceMs: 1_000 });
    if (index % 2) await control('POST', '/steam/orders', { orderid: String(100 + index) });
    else await control('POST', '/apple/transactions', { productId: `gems.${index}` });
  }
  const first = await list();
  assert.deepEqual([first.page, first.hasMore, first.records.length], [1, true, 20]);
  assert.equal(first.records[0].id, '125');
  assert.equal(first.records[1].product, 'gems.24');
  const second = await list('?page=2');
  assert.deepEqual([second.page, second.hasMore, second.records.length], [2, false, 5]);
  const found = await list('?search=GEMS.2');
  assert.deepEqual(
    found.records.map(({ product }: { product: string }) => product),
    ['gems.24', 'gems.22', 'gems.20', 'gems.2'],
  );
  const { error } = (await control('GET', '/records?market=other')).body;
  assert.match(error, /^market must be one of apple, google, [a-z, ]+\.$/);
});

test('orders of the gateways, with the actions of their states', async () => {
  await control('POST', '/clock', { now: '2026-03-01T12:00:00Z' });
  const { stripe, portone } = (await control('GET', '/credentials')).body;
  const headers = { authorization: `Bearer ${stripe.secretKey}` };
  const intent = { amount: '990', currency: 'usd', 'metadata[orderId]': 'H1' };
  const opened = await fetch(`${url}/v1/payment_intents`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(intent),
  });
  assert.equal(opened.status, 200);
  const registered = await fetch(`${url}/payments/H2/pre-register`, {
    method: 'POST',
    headers: { authorization: `PortOne ${portone.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ totalAmount: 11_000, currency: 'KRW' }),
  });
  assert.equal(registered.status, 200);
  await control('POST', '/pg/orders/H2/pay', {});
  const labels = async (market: string) => {
    const [record] = (await list(`?market=${market}`)).records;
    assert.equal(new Date(record.at).toISOString().slice(0, 16), '2026-03-01T12:00');
    const { id, environment, amount, state, actions } = record;
    return [
      id,
      environment,
      amount,
      state,
      ...actions.map((each: { label: string }) => each.label),
    ];
  };
  assert.deepEqual(await labels('stripe'), [
    'H1',
    'sandbox',
    '9.90 USD',
    'open (requires_payment_method)',
    'Pay',
    'Pay with a delayed method',
    'Cancel',
  ]);
  assert.deepEqual(await labels('portone'), [
    'H2',
    'production',
    '11000 KRW',
    'paid (PAID)',
    'Refund',
    'Refund half',
    'Refund later',
    'Dispute',
  ]);
  for (const market of ['stripe', 'portone']) {
    for (const label of ['Pay', 'Refund half', 'Refund']) {
      const [{ actions }] = (await list(`?market=${market}`)).records;
      const action = actions.find((each: { label: string }) => each.label === label);
      if (action) assert.equal((await control('POST', action.path, action.body)).status, 200);
    }
    assert.equal((await list(`?market=${market}`)).records[0].state.split(' ')[0], 'refunded');
  }
});

test('orders of one millisecond are listed newest first, too', async ({ mock }) => {
  mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 2, 1) });
  for (const orderid of ['1', '2', '3']) await control('POST', '/steam/orders', { orderid });
  const { records } = await list('?market=steam');
  assert.deepEqual(
    records.map(({ id, at }: { id: string; at: number }) => [id, at]),
    ['3', '2', '1'].map((id) => [id, records[0].at]),
  );
});
