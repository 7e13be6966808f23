// POST /payment/v1/purchase/verify (interface 4.9, decisions on errors): who may call, what a request must be,
// in which order it is checked, what is saved and what comes back. The provider here is APPLE.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SYSTEM } from '../../../src/audit/audit.ts';
import { findByNumber } from '../../../src/payment/ledger/purchases-store.ts';
import { MARKET_CODES } from '../../../src/payment/markets/markets.ts';
import { setServer } from '../../../src/tenants/servers.ts';
import { EITHER } from '../../support/databases.ts';
import { expectDone } from '../../support/harness.ts';
import { marketSuite } from '../../support/markets.ts';
import { ACCOUNT, appleRequest, countPurchases, openAppleShop, PATH, refusal } from '../shop.ts';

const INVALID = { code: 1_001, message: 'INVALID_REQUEST' };
const UNAUTHORIZED = { code: 1_002, message: 'UNAUTHORIZED_REQUEST' };
const FORBIDDEN = { code: 1_003, message: 'FORBIDDEN_REQUEST' };

const SEE_ERRORS = 'Some fields are missing or not valid. See errors.';
const WRONG_FIELDS = 'Some fields are not valid. See errors.';
const NOT_VALID = 'The request is not valid';
const AMOUNT_LIMITS = 'must be between -10^15 and 10^15, with at most 12 digits after the point';

