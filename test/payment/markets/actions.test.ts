// What is done at the markets after the sale, against the emulator: refused like there, and never twice.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Acted, Action, SaleState } from '../../../src/payment/markets/action.ts';
import type { GoogleApp } from '../../../src/payment/markets/google/settings.ts';
import type { Gateway, GatewayName } from '../../../src/payment/markets/pg/gateway.ts';
import type { PgApp } from '../../../src/payment/markets/pg/settings.ts';
import { type Acting, acting, appAt, DAY, emulatedRig, refund, soldAs } from './actions.ts';

const rig = emulatedRig();
const control = (path: string, body?: object) => rig.markets.control(path, body);

const money = ({ paid, refunded, refundable }: SaleState) => [paid, refunded, refundable];
const reason = (outcome: unknown): string => (outcome as { refused?: string }).refused ?? '';

/** Loses the answer of each attempt after the market has acted. */
async function loseAnswer(market: string, path: string, act: () => Promise<Acted>) {
  await rig.markets.fault(market, 'lost', { rate: 1, path });
  const outcome = await act();
  await rig.markets.clearFaults();
  return outcome;
}

async function isDoneOnce(
  at: Acting,
  market: string,
  path: string,
  action: Action,
): Promise<SaleState> {
  const intent = await at.intend(action);
  assert.equal(await at.settle(intent), 'not done');
  await rig.markets.fault(market, 'reset', { rate: 1, path });
  const away = await at.act(intent);
  assert.ok(typeof away === 'object' && 'unavailable' in away, JSON.stringify(away));
  await rig.markets.clearFaults();
  // The breaker has opened.
  rig.now += 2 * 60_000;
  assert.equal(await at.settle(intent), 'not done');
  const lost = await loseAnswer(market, path, () => at.act(intent));
  assert.ok(typeof lost === 'object' && 'unavailable' in lost, JSON.stringify(lost));
  rig.now += 2 * 60_000;
  assert.equal(await at.settle(intent), 'done');
  const after = await at.read();
  // Whoever acts again in spite of that does nothing.
  await at.act(intent);
  rig.now += 2 * 60_000;
  assert.deepEqual(await at.read(), after);
  return after;
}

const GATEWAYS: readonly (readonly [
  GatewayName,
  emulator: string,
  path: string,
  // biome-ignore lint/suspicious/noExplicitAny: credentials have the shape of their market
  setUp: (credentials: any) => readonly [settings: object, secrets: object],
])[] = [
  [
    'STRIPE',
    'stripe',
    '/v1/refunds',
    ({ stripe }) => [{ gateway: 'STRIPE' }, { api_secret: stripe.liveSecretKey }],
  ],
  [
    'PORTONE',
    'portone',
    '/cancel',
    ({ portone }) => [
      { gateway: 'PORTONE', store_id: portone.storeId },
      { api_secret: portone.secret },
    ],
  ],
  [
    'PAYPAL',
    'paypal',
    '/refund',
    ({ paypal }) => [
      { gateway: 'PAYPAL', client_id: paypal.clientId },
      { api_secret: paypal.secret },
    ],
  ],
];

let orders = 0;

for (const [gateway, emulator, path, setUp] of GATEWAYS) {
  describe(`PG at ${gateway}`, () => {
    async function sell() {
      orders += 1;
      const orderId = `H90${orders}`;
      const [settings, secrets] = setUp(rig.credentials);
      const app = appAt(settings, secrets);
      const adapter = rig.adapters.PG.gateways[gateway] as Gateway;
      const opened = await adapter.open(app as PgApp, {
        orderId,
        title: 'gems',
        amount: '9.90',
        currency: 'USD',
        returnUrl: 'https://shop.test/back',
        pageUrl: 'https://shop.test/pay',
        customer: {},
      });
      assert.ok('reference' in opened, JSON.stringify(opened));
      const act = (step: string, fields = {}) => control(`/pg/orders/${orderId}/${step}`, fields);
      await act('pay');
      const gatewayReference = opened.reference;
      const sold = soldAs({ providerTransactionId: orderId, gateway, gatewayReference });
      // PayPal captures when it is read.
      await adapter.read(app as PgApp, gatewayReference);
      return { act, at: acting(rig, 'PG', app, sold) };
    }

    test('a part, then more than is left, then the rest', async () => {
      const { at } = await sell();
      assert.deepEqual(money(await at.read()), ['9.90', '0.00', '9.90']);
      assert.equal(await at.once(refund('4.00')), 'done');
      assert.deepEqual(money(await at.read()), ['9.90', '4.00', '5.90']);
      assert.match(reason(await at.once(refund('5.91'))), /refuses/);
      assert.equal(await at.once(refund('rest')), 'done');
      const after = await at.read();
      assert.deepEqual([...money(after), after.can], ['9.90', '9.90', '0.00', {}]);
      assert.match(reason(await at.once(refund('1.00'))), /refuses/);
    });

    test('a lost answer is settled by reading, and the money goes back once', async () => {
      const { at } = await sell();
      const after = await isDoneOnce(at, emulator, path, refund('4.00'));
      assert.deepEqual(money(after), ['9.90', '4.00', '5.90']);
    });

    test('while the buyer disputes, nothing goes back; nor by line', async () => {
      const { at, act } = await sell();
      const intent = await at.intend(refund('rest', { line: 'gems.100' }));
      assert.match(reason(await at.act(intent)), /knows no products/);
      await act('dispute');
      await assert.rejects(at.read(), /disputes the payment/);
    });
  });
}

