// What PayPal's orders and webhooks say, as tables.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MarketAnswer } from '../../http.ts';
import type { PgApp } from '../settings.ts';
import { readAnswer } from './api.ts';
import {
  approvalUrlOf,
  captureOf,
  keptOf,
  paidOf,
  paymentOf,
  subjectOf,
  unpaidOf,
} from './objects.ts';
import { signatureQuestion } from './webhook.ts';

const app = { environment: 'production' } as PgApp;
const usd = { currency_code: 'USD', value: '9.90' };
const capture = (status: string, fields = {}) => ({ id: 'C1', status, amount: usd, ...fields });
const order = (
  status: string,
  captures: readonly object[] = [],
  refunds: readonly object[] = [],
) => ({
  id: 'O1',
  status,
  payer: { email_address: 'buyer@example.com' },
  purchase_units: [{ custom_id: 'H1', amount: usd, payments: { captures, refunds } }],
});

describe('an order', () => {
  for (const status of ['CREATED', 'SAVED', 'APPROVED', 'PAYER_ACTION_REQUIRED']) {
    test(`${status} without a capture is pending`, () => {
      const { state, orderId, paymentId } = unpaidOf(order(status), undefined);
      assert.deepEqual([state, orderId, paymentId], ['pending', 'H1', null]);
    });
  }

  test('VOIDED has ended', () => assert.equal(unpaidOf(order('VOIDED'), undefined).state, 'ended'));

  test('why it was not captured is in its record, the payer is not', () => {
    const { record } = unpaidOf(order('APPROVED'), 'INSTRUMENT_DECLINED (debug id f1)');
    assert.match(JSON.stringify(record), /"issue":"INSTRUMENT_DECLINED \(debug id f1\)"/);
    assert.doesNotMatch(JSON.stringify(record), /buyer@|payer/);
    assert.equal('issue' in unpaidOf(order('CREATED'), undefined).record, false);
  });

  test('of several captures the one that is not declined counts, else the last', () => {
    const several = [capture('DECLINED'), capture('COMPLETED', { id: 'C2' })];
    assert.equal(captureOf(order('COMPLETED', several))?.id, 'C2');
    assert.equal(
      captureOf(order('COMPLETED', [capture('DECLINED'), capture('FAILED', { id: 'C3' })]))?.id,
      'C3',
    );
    assert.equal(captureOf(order('APPROVED')), undefined);
  });

  test('a capture without an amount is none', () => {
    assert.equal(paidOf(order('COMPLETED', [{ id: 'C1', status: 'COMPLETED' }])), undefined);
  });

  test('a paid one has what the capture says', () => {
    const fields = { custom_id: 'H2', create_time: '2026-11-15T12:00:00Z' };
    const found = order('COMPLETED', [capture('COMPLETED', fields)]);
    const paid = paidOf(found);
    assert.ok(paid);
    const { record, ...payment } = paymentOf(app, found, paid, []);
    assert.deepEqual(payment, {
      state: 'paid',
      orderId: 'H2',
      paymentId: 'C1',
      amount: '9.90',
      currency: 'USD',
      tax: '0.00',
      country: null,
      live: true,
      cancellations: [],
      refunds: [],
      paidAt: Date.UTC(2026, 10, 15, 12),
    });
    assert.doesNotMatch(JSON.stringify(record), /buyer@|payer/);
    const inSandbox = paymentOf({ environment: 'sandbox' } as PgApp, found, paid, []);
    assert.equal(inSandbox.live, false);
  });

  test('the order says the tax, the payer the country', () => {
    const found = order('COMPLETED', [capture('COMPLETED')]);
    const paid = paidOf(found);
    assert.ok(paid);
    const [unit] = found.purchase_units as readonly object[];
    const tax_total = { value: '0.90', currency_code: 'USD' };
    const purchase_units = [{ ...unit, amount: { breakdown: { tax_total } } }];
    const address = { country_code: 'DE' };
    for (const payer of [{ payer: { address } }, { payment_source: { paypal: { address } } }]) {
      const { tax, country } = paymentOf(app, { ...found, purchase_units, ...payer }, paid, []);
      assert.deepEqual([tax, country], ['0.90', 'DE']);
    }
  });

  test('without a time and a number in the capture, the order tells the number', () => {
    const found = order('COMPLETED', [capture('COMPLETED')]);
    const paid = paidOf(found);
    assert.ok(paid);
    const { orderId, paidAt } = paymentOf(app, found, paid, []);
    assert.deepEqual([orderId, paidAt], ['H1', null]);
  });

  for (const rel of ['payer-action', 'approve']) {
    test(`the buyer pays at the link ${rel}`, () => {
      const links = [
        { rel: 'self', href: 'https://a' },
        { rel, href: 'https://b' },
      ];
      assert.equal(approvalUrlOf({ links }), 'https://b');
    });
  }
  test('without such a link there is no page', () => {
    assert.equal(approvalUrlOf({ links: [{ rel: 'self', href: 'https://a' }] }), undefined);
  });
});