marketSuite(
  'purchase/verify',
  (gate, markets) => {
    test('a verified purchase is answered with every field, and meta is null', async () => {
      const shop = await openAppleShop(gate, markets);
      const bought = await shop.buy({ appAccountToken: ACCOUNT });
      const answer = await shop.verify(bought.signedTransaction, {
        iapPayload: ' as sent ',
        price: 9.99,
        currency: 'USD',
        country: 'US',
        language: 'en',
      });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
      const { serviceReceiptVerifyResult, ...data } = answer.body.data;
      assert.deepEqual(
        { ...answer.body, data },
        {
          data: {
            serviceAccountUuidCompare: 1,
            serviceCurrency: 'USD',
            serviceDuplicated: false,
            serviceGameServerPriceVerifyKey: null,
            servicePayload: ' as sent ',
            servicePrice: 9.99,
            serviceProductId: 'gems.100',
            serviceProviderId: 'APPLE',
            serviceProviderTransactionId: bought.transactionId,
            servicePurchaseCancelState: 0,
            servicePurchaseTest: 'N',
            serviceQuantity: 1,
            serviceReceipt: bought.signedTransaction,
            serviceStoreTransactionId: bought.transactionId,
            serviceTransactionId: 'AP_1',
          },
          meta: null,
        },
      );
      assert.equal(serviceReceiptVerifyResult.transactionId, bought.transactionId);
      assert.equal(serviceReceiptVerifyResult.purchaseDate, gate.now);
    });

    test('the numbers in serviceTransactionId grow within the app', async () => {
      const shop = await openAppleShop(gate, markets);
      const ids = [];
      for (let count = 0; count < 3; count += 1) {
        const { signedTransaction } = await shop.buy();
        ids.push((await shop.verify(signedTransaction)).body.data.serviceTransactionId);
      }
      assert.deepEqual(ids, ['AP_1', 'AP_2', 'AP_3']);
    });

    test('a repeat gets the values of the first verification and is no new record', async () => {
      const shop = await openAppleShop(gate, markets);
      const { signedTransaction } = await shop.buy({ appAccountToken: ACCOUNT });
      const before = await countPurchases(gate);
      const first = await shop.verify(signedTransaction, { iapPayload: 'first' });
      const again = await shop.verify(signedTransaction, {
        iapPayload: 'second',
        requestType: 2,
      });
      assert.deepEqual(again.body, {
        data: { ...first.body.data, serviceDuplicated: true },
        meta: null,
      });
      assert.equal(await countPurchases(gate), before + 1);
    });

    test('what is saved: the confirmed amount, the codes, the server, the project info', async () => {
      const shop = await openAppleShop(gate, markets);
      const { signedTransaction, transactionId } = await shop.buy({ appAccountToken: ACCOUNT });
      const projectInfo = { guild: { id: 9_007_199_254_740_993n, tags: ['a', null] } };
      const answer = await shop.verify(signedTransaction, {
        appVersion: '1.2.3',
        country: 'KR',
        language: 'ko',
        serverId: 'world-1',
        projectInfo,
        requestType: 2,
        accountUuid: ACCOUNT.toUpperCase(),
      });
      assert.equal(JSON.stringify(answer.body.data).includes('guild'), false);
      const { db } = gate.service.context.storage;
      const row = await findByNumber(db, shop.app, 1);
      assert.ok(row);
      const { transaction_id, market_result, receipt, receipt_hash, ...saved } = row;
      assert.match(
        transaction_id,
        /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
      assert.equal(receipt, signedTransaction);
      assert.equal(receipt_hash.length, 43);
      assert.equal(JSON.parse(market_result as string).transactionId, transactionId);
      assert.deepEqual(
        { ...saved },
        {
          game_index: shop.app.gameIndex,
          appid: shop.app.appid,
          provider: 'APPLE',
          unique_key: transactionId,
          payment_key: null,
          number: 1,
          provider_transaction_id: transactionId,
          store_transaction_id: transactionId,
          product_id: 'gems.100',
          quantity: 1,
          price: '9.99',
          currency: 'USD',
          cancel_state: 0,
          test: 0,
          account_uuid: ACCOUNT,
          account_compare: 1,
          payload: null,
          price_verify_key: null,
          purchased_at: gate.now,
          purchase_date_source: 'STORE_PAYMENT',
          verified_at: gate.now,
          request_type: 2,
          app_version: '1.2.3',
          country: 'KR',
          language: 'ko',
          server_id: 'world-1',
          project_info: '{"guild":{"id":9007199254740993,"tags":["a",null]}}',
          delivery: null,
          delivery_at: null,
          kind: 'consumable',
          claimed: 1,
          cancel_said_at: null,
          claimed_by: shop.app.clientId,
          claimed_at: gate.now,
          subscription_id: null,
          consumption: null,
          ownership: null,
          permanent: null,
        },
      );
    });

    test('appVersion falls back to X-SDK-Version', async () => {
      const shop = await openAppleShop(gate, markets);
      const versions = [];
      for (const fields of [{}, { appVersion: 'mine' }, { appVersion: null }]) {
        const { signedTransaction, transactionId } = await shop.buy();
        const answer = await gate.post(PATH, appleRequest(signedTransaction, fields), {
          ...shop.headers,
          'x-sdk-version': '4.5.6',
        });
        assert.equal(answer.status, 200);
        const row = await gate.service.context.storage.db
          .selectFrom('purchase')
          .select('app_version')
          .where('unique_key', '=', transactionId)
          .executeTakeFirstOrThrow();
        versions.push(row.app_version);
      }
      assert.deepEqual(versions, ['4.5.6', 'mine', '4.5.6']);
    });

    test('a missing X-App-Id comes before everything else', async () => {
      const answer = await gate.post(PATH, '{ not json', {});
      assert.equal(answer.status, 400);
      assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8');
      assert.deepEqual(answer.body, {
        ...refusal(INVALID, NOT_VALID, 'Send the app identifier in the X-App-Id header.'),
        errors: [{ field: 'X-App-Id', message: 'is required' }],
      });
    });

    test('an unknown app comes before the token', async () => {
      const answer = await gate.post(PATH, {}, { 'x-app-id': 'nobody' });
      assert.equal(answer.status, 400);
      assert.deepEqual(
        answer.body,
        refusal(
          { code: 1_006, message: 'APP_NOT_FOUND' },
          'The app is not known',
          'X-App-Id names no app of this service. Check the identifier.',
        ),
      );
    });

    test('the token comes before the body', async () => {
      const app = await gate.createApp();
      const other = await gate.createApp();
      const title = 'Authentication failed';
      const cases: [Record<string, string>, string][] = [
        [{}, 'The bearer token is not valid: TOKEN_MISSING.'],
        [{ authorization: 'Basic eDp5' }, 'The bearer token is not valid: TOKEN_MISSING.'],
        [{ authorization: 'Bearer nonsense' }, 'The bearer token is not valid: TOKEN_MALFORMED.'],
        [
          { authorization: `Bearer ${await gate.token(other)}` },
          'The bearer token was issued for another app than the one in X-App-Id.',
        ],
      ];
      for (const [headers, detail] of cases) {
        const answer = await gate.post(PATH, '{ not json', { 'x-app-id': app.appid, ...headers });
        assert.equal(answer.status, 400);
        assert.deepEqual(answer.body, refusal(UNAUTHORIZED, title, detail));
      }
    });

    test('a token of the other environment says so', async () => {
      const app = await gate.createApp();
      const sandbox = await gate.secondService({ publicUrl: 'https://sandbox.test' });
      const authorization = `Bearer ${await sandbox.tokens.issueAppToken(app.clientId, app.gameIndex)}`;
      const answer = await gate.post(PATH, {}, { 'x-app-id': app.appid, authorization });
      assert.deepEqual(
        answer.body,
        refusal(
          UNAUTHORIZED,
          'Authentication failed',
          'The bearer token is not valid: ISSUER_MISMATCH. Another environment or service issued it: production and sandbox each have their own tokens. Get one from /oauth/token of this environment.',
        ),
      );
    });

    test('an expired token is UNAUTHORIZED_REQUEST', async () => {
      const app = await gate.createApp();
      const authorization = `Bearer ${await gate.token(app)}`;
      gate.now += 3_601_000;
      const answer = await gate.post(PATH, {}, { 'x-app-id': app.appid, authorization });
      assert.deepEqual(
        answer.body,
        refusal(
          UNAUTHORIZED,
          'Authentication failed',
          'The bearer token is not valid: TOKEN_EXPIRED.',
        ),
      );
    });

    test('a user login token is FORBIDDEN_REQUEST, before the body is looked at', async () => {
      const app = await gate.createApp();
      const login = await gate.post(
        '/auth/v1/login',
        { appid: app.appid, player_id: 7 },
        {
          'x-access-token': await gate.token(app),
          authorization: `Bearer ${await gate.token(app)}`,
        },
      );
      const token = login.body.access_token ?? login.body.data?.access_token;
      assert.equal(typeof token, 'string');
      const answer = await gate.post(PATH, '{ not json', {
        'x-app-id': app.appid,
        authorization: `Bearer ${token}`,
      });
      assert.equal(answer.status, 400);
      assert.deepEqual(
        answer.body,
        refusal(
          FORBIDDEN,
          'The request is not allowed',
          'Only the app server may call this. Use an app-server token, not the login token of a player.',
        ),
      );
    });

    test('a body that is no JSON object is INVALID_REQUEST', async () => {
      const { headers } = await openAppleShop(gate, markets);
      const noObject = 'The body must be a JSON object.';
      for (const [body, detail] of [
        ['{ not json', 'The body is not JSON (position 2).'],
        ['', 'The body is empty.'],
        ['[]', noObject],
        ['"text"', noObject],
        ['null', noObject],
        ['7', noObject],
      ] as const) {
        const answer = await gate.post(PATH, body, headers);
        assert.equal(answer.status, 400, body);
        assert.deepEqual(answer.body, refusal(INVALID, NOT_VALID, detail), body);
      }
    });

    test('a body over 256 KiB is INVALID_REQUEST', async () => {
      const { headers } = await openAppleShop(gate, markets);
      const answer = await gate.post(PATH, { more: 'x'.repeat(256 * 1024) }, headers);
      assert.deepEqual(answer.body, refusal(INVALID, NOT_VALID, 'The body exceeds 256 KiB.'));
    });

    test('every missing field is named', async () => {
      const { headers } = await openAppleShop(gate, markets);
      const answer = await gate.post(PATH, {}, headers);
      const fields = ['accountUuid', 'serviceReceipt', 'productId', 'providerId', 'requestType'];
      assert.deepEqual(answer.body, {
        ...refusal(INVALID, NOT_VALID, SEE_ERRORS),
        errors: fields.map((field) => ({ field, message: 'is required' })),
      });
    });

    const long = 'x'.repeat(256);
    const longId = 'x'.repeat(4_097);
    const wrongShapes: [string, unknown[]][] = [
      [
        'accountUuid',
        ['', 'nobody', 7, `${ACCOUNT}0`, ACCOUNT.replaceAll('-', ''), `{${ACCOUNT}}`],
      ],
      ['appVersion', [1, long, 'a\u0000b']],
      ['serviceReceipt', ['', 7, {}, 'x'.repeat(65_537), 'a\u0000b']],
      ['country', [1]],
      ['currency', [1]],
      ['iapPayload', [1, {}, 'x'.repeat(4_097)]],
      ['language', [1]],
      ['orderId', [1, longId]],
      ['price', ['9.99', true]],
      ['productId', ['', 1, long]],
      ['projectInfo', ['{}', 1, []]],
      ['providerId', ['apple', 'HUAWEI', 1]],
      ['requestType', [0, 3, '1', 1.5, true]],
      ['serverId', [1, long]],
      ['storeTransactionId', [1, longId]],
    ];
    for (const [field, values] of wrongShapes) {
      test(`${field} of another shape is INVALID_REQUEST`, async () => {
        const { verify } = await openAppleShop(gate, markets);
        for (const value of values) {
          const answer = await verify('a.b.c', { [field]: value });
          assert.equal(answer.status, 400, String(value));
          const { errors, ...rest } = answer.body;
          assert.deepEqual(rest, refusal(INVALID, NOT_VALID, SEE_ERRORS), String(value));
          assert.deepEqual(
            [...new Set(errors.map((each: { field: string }) => each.field))],
            [field],
          );
        }
      });
    }

    const NUL = 'must not contain the character U+0000';
    const messages: [string, unknown, string][] = [
      ['providerId', 'HUAWEI', `must be one of ${MARKET_CODES.join(', ')}`],
      ['requestType', 3, 'must be one of 1, 2'],
      ['requestType', '1', 'must be one of 1, 2'],
      ['accountUuid', 'nobody', 'must be a UUID'],
      ['productId', '', 'must not be empty'],
      ['productId', long, 'must have at most 255 characters'],
      ['orderId', longId, 'must have at most 4096 characters'],
      ['projectInfo', [], 'must be an object'],
      ['price', '9.99', 'must be a number'],
      ['appVersion', 7, 'must be a string'],
      ...['appVersion', 'iapPayload', 'language', 'orderId', 'productId', 'serverId'].map(
        (field): [string, unknown, string] => [field, 'a\u0000b', NUL],
      ),
    ];
    for (const [field, value, message] of messages) {
      test(`what is wrong with ${field} is said in words: ${message}`, async () => {
        const { verify } = await openAppleShop(gate, markets);
        const answer = await verify('a.b.c', { [field]: value });
        assert.deepEqual(answer.body, {
          ...refusal(INVALID, NOT_VALID, SEE_ERRORS),
          errors: [{ field, message }],
        });
      });
    }

    const wrongValues: [string, unknown[], string][] = [
      ['currency', ['XYZ', 'usd', '$', long], 'must be a three-letter ISO 4217 currency code'],
      ['price', [1_000_000_000_000_001, -1e16, 10n ** 30n, 1e300, 1e-13], AMOUNT_LIMITS],
      ['serviceReceipt', ['가'.repeat(30_000)], 'must be at most 64 KiB'],
      ['iapPayload', ['가'.repeat(2_000)], 'must be at most 4 KiB'],
      ['projectInfo', [{ a: 'x'.repeat(16_384) }], 'must be at most 16 KiB'],
    ];
    for (const [field, values, message] of wrongValues) {
      test(`${field} with a wrong value is INVALID_REQUEST`, async () => {
        const { verify } = await openAppleShop(gate, markets);
        for (const value of values) {
          const answer = await verify('a.b.c', { [field]: value });
          assert.deepEqual(answer.body, {
            ...refusal(INVALID, NOT_VALID, WRONG_FIELDS),
            errors: [{ field, message }],
          });
        }
      });
    }

    test('null stands for an absent field, unknown fields are ignored', async () => {
      const shop = await openAppleShop(gate, markets);
      const { signedTransaction } = await shop.buy();
      const answer = await shop.verify(signedTransaction, {
        appVersion: null,
        country: null,
        currency: null,
        iapPayload: null,
        language: null,
        orderId: null,
        price: null,
        projectInfo: null,
        serverId: null,
        storeTransactionId: null,
        somethingElse: { of: 'the future' },
      });
      assert.equal(answer.status, 200);
      assert.equal(answer.body.data.servicePayload, null);
      const missing = await shop.verify(signedTransaction, { productId: null });
      assert.deepEqual(missing.body.errors, [{ field: 'productId', message: 'is required' }]);
    });

    test('serverId is one of the registered, once the app has registered any', async () => {
      const shop = await openAppleShop(gate, markets);
      const { signedTransaction } = await shop.buy();
      assert.equal((await shop.verify(signedTransaction, { serverId: 'any' })).status, 200);
      const server = { appid: shop.app.appid, server_id: 'world-1', name: 'World 1' };
      expectDone(await setServer(gate.service.context, SYSTEM, server));
      assert.equal((await shop.verify(signedTransaction, { serverId: 'world-1' })).status, 200);
      const answer = await shop.verify(signedTransaction, { serverId: 'any' });
      assert.deepEqual(answer.body, {
        ...refusal(INVALID, NOT_VALID, WRONG_FIELDS),
        errors: [{ field: 'serverId', message: 'is not a registered server id of this app' }],
      });
    });

    test('a market that the app is not set up for is INVALID_REQUEST', async () => {
      const app = await gate.createApp();
      const authorization = `Bearer ${await gate.token(app)}`;
      for (const providerId of ['APPLE', 'GOOGLE', 'STEAM', 'PG']) {
        const answer = await gate.post(PATH, appleRequest('a.b.c', { providerId }), {
          'x-app-id': app.appid,
          authorization,
        });
        assert.deepEqual(answer.body, {
          ...refusal(
            INVALID,
            NOT_VALID,
            `The app has no settings for ${providerId}. Add them in the console or with the admin API.`,
          ),
          errors: [{ field: 'providerId', message: 'is a market without settings in this app' }],
        });
      }
    });

    test('a purchase recorded for one app is new to another', async () => {
      const one = await openAppleShop(gate, markets);
      const other = await openAppleShop(gate, markets);
      const { signedTransaction } = await one.buy();
      assert.equal((await one.verify(signedTransaction)).body.data.serviceDuplicated, false);
      assert.equal((await other.verify(signedTransaction)).body.data.serviceDuplicated, false);
    });

    test('outcomes are counted by provider', async () => {
      const shop = await openAppleShop(gate, markets);
      const count = async (outcome: string): Promise<number> => {
        const { body } = await gate.send('GET', '/metrics');
        const line = new RegExp(
          `^tollgate_verifications_total\\{provider="APPLE",outcome="${outcome}",.*\\} (\\d+)$`,
          'm',
        );
        return Number(line.exec(body)?.[1] ?? 0);
      };
      const outcomes = ['verified', 'duplicate', 'INVALID_RECEIPT', 'PRICE_VERIFY_FAIL'];
      const before = await Promise.all(outcomes.map(count));
      const { signedTransaction } = await shop.buy();
      await shop.verify(signedTransaction);
      await shop.verify(signedTransaction);
      await shop.verify('a.b.c');
      await shop.verify(signedTransaction, { price: 1 });
      const after = await Promise.all(outcomes.map(count));
      assert.deepEqual(
        after.map((value, index) => value - (before[index] as number)),
        [1, 1, 1, 1],
      );
    });
  },
  { kinds: EITHER },
);