test('STRIPE: a refund that fails later is told, and not made again', async () => {
  const app = appAt({ gateway: 'STRIPE' }, { api_secret: rig.credentials.stripe.liveSecretKey });
  const opened = await rig.adapters.PG.gateways.STRIPE.open(app as PgApp, {
    orderId: 'H91',
    title: 'gems',
    amount: '9.90',
    currency: 'USD',
    returnUrl: 'https://shop.test/back',
    pageUrl: 'https://shop.test/pay',
    customer: {},
  });
  assert.ok('reference' in opened);
  await control('/pg/orders/H91/pay', {});
  await control('/stripe/settings', { refundStatus: 'pending' });
  const { reference: gatewayReference } = opened;
  const at = acting(rig, 'PG', app, soldAs({ gateway: 'STRIPE', gatewayReference }));
  const intent = await at.intend(refund('rest'));
  assert.equal(await at.act(intent), 'pending');
  assert.equal(await at.settle(intent), 'pending');
  assert.deepEqual(money(await at.read()), ['9.90', '9.90', '0.00']);
  await control('/pg/orders/H91/refund/fail', {});
  await control('/stripe/settings', { refundStatus: 'succeeded' });
  assert.match(reason(await at.settle(intent)), /failed at Stripe/);
  assert.match(reason(await at.act(intent)), /failed at Stripe/);
  assert.deepEqual(money(await at.read()), ['9.90', '0.00', '9.90']);
});

test('PG: an order of a gateway whose credentials are gone', async () => {
  const app = appAt({ gateway: 'STRIPE' }, {});
  const at = acting(rig, 'PG', app, soldAs({ gateway: 'PORTONE', gatewayReference: 'H1' }));
  await assert.rejects(at.read(), /no credentials of PORTONE/);
});

describe('STEAM', () => {
  async function sell() {
    orders += 1;
    const orderId = String(7_000 + orders);
    const app = appAt(
      { steam_app_id: 480, amount_divisor: 100 },
      { publisher_key: rig.credentials.steam.key },
    );
    const { STEAM: steam } = rig.adapters;
    const opened = await steam.open(app as never, {
      orderId,
      steamId: '76561197960287930',
      itemId: 1001,
      quantity: 1,
      amount: '9.90',
      currency: 'USD',
      language: 'en',
      description: 'gems',
    });
    assert.ok('transactionId' in opened, JSON.stringify(opened));
    await control(`/steam/orders/${orderId}/approve`, {});
    await steam.finalize(app as never, orderId);
    return acting(rig, 'STEAM', app, soldAs({ providerTransactionId: orderId }));
  }

  test('the whole order, once, also when the answer is lost; no part', async () => {
    const at = await sell();
    assert.deepEqual(money(await at.read()), ['9.90', '0.00', '9.90']);
    assert.match(reason(await at.once(refund('1.00'))), /whole orders/);
    const after = await isDoneOnce(at, 'steam', '/RefundTxn', refund('rest'));
    assert.deepEqual([...money(after), after.can], ['9.90', '9.90', '0.00', {}]);
  });

  test('an order that does not exist', async () => {
    const app = appAt(
      { steam_app_id: 480, amount_divisor: 100 },
      { publisher_key: rig.credentials.steam.key },
    );
    const at = acting(rig, 'STEAM', app, soldAs({ providerTransactionId: '1' }));
    await assert.rejects(at.read(), /Steam refuses/);
  });
});

