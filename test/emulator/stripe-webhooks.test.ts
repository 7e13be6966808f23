// Stripe's signed webhooks, verified by the official package, and the events behind them.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import Stripe from 'stripe';
import { start, startSeconds, startShop } from './shop.ts';
import { openReceiver, type Received } from './webhook-receiver.ts';

const shop = await startShop();
const { stripe, stripeLive } = shop;
const minute = 60_000;

const order = { amount: 999, currency: 'usd', metadata: { orderId: 'H1' } };
const pay = { payment_method: 'pm_card_visa', confirm: true };
const verify = ({ body, headers }: Received, secret: string) =>
  stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), secret);
const register = async (body: object = {}) => {
  const receiver = await openReceiver();
  const { id, secret } = await shop.control('/stripe/webhooks', { url: receiver.url, ...body });
  return {
    receiver,
    id,
    secret,
    next: async () => verify(await receiver.next(), secret),
  };
};
const deliveries = async () =>
  (await shop.call('GET', '/control/stripe/webhooks')).body.notifications;
const forgetEndpoints = async () => {
  for (const client of [stripe, stripeLive]) {
    for (const { id } of (await client.webhookEndpoints.list()).data) {
      await client.webhookEndpoints.del(id);
    }
  }
};

beforeEach(async () => {
  await forgetEndpoints();
  await shop.control('/reset');
  await shop.control('/clock', { now: start });
});

test('every step of a payment arrives, signed, and names the request that caused it', async () => {
  const { receiver, next } = await register();
  const intent = await stripe.paymentIntents.create(order, { idempotencyKey: 'first' });
  const created = await next();
  assert.deepEqual(JSON.parse(JSON.stringify(created)), {
    id: created.id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: startSeconds,
    data: { object: JSON.parse(JSON.stringify(intent)) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: intent.lastResponse.requestId, idempotency_key: 'first' },
    type: 'payment_intent.created',
  });

  await shop.control('/pg/orders/H1/pay');
  const types = new Set([(await next()).type, (await next()).type]);
  assert.deepEqual(types, new Set(['charge.succeeded', 'payment_intent.succeeded']));
  await shop.control('/pg/orders/H1/refund', { amount: 100 });
  const events = new Map([await next(), await next()].map((event) => [event.type, event]));
  const refunded = events.get('charge.refunded');
  assert.ok(refunded?.type === 'charge.refunded');
  assert.deepEqual(
    [refunded.data.object.amount_refunded, refunded.data.object.refunded, refunded.request?.id],
    [100, false, null],
  );
  assert.ok(events.has('refund.created'));
  assert.equal(receiver.pending(), 0);
});

test('a checkout that completes or expires sends an event', async () => {
  const { next } = await register({
    events: ['checkout.session.completed', 'checkout.session.expired'],
  });
  const open = (reference: string) =>
    stripe.checkout.sessions.create({
      mode: 'payment',
      client_reference_id: reference,
      line_items: [
        { price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'Gem' } } },
      ],
      success_url: 'https://shop.example/done',
    });
  const session = await open('H1');
  await shop.control('/pg/orders/H1/pay');
  const completed = await next();
  assert.ok(completed.type === 'checkout.session.completed');
  const { id, payment_status, client_reference_id } = completed.data.object;
  assert.deepEqual([id, payment_status, client_reference_id], [session.id, 'paid', 'H1']);

  await open('H2');
  await shop.control('/clock', { advanceMs: 24 * 60 * minute });
  const expired = await next();
  assert.ok(expired.type === 'checkout.session.expired');
  assert.equal(expired.data.object.client_reference_id, 'H2');
});

test('a failed and a cancelled payment send events too', async () => {
  const { next } = await register({
    events: [
      'payment_intent.payment_failed',
      'payment_intent.canceled',
      'payment_intent.requires_action',
    ],
  });
  const { id } = await stripe.paymentIntents.create(order);
  await assert.rejects(
    stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }),
  );
  assert.equal((await next()).type, 'payment_intent.payment_failed');
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_authenticationRequired' });
  assert.equal((await next()).type, 'payment_intent.requires_action');
  await stripe.paymentIntents.cancel(id);
  assert.equal((await next()).type, 'payment_intent.canceled');
});

test('a changed body or another secret does not verify', async () => {
  const { receiver, secret } = await register();
  await stripe.paymentIntents.create(order);
  const delivery = await receiver.next();
  const refused = Stripe.errors.StripeSignatureVerificationError;
  const changed = { ...delivery, body: delivery.body.replace('999', '998') };
  assert.throws(() => verify(changed, secret), refused);
  assert.throws(() => verify(delivery, 'whsec_other'), refused);
  assert.equal(verify(delivery, secret).type, 'payment_intent.created');
});

test('a delivery is retried by the emulated clock until it is taken, with the same event', async () => {
  const { receiver, next } = await register();
  receiver.answer(500);
  await stripe.paymentIntents.create(order);
  const first = await next();
  receiver.answer(200);
  await shop.control('/clock', { advanceMs: 5 * minute });
  const second = await next();
  assert.deepEqual(second, first);
  await shop.control('/stripe/webhooks/redeliver', { id: first.id });
  await next();
  const [delivery] = await deliveries();
  assert.deepEqual(delivery.attempts, [
    { at: start, result: 'refused', status: 500 },
    { at: start + 5 * minute, result: 'delivered', status: 200 },
    { at: start + 5 * minute, result: 'delivered', status: 200 },
  ]);
});

