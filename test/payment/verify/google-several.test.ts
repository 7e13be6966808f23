// GOOGLE: an order of several products is several purchases, each of which is recorded and refunded for itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../support/harness.ts';
import {
  type Bought,
  createGoogleApp,
  googleSuite,
  purchasesOf,
  verify,
} from '../markets/google-market.ts';
import { ACCOUNT } from '../shop.ts';

const PRODUCTS = ['gems.100', 'potion', 'sword'] as const;
const SOLD = [
  { productId: 'gems.100', priceMicros: 9_990_000 },
  { productId: 'potion', priceMicros: 1_990_000, quantity: 2 },
  { productId: 'sword', priceMicros: 4_990_000 },
];
const HOUR = 3_600_000;

googleSuite('an order of several products', (gate, google) => {
  const orderOfThree = (): Promise<Bought> =>
    google.control('/google/purchases', { products: SOLD, obfuscatedExternalAccountId: ACCOUNT });
  const shown = ({ body: { data } }: Answer) => [
    data.serviceProductId,
    data.servicePrice,
    data.serviceQuantity,
    data.serviceDuplicated,
    data.servicePurchaseCancelState,
  ];

  test('each product is verified once, with the price of its own line', async () => {
    const app = await createGoogleApp(gate, google);
    const { purchaseToken, orderId } = await orderOfThree();
    const answers: Answer[] = [];
    for (const productId of PRODUCTS) {
      answers.push(await verify(gate, app, purchaseToken, { productId }));
    }
    assert.deepEqual(answers.map(shown), [
      ['gems.100', 9.99, 1, false, 0],
      ['potion', 3.98, 2, false, 0],
      ['sword', 4.99, 1, false, 0],
    ]);
    assert.deepEqual(
      answers.map(({ body }) => body.data.serviceProviderTransactionId),
      [orderId, orderId, orderId],
    );
    assert.equal(new Set(answers.map(({ body }) => body.data.serviceTransactionId)).size, 3);
    for (const [index, productId] of PRODUCTS.entries()) {
      const again = await verify(gate, app, purchaseToken, { productId });
      const first: string | undefined = answers[index]?.body.data.serviceTransactionId;
      assert.equal(again.body.data.serviceDuplicated, true);
      assert.equal(again.body.data.serviceTransactionId, first);
    }
    assert.equal((await purchasesOf(gate, app)).length, 3);
  });

  test('a product that is not in the order is refused', async () => {
    const app = await createGoogleApp(gate, google);
    const { purchaseToken } = await orderOfThree();
    await verify(gate, app, purchaseToken);
    const { status, body } = await verify(gate, app, purchaseToken, { productId: 'shield' });
    assert.deepEqual([status, body.outcome.message], [400, 'INVALID_RECEIPT']);
    assert.equal((await purchasesOf(gate, app)).length, 1);
  });

  test('at the same moment, twice: each product is first exactly once', async () => {
    const app = await createGoogleApp(gate, google);
    const { purchaseToken } = await orderOfThree();
    const requests = [...PRODUCTS, ...PRODUCTS];
    const answers = await Promise.all(
      requests.map((productId) => verify(gate, app, purchaseToken, { productId })),
    );
    const first = answers.filter(({ body }) => body.data.serviceDuplicated === false);
    assert.deepEqual(first.map(({ body }) => body.data.serviceProductId).sort(), [...PRODUCTS]);
    assert.equal((await purchasesOf(gate, app)).length, 3);
  });

  test('a known product passes while Google is away, an unknown one waits', async () => {
    const app = await createGoogleApp(gate, google);
    const { purchaseToken } = await orderOfThree();
    await verify(gate, app, purchaseToken);
    await google.fault('google', '429', { rate: 1 });
    const known = await verify(gate, app, purchaseToken);
    assert.deepEqual([known.status, known.body.data.serviceDuplicated], [200, true]);
    assert.equal((await verify(gate, app, purchaseToken, { productId: 'potion' })).status, 500);
    await google.clearFaults();
    const { body } = await verify(gate, app, purchaseToken, { productId: 'potion' });
    assert.equal(body.data.serviceDuplicated, false);
  });

  test('each product is consumed at Google', async () => {
    const app = await createGoogleApp(gate, google, { settings: { after_verify: 'consume' } });
    const { purchaseToken } = await orderOfThree();
    for (const productId of PRODUCTS) await verify(gate, app, purchaseToken, { productId });
    await gate.service.payment.jobs.turn();
    const consumed = google.calls.filter((call) => call.endsWith(':consume'));
    assert.deepEqual(consumed.map((call) => call.split('/products/')[1]?.split('/')[0]).sort(), [
      ...PRODUCTS,
    ]);
    gate.now += 96 * HOUR;
    const { body } = await verify(gate, app, purchaseToken, { productId: 'sword' });
    assert.equal(body.data.servicePurchaseCancelState, 0);
  });

  test('a void of the order cancels everything in it', async () => {
    const app = await createGoogleApp(gate, google);
    const { purchaseToken } = await orderOfThree();
    for (const productId of PRODUCTS) await verify(gate, app, purchaseToken, { productId });
    await gate.service.payment.pollers.turn();
    await google.control(`/google/purchases/${purchaseToken}/refund`, {});
    gate.now += HOUR;
    await gate.service.payment.pollers.turn();
    const rows = await purchasesOf(gate, app);
    assert.deepEqual(
      rows.map(({ cancel_state }) => cancel_state),
      [1, 1, 1],
    );
  });

  test('a refund of one product cancels only that one', async () => {
    const app = await createGoogleApp(gate, google);
    const { purchaseToken } = await orderOfThree();
    for (const productId of PRODUCTS) await verify(gate, app, purchaseToken, { productId });
    const refund = { productId: 'sword', revoke: true };
    await google.control(`/google/purchases/${purchaseToken}/refund`, refund);
    const states = [];
    for (const productId of PRODUCTS) {
      const { body } = await verify(gate, app, purchaseToken, { productId });
      states.push(body.data.servicePurchaseCancelState);
    }
    assert.deepEqual(states, [0, 0, 1]);
  });
});