describe('GOOGLE', () => {
  const packageName = 'com.tollgate.demo';
  const app = () => {
    const { serviceAccount } = rig.credentials.google;
    const secrets = { service_account: JSON.stringify(serviceAccount) };
    return appAt({ package_name: packageName }, secrets) as GoogleApp;
  };
  const at = (sold: object) => acting(rig, 'GOOGLE', app(), soldAs(sold));
  async function sell(fields: object = {}) {
    const price = { priceMicros: 9_900_000, currency: 'USD' };
    const named = 'products' in fields ? { currency: 'USD' } : { productId: 'gems.100', ...price };
    const bought = await control('/google/purchases', { packageName, ...named, ...fields });
    const { orderId, purchaseToken } = bought;
    // Google refunds what is not acknowledged.
    const name = { productId: 'gems.100', purchaseToken };
    await rig.adapters.GOOGLE.play.grant(app(), 'acknowledge', name);
    const sold = { providerTransactionId: orderId, receipt: purchaseToken };
    return { token: purchaseToken as string, at: at(sold) };
  }
  async function subscribe(fields: object = {}) {
    const plan = { productId: 'vip', priceMicros: 9_900_000, currency: 'USD', periodMs: 30 * DAY };
    const bought = await control('/google/subscriptions', { packageName, ...plan, ...fields });
    const { orderId, purchaseToken } = bought;
    await rig.adapters.GOOGLE.acknowledge(app(), { productId: 'vip', purchaseToken });
    const sold = {
      providerTransactionId: orderId,
      subscriptionId: purchaseToken,
      productId: 'vip',
    };
    return { token: purchaseToken as string, at: at(sold) };
  }
  const stateOf = async (token: string) => (await control(`/google/purchases/${token}`)).state;

  for (const takesGoods of [true, false]) {
    test(`an order, once; goods ${takesGoods ? 'taken' : 'left'}`, async () => {
      const { at, token } = await sell();
      assert.deepEqual(money(await at.read()), ['9.90', '0.00', '9.90']);
      assert.match(reason(await at.once(refund('1.00'))), /as a whole/);
      const action = refund('rest', { takesGoods });
      const after = await isDoneOnce(at, 'google', ':refund', action);
      assert.deepEqual([...money(after), after.can], ['9.90', '9.90', '0.00', {}]);
      assert.equal(await stateOf(token), takesGoods ? 'cancelled' : 'purchased');
    });
  }

  test('an order of several products shows them, and goes back as a whole', async () => {
    const { at } = await sell({
      products: [
        { productId: 'gems.100', priceMicros: 9_900_000 },
        { productId: 'gems.500', priceMicros: 20_000_000 },
      ],
    });
    const { lines, can, ...before } = await at.read();
    assert.deepEqual(money({ lines, can, ...before }), ['29.90', '0.00', '29.90']);
    assert.deepEqual(lines, [
      { productId: 'gems.100', paid: '9.90' },
      { productId: 'gems.500', paid: '20.00' },
    ]);
    assert.deepEqual(can.refund, { part: false, byLine: false, prorated: false, goods: 'choice' });
    assert.match(reason(await at.once(refund('rest', { line: 'gems.100' }))), /as a whole/);
    assert.equal(await at.once(refund('rest')), 'done');
    assert.deepEqual(money(await at.read()), ['29.90', '29.90', '0.00']);
  });

  test('an order of four years ago, and one that nobody has', async () => {
    const { at: sold } = await sell();
    const intent = await sold.intend(refund('rest'));
    rig.now += 4 * 365 * DAY;
    assert.match(reason(await sold.act(intent)), /three years/);
    const { can } = await at({ providerTransactionId: 'a token' }).read();
    assert.deepEqual(can, {});
  });

  test('the renewal is cancelled, once', async () => {
    const { at } = await subscribe();
    const before = await at.read();
    assert.deepEqual(
      [before.subscription, before.can],
      [
        { renews: true, endsAt: rig.now + 30 * DAY },
        {
          refund: { part: false, byLine: false, prorated: true, goods: 'choice' },
          cancel: true,
          defer: { mostDays: 365 },
        },
      ],
    );
    const after = await isDoneOnce(at, 'google', ':cancel', { kind: 'cancel' });
    assert.deepEqual(after.subscription?.renews, false);
    assert.deepEqual(Object.keys(after.can), ['refund']);
  });

  test('the next payment is deferred, once', async () => {
    const { at } = await subscribe();
    const { subscription } = await at.read();
    const after = await isDoneOnce(at, 'google', ':defer', { kind: 'defer', days: 14 });
    assert.equal(after.subscription?.endsAt, Number(subscription?.endsAt) + 14 * DAY);
    assert.match(reason(await at.once({ kind: 'defer', days: 366 })), /Defer by one day/);
    assert.match(reason(await at.once({ kind: 'extend', days: 1 })), /only the App Store/);
  });

  test('what has changed since the preview is not deferred', async () => {
    const { at, token } = await subscribe();
    const intent = await at.intend({ kind: 'defer', days: 14 });
    await control(`/google/subscriptions/${token}/renew`, {});
    assert.match(reason(await at.act(intent)), /etag/);
    assert.equal(await at.settle(intent), 'not done');
  });

  test('the time that is left is paid back, once, and the subscription ends', async () => {
    const { at } = await subscribe();
    rig.now += 15 * DAY;
    const after = await isDoneOnce(at, 'google', ':revoke', refund('prorated'));
    assert.deepEqual([after.can.refund?.prorated, after.subscription?.renews], [false, false]);
    assert.equal(after.refunded, '4.95');
  });

  test('one of several items is paid back, once; the others go on', async () => {
    const extra = { productId: 'vip.extra', basePlanId: 'extra', priceMicros: 6_990_000 };
    const { at } = await subscribe({ addOns: [extra] });
    const { lines } = await at.read();
    assert.deepEqual(lines, [
      { productId: 'vip', paid: '9.90' },
      { productId: 'vip.extra', paid: '6.99' },
    ]);
    const action = refund('rest', { line: 'vip.extra' });
    const after = await isDoneOnce(at, 'google', ':revoke', action);
    assert.deepEqual([after.refunded, after.subscription?.renews], ['6.99', true]);
  });
});

