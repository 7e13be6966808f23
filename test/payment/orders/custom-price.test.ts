// Custom amounts of PG orders: off, opaque, or signed by the app server.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { type CustomPrice, signCustomPrice } from '../../../sdk/src/custom-price.ts';
import { SYSTEM } from '../../../src/audit/audit.ts';
import { rotatePriceKey } from '../../../src/identity/price-keys.ts';
import { claimsProblem } from '../../../src/payment/orders/custom-price.ts';
import { EITHER } from '../../support/databases.ts';
import { expectDone, type Gate } from '../../support/harness.ts';
import {
  ACCOUNT,
  GEMS,
  type OrderShop,
  openOrderShop,
  orderSuite,
  PAY_PAGE,
  problem,
  wrongField,
} from './order-shop.ts';

const FIELD = 'gameServerPriceVerifyKey';
const AMOUNT = { customPrice: 3.5, fixedCurrency: 'EUR' };

const forbidden = (message: string) =>
  problem(
    PAY_PAGE,
    'FORBIDDEN_REQUEST',
    `The field ${FIELD} ${message}. Let the app server sign this order.`,
    [{ field: FIELD, message }],
  );
const NOT_SIGNED = forbidden('is not signed with a custom price key of this app');

const newKey = async (gate: Gate, shop: OrderShop, grace_seconds?: number): Promise<string> => {
  const { appid } = shop.app;
  const input = { appid, ...(grace_seconds !== undefined && { grace_seconds }) };
  return expectDone(await rotatePriceKey(gate.service.context, SYSTEM, input)).price_key;
};

const priceOf = (shop: OrderShop, fields: Partial<CustomPrice> = {}): CustomPrice => ({
  appid: shop.app.appid,
  accountUuid: ACCOUNT,
  productId: GEMS,
  quantity: 2,
  customPrice: '3.50',
  fixedCurrency: 'EUR',
  ...fields,
});

const orders = (gate: Gate, shop: OrderShop) =>
  gate.service.context.storage.db
    .selectFrom('purchase_order')
    .select('order_id')
    .where('appid', '=', shop.app.appid)
    .execute();