describe('a webhook is about', () => {
  const up = (href: string) => ({
    links: [
      { rel: 'self', href: 'https://x' },
      { rel: 'up', href },
    ],
  });
  for (const [name, resource, expected] of [
    ['the order of a capture', { id: 'C1', custom_id: 'H1' }, { orderId: 'H1' }],
    ['an order', { purchase_units: [{ custom_id: 'H1' }] }, { orderId: 'H1' }],
    [
      'a disputed payment',
      { disputed_transactions: [{ seller_transaction_id: 'C1', custom: 'H1' }] },
      { paymentId: 'C1' },
    ],
    [
      'a dispute that names the order only',
      { disputed_transactions: [{ custom: 'H1' }] },
      { orderId: 'H1' },
    ],
    [
      'the payment above a refund',
      up('https://api.paypal.com/v2/payments/captures/C1'),
      { paymentId: 'C1' },
    ],
    ['an invoice', { invoice_id: 'H1' }, { orderId: 'H1' }],
    [
      'nothing: a link to an order',
      up('https://api.paypal.com/v2/checkout/orders/O1'),
      'unrelated',
    ],
    ['nothing at all', {}, 'unrelated'],
  ] as const) {
    test(name, () => assert.deepEqual(subjectOf(resource), expected));
  }

  test('what is stored names it as well, and nobody else', () => {
    const body = JSON.stringify({
      id: 'WH-1',
      event_type: 'CUSTOMER.DISPUTE.CREATED',
      resource: {
        disputed_transactions: [{ seller_transaction_id: 'C1', buyer: { email: 'b@example.com' } }],
        messages: [{ content: 'I am Kim' }],
        payer: { name: 'Kim' },
      },
    });
    assert.deepEqual(JSON.parse(keptOf(body)), {
      id: 'WH-1',
      event_type: 'CUSTOMER.DISPUTE.CREATED',
      resource: { disputed_transactions: [{ seller_transaction_id: 'C1' }] },
    });
    assert.equal(keptOf('not JSON'), '{}');
  });
});