describe('APPLE', () => {
  const at = (sold: object) => {
    const { issuerId, keyId, privateKey, bundleId = 'com.tollgate.demo' } = rig.credentials.apple;
    const settings = { bundle_id: bundleId, app_apple_id: 1, issuer_id: issuerId, key_id: keyId };
    return acting(rig, 'APPLE', appAt(settings, { private_key: privateKey }), soldAs(sold));
  };
  const buy = (fields: object) =>
    control('/apple/transactions', {
      environment: 'Production',
      productId: 'vip',
      price: 9_900,
      currency: 'USD',
      ...fields,
    });
  async function subscribe() {
    const plan = { type: 'Auto-Renewable Subscription', periodMs: 30 * DAY };
    const { transactionId } = await buy(plan);
    return {
      transactionId,
      at: at({ storeTransactionId: transactionId, subscriptionId: transactionId }),
    };
  }

  test('a subscription is extended once, and twice a year', async () => {
    const { at } = await subscribe();
    const { subscription, can } = await at.read();
    assert.deepEqual(can, { extend: { mostDays: 90, perYear: 2 } });
    const after = await isDoneOnce(at, 'apple', '/extend/', { kind: 'extend', days: 10 });
    assert.equal(after.subscription?.endsAt, Number(subscription?.endsAt) + 10 * DAY);
    assert.equal(await at.once({ kind: 'extend', days: 90 }), 'done');
    assert.match(reason(await at.once({ kind: 'extend', days: 1 })), /twice within a year/);
    assert.match(reason(await at.once({ kind: 'extend', days: 91 })), /1 to 90 days/);
    assert.match(reason(await at.once({ kind: 'cancel' })), /Only Apple/);
  });

  test('what has renewed since the preview is not extended', async () => {
    const { at, transactionId } = await subscribe();
    const intent = await at.intend({ kind: 'extend', days: 10 });
    await control(`/apple/transactions/${transactionId}/renew`, {});
    assert.match(reason(await at.act(intent)), /has renewed/);
  });

  test('of a purchase, nothing can be done', async () => {
    const { can, paid } = await at({}).read();
    assert.deepEqual([can, paid], [{}, '9.90']);
    assert.match(reason(await at({}).once(refund('rest'))), /reportaproblem\.apple\.com/);
  });
});

describe('CUSTOM', () => {
  const at = (sold: object, refunds = true) => {
    const { address, key } = rig.credentials.custom;
    const app = { ...appAt({ address, refunds }, { key }), appid: 'com.tollgate.demo' };
    return acting(rig, 'CUSTOM', app, soldAs(sold));
  };
  async function sell() {
    const { receipt, purchase } = await control('/custom/purchases', { productId: 'gems.100' });
    return { receipt, providerTransactionId: purchase.transactionId };
  }

  test('a part, once, then the rest', async () => {
    const sold = await sell();
    assert.deepEqual((await at(sold, false).read()).can, {});
    const after = await isDoneOnce(at(sold), 'custom', '/refund', refund('4.00'));
    assert.deepEqual(money(after), ['9.90', '4.00', '5.90']);
    assert.match(reason(await at(sold).once(refund('6.00'))), /more than is left/);
    assert.equal(await at(sold).once(refund('rest')), 'done');
    assert.deepEqual(money(await at(sold).read()), ['9.90', '9.90', '0.00']);
  });

  test('the newest cycle of a subscription', async () => {
    const { receipt, subscription } = await control('/custom/subscriptions', {});
    const { subscriptionId, cycle } = subscription;
    const sold = { receipt, subscriptionId, providerTransactionId: cycle.transactionId };
    assert.deepEqual((await at(sold).read()).subscription, {
      renews: true,
      endsAt: Date.parse(cycle.expiresAt),
    });
    assert.equal(await at(sold).once(refund('rest')), 'done');
    await assert.rejects(
      at({ ...sold, providerTransactionId: 'another' }).read(),
      /another payment/,
    );
  });
});
