// What the answers of a market of the studio's own mean, and what its signatures are worth.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { readPurchase, readSubscription } from './answers.ts';
import { readAnswer } from './api.ts';
import { addressProblem, keyProblem } from './settings.ts';
import { answerTo, checkSignature, signed } from './signature.ts';

const APP = { appid: 'com.studio.game', environment: 'production' } as const;
const SANDBOX = { ...APP, environment: 'sandbox' } as const;
const AT = Date.parse('2026-11-15T12:00:00Z');

const PURCHASE = {
  appid: APP.appid,
  transactionId: 'sale-1',
  productId: 'gems.100',
  quantity: 2,
  price: '9.9',
  currency: 'USD',
  country: 'US',
  purchasedAt: '2026-11-15T12:00:00Z',
  state: 'paid',
  test: false,
  account: '5c0ffee0-0000-4000-8000-0000000000a1',
  acknowledged: false,
  buyer: { email: 'who@example.com' },
  card: '4242',
};

const SUBSCRIPTION = {
  appid: APP.appid,
  subscriptionId: 'subscription-1',
  account: null,
  test: false,
  status: 'active',
  renewsAs: 'vip',
  beganAt: '2026-11-15T12:00:00Z',
  cycle: {
    transactionId: 'subscription-1-2',
    number: 2,
    productId: 'vip',
    price: '1100',
    currency: 'KRW',
    purchasedAt: '2026-11-15T12:00:00Z',
    expiresAt: '2026-12-15T12:00:00.500Z',
    card: '4242',
  },
};

const purchased = (fields: object = {}, app: typeof APP | typeof SANDBOX = APP) =>
  readPurchase(app, { purchase: { ...PURCHASE, ...fields } });
const subscribed = (fields: object = {}) =>
  readSubscription(APP, { subscription: { ...SUBSCRIPTION, ...fields } });
const inCycle = (fields: object) => subscribed({ cycle: { ...SUBSCRIPTION.cycle, ...fields } });

test('a purchase, and what is kept of it', () => {
  const read = purchased();
  assert.ok('transactionId' in read);
  const { resource, ...purchase } = read;
  assert.deepEqual(purchase, {
    transactionId: 'sale-1',
    productId: 'gems.100',
    quantity: 2,
    price: '9.90',
    currency: 'USD',
    purchasedAt: AT,
    test: false,
    account: PURCHASE.account,
    isPermanent: false,
    isAcknowledged: false,
    cancellations: [],
  });
  const { appid: _, buyer: __, card: ___, ...kept } = PURCHASE;
  assert.deepEqual(resource, kept);
});

test('a purchase without a price, of a product that is kept', () => {
  const read = purchased({ price: null, currency: null, purchasedAt: null, permanent: true });
  assert.ok('transactionId' in read);
  const { price, currency, purchasedAt, isPermanent } = read;
  assert.deepEqual([price, currency, purchasedAt, isPermanent], [null, null, null, true]);
});

test('what another form has decides nothing, and the sentence names the field', () => {
  for (const [field, value] of [
    ...(['', 1, null, undefined] as const).map((each) => ['transactionId', each] as const),
    ...(['', null] as const).map((each) => ['productId', each] as const),
    ...[0, -1, 1.5, '1', null].map((each) => ['quantity', each] as const),
    ...[9.9, '9,90', '-1', '1e3', '', null, '1234567890123'].map(
      (each) => ['price', each] as const,
    ),
    ['purchasedAt', 1],
    ...[
      '2026-11-15',
      '+002026-11-15T12:00:00Z',
      '2026-11-15T12:00:00Z (x)',
      '2026-11-15T12:00:00+09:00',
    ].map((each) => ['purchasedAt', each] as const),
    ['purchasedAt', ['2026-11-15T12:00:00Z']],
    ['purchasedAt', '2026-13-15T12:00:00Z'],
    ['state', 'complete'],
    ['state', undefined],
    ['test', undefined],
    ['test', 'false'],
    ['appid', ''],
    ...[{}, 'full', { state: 'yes' }, { state: 'partial' }, { state: 'full', amount: 1 }].map(
      (each) => ['refund', each] as const,
    ),
  ] as const) {
    const read = purchased({ [field]: value });
    assert.ok('unavailable' in read, JSON.stringify([field, value, read]));
    assert.match(read.unavailable, new RegExp(`documented: (purchase\\.)?${field}$`));
  }
  for (const fields of [
    { currency: 'XXQ' },
    { currency: null },
    { disputes: {} },
    { disputes: [{ id: 'd1' }] },
    { disputes: [{ state: 'open' }] },
    { disputes: [{ id: 'd1', state: 'open', amount: 1 }] },
  ]) {
    assert.ok('unavailable' in purchased(fields), JSON.stringify(fields));
  }
  for (const found of [{}, { purchase: 'x' }, { purchase: [] }]) {
    for (const [read, field] of [
      [readPurchase(APP, found), 'purchase'],
      [readSubscription(APP, found), 'subscription'],
    ] as const) {
      const unavailable = `The answer has another form than documented: ${field}`;
      assert.deepEqual(read, { unavailable });
    }
  }
});