test('test mode gives up after hours, live mode after days', async () => {
  const { receiver } = await register();
  receiver.answer(500);
  for (const [client, hours, attempts] of [
    [stripe, 5, 4],
    [stripeLive, 72, 11],
  ] as const) {
    await client.paymentIntents.create(order);
    for (let received = 1; received <= attempts; received++) {
      await receiver.next();
      if (received < attempts) await shop.control('/clock', { advanceMs: 12 * 60 * minute });
    }
    await shop.control('/clock', { advanceMs: hours * 60 * minute });
    const last = (await deliveries()).at(-1);
    assert.deepEqual([last.attempts.length, last.dueAt], [attempts, undefined]);
  }
});

test('held deliveries wait for their release, and one can arrive before another', async () => {
  const { receiver, next } = await register();
  await shop.control('/stripe/webhooks/hold');
  await stripe.paymentIntents.create({ ...order, ...pay });
  const held = await deliveries();
  assert.deepEqual(
    held.map(({ content }: { content: { event: Stripe.Event } }) => content.event.type),
    ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded'],
  );
  assert.equal(receiver.pending(), 0);
  await shop.control('/stripe/webhooks/redeliver', { id: held[2].id });
  assert.equal((await next()).type, 'payment_intent.succeeded');
  const released = await shop.control('/stripe/webhooks/release');
  assert.equal(released.notifications.length, 2);
  const types = new Set([(await next()).type, (await next()).type]);
  assert.deepEqual(types, new Set(['payment_intent.created', 'charge.succeeded']));
});

test('endpoints of the API have their own secret and mode, and can be deleted', async () => {
  const receiver = await openReceiver();
  const endpoint = await stripe.webhookEndpoints.create({
    url: receiver.url,
    enabled_events: ['payment_intent.created'],
  });
  assert.match(String(endpoint.secret), /^whsec_/);
  const listed = (await stripe.webhookEndpoints.list()).data;
  assert.deepEqual(
    listed.map(({ id, secret, enabled_events, status }) => [id, secret, enabled_events, status]),
    [[endpoint.id, undefined, ['payment_intent.created'], 'enabled']],
  );
  await stripeLive.paymentIntents.create(order);
  const { id } = await stripe.paymentIntents.create(order);
  const event = verify(await receiver.next(), String(endpoint.secret));
  assert.ok(event.type === 'payment_intent.created');
  assert.equal(event.data.object.id, id);

  const deleted = await stripe.webhookEndpoints.del(endpoint.id);
  assert.deepEqual([deleted.id, deleted.deleted], [endpoint.id, true]);
  await stripe.paymentIntents.create(order);
  assert.equal((await deliveries()).length, 1);
});

test('several endpoints get the same event', async () => {
  const first = await register();
  const second = await register({ livemode: false });
  const other = await register({ livemode: true });
  await stripe.paymentIntents.create(order);
  const [one, two] = [await first.next(), await second.next()];
  assert.deepEqual([one.id, one.pending_webhooks], [two.id, 2]);
  assert.equal(other.receiver.pending(), 0);
});

test('events can be listed and read', async () => {
  await stripe.paymentIntents.create({ ...order, ...pay });
  const { data } = await stripe.events.list({ type: 'payment_intent.*' });
  assert.deepEqual(
    data.map(({ type }) => type),
    ['payment_intent.succeeded', 'payment_intent.created'],
  );
  const types = ['charge.succeeded', 'payment_intent.created'];
  assert.equal((await stripe.events.list({ types })).data.length, 2);
  assert.equal((await stripe.events.list({ delivery_success: true })).data.length, 0);
  const [newest] = data;
  assert.deepEqual((await stripe.events.retrieve(String(newest?.id))).type, newest?.type);
});

test('bad control input gets a sentence', async () => {
  const refuse = (path: string, body: object) => shop.call('POST', `/control/stripe${path}`, body);
  for (const [path, body, error] of [
    ['/webhooks', {}, 'url is required.'],
    ['/webhooks', { url: 'nowhere' }, 'url must be an http or https URL.'],
    ['/webhooks', { url: 'http://x', events: 'all' }, 'events must be a list of event types.'],
    ['/breakages', {}, 'count is required.'],
  ] as const) {
    assert.deepEqual(await refuse(path, body), { status: 400, body: { error } });
  }
  assert.deepEqual(await refuse('/webhooks/redeliver', { id: 'evt_none' }), {
    status: 404,
    body: { error: 'There is no notification evt_none.' },
  });
});

test('an address that is registered again is one endpoint, with the events of the last time', async () => {
  const { receiver, id, secret } = await register({ events: ['charge.succeeded'] });
  const again = { url: receiver.url, events: ['payment_intent.created'] };
  assert.deepEqual(await shop.control('/stripe/webhooks', again), { id, secret });
  const { id: live } = await shop.control('/stripe/webhooks', { ...again, livemode: true });
  assert.notEqual(live, id);
  await stripe.paymentIntents.create({ ...order, ...pay });
  await receiver.next();
  assert.deepEqual(
    (await deliveries()).map(
      ({ content }: { content: { event: Stripe.Event } }) => content.event.type,
    ),
    ['payment_intent.created'],
  );
});
