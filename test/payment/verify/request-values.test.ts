// Values of a request that must not cost a paid receipt, and digits that a double does not hold.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readJson } from '../../../src/base/body.ts';
import { digitsOf } from '../../../src/base/json.ts';
import { countryCode, languageCode } from '../../../src/payment/edge/codes.ts';
import { currencyDigits } from '../../../src/payment/money.ts';
import { EITHER } from '../../support/databases.ts';
import { marketSuite, setUpMarket } from '../../support/markets.ts';
import { openOrderShop } from '../orders/order-shop.ts';
import { appleRequest, openAppleShop, PATH, PRODUCT } from '../shop.ts';
import { openSubscriptionShop } from '../subscription-shop.ts';

describe('codes', () => {
  test('countries: two or three letters of either case, reserved codes, Kosovo', () => {
    const cases = { KR: 'KR', kr: 'KR', kor: 'KR', KOR: 'KR', XK: 'XK', xkx: 'XK', UK: 'UK' };
    for (const [text, code] of Object.entries(cases)) assert.equal(countryCode(text), code, text);
    for (const text of ['', 'K', 'ZZ', 'ZZZ', 'Korea', '41', 'K\u212a']) {
      assert.equal(countryCode(text), undefined, text);
    }
  });

  test('languages: either case, old codes, three letters, tags', () => {
    const cases = {
      ko: 'ko',
      KO: 'ko',
      kor: 'ko',
      in: 'id',
      IN: 'id',
      iw: 'he',
      ji: 'yi',
      ger: 'de',
      deu: 'de',
      fil: 'fil',
      YUE: 'yue',
      tl: 'tl',
      sh: 'sr',
      'en-US': 'en',
      en_US: 'en',
      'en_US.UTF-8': 'en',
      'zh-hans': 'zh',
      'zh-Hant-TW': 'zh',
      'IW-il': 'he',
      'fil-PH': 'fil',
    };
    for (const [text, code] of Object.entries(cases)) assert.equal(languageCode(text), code, text);
    for (const text of ['', 'k', 'xx', 'xx-US', 'korean', 'k1', '-en', 'x-ko', 'ko\n']) {
      assert.equal(languageCode(text), undefined, text);
    }
  });

  test('currencies: current, new and withdrawn ones, in upper case', () => {
    const cases = { USD: 2, KRW: 0, KWD: 3, XCG: 2, HRK: 2, DEM: 2, ITL: 0, BYR: 0, ANG: 2 };
    for (const [code, digits] of Object.entries(cases)) assert.equal(currencyDigits(code), digits);
    for (const text of ['usd', 'XYZ', '', '$', 'USDT']) {
      assert.equal(currencyDigits(text), undefined, text);
    }
  });
});

describe('amounts', () => {
  test('digits are those of the body, also where a double has fewer', () => {
    const cases: [string, string | undefined][] = [
      ['9.99', '9.99'],
      ['999999999999999.99', '999999999999999.99'],
      ['0.1000000000000000055', '0.1000000000000000055'],
      ['1e2', '1e2'],
      ['"9.99"', undefined],
      ['null', undefined],
    ];
    for (const [text, digits] of cases) {
      const body = readJson(Buffer.from(`{"a":{"price":1234567890.12345678},"price":${text}}`));
      assert.equal(digitsOf(body as object, 'price'), digits, text);
    }
  });
});

