// Stripe's idempotency keys: one key, one answer.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import Stripe from 'stripe';
import { start, startShop } from './shop.ts';

const shop = await startShop();
const { stripe, stripeLive } = shop;
const order = { amount: 999, currency: 'usd' };
const create = (idempotencyKey: string, extra: object = {}) =>
  stripe.paymentIntents.create({ ...order, ...extra }, { idempotencyKey });
const count = async () => (await stripe.paymentIntents.list()).data.length;

beforeEach(async () => {
  await shop.control('/reset');
  await shop.control('/clock', { now: start });
});

test('the same key and parameters give the first answer again, and do nothing', async () => {
  const first = await create('key');
  await stripe.paymentIntents.cancel(first.id);
  const again = await create('key');
  assert.deepEqual(JSON.parse(JSON.stringify(again)), JSON.parse(JSON.stringify(first)));
  assert.equal(again.lastResponse.headers['idempotent-replayed'], 'true');
  assert.equal(first.lastResponse.headers['idempotent-replayed'], undefined);
  assert.equal(await count(), 1);
});

test('the same key with other parameters, or for another call, is an error', async () => {
  const { id } = await create('key');
  const refused = (error: unknown) => {
    assert.ok(error instanceof Stripe.errors.StripeIdempotencyError);
    assert.deepEqual([error.statusCode, error.rawType], [400, 'idempotency_error']);
    return true;
  };
  await assert.rejects(create('key', { amount: 1000 }), refused);
  await assert.rejects(stripe.paymentIntents.cancel(id, {}, { idempotencyKey: 'key' }), refused);
  assert.equal(await count(), 1);
});

test('keys of the live mode are others', async () => {
  const first = await create('key');
  const live = await stripeLive.paymentIntents.create(order, { idempotencyKey: 'key' });
  assert.notEqual(live.id, first.id);
});

test('a key is remembered for a day', async () => {
  const first = await create('key');
  await shop.control('/clock', { advanceMs: 24 * 60 * 60_000 - 1 });
  assert.equal((await create('key')).id, first.id);
  await shop.control('/clock', { advanceMs: 1 });
  assert.notEqual((await create('key')).id, first.id);
});

test('a declined payment is replayed as declined', async () => {
  const decline = { payment_method: 'pm_card_chargeDeclined', confirm: true };
  const attempts: unknown[] = [];
  for (let attempt = 0; attempt < 2; attempt++) {
    await assert.rejects(create('key', decline), (error) => {
      assert.ok(error instanceof Stripe.errors.StripeCardError);
      attempts.push(error.charge);
      return true;
    });
  }
  assert.equal(new Set(attempts).size, 1);
  assert.equal(await count(), 1);
});

test('even a 500 is replayed', async () => {
  await shop.control('/stripe/breakages', { count: 1 });
  for (let attempt = 0; attempt < 2; attempt++) {
    await assert.rejects(create('key'), { statusCode: 500, message: 'An unknown error occurred.' });
  }
  assert.equal((await create('other key')).amount, 999);
});

test('a request that was wrong in itself does not use up its key', async () => {
  await assert.rejects(create('key', { currency: 'zzz' }), { param: 'currency' });
  assert.equal((await create('key')).amount, 999);
});

test('a key has up to 255 characters', async () => {
  assert.equal((await create('k'.repeat(255))).amount, 999);
  await assert.rejects(create('k'.repeat(256)), { statusCode: 400 });
});

test('a lost answer is found again by the key: nothing is done twice', async () => {
  const intent = await create('paying', { payment_method: 'pm_card_visa', confirm: true });
  await shop.control('/faults', { market: 'stripe', kind: 'lost', count: 1, path: '/refunds' });
  // The package itself asks a second time when the connection closes.
  const refund = await stripe.refunds.create(
    { payment_intent: intent.id, amount: 400 },
    { idempotencyKey: 'refunding' },
  );
  assert.equal(refund.lastResponse.headers['idempotent-replayed'], 'true');
  const { data } = await stripe.refunds.list({ payment_intent: intent.id });
  assert.deepEqual(
    data.map(({ id, amount }) => [id, amount]),
    [[refund.id, 400]],
  );
});
