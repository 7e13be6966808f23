// Stripe's payments with the official package: intents, checkout sessions, charges, refunds, errors.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import Stripe from 'stripe';
import { startSeconds, startShop } from './shop.ts';

const shop = await startShop();
const { stripe, stripeLive } = shop;

const order = {
  amount: 999,
  currency: 'usd',
  metadata: { orderId: 'H1001' },
  automatic_payment_methods: { enabled: true },
};
const checkout: Stripe.Checkout.SessionCreateParams = {
  mode: 'payment',
  client_reference_id: 'H2001',
  line_items: [
    {
      price_data: { currency: 'krw', unit_amount: 1200, product_data: { name: 'Gem' } },
      quantity: 3,
    },
  ],
  success_url: 'https://shop.example/done?id={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://shop.example/back',
  payment_intent_data: { metadata: { orderId: 'H2001' } },
};
const paid = (extra: object = {}) =>
  stripe.paymentIntents.create({
    ...order,
    payment_method: 'pm_card_visa',
    confirm: true,
    ...extra,
  });
const refusedWith = (expected: object) => (error: unknown) => {
  assert.ok(error instanceof Stripe.errors.StripeError);
  const { type, code, param, statusCode, message } = error;
  assert.deepEqual({ type, code, param, statusCode, message }, expected);
  return true;
};

beforeEach(() => shop.control('/reset'));

test('an intent is created whole, in the state before payment', async () => {
  const intent = await stripe.paymentIntents.create(order);
  assert.match(intent.id, /^pi_/);
  assert.deepEqual(JSON.parse(JSON.stringify(intent)), {
    id: intent.id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: 999,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: intent.client_secret,
    confirmation_method: 'automatic',
    created: startSeconds,
    currency: 'usd',
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: { orderId: 'H1001' },
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  });
  assert.ok(intent.client_secret?.startsWith(`${intent.id}_secret_`));
  assert.deepEqual((await stripe.paymentIntents.retrieve(intent.id)).status, intent.status);
});

test('a confirmed intent has taken the money, and its charge can be expanded', async () => {
  const { id } = await stripe.paymentIntents.create(order);
  const confirmed = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  assert.deepEqual(
    [confirmed.status, confirmed.amount_received, confirmed.payment_method],
    ['succeeded', 999, 'pm_card_visa'],
  );
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(id, {
    expand: ['latest_charge'],
  });
  assert.ok(charge !== null && typeof charge === 'object');
  const { amount, amount_refunded, captured, created, currency, paid, refunded, status } = charge;
  assert.deepEqual(
    { amount, amount_refunded, captured, created, currency, paid, refunded, status },
    {
      amount: 999,
      amount_refunded: 0,
      captured: true,
      created: startSeconds,
      currency: 'usd',
      paid: true,
      refunded: false,
      status: 'succeeded',
    },
  );
  assert.equal((await stripe.charges.retrieve(charge.id)).payment_intent, id);
});

test('a declined card leaves the intent unpaid and says why', async () => {
  const { id } = await stripe.paymentIntents.create(order);
  await assert.rejects(
    stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclined' }),
    (error) => {
      assert.ok(error instanceof Stripe.errors.StripeCardError);
      assert.deepEqual(
        [error.code, error.decline_code, error.statusCode, error.payment_intent?.id],
        ['card_declined', 'generic_decline', 402, id],
      );
      return true;
    },
  );
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  const { latest_charge: charge } = intent;
  assert.ok(charge !== null && typeof charge === 'object');
  assert.deepEqual(
    [intent.status, intent.amount_received, intent.last_payment_error?.code, charge.status],
    ['requires_payment_method', 0, 'card_declined', 'failed'],
  );
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  assert.equal((await stripe.paymentIntents.retrieve(id)).last_payment_error, null);
});

test('a card that asks for authentication waits for the customer', async () => {
  const intent = await paid({ payment_method: 'pm_card_authenticationRequired' });
  assert.equal(intent.status, 'requires_action');
  assert.deepEqual(await shop.control('/pg/orders/H1001/pay'), {
    gateway: 'stripe',
    orderId: 'H1001',
    paymentId: intent.id,
    status: 'succeeded',
    state: 'paid',
    amount: 999,
    amountRefunded: 0,
    currency: 'USD',
    test: true,
  });
});