marketSuite(
  'values of a request',
  (gate, markets) => {
    test('codes in any usual form are stored in one, and what means nothing costs no receipt', async () => {
      const shop = await openAppleShop(gate, markets);
      const forms = [
        { country: 'kor', language: 'KOR', currency: 'HRK' },
        { country: 'kr', language: 'iw' },
        { country: 'UK', language: 'fil' },
        { country: 'ZZ', language: 'en-US' },
        { country: 'Korea', language: 'en_US' },
        { country: 'x'.repeat(300), language: 'klingon' },
      ];
      for (const fields of forms) {
        const { signedTransaction } = await shop.buy();
        assert.equal((await shop.verify(signedTransaction, fields)).status, 200);
      }
      const rows = await gate.service.context.storage.db
        .selectFrom('purchase')
        .select(['country', 'language'])
        .where('appid', '=', shop.app.appid)
        .orderBy('number')
        .execute();
      assert.deepEqual(rows, [
        { country: 'KR', language: 'ko' },
        { country: 'KR', language: 'he' },
        { country: 'UK', language: 'fil' },
        { country: null, language: 'en' },
        { country: null, language: 'en' },
        { country: null, language: null },
      ]);
    });

    test('empty text stands for an absent optional field', async () => {
      const shop = await openAppleShop(gate, markets);
      const { signedTransaction } = await shop.buy();
      const empty = Object.fromEntries(
        ['appVersion', 'country', 'currency', 'iapPayload', 'language', 'orderId', 'serverId']
          .concat('storeTransactionId')
          .map((name) => [name, '']),
      );
      const body = appleRequest(signedTransaction, { ...empty, price: 9.99 });
      const headers = { ...shop.headers, 'x-sdk-version': '7' };
      const answer = await gate.post(PATH, body, headers);
      assert.equal(answer.status, 200);
      assert.equal(answer.body.data.servicePayload, null);
      const row = await gate.service.context.storage.db
        .selectFrom('purchase')
        .select(['app_version', 'country', 'language', 'server_id', 'payload'])
        .where('appid', '=', shop.app.appid)
        .executeTakeFirst();
      const nothing = { country: null, language: null, server_id: null, payload: null };
      assert.deepEqual(row, { app_version: '7', ...nothing });
    });

    test('a price is compared by the digits that were sent', async () => {
      const shop = await openAppleShop(gate, markets);
      const { signedTransaction } = await shop.buy({ price: 999_999_999_990, currency: 'USD' });
      const send = async (price: string) => {
        const text = JSON.stringify(appleRequest(signedTransaction)).replace(
          /}$/,
          `,"price":${price}}`,
        );
        return (await gate.post(PATH, text, shop.headers)).body.outcome?.message;
      };
      assert.equal(await send('-999999999.99'), 'PRICE_VERIFY_FAIL');
      assert.equal(await send('999999999.990000000001'), 'PRICE_VERIFY_FAIL');
      assert.equal(await send('999999999.9900000000001'), 'INVALID_REQUEST');
      assert.equal(await send('1000000000000000.1'), 'INVALID_REQUEST');
      assert.equal(await send('99999999999999999999'), 'INVALID_REQUEST');
      assert.equal(await send('999999999.990000000000'), undefined);
    });

    const missing = (market: string, name: string): string =>
      `The ${market} settings of the app have no ${name}. Set it in the console or with the admin API.`;

    test('STEAM and PG without their key: INVALID_REQUEST names it, for orders and for receipts', async () => {
      const shop = await openOrderShop(gate, markets);
      const steam = await shop.approved();
      const pg = await shop.paid();
      await setUpMarket(gate, shop.app, 'STEAM', { steam_app_id: 480 }, { publisher_key: null });
      await setUpMarket(gate, shop.app, 'PG', { gateway: 'STRIPE' }, { api_secret: null });
      const answers = [
        [await shop.init(), missing('STEAM', 'publisher_key')],
        [await shop.verify(steam.serviceReceipt), missing('STEAM', 'publisher_key')],
        [await shop.payPage(), missing('PG', 'api_secret')],
        [await shop.verify(pg.serviceReceipt, { providerId: 'PG' }), missing('PG', 'api_secret')],
      ] as const;
      for (const [{ status, body }, detail] of answers) {
        const { message } = body.outcome;
        assert.deepEqual([status, message, body.detail], [400, 'INVALID_REQUEST', detail]);
      }
    });

    test('GOOGLE without its service account: INVALID_REQUEST names it; a known purchase stays a duplicate', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const { packageName, app } = shop;
      const control = '/google/purchases';
      const fields = { packageName, productId: PRODUCT, priceMicros: 1_000_000, currency: 'USD' };
      const [known, other] = [
        await markets.control(control, fields),
        await markets.control(control, fields),
      ];
      const verify = (serviceReceipt: string) =>
        gate.post(PATH, appleRequest(serviceReceipt, { providerId: 'GOOGLE' }), shop.headers);
      assert.equal((await verify(known.purchaseToken)).status, 200);
      await setUpMarket(
        gate,
        app,
        'GOOGLE',
        { package_name: packageName },
        { service_account: null },
      );
      assert.equal((await verify(known.purchaseToken)).body.data.serviceDuplicated, true);
      const { purchaseToken } = await shop.subscribeGoogle();
      for (const answer of [
        await verify(other.purchaseToken),
        await shop.verify('GOOGLE', purchaseToken),
      ]) {
        assert.equal(answer.body.outcome.message, 'INVALID_REQUEST');
        assert.equal(answer.body.detail, missing('GOOGLE', 'service_account'));
      }
    });
  },
  { kinds: EITHER },
);
