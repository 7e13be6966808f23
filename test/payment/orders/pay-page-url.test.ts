// POST /payment/v1/order/pay-page-url: a PG order and the page where it is paid.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { PUBLIC_URL } from '../../support/harness.ts';
import { setUpMarket } from '../../support/markets.ts';
import {
  ACCOUNT,
  GEMS,
  openOrderShop,
  orderSuite,
  PAY_PAGE,
  problem,
  wrongField,
} from './order-shop.ts';

const CUSTOM = { customPrice: 3.5, fixedCurrency: 'EUR', gameServerPriceVerifyKey: 'key-1' };

/** The product takes custom amounts as they come. */
const OPAQUE = { product: { custom_price: 'opaque' } } as const;

orderSuite(
  'order/pay-page-url',
  (gate, markets) => {
    test('STRIPE: a Checkout session with our number, for the registered price', async () => {
      const shop = await openOrderShop(gate, markets);
      const answer = await shop.payPage({ quantity: 2, iapPayload: 'bag' });
      const { orderId, payUrl } = answer.body.data;
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body, {
        data: { orderId, payUrl, price: 19.8, currency: 'USD' },
        meta: null,
      });
      assert.match(orderId, /^H\d{18,19}$/);
      const page = await (await fetch(payUrl)).text();
      assert.match(page, /100 gems × 2/);
      const {
        gateway,
        amount,
        currency,
        state,
        payUrl: same,
      } = await markets.control(`/pg/orders/${orderId}`);
      assert.deepEqual(
        { gateway, amount, currency, state, same },
        { gateway: 'stripe', amount: 1980, currency: 'USD', state: 'open', same: payUrl },
      );
      const order = await shop.order(orderId);
      assert.match(order?.gateway_reference ?? '', /^cs_live_/);
      assert.deepEqual(
        { ...order, gateway_reference: null },
        {
          game_index: shop.app.gameIndex,
          appid: shop.app.appid,
          order_id: orderId,
          provider: 'PG',
          state: 'open',
          player_id: 1,
          account_uuid: ACCOUNT,
          product_id: GEMS,
          quantity: 2,
          amount: '19.80',
          currency: 'USD',
          payload: 'bag',
          price_verify_key: null,
          steam_id: null,
          gateway: 'STRIPE',
          gateway_reference: null,
          store_transaction_id: null,
          charge_attempts: 0,
          charging_since: null,
          created_at: gate.now,
          paid_at: null,
          closed_at: null,
          mismatch: null,
          mismatch_since: null,
          tax: null,
          tax_country: null,
          external_market: null,
          external_token: null,
          external_token_at: null,
        },
      );
    });

    test('PORTONE: our own page, for a registered amount', async () => {
      const shop = await openOrderShop(gate, markets, { gateway: 'PORTONE' });
      const { orderId, payUrl, price } = (await shop.payPage({ currency: 'KRW' })).body.data;
      assert.equal(price, 12000);
      const path = `/payment/v1/order/pay/${shop.app.appid}/${orderId}`;
      assert.equal(payUrl, PUBLIC_URL + path);
      const answer = await gate.send('GET', path, undefined, { 'accept-language': 'ko' });
      assert.equal(answer.status, 200);
      assert.match(answer.body, /<button>₩12,000 결제하기<\/button>/);
      assert.ok(answer.body.includes(`<script src="${markets.url}/v2/browser-sdk.js"></script>`));
      const { amount, currency, state } = await markets.control(`/pg/orders/${orderId}`);
      assert.deepEqual(
        { amount, currency, state },
        { amount: 12000, currency: 'KRW', state: 'open' },
      );
    });

    test('a custom amount is that of the whole order, and its key is kept', async () => {
      const shop = await openOrderShop(gate, markets, OPAQUE);
      const { orderId, price, currency } = (await shop.payPage({ quantity: 5, ...CUSTOM })).body
        .data;
      assert.deepEqual([price, currency], [3.5, 'EUR']);
      const order = await shop.order(orderId);
      assert.deepEqual(
        [order?.amount, order?.currency, order?.price_verify_key, order?.quantity],
        ['3.50', 'EUR', 'key-1', 5],
      );
      assert.equal((await markets.control(`/pg/orders/${orderId}`)).amount, 350);
    });

    for (const field of Object.keys(CUSTOM)) {
      test(`a custom amount without ${field}: INVALID_REQUEST`, async () => {
        const shop = await openOrderShop(gate, markets, OPAQUE);
        const answer = await shop.payPage({ ...CUSTOM, [field]: null });
        assert.deepEqual(
          answer.body,
          wrongField(PAY_PAGE, field, 'is required when a custom amount is sent'),
        );
      });
    }

    const wrong: readonly [string, object, string, string][] = [
      [
        'an unknown product',
        { productId: 'x' },
        'productId',
        'is not a product of this app, or it is a subscription',
      ],
      [
        'no currency where there are two',
        { currency: null },
        'currency',
        'is required because the product has prices in several currencies',
      ],
      [
        'a currency without a price',
        { currency: 'EUR' },
        'currency',
        'is not a currency in which gems.100 has a price',
      ],
      ['nothing to pay', { ...CUSTOM, customPrice: 0 }, 'customPrice', 'must be more than 0'],
      [
        'less than nothing to pay',
        { ...CUSTOM, customPrice: -1 },
        'customPrice',
        'must be more than 0',
      ],
      [
        'too much to pay',
        { ...CUSTOM, customPrice: 1e12 },
        'customPrice',
        'must be less than 10^12',
      ],
      ...[1e21, 10n ** 21n, 1e-13].map((customPrice): [string, object, string, string] => [
        `a custom amount beyond the limits (${customPrice})`,
        { ...CUSTOM, customPrice },
        'customPrice',
        'must be between -10^15 and 10^15, with at most 12 digits after the point',
      ]),
      [
        'a fraction of a won',
        { ...CUSTOM, fixedCurrency: 'KRW' },
        'customPrice',
        'must have at most 0 decimals in KRW',
      ],
      [
        'a custom currency in lower case',
        { ...CUSTOM, fixedCurrency: 'usd' },
        'fixedCurrency',
        'must be an ISO 4217 currency code',
      ],
      [
        'a custom currency that is none',
        { ...CUSTOM, fixedCurrency: 'XXZ' },
        'fixedCurrency',
        'must be an ISO 4217 currency code',
      ],
    ];
    for (const [name, fields, field, message] of wrong) {
      test(`${name}: INVALID_REQUEST`, async () => {
        const shop = await openOrderShop(gate, markets, OPAQUE);
        const answer = await shop.payPage(fields);
        assert.equal(answer.status, 400);
        assert.deepEqual(answer.body, wrongField(PAY_PAGE, field, message));
      });
    }

    test('an amount that the gateway cannot say: FORBIDDEN_REQUEST', async () => {
      const shop = await openOrderShop(gate, markets, OPAQUE);
      const answer = await shop.payPage({ ...CUSTOM, customPrice: 1.001, fixedCurrency: 'KWD' });
      assert.deepEqual(
        answer.body,
        problem(
          PAY_PAGE,
          'FORBIDDEN_REQUEST',
          'The gateway rejected the order: Stripe cannot charge 1.001 KWD.',
        ),
      );
    });

    for (const gateway of ['STRIPE', 'PORTONE'] as const) {
      test(`${gateway} away, or with a wrong key: MARKET_UNAVAILABLE`, async () => {
        const shop = await openOrderShop(gate, markets, { gateway });
        const away = problem(
          PAY_PAGE,
          'MARKET_UNAVAILABLE',
          'The gateway did not answer correctly. Open a new order.',
        );
        await markets.fault(gateway.toLowerCase(), 'reset', { count: 3 });
        const answer = await shop.payPage();
        assert.equal(answer.status, 500);
        assert.deepEqual(answer.body, away);
        await setUpMarket(gate, shop.app, 'PG', { gateway }, { api_secret: 'wrong' });
        assert.deepEqual((await shop.payPage()).body, away);
      });

      test(`${gateway}: an answer that got lost is asked for again, and opens one payment`, async () => {
        const shop = await openOrderShop(gate, markets, { gateway });
        await markets.fault(gateway.toLowerCase(), 'lost', { count: 1 });
        const { orderId } = (await shop.payPage()).body.data;
        assert.equal((await markets.control(`/pg/orders/${orderId}`)).state, 'open');
      });
    }

    test('is for players only', async () => {
      const shop = await openOrderShop(gate, markets);
      const answer = await shop.post(PAY_PAGE, { productId: GEMS, currency: 'USD' }, shop.server);
      assert.deepEqual(
        answer.body,
        problem(
          PAY_PAGE,
          'FORBIDDEN_REQUEST',
          'Only the app client may call this. Use the login token of the player.',
        ),
      );
    });
  },
  { kinds: EITHER },
);