test('an unpaid intent can be cancelled; a paid one cannot, nor be confirmed again', async () => {
  const { id } = await stripe.paymentIntents.create(order);
  const cancelled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' });
  assert.deepEqual(
    [cancelled.status, cancelled.canceled_at, cancelled.cancellation_reason],
    ['canceled', startSeconds, 'abandoned'],
  );
  const done = await paid();
  for (const [verb, attempt] of [
    ['cancel', stripe.paymentIntents.cancel(done.id)],
    ['confirm', stripe.paymentIntents.confirm(done.id)],
  ] as const) {
    await assert.rejects(
      attempt,
      refusedWith({
        type: 'StripeInvalidRequestError',
        code: 'payment_intent_unexpected_state',
        param: undefined,
        statusCode: 400,
        message: `You cannot ${verb} this PaymentIntent because it has a status of succeeded.`,
      }),
    );
  }
});

test('refunds are partial or whole, and never more than was paid', async () => {
  const { id, latest_charge: chargeId } = await paid();
  const partly = await stripe.refunds.create({ payment_intent: id, amount: 400 });
  assert.deepEqual(
    [partly.amount, partly.status, partly.charge, partly.payment_intent],
    [400, 'succeeded', chargeId, id],
  );
  await assert.rejects(
    stripe.refunds.create({ payment_intent: id, amount: 600 }),
    refusedWith({
      type: 'StripeInvalidRequestError',
      code: undefined,
      param: 'amount',
      statusCode: 400,
      message: 'Refund amount (600) is greater than unrefunded amount on charge (599)',
    }),
  );
  const rest = await stripe.refunds.create({
    payment_intent: id,
    reason: 'requested_by_customer',
  });
  assert.deepEqual([rest.amount, rest.reason], [599, 'requested_by_customer']);
  const charge = await stripe.charges.retrieve(String(chargeId), { expand: ['refunds'] });
  assert.deepEqual(
    [charge.refunded, charge.amount_refunded, charge.refunds?.data.map((refund) => refund.id)],
    [true, 999, [rest.id, partly.id]],
  );
  await assert.rejects(
    stripe.refunds.create({ payment_intent: id }),
    refusedWith({
      type: 'StripeInvalidRequestError',
      code: 'charge_already_refunded',
      param: undefined,
      statusCode: 400,
      message: `Charge ${chargeId} has already been refunded.`,
    }),
  );
  assert.equal((await stripe.refunds.retrieve(partly.id)).id, partly.id);
  const listed = await stripe.refunds.list({ payment_intent: id });
  assert.deepEqual(
    listed.data.map((refund) => refund.id),
    [rest.id, partly.id],
  );
});

test('an unpaid intent has nothing to refund', async () => {
  const { id } = await stripe.paymentIntents.create(order);
  await assert.rejects(stripe.refunds.create({ payment_intent: id }), {
    statusCode: 400,
    message: `This PaymentIntent (${id}) does not have a successful charge to refund.`,
  });
  await assert.rejects(stripe.refunds.create({}), { code: 'parameter_missing' });
});

test('a checkout session is open until it is paid, and only then has an intent', async () => {
  const session = await stripe.checkout.sessions.create({ ...checkout, expand: ['line_items'] });
  const { status, payment_status, payment_intent, amount_total, currency, url } = session;
  assert.deepEqual(
    { status, payment_status, payment_intent, amount_total, currency, url },
    {
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: 3600,
      currency: 'krw',
      url: `${shop.url}/pay/stripe/${session.id}`,
    },
  );
  assert.deepEqual(
    session.line_items?.data.map(({ description, quantity, amount_total: total }) => [
      description,
      quantity,
      total,
    ]),
    [['Gem', 3, 3600]],
  );

  const state = await shop.control('/pg/orders/H2001/pay');
  const done = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge'],
  });
  const intent = done.payment_intent;
  assert.ok(intent !== null && typeof intent === 'object');
  assert.deepEqual(
    [done.status, done.payment_status, done.url, intent.status, intent.amount_received],
    ['complete', 'paid', null, 'succeeded', 3600],
  );
  assert.deepEqual(
    [intent.metadata, typeof intent.latest_charge],
    [{ orderId: 'H2001' }, 'object'],
  );
  assert.deepEqual(state, {
    gateway: 'stripe',
    orderId: 'H2001',
    paymentId: intent.id,
    status: 'succeeded',
    state: 'paid',
    amount: 3600,
    amountRefunded: 0,
    currency: 'KRW',
    test: true,
  });
});