orderSuite(
  'custom amounts',
  (gate, markets) => {
    test('a product does not allow them by default: FORBIDDEN_REQUEST, and no order', async () => {
      const shop = await openOrderShop(gate, markets);
      const answer = await shop.payPage({ ...AMOUNT, [FIELD]: 'key-1' });
      assert.equal(answer.status, 400);
      assert.deepEqual(
        answer.body,
        problem(
          PAY_PAGE,
          'FORBIDDEN_REQUEST',
          'The product gems.100 does not allow custom amounts. Leave out customPrice, fixedCurrency and gameServerPriceVerifyKey, or set custom_price of the product.',
        ),
      );
      assert.deepEqual(await orders(gate, shop), []);
      assert.equal((await shop.payPage()).status, 200);
    });

    const open = (shop: OrderShop, key: string, fields: object = {}) =>
      shop.payPage({ quantity: 2, ...AMOUNT, [FIELD]: key, ...fields });
    const signing = () => openOrderShop(gate, markets, { product: { custom_price: 'signed' } });

    test('signed: the order opens at the signed amount, and the verified purchase returns the key', async () => {
      const shop = await signing();
      const key = await signCustomPrice(await newKey(gate, shop), priceOf(shop), { now: gate.now });
      const { serviceReceipt } = await shop.paid({ quantity: 2, ...AMOUNT, [FIELD]: key });
      const { data } = (await shop.verify(serviceReceipt, { providerId: 'PG' })).body;
      const { servicePrice, serviceCurrency, serviceGameServerPriceVerifyKey } = data;
      assert.deepEqual(
        [servicePrice, serviceCurrency, serviceGameServerPriceVerifyKey],
        [3.5, 'EUR', key],
      );
    });

    test('signed: without a key of the app nothing can be checked: INVALID_REQUEST names what is missing', async () => {
      const shop = await signing();
      const answer = await open(shop, await signCustomPrice('tgp_x', priceOf(shop)));
      assert.deepEqual(
        answer.body,
        problem(
          PAY_PAGE,
          'INVALID_REQUEST',
          'The product takes signed custom amounts, but the app has no custom price key. Create one in the console (Keys), with the admin API (price-keys) or tollgate price-key.',
        ),
      );
    });

    test('signed: both keys of a rotation sign until the grace period ends', async () => {
      const shop = await signing();
      const old = await newKey(gate, shop);
      const fresh = await newKey(gate, shop, 60);
      const status = async (priceKey: string) =>
        (await open(shop, await signCustomPrice(priceKey, priceOf(shop), { now: gate.now })))
          .status;
      assert.deepEqual([await status(old), await status(fresh)], [200, 200]);
      gate.now += 60_000;
      assert.deepEqual([await status(old), await status(fresh)], [400, 200]);
    });

    const refused: readonly [string, (shop: OrderShop, key: string) => Promise<string>, object][] =
      [
        ['no JWS', async () => 'key-1', NOT_SIGNED],
        ['another key', (shop) => signCustomPrice('tgp_other', priceOf(shop)), NOT_SIGNED],
        [
          'the key of another app',
          async (shop) =>
            signCustomPrice(await newKey(gate, await signing()), priceOf(shop), { now: gate.now }),
          NOT_SIGNED,
        ],
        [
          'the algorithm none',
          async (shop, key) => {
            const [, claims] = (await signCustomPrice(key, priceOf(shop), { now: gate.now })).split(
              '.',
            );
            const header = Buffer.from('{"alg":"none"}').toString('base64url');
            return `${header}.${claims}.`;
          },
          NOT_SIGNED,
        ],
        [
          'another HMAC',
          async (shop, key) => {
            const [, claims] = (await signCustomPrice(key, priceOf(shop), { now: gate.now })).split(
              '.',
            );
            const content = `${Buffer.from('{"alg":"HS512"}').toString('base64url')}.${claims}`;
            const hmac = createHmac('sha512', key).update(content).digest('base64url');
            return `${content}.${hmac}`;
          },
          NOT_SIGNED,
        ],
        [
          'an expired signature',
          (shop, key) =>
            signCustomPrice(key, priceOf(shop), { now: gate.now, expiresInSeconds: 0 }),
          forbidden('has expired'),
        ],
        ...(
          [
            ['appid', { appid: 'another' }],
            ['accountUuid', { accountUuid: '00000000-0000-4000-8000-000000000001' }],
            ['productId', { productId: 'gems.1' }],
            ['quantity', { quantity: 1 }],
            ['customPrice', { customPrice: '3.49' }],
            ['customPrice', { customPrice: 'x' }],
            ['fixedCurrency', { fixedCurrency: 'USD' }],
          ] as const
        ).map(([claim, fields]): (typeof refused)[number] => [
          `a signature for ${JSON.stringify(fields)}`,
          (shop, key) => signCustomPrice(key, priceOf(shop, fields), { now: gate.now }),
          forbidden(`was signed for another ${claim} than the order has`),
        ]),
      ];
    for (const [name, sign, body] of refused) {
      test(`signed: ${name} opens no order`, async () => {
        const shop = await signing();
        const answer = await open(shop, await sign(shop, await newKey(gate, shop)));
        assert.equal(answer.status, 400);
        assert.deepEqual(answer.body, body);
        assert.deepEqual(await orders(gate, shop), []);
      });
    }
  },
  { kinds: EITHER },
);

const WANTED = {
  appid: 'com.a',
  accountUuid: ACCOUNT,
  productId: GEMS,
  quantity: 2,
  customPrice: '3.50',
  fixedCurrency: 'EUR',
};
const NOW = 1_000_000;
const CLAIMS = { ...WANTED, exp: NOW / 1_000 + 1 };

test('claims: amounts as text or number, accounts in either case', () => {
  for (const fields of [
    {},
    { customPrice: '3.5' },
    { customPrice: 3.5 },
    { quantity: '2' },
    { accountUuid: ACCOUNT.toUpperCase() },
    { more: 'is ignored' },
  ]) {
    assert.equal(claimsProblem({ ...CLAIMS, ...fields }, WANTED, NOW), undefined);
  }
});

test('claims: a missing one is INVALID_REQUEST, and the end is not included', () => {
  for (const name of [...Object.keys(WANTED), 'exp']) {
    const { errors, detail } = wrongField('', FIELD, `has no usable claim ${name}`);
    const expected = { problem: 'INVALID_REQUEST', detail, errors };
    assert.deepEqual(claimsProblem({ ...CLAIMS, [name]: undefined }, WANTED, NOW), expected);
  }
  const ended = claimsProblem({ ...CLAIMS, exp: NOW / 1_000 }, WANTED, NOW);
  assert.equal(ended?.problem, 'FORBIDDEN_REQUEST');
});