test('what is refused', () => {
  const unknown = 'The studio has no such purchase.';
  const other = 'The purchase is of another app.';
  for (const [read, detail, answer] of [
    [readPurchase(APP, { purchase: null }), unknown, { purchase: null }],
    [readSubscription(APP, { purchase: null }), unknown, { purchase: null }],
    [
      readPurchase(APP, { subscription: SUBSCRIPTION }),
      'The receipt is of a subscription. Send it to subscription/verify.',
    ],
    [
      readSubscription(APP, { purchase: PURCHASE }),
      'The receipt is not of a subscription. Send it to purchase/verify.',
    ],
    [purchased({ appid: 'com.studio.other' }), other],
    [subscribed({ appid: 'com.studio.other' }), other],
    [purchased({ state: 'failed' }), 'The purchase was not paid.'],
    [
      purchased({}, SANDBOX),
      'The purchase is for real money, and this is the sandbox environment.',
    ],
  ] as const) {
    assert.deepEqual(read, { rejected: 'INVALID_RECEIPT', detail, ...(answer && { answer }) });
  }
  assert.deepEqual(purchased({ state: 'pending', purchasedAt: null }), {
    rejected: 'PAYMENT_PENDING',
    detail: 'The purchase is not paid yet.',
  });
});

test('test money is marked in both environments, and what is acknowledged', () => {
  for (const app of [APP, SANDBOX]) {
    const read = purchased({ test: true, acknowledged: true }, app);
    assert.ok('transactionId' in read);
    assert.deepEqual([read.test, read.isAcknowledged], [true, true]);
  }
});

test('refunds and disputes', () => {
  const complete = { kind: 'refund', isComplete: true } as const;
  for (const [fields, reports] of [
    [{ refund: null, disputes: [] }, []],
    [
      { refund: { state: 'full', at: '2026-11-15T12:00:00Z', reason: 'asked' } },
      [{ ...complete, state: 'given', amount: null, reason: 'asked' }],
    ],
    [
      { refund: { state: 'partial', amount: '1.5' } },
      [{ ...complete, state: 'partial', amount: '1.50', reason: null }],
    ],
    [
      { refund: { state: 'pending' } },
      [{ ...complete, state: 'pending', amount: null, reason: null }],
    ],
    [
      { refund: { state: 'reversed' } },
      [{ ...complete, state: 'restored', amount: null, reason: null }],
    ],
    [
      {
        disputes: [
          { id: 'd1', state: 'lost', amount: '9.90', reason: 'fraud' },
          { id: 'd2', state: 'won' },
          { id: 'd3', state: 'open' },
        ],
      },
      [
        { kind: 'dispute', id: 'd1', state: 'lost', amount: '9.90', reason: 'fraud' },
        { kind: 'dispute', id: 'd2', state: 'won', amount: null, reason: null },
        { kind: 'dispute', id: 'd3', state: 'open', amount: null, reason: null },
      ],
    ],
  ] as const) {
    const read = purchased(fields);
    assert.deepEqual('cancellations' in read && read.cancellations, reports);
  }
});

test('a subscription, and what is kept of it', () => {
  const read = subscribed({ email: 'who@example.com' });
  assert.ok('subscriptionId' in read);
  const { resource, ...subscription } = read;
  assert.deepEqual(subscription, {
    subscriptionId: 'subscription-1',
    account: null,
    test: false,
    beganAt: AT,
    lifecycle: { status: 'active', autoRenewProductId: 'vip', graceUntil: null },
    cycle: {
      transactionId: 'subscription-1-2',
      number: 2,
      productId: 'vip',
      price: '1100',
      currency: 'KRW',
      purchasedAt: AT,
      expiresAt: Date.parse('2026-12-15T12:00:00.500Z'),
      refundedAt: null,
      cancellations: [],
    },
  });
  assert.equal(/4242|example\.com/.test(JSON.stringify(resource)), false);
  const test = subscribed({ test: true });
  assert.equal('test' in test && test.test, true);
});

test('the end of grace counts only in grace; the time of a refund only of a whole one', () => {
  const graceUntil = '2026-11-16T12:00:00Z';
  for (const [status, until] of [
    ['grace', Date.parse(graceUntil)],
    ['hold', null],
  ] as const) {
    const read = subscribed({ status, graceUntil, renewsAs: null });
    const lifecycle = { status, autoRenewProductId: null, graceUntil: until };
    assert.deepEqual('lifecycle' in read && read.lifecycle, lifecycle);
  }
  for (const [state, at] of [
    ['full', AT],
    ['partial', null],
  ] as const) {
    const read = inCycle({ refund: { state, amount: '1', at: '2026-11-15T12:00:00Z' } });
    assert.equal('cycle' in read && read.cycle.refundedAt, at);
  }
});