test('sessions expire by call and by time', async () => {
  const byCall = await stripe.checkout.sessions.create(checkout);
  assert.equal((await stripe.checkout.sessions.expire(byCall.id)).status, 'expired');
  await assert.rejects(stripe.checkout.sessions.expire(byCall.id), { statusCode: 400 });

  const byTime = await stripe.checkout.sessions.create({
    ...checkout,
    expires_at: startSeconds + 3600,
  });
  await shop.control('/clock', { advanceMs: 3_599_000 });
  assert.equal((await stripe.checkout.sessions.retrieve(byTime.id)).status, 'open');
  await shop.control('/clock', { advanceMs: 1000 });
  assert.equal((await stripe.checkout.sessions.retrieve(byTime.id)).status, 'expired');
  await shop.control('/clock', { now: startSeconds * 1000 });
  await assert.rejects(
    stripe.checkout.sessions.create({ ...checkout, expires_at: startSeconds + 60 }),
    { param: 'expires_at', statusCode: 400 },
  );
});

test('lists are newest first, paged both ways, and iterate whole', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 5; index++)
    ids.unshift((await stripe.paymentIntents.create(order)).id);
  const idsOf = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);

  const first = await stripe.paymentIntents.list({ limit: 2 });
  assert.deepEqual([idsOf(first), first.has_more], [ids.slice(0, 2), true]);
  const next = await stripe.paymentIntents.list({ limit: 2, starting_after: String(ids[1]) });
  assert.deepEqual(idsOf(next), ids.slice(2, 4));
  const back = await stripe.paymentIntents.list({ limit: 2, ending_before: String(ids[3]) });
  assert.deepEqual(idsOf(back), ids.slice(1, 3));
  const all: string[] = [];
  for await (const { id } of stripe.paymentIntents.list({ limit: 2 })) all.push(id);
  assert.deepEqual(all, ids);
  const later = await stripe.paymentIntents.list({ created: { gt: startSeconds } });
  assert.deepEqual(idsOf(later), []);

  const session = await stripe.checkout.sessions.create(checkout);
  assert.deepEqual(idsOf(await stripe.checkout.sessions.list({ status: 'open' })), [session.id]);
  assert.deepEqual(idsOf(await stripe.checkout.sessions.list({ status: 'expired' })), []);
  const { paymentId } = await shop.control('/pg/orders/H2001/pay');
  const ofIntent = { payment_intent: paymentId };
  assert.deepEqual(idsOf(await stripe.checkout.sessions.list(ofIntent)), [session.id]);
  const others = { payment_intent: String(ids[0]) };
  assert.deepEqual(idsOf(await stripe.checkout.sessions.list(others)), []);
  assert.deepEqual(idsOf(await stripe.refunds.list(ofIntent)), []);
});

