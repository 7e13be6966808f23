// POST /payment/v1/purchase/init: a STEAM order, saved before Steam hears of it, and its sealed receipt.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { START } from '../../support/harness.ts';
import {
  ACCOUNT,
  GEMS,
  INIT,
  openOrderShop,
  orderSuite,
  problem,
  STEAM_APP_ID,
  STEAM_ID,
  wrongField,
} from './order-shop.ts';

orderSuite(
  'purchase/init',
  (gate, markets) => {
    test('opens the order at Steam and answers its number, its transaction and its receipt', async () => {
      const shop = await openOrderShop(gate, markets);
      const answer = await shop.init({ iapPayload: 'bag', language: 'ko' });
      const { orderId, storeTransactionId, serviceReceipt } = answer.body.data;
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body, {
        data: { orderId, storeTransactionId, serviceReceipt, price: 9.9, currency: 'USD' },
        meta: null,
      });
      assert.match(orderId, /^\d{18,19}$/);
      const { items, status, appid, steamid, transid, currency } = await markets.control(
        `/steam/orders/${orderId}`,
      );
      assert.deepEqual(
        { items, status, appid, steamid, transid, currency },
        {
          items: [{ itemid: 1001, qty: 1, amount: 990, vat: 0, itemstatus: 'Init' }],
          status: 'Init',
          appid: STEAM_APP_ID,
          steamid: STEAM_ID,
          transid: storeTransactionId,
          currency: 'USD',
        },
      );
      assert.deepEqual(await shop.order(orderId), {
        game_index: shop.app.gameIndex,
        appid: shop.app.appid,
        order_id: orderId,
        provider: 'STEAM',
        state: 'open',
        player_id: 1,
        account_uuid: ACCOUNT,
        product_id: GEMS,
        quantity: 1,
        amount: '9.90',
        currency: 'USD',
        payload: 'bag',
        price_verify_key: null,
        steam_id: STEAM_ID,
        gateway: null,
        gateway_reference: null,
        store_transaction_id: storeTransactionId,
        charge_attempts: 0,
        charging_since: null,
        created_at: START,
        paid_at: null,
        closed_at: null,
        mismatch: null,
        mismatch_since: null,
        tax: null,
        tax_country: null,
        external_market: null,
        external_token: null,
        external_token_at: null,
      });
    });

    test('the price is that of the wallet, for all pieces', async () => {
      const shop = await openOrderShop(gate, markets);
      const steamid = '76561197960287931';
      await markets.control('/steam/users', { steamid, country: 'KR', currency: 'KRW' });
      const { data } = (await shop.init({ steamId: steamid, quantity: 3 })).body;
      assert.deepEqual([data.price, data.currency], [36000, 'KRW']);
      const { items } = await markets.control(`/steam/orders/${data.orderId}`);
      assert.deepEqual([items[0].qty, items[0].amount], [3, 3_600_000]);
    });

    test('a ticket names the account that pays, whatever steamId says', async () => {
      const shop = await openOrderShop(gate, markets);
      const steamid = '76561197960287999';
      const { ticket } = await markets.control('/steam/tickets', { steamid, identity: 'shop' });
      const { data } = (await shop.init({ steamTicket: ticket, steamTicketIdentity: 'shop' })).body;
      assert.equal((await markets.control(`/steam/orders/${data.orderId}`)).steamid, steamid);
      const forged = await shop.init({ steamTicket: 'ab01' });
      assert.deepEqual(
        forged.body,
        problem(
          INIT,
          'FORBIDDEN_REQUEST',
          'Steam rejected the request: Invalid ticket (error 101).',
        ),
      );
    });

    const wrong: readonly [string, object, object][] = [
      [
        'an unknown product',
        { productId: 'gems.7' },
        wrongField(INIT, 'productId', 'is not a product of this app, or it is a subscription'),
      ],
      ['no account', { steamId: null }, wrongField(INIT, 'steamId', 'or steamTicket is required')],
      [
        'no piece at all',
        { quantity: 0 },
        problem(INIT, 'INVALID_REQUEST', 'Some fields are missing or not valid. See errors.', [
          { field: 'quantity', message: 'must be at least 1' },
        ]),
      ],
    ];
    test('a language in any form opens the order; one that means nothing counts as English', async () => {
      const shop = await openOrderShop(gate, markets);
      for (const language of ['xx', 'ko-KR', 'x'.repeat(300)]) {
        assert.equal((await shop.init({ language })).status, 200, language);
      }
    });

    for (const [name, fields, body] of wrong) {
      test(`${name}: INVALID_REQUEST`, async () => {
        const shop = await openOrderShop(gate, markets);
        const answer = await shop.init(fields);
        assert.equal(answer.status, 400);
        assert.deepEqual(answer.body, body);
      });
    }

    test('without a price in the currency of the wallet: converted by Steam, and settled as Steam says', async () => {
      await markets.control('/steam/settings', { rates: { USD: 1, EUR: 1.1, KRW: 0.00075 } });
      const shop = await openOrderShop(gate, markets);
      const steamid = '76561197960287933';
      await markets.control('/steam/users', { steamid, country: 'DE', currency: 'EUR' });
      const { data } = (await shop.init({ steamId: steamid })).body;
      assert.deepEqual([data.price, data.currency], [9.9, 'USD']);
      await markets.control(`/steam/orders/${data.orderId}/approve`, {});
      const verified = (await shop.verify(data.serviceReceipt, { price: 9.9, currency: 'USD' }))
        .body;
      assert.deepEqual([verified.data.servicePrice, verified.data.serviceCurrency], [9, 'EUR']);
      await markets.control('/steam/settings', { rates: {} });
    });

    test('a product that Steam cannot sell: INVALID_REQUEST', async () => {
      const priced = async (currency: string, amount: string, wallet = 'USD') => {
        const prices = [{ currency, amount }];
        const shop = await openOrderShop(gate, markets, { product: { prices } });
        const steamid = '76561197960287934';
        await markets.control('/steam/users', { steamid, currency: wallet });
        return (await shop.init({ steamId: steamid })).body;
      };
      const unsold = (message: string) => wrongField(INIT, 'productId', message);
      const wallet = 'has no price in USD, the currency of this Steam wallet';
      assert.deepEqual(
        await priced('EUR', '1.00'),
        unsold(`${wallet}, and Steam does not convert its price in EUR`),
      );
      assert.deepEqual(await priced('SEK', '1.00'), unsold(wallet));
      for (const [currency, amount, step] of [
        ['KRW', '12005', '10'],
        ['VND', '45100', '500'],
        ['CRC', '501.00', '5'],
        ['UAH', '10.50', '1'],
      ] as const) {
        assert.deepEqual(
          await priced(currency, amount, currency),
          unsold(
            `costs ${amount} ${currency}, but Steam takes only multiples of ${step} ${currency}`,
          ),
        );
      }
      const pass = await openOrderShop(gate, markets, { product: { kind: 'subscription' } });
      assert.deepEqual(
        (await pass.init()).body,
        wrongField(INIT, 'productId', 'is not a product of this app, or it is a subscription'),
      );
    });

    test('a large amount in a small currency is opened', async () => {
      const prices = [{ currency: 'IDR', amount: '16000000' }];
      const shop = await openOrderShop(gate, markets, { product: { prices } });
      const steamid = '76561197960287935';
      await markets.control('/steam/users', { steamid, country: 'ID', currency: 'IDR' });
      const { data } = (await shop.init({ steamId: steamid, quantity: 3 })).body;
      assert.deepEqual([data.price, data.currency], [48_000_000, 'IDR']);
    });

    test('a long description is cut between characters to the 128 that Steam takes', async () => {
      const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
      const cases = [
        ['x'.repeat(128), 'x'.repeat(128)],
        ['x'.repeat(129), `${'x'.repeat(127)}…`],
        ['보석 '.repeat(60), `${'보석 '.repeat(42)}보…`],
        [family.repeat(20), `${family.repeat(15)}…`],
      ] as const;
      for (const [en, shown] of cases) {
        const shop = await openOrderShop(gate, markets, { product: { descriptions: { en } } });
        const { data } = (await shop.init()).body;
        const page = await fetch(`${markets.url}/pay/steam/${data.storeTransactionId}`);
        assert.ok((await page.text()).includes(`>${shown}<`), shown);
      }
    });

    test('an account that may not buy: FORBIDDEN_REQUEST, and the order is over', async () => {
      const shop = await openOrderShop(gate, markets);
      const steamid = '76561197960287932';
      await markets.control('/steam/users', { steamid, status: 'Locked' });
      const answer = await shop.init({ steamId: steamid });
      assert.equal(answer.body.outcome.message, 'FORBIDDEN_REQUEST');
      assert.match(answer.body.detail, /^Steam rejected the request: .*\(error 103\)\.$/);
      assert.deepEqual((await shop.restore()).body, { data: [], meta: null });
    });

    test('an order whose opening got lost is saved, and restored once the player approved it', async () => {
      const shop = await openOrderShop(gate, markets);
      await markets.fault('steam', 'lost', { count: 1, path: 'InitTxn' });
      const answer = await shop.init();
      assert.deepEqual(
        answer.body,
        problem(INIT, 'MARKET_UNAVAILABLE', 'Steam did not answer correctly. Open a new order.'),
      );
      const { orders } = await markets.control('/steam/orders');
      const { orderid } = orders[0];
      await markets.control(`/steam/orders/${orderid}/approve`, {});
      const { data } = (await shop.restore()).body;
      assert.deepEqual([data.length, data[0].orderId], [1, orderid]);
      const verified = await shop.verify(data[0].serviceReceipt);
      assert.equal(verified.body.data.serviceDuplicated, false);
    });

    test('is for players who are logged in and not restricted', async () => {
      const shop = await openOrderShop(gate, markets);
      const body = { productId: GEMS, steamId: STEAM_ID };
      const { app } = shop;
      const server = await shop.post(INIT, body, shop.server);
      assert.equal(server.body.outcome.message, 'FORBIDDEN_REQUEST');

      const leaving = await shop.login(7);
      await gate.post('/auth/v1/logout', {}, leaving);
      const left = await shop.post(INIT, body, leaving);
      assert.equal(left.body.outcome.message, 'UNAUTHORIZED_REQUEST');

      const cheating = await shop.login(8);
      const key = { appid: app.appid, service_certification_key: app.key };
      const reasons = ['ko', 'en'].map((language) => ({ language, reason: 'cheating' }));
      const names = { type_status: 'O', type_name: 'c', type_en_name: 'c', reasons };
      await gate.post('/game/block/type/set', { ...key, ...names }, { iscrypt: '0' });
      const dates = { start_date: '2026-01-01 00:00:00', end_date: '2026-12-31 00:00:00' };
      const set = await gate.post(
        '/game/block/set',
        { ...key, player_id: 8, status: 'P', block_type: 1, ...dates },
        { iscrypt: '0' },
      );
      assert.equal(set.body.result_code, 0);
      const restricted = await shop.post(INIT, body, cheating);
      assert.equal(restricted.body.outcome.message, 'UNAUTHORIZED_REQUEST');
    });

    test('an app without Steam settings: INVALID_REQUEST', async () => {
      const app = await gate.createApp();
      const authorization = `Bearer ${await gate.token(app)}`;
      const login = await gate.post(
        '/auth/v1/login',
        { appid: app.appid, player_id: 1 },
        { authorization },
      );
      const answer = await gate.post(
        INIT,
        { productId: GEMS, steamId: STEAM_ID },
        { 'x-app-id': app.appid, authorization: `Bearer ${login.body.access_token}` },
      );
      assert.deepEqual(
        answer.body,
        problem(
          INIT,
          'INVALID_REQUEST',
          'The app has no settings for STEAM. Add them in the console or with the admin API.',
        ),
      );
    });
  },
  { kinds: EITHER },
);

orderSuite(
  'purchase/init in the sandbox',
  (gate, markets) => {
    test('nothing is charged: the order is in the sandbox of Steam, the purchase is a test', async () => {
      const shop = await openOrderShop(gate, markets);
      const { orderId, serviceReceipt } = await shop.approved();
      const order = await markets.control(`/steam/orders/${orderId}`);
      assert.equal(order.environment, 'sandbox');
      const { data } = (await shop.verify(serviceReceipt)).body;
      assert.deepEqual([data.servicePurchaseTest, data.servicePrice], ['Y', 9.9]);
    });
  },
  { kinds: EITHER, environment: 'sandbox' },
);