describe('an answer', () => {
  const answer = (status: number, body: unknown, headers = {}): MarketAnswer => ({
    status,
    headers,
    text: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const error = (issue?: string) => ({
    name: 'UNPROCESSABLE_ENTITY',
    debug_id: 'f1',
    ...(issue !== undefined && { details: [{ issue }] }),
  });
  for (const [name, given, expected] of [
    ['200', answer(200, { id: 'O1' }), { found: { id: 'O1' } }],
    ['201', answer(201, {}), { found: {} }],
    ['200 without JSON', answer(200, 'hello'), { unavailable: 'PayPal did not answer with JSON' }],
    [
      '422',
      answer(422, error('ORDER_NOT_APPROVED')),
      { declined: 'ORDER_NOT_APPROVED (debug id f1)', issue: 'ORDER_NOT_APPROVED' },
    ],
    [
      '404 by its name',
      answer(404, { name: 'RESOURCE_NOT_FOUND' }),
      { declined: 'RESOURCE_NOT_FOUND', issue: 'RESOURCE_NOT_FOUND' },
    ],
    [
      '400',
      answer(400, error()),
      { declined: 'UNPROCESSABLE_ENTITY (debug id f1)', issue: 'UNPROCESSABLE_ENTITY' },
    ],
    ['404 of somebody else', answer(404, 'not found'), { unavailable: 'PayPal answered 404' }],
    [
      'under way',
      answer(422, error('PREVIOUS_REQUEST_IN_PROGRESS')),
      { unavailable: 'PayPal answered 422 PREVIOUS_REQUEST_IN_PROGRESS (debug id f1)' },
    ],
    [
      '409',
      answer(409, error('RESOURCE_CONFLICT')),
      { unavailable: 'PayPal answered 409 RESOURCE_CONFLICT (debug id f1)' },
    ],
    [
      '429',
      answer(429, { name: 'RATE_LIMIT_REACHED' }),
      { unavailable: 'PayPal answered 429 RATE_LIMIT_REACHED' },
    ],
    [
      '500 with the id in a header',
      answer(500, '', { 'paypal-debug-id': 'f2' }),
      { unavailable: 'PayPal answered 500 (debug id f2)' },
    ],
    [
      '401',
      answer(401, { error: 'invalid_token' }),
      { unavailable: 'PayPal answered 401', alarm: 'credentials' },
    ],
    [
      '403',
      answer(403, { name: 'NOT_AUTHORIZED' }),
      { unavailable: 'PayPal answered 403 NOT_AUTHORIZED', alarm: 'call' },
    ],
    ['403 of somebody else', answer(403, 'blocked'), { unavailable: 'PayPal answered 403' }],
  ] as const) {
    test(name, () => assert.deepEqual(readAnswer(given), expected));
  }
});

describe('whether PayPal sent a webhook', () => {
  const NOW = Date.UTC(2026, 10, 15, 12);
  const HOUR = 60 * 60_000;
  const headers = {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
    'paypal-transmission-id': 'b1-2',
    'paypal-transmission-sig': 'abc==',
    'paypal-transmission-time': new Date(NOW).toISOString(),
  };
  const body = '{"id":"WH-1", "event_type":"X","resource":{"amount":1.0,"breakdown":{}}}';
  const ask = (changed: object = {}, sent = body) =>
    signatureQuestion('W1', sent, { ...headers, ...changed }, NOW);

  test('is asked with the bytes that came', () => {
    const question = ask();
    assert.ok(question?.endsWith(`,"webhook_event":${body}}`));
    assert.equal(JSON.parse(question ?? '').webhook_id, 'W1');
    assert.equal(JSON.parse(question ?? '').transmission_sig, 'abc==');
  });

  test('is not asked when a header is missing, doubled or too long', () => {
    for (const name of Object.keys(headers)) {
      for (const value of [undefined, '', ['a', 'b'], 'x y', 'x'.repeat(501)]) {
        assert.equal(ask({ [name]: value }), undefined, `${name} ${value}`);
      }
    }
  });

  test('is not asked about what is no event', () => {
    for (const sent of [
      '',
      '[]',
      '{}',
      '{"id":"1"}',
      '{"event_type":"X"}',
      `${body},"webhook_id":"2"`,
    ]) {
      assert.equal(ask({}, sent), undefined, sent);
    }
  });

  test('is asked for as long as PayPal retries', () => {
    const at = (ms: number) => ({ 'paypal-transmission-time': new Date(NOW + ms).toISOString() });
    for (const ms of [-96 * HOUR, 10 * 60_000]) assert.ok(ask(at(ms)), String(ms));
    for (const ms of [-96 * HOUR - 1, 10 * 60_000 + 1]) assert.equal(ask(at(ms)), undefined);
    assert.equal(ask({ 'paypal-transmission-time': 'yesterday' }), undefined);
  });
});