test('the control pays, cancels and refunds by order number', async () => {
  await stripe.paymentIntents.create(order);
  const pay = (action: string, body?: object) => shop.control(`/pg/orders/H1001/${action}`, body);
  assert.equal((await pay('pay')).state, 'paid');
  const partly = await pay('refund', { amount: 9 });
  assert.deepEqual([partly.state, partly.amountRefunded], ['partially_refunded', 9]);
  assert.equal((await pay('refund')).state, 'refunded');
  await stripe.checkout.sessions.create(checkout);
  assert.equal((await shop.control('/pg/orders/H2001/cancel')).state, 'cancelled');
  const { body } = await shop.call('GET', '/control/pg/orders');
  assert.deepEqual(
    body.orders.map(({ orderId, state }: { orderId: string; state: string }) => [orderId, state]),
    [
      ['H2001', 'cancelled'],
      ['H1001', 'refunded'],
    ],
  );
  const refuse = async (path: string, input: object) =>
    (await shop.call('POST', `/control/pg/orders/${path}`, input)).body.error;
  assert.equal(await refuse('H1001/pay', {}), 'Order H1001 is succeeded and cannot be paid.');
  assert.equal(
    await refuse('H1001/refund', {}),
    'Order H1001 is fully refunded and cannot be refunded.',
  );
  assert.equal(
    await refuse('H1001/refund', { amount: 0 }),
    'amount must be an integer of at least 1.',
  );
  assert.equal(await refuse('H9/pay', {}), 'There is no order H9 at a payment gateway.');
});

test('balance answers to a good key: what was charged less what was refunded', async () => {
  const { id } = await paid();
  await stripe.refunds.create({ payment_intent: id, amount: 99 });
  const { available, livemode } = await stripe.balance.retrieve();
  assert.deepEqual(
    [available, livemode],
    [[{ amount: 900, currency: 'usd', source_types: { card: 900 } }], false],
  );
});

test('a wrong key, or none, is refused', async () => {
  await assert.rejects(shop.stripeWith('sk_test_wrong_key').balance.retrieve(), (error) => {
    assert.ok(error instanceof Stripe.errors.StripeAuthenticationError);
    assert.equal(error.message, 'Invalid API Key provided: sk_test_****_key');
    return true;
  });
  const response = await fetch(`${shop.url}/v1/balance`);
  assert.deepEqual(
    [response.status, await response.json()],
    [401, { error: { message: 'You did not provide an API key.', type: 'invalid_request_error' } }],
  );
});

test('live and test objects never meet', async () => {
  const { id } = await stripeLive.paymentIntents.create(order);
  assert.equal((await stripeLive.paymentIntents.retrieve(id)).livemode, true);
  await assert.rejects(
    stripe.paymentIntents.retrieve(id),
    refusedWith({
      type: 'StripeInvalidRequestError',
      code: 'resource_missing',
      param: 'id',
      statusCode: 404,
      message: `No such payment_intent: '${id}'; it exists in live mode, but a test mode key was used.`,
    }),
  );
  assert.deepEqual((await stripe.paymentIntents.list()).data, []);
});

test('what does not exist is resource_missing, whatever it is', async () => {
  const missing = (kind: string, param = 'id', statusCode = 404) => ({
    type: 'StripeInvalidRequestError',
    code: 'resource_missing',
    param,
    statusCode,
    message: `No such ${kind}: 'none'`,
  });
  const attempts: [Promise<unknown>, object][] = [
    [stripe.paymentIntents.retrieve('none'), missing('payment_intent')],
    [stripe.checkout.sessions.retrieve('none'), missing('checkout.session')],
    [stripe.charges.retrieve('none'), missing('charge')],
    [stripe.refunds.retrieve('none'), missing('refund')],
    [stripe.events.retrieve('none'), missing('event')],
    [stripe.webhookEndpoints.del('none'), missing('webhook_endpoint')],
    [
      stripe.refunds.create({ payment_intent: 'none' }),
      missing('payment_intent', 'payment_intent', 400),
    ],
    [paid({ payment_method: 'none' }), missing('PaymentMethod', 'payment_method', 400)],
  ];
  for (const [attempt, expected] of attempts) await assert.rejects(attempt, refusedWith(expected));
});