test('a subscription in another form decides nothing', () => {
  for (const [name, value] of [
    ['subscription.subscriptionId', ''],
    ['subscription.status', 'on'],
    ['subscription.beganAt', null],
    ['subscription.cycle', null],
    ['test', 1],
  ] as const) {
    const read = subscribed({ [name.split('.').at(-1) as string]: value });
    assert.equal('unavailable' in read && read.unavailable.split(': ').at(-1), name);
  }
  for (const read of [
    ...['transactionId', 'number', 'productId', 'purchasedAt', 'expiresAt'].map((name) =>
      inCycle({ [name]: undefined }),
    ),
    inCycle({ price: 1 }),
    inCycle({ refund: {} }),
    inCycle({ number: 0 }),
  ]) {
    assert.ok('unavailable' in read, JSON.stringify(read));
  }
});

test('only a signed answer counts', () => {
  const good = { status: 200, text: '{"purchase":null}' };
  for (const [answer, signature, alarm] of [
    [good, 'missing', undefined],
    [good, 'of another time', undefined],
    [good, 'of another message', undefined],
    [good, 'wrong', 'credentials'],
    [{ ...good, status: 401 }, 'missing', 'credentials'],
    [{ ...good, status: 404 }, 'genuine', undefined],
    [{ ...good, status: 302 }, 'missing', undefined],
    [{ ...good, status: 500 }, 'genuine', undefined],
    [{ ...good, text: '[]' }, 'genuine', undefined],
    [{ ...good, text: '' }, 'genuine', undefined],
  ] as const) {
    const read = readAnswer(answer, signature);
    assert.ok('unavailable' in read, JSON.stringify([answer, signature]));
    assert.equal(read.alarm, alarm);
  }
  assert.deepEqual(readAnswer(good, 'genuine'), { found: { purchase: null } });
});

const [KEY, OLD] = ['the-key-of-this-studio-and-of-nobody', 'the-key-before-it-and-of-nobody-else'];
const MESSAGE = { id: 'msg_1', body: '{"a":1}' };
const MINUTE = 60_000;

test('signatures', () => {
  const { id, body } = MESSAGE;
  const headers = signed([KEY], id, body, AT);
  assert.equal(headers['content-type'], 'application/json');
  assert.equal(answerTo(id), 'msg_1:answer');
  const check = (given: object, keys = [KEY], message = MESSAGE, now = AT) =>
    checkSignature(keys, { ...headers, ...given }, message, now);
  assert.equal(check({}), 'genuine');
  assert.equal(check({}, [OLD, KEY]), 'genuine', 'a former key is still accepted');
  assert.equal(check(signed([OLD, KEY], id, body, AT)), 'genuine', 'one of two signatures');
  assert.equal(check({}, [OLD]), 'wrong');
  assert.equal(check({}, []), 'wrong');
  assert.equal(check({}, [KEY], { ...MESSAGE, body: '{"a":2}' }), 'wrong');
  assert.equal(check({}, [KEY], { ...MESSAGE, id: 'msg_2' }), 'of another message');
  assert.equal(check({ 'webhook-id': undefined }), 'of another message');
  assert.equal(check({ 'webhook-signature': undefined }), 'missing');
  assert.equal(check({ 'webhook-signature': 'v1,' }), 'wrong');
  for (const [away, result] of [
    [5 * MINUTE, 'genuine'],
    [-5 * MINUTE, 'genuine'],
    [5 * MINUTE + 1, 'of another time'],
    [-5 * MINUTE - 1, 'of another time'],
  ] as const) {
    assert.equal(check({}, [KEY], MESSAGE, AT + away), result, String(away));
  }
  for (const text of ['', 'x', '1e9', `${AT / 1_000}.5`, '-1', undefined]) {
    assert.equal(check({ 'webhook-timestamp': text }), 'of another time', text);
  }
  assert.equal(check({ 'webhook-timestamp': String(AT / 1_000 + 1) }), 'wrong');
});

test('a library of Standard Webhooks takes what is signed here', () => {
  const now = Date.now();
  const headers = signed([OLD, KEY], 'msg_1', '{"a":1}', now);
  const webhook = new Webhook(Buffer.from(KEY), { format: 'raw' });
  assert.deepEqual(webhook.verify('{"a":1}', headers), { a: 1 });
});

test('addresses and keys', () => {
  for (const text of [
    'https://shop.example',
    'https://shop.example/a/b/',
    'http://localhost:4002',
  ]) {
    assert.equal(addressProblem(text), undefined, text);
  }
  for (const text of [
    'shop',
    'https://a:b@shop.example',
    'https://shop.example/?a',
    'https://shop.example/#a',
  ]) {
    assert.notEqual(addressProblem(text), undefined, text);
  }
  assert.equal(keyProblem('x'.repeat(32)), undefined);
  for (const text of ['x'.repeat(31), 'x'.repeat(513), `${'x'.repeat(32)} `, 'é'.repeat(32)]) {
    assert.match(keyProblem(text) ?? '', /^must be 32 to 512/);
  }
});