test('wrong parameters are named in Stripe’s form', async () => {
  const mistakes: [string, string | undefined, string | undefined][] = [
    ['currency=usd', 'parameter_missing', 'amount'],
    ['amount=100', 'parameter_missing', 'currency'],
    ['amount=ten&currency=usd', 'parameter_invalid_integer', 'amount'],
    ['amount=0&currency=usd', 'parameter_invalid_integer', 'amount'],
    ['amount=100000000&currency=usd', 'parameter_invalid_integer', 'amount'],
    ['amount=49&currency=usd', 'amount_too_small', 'amount'],
    ['amount=100&currency=zzz', undefined, 'currency'],
    ['amount=100&currency=', 'parameter_invalid_empty', 'currency'],
    ['amount=100&currency=usd&colour=red', 'parameter_unknown', 'colour'],
    ['amount=100&currency=usd&confirm=yes', undefined, 'confirm'],
    ['amount=100&currency=usd&capture_method=manual', undefined, 'capture_method'],
    ['amount=100&currency=usd&metadata=x', undefined, 'metadata'],
    [`amount=100&currency=usd&metadata[a]=${'x'.repeat(501)}`, undefined, 'metadata[a]'],
    ['amount=100&currency=usd&return_url=ftp://x', 'url_invalid', 'return_url'],
    [
      'amount=100&currency=usd&automatic_payment_methods[x]=1',
      'parameter_unknown',
      'automatic_payment_methods[x]',
    ],
  ];
  for (const [form, code, param] of mistakes) {
    const response = await fetch(`${shop.url}/stripe/v1/payment_intents`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${shop.credentials.stripe.secretKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: form,
    });
    const { error } = (await response.json()) as { error: Record<string, string> };
    assert.deepEqual(
      [form, response.status, error.type, error.code, error.param],
      [form, 400, 'invalid_request_error', code, param],
    );
  }
});

test('what cannot be expanded is an error', async () => {
  const { id } = await paid();
  await assert.rejects(stripe.paymentIntents.retrieve(id, { expand: ['amount'] }), {
    message: 'This property cannot be expanded (amount).',
    param: 'expand',
  });
});

test('unknown paths answer 404 in Stripe’s form', async () => {
  for (const path of ['/v1/no_such', '/stripe/v1/no_such', '/stripe/other']) {
    const response = await fetch(shop.url + path);
    assert.deepEqual(
      [response.status, await response.json()],
      [
        404,
        {
          error: {
            message: `Unrecognized request URL (GET: ${path}).`,
            type: 'invalid_request_error',
          },
        },
      ],
    );
  }
});

test('an export carries payments, keys and idempotency into another emulator', async () => {
  const { id } = await stripe.paymentIntents.create(order, { idempotencyKey: 'key' });
  const session = await stripe.checkout.sessions.create(checkout);
  const twin = await startShop();
  await twin.control('/import', (await shop.call('GET', '/control/export')).body);
  const other = twin.stripeWith(shop.credentials.stripe.secretKey);
  assert.equal((await other.paymentIntents.create(order, { idempotencyKey: 'key' })).id, id);
  assert.equal((await twin.control('/pg/orders/H1001/pay')).state, 'paid');
  await twin.control('/clock', { advanceMs: 24 * 60 * 60_000 });
  assert.equal((await other.checkout.sessions.retrieve(session.id)).status, 'expired');
  assert.equal((await stripe.paymentIntents.retrieve(id)).status, 'requires_payment_method');
  const { body } = await shop.call('GET', '/control/state');
  assert.deepEqual(body.markets.stripe, {
    paymentIntents: 1,
    checkoutSessions: 1,
    charges: 0,
    refunds: 0,
    disputes: 0,
    events: 1,
    webhookEndpoints: 0,
  });
});

test('faults come in Stripe’s form', async () => {
  await shop.control('/faults', { market: 'stripe', kind: '429', count: 1 });
  await assert.rejects(stripe.balance.retrieve(), (error) => {
    assert.ok(error instanceof Stripe.errors.StripeRateLimitError);
    assert.equal(error.code, 'rate_limit');
    return true;
  });
  await shop.control('/faults', { market: 'stripe', kind: '500', count: 1 });
  await assert.rejects(stripe.balance.retrieve(), (error) => {
    assert.ok(error instanceof Stripe.errors.StripeAPIError);
    assert.equal(error.statusCode, 500);
    return true;
  });
});
