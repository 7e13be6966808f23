// POST /payment/v1/transactions (interface 2.6, 2.7, 4.9, 5, 7.2, 8): who may list what, in which window,
// in which order, and how every field of the answer is filled.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printJson } from '../../../src/base/json.ts';
import { assumedAccountUuid } from '../../../src/identity/logins.ts';
import { EITHER } from '../../support/databases.ts';
import { suite } from '../../support/harness.ts';
import { DAY, iso, itemOf, LAST_PAGE, type Ledger, openLedger, TRANSACTIONS } from './records.ts';

const OUTCOMES = {
  INVALID_REQUEST: [1_001, 'The request is not valid'],
  UNAUTHORIZED_REQUEST: [1_002, 'Authentication failed'],
  FORBIDDEN_REQUEST: [1_003, 'The request is not allowed'],
} as const;

const SEE_ERRORS = 'Some fields are missing or not valid. See errors.';
const NOT_A_TIME = 'must be a date and time with an offset, such as 2026-11-15T12:00:00Z';
const WRONG_FIELDS = 'Some fields are not valid. See errors.';

function refusal(message: keyof typeof OUTCOMES, detail: string, errors?: object[]) {
  const [code, title] = OUTCOMES[message];
  return {
    type: '/errors/payment/payment_forbidden',
    title,
    status: 400,
    detail,
    instance: TRANSACTIONS,
    code: 'payment_forbidden',
    outcome: { code, message },
    ...(errors && { errors }),
  };
}

const wrong = (field: string, message: string, detail = WRONG_FIELDS) =>
  refusal('INVALID_REQUEST', detail, [{ field, message }]);

suite(
  'transactions',
  (gate) => {
    /** The clock stands elsewhere meanwhile; the tokens are of now. */
    const earlier = async <T>(by: number, work: () => Promise<T>): Promise<T> => {
      gate.now -= by;
      try {
        return await work();
      } finally {
        gate.now += by;
      }
    };
    const idsOf = async (ledger: Ledger, fields: object = {}, headers = ledger.server) => {
      const { status, body } = await ledger.list(fields, headers);
      assert.equal(status, 200, JSON.stringify(body));
      return body.data.map((item: { transactionId: string }) => item.transactionId);
    };

    test('the purchases of the app, newest first, with every field', async () => {
      const ledger = await openLedger(gate);
      const first = await ledger.record();
      gate.now += 1_000;
      const second = await ledger.record();
      const answer = await ledger.list();
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
      assert.deepEqual(answer.body, { data: [itemOf(second), itemOf(first)], meta: LAST_PAGE });
      assert.deepEqual(answer.body.data[1], {
        providerId: 'APPLE',
        purchaseAmount: '9.99',
        purchaseCurrency: 'USD',
        purchaseDate: iso(gate.now - 1_000),
        purchaseDateSource: 'STORE_PAYMENT',
        storeTransactionId: first.provider_transaction_id,
        transactionId: first.transaction_id,
        verifiedDate: iso(gate.now - 1_000),
      });
    });

    test('no purchases: an empty page', async () => {
      const ledger = await openLedger(gate);
      assert.deepEqual((await ledger.list()).body, { data: [], meta: LAST_PAGE });
    });

    test('one provider per request; storeTransactionId is the order id of STEAM, not its own id', async () => {
      const ledger = await openLedger(gate);
      await ledger.record();
      const order = await ledger.record({
        provider: 'STEAM',
        provider_transaction_id: '1234567890',
        store_transaction_id: '998877',
        purchased_at: gate.now - 60_000,
        purchase_date_source: 'ORDER_CREATED',
      });
      const { body } = await ledger.list({ providerId: 'STEAM' });
      const [item] = body.data;
      assert.equal(item.storeTransactionId, '1234567890');
      assert.equal(item.purchaseDate, iso(gate.now - 60_000));
      assert.deepEqual(body, { data: [itemOf(order)], meta: LAST_PAGE });
      assert.deepEqual(await idsOf(ledger, { providerId: 'GOOGLE' }), []);
    });

    test('an unknown amount or currency is empty text; an unknown date is that of the verification', async () => {
      const ledger = await openLedger(gate);
      const fields = { purchased_at: null, purchase_date_source: 'VERIFIED' } as const;
      const row = await ledger.record({ price: null, currency: null, ...fields });
      const [item] = (await ledger.list()).body.data;
      assert.deepEqual(item, {
        ...itemOf(row),
        purchaseAmount: '',
        purchaseCurrency: '',
        purchaseDate: iso(row.verified_at),
        purchaseDateSource: 'VERIFIED',
      });
    });

    test('purchases of other apps are not listed', async () => {
      const [ledger, other] = [await openLedger(gate), await openLedger(gate)];
      await other.record();
      assert.deepEqual(await idsOf(ledger), []);
    });

    test('size is 20 when omitted, and may be 1 to 100', async () => {
      const ledger = await openLedger(gate);
      for (let count = 0; count < 101; count += 1) await ledger.record();
      assert.equal((await idsOf(ledger)).length, 20);
      assert.equal((await idsOf(ledger, { size: 1 })).length, 1);
      const { body } = await ledger.list({ size: 100 });
      assert.equal(body.data.length, 100);
      const { nextCursor, ...page } = body.meta.page;
      assert.deepEqual(page, { hasNext: true, hasPrevious: null, previousCursor: null });
      const last = await ledger.list({ size: 100, cursor: nextCursor });
      assert.equal(last.body.data.length, 1);
      assert.deepEqual(last.body.meta, LAST_PAGE);
    });

    test('a page that ends with the last purchase has no next one', async () => {
      const ledger = await openLedger(gate);
      await ledger.record();
      await ledger.record();
      assert.deepEqual((await ledger.list({ size: 2 })).body.meta, LAST_PAGE);
    });

    for (const [size, message] of [
      [0, 'must be at least 1'],
      [101, 'must be at most 100'],
      [1.5, 'must be an integer'],
      ['20', 'must be an integer'],
    ] as const) {
      test(`size ${JSON.stringify(size)} is INVALID_REQUEST`, async () => {
        const ledger = await openLedger(gate);
        const answer = await ledger.list({ size });
        assert.equal(answer.status, 400);
        assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8');
        assert.deepEqual(answer.body, wrong('size', message, SEE_ERRORS));
      });
    }

    test('providerId and startDate are required', async () => {
      const ledger = await openLedger(gate);
      const { body } = await ledger.list({ providerId: undefined, startDate: null });
      assert.deepEqual(
        body,
        refusal('INVALID_REQUEST', SEE_ERRORS, [
          { field: 'providerId', message: 'is required' },
          { field: 'startDate', message: 'is required' },
        ]),
      );
    });

    test('both ends belong to the window', async () => {
      const ledger = await openLedger(gate);
      const rows = [];
      for (let count = 0; count < 4; count += 1) {
        rows.push((await ledger.record()).transaction_id);
        gate.now += 1;
      }
      const startDate = iso(gate.now - 3);
      const endDate = iso(gate.now - 2);
      assert.deepEqual(await idsOf(ledger, { startDate, endDate }), [rows[2], rows[1]]);
    });

    test('endDate omitted is the current time: the purchase of this very millisecond is listed', async () => {
      const ledger = await openLedger(gate);
      const { transaction_id } = await ledger.record();
      assert.deepEqual(await idsOf(ledger), [transaction_id]);
    });

    test('a moment may be written with any offset', async () => {
      const ledger = await openLedger(gate);
      const { transaction_id } = await ledger.record();
      const inSeoul = (at: number) => iso(at + 9 * 3_600_000).replace('Z', '+09:00');
      const window = (end: number) => ({ startDate: inSeoul(gate.now - 1), endDate: inSeoul(end) });
      assert.deepEqual(await idsOf(ledger, window(gate.now)), [transaction_id]);
      gate.now += 5;
      const { body } = await ledger.list({
        startDate: inSeoul(gate.now - 3),
        endDate: iso(gate.now),
      });
      assert.deepEqual(body.data, []);
    });

    for (const startDate of [
      '2026-11-01',
      '2026-11-01T00:00:00',
      '2026-02-30T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-11-01T24:00:00Z',
      '1793491200000',
      'yesterday',
      '',
    ]) {
      test(`startDate ${JSON.stringify(startDate)} is INVALID_REQUEST`, async () => {
        const ledger = await openLedger(gate);
        const { body } = await ledger.list({ startDate });
        assert.deepEqual(body, wrong('startDate', NOT_A_TIME, SEE_ERRORS));
      });
    }

    test('a leap second is none of our moments', async () => {
      const ledger = await openLedger(gate);
      const leap = '2016-12-31T23:59:60Z';
      assert.deepEqual((await ledger.list({ endDate: leap })).body, wrong('endDate', NOT_A_TIME));
      assert.deepEqual(
        (await ledger.list({ startDate: leap })).body,
        wrong('startDate', NOT_A_TIME),
      );
    });

    test('endDate must be later than startDate', async () => {
      const ledger = await openLedger(gate);
      const startDate = iso(gate.now - 1_000);
      for (const end of [gate.now - 1_000, gate.now - 1_001]) {
        const { body } = await ledger.list({ startDate, endDate: iso(end) });
        assert.deepEqual(body, wrong('endDate', 'must be later than startDate'));
      }
      const { body } = await ledger.list({ startDate: iso(gate.now) });
      assert.deepEqual(body, wrong('startDate', 'must be in the past'));
    });

    test('the window is at most 30 days, also with endDate omitted', async () => {
      const ledger = await openLedger(gate);
      const tooLong = wrong('startDate', 'must be at most 30 days before endDate');
      const startDate = iso(gate.now - 30 * DAY);
      const before = iso(gate.now - 30 * DAY - 1);
      assert.deepEqual((await ledger.list({ startDate: before })).body, tooLong);
      assert.deepEqual(
        (await ledger.list({ startDate: before, endDate: iso(gate.now) })).body,
        tooLong,
      );
      assert.equal((await ledger.list({ startDate })).status, 200);
      assert.equal((await ledger.list({ startDate, endDate: iso(gate.now) })).status, 200);
    });

    test('a window of another time lists only what was verified then', async () => {
      const ledger = await openLedger(gate);
      const old = await earlier(40 * DAY, () => ledger.record());
      await ledger.record();
      const window = { startDate: iso(gate.now - 50 * DAY), endDate: iso(gate.now - 30 * DAY) };
      assert.deepEqual(await idsOf(ledger, window), [old.transaction_id]);
    });

    test('transactionId gives the single transaction that matches exactly, of any time', async () => {
      const ledger = await openLedger(gate);
      const wanted = await earlier(400 * DAY, () =>
        ledger.record({ provider_transaction_id: '2000000123' }),
      );
      await ledger.record({ provider_transaction_id: '20000001234' });
      const find = (transactionId: string, fields: object = {}) =>
        ledger.list({ transactionId, startDate: iso(gate.now - 500 * DAY), ...fields });
      assert.deepEqual((await find('2000000123')).body, {
        data: [itemOf(wanted)],
        meta: LAST_PAGE,
      });
      const recent = await find('2000000123', { startDate: iso(gate.now - DAY) });
      assert.deepEqual(recent.body.data, [itemOf(wanted)]);
      for (const other of ['200000012', '2000000123 ', wanted.transaction_id]) {
        assert.deepEqual((await find(other)).body, { data: [], meta: LAST_PAGE });
      }
      assert.deepEqual((await find('2000000123', { providerId: 'GOOGLE' })).body.data, []);
    });

    test('targetPlayerId: the purchases of all accounts of the player, linked and assumed', async () => {
      const ledger = await openLedger(gate);
      const accounts = ['1', '2', '3'].map(
        (digit) => `00000000-0000-4000-8000-00000000000${digit}`,
      );
      await ledger.login(7n, accounts[0]);
      await ledger.login(7n, accounts[1]);
      await ledger.login(8n, accounts[2]);
      const app = await gate.service.directory.app(ledger.app.appid);
      assert.ok(app);
      const own = [accounts[1], assumedAccountUuid(app, 7n), accounts[0]] as string[];
      const rows = [];
      for (const account_uuid of [...own, accounts[2] as string, own[0] as string]) {
        rows.push(await ledger.record({ account_uuid }));
        gate.now += 10;
      }
      const ids = rows.map((row) => row.transaction_id);
      const expected = [ids[4], ids[2], ids[1], ids[0]];
      assert.deepEqual(await idsOf(ledger, { targetPlayerId: 7 }), expected);
      assert.deepEqual(await idsOf(ledger, { targetPlayerId: 7, size: 3 }), expected.slice(0, 3));
      assert.deepEqual(await idsOf(ledger, { targetPlayerId: 8 }), [ids[3]]);
      assert.deepEqual(await idsOf(ledger, { targetPlayerId: 9_223_372_036_854_775_807n }), []);
      const transactionId = rows[3]?.provider_transaction_id;
      assert.deepEqual(await idsOf(ledger, { targetPlayerId: 7, transactionId }), []);
      assert.deepEqual(await idsOf(ledger, { targetPlayerId: 8, transactionId }), [ids[3]]);
      assert.deepEqual(await idsOf(ledger), ids.toReversed());
    });

    const fraction = JSON.rawJSON('77.0000000000000001');
    for (const targetPlayerId of [0, -1, 1.5, '7', 9_223_372_036_854_775_808n, fraction]) {
      test(`targetPlayerId ${typeof targetPlayerId} ${printJson(targetPlayerId)} is INVALID_REQUEST`, async () => {
        const ledger = await openLedger(gate);
        const { body } = await ledger.list({ targetPlayerId });
        const message = 'must be an integer from 1 to 9223372036854775807';
        assert.deepEqual(body, wrong('targetPlayerId', message, SEE_ERRORS));
      });
    }

    test('a user login token lists the purchases of its player only', async () => {
      const ledger = await openLedger(gate);
      const account_uuid = '00000000-0000-4000-8000-0000000000aa';
      const player = await ledger.login(7n, account_uuid);
      const own = await ledger.record({ account_uuid });
      const other = await ledger.record();
      assert.deepEqual(await idsOf(ledger, {}, player), [own.transaction_id]);
      const transactionId = other.provider_transaction_id;
      assert.deepEqual(await idsOf(ledger, { transactionId }, player), []);
    });

    test('a user login token with a targetPlayerId is FORBIDDEN_REQUEST, own player or not', async () => {
      const ledger = await openLedger(gate);
      const player = await ledger.login(7n);
      for (const targetPlayerId of [7, 8]) {
        const answer = await ledger.list({ targetPlayerId }, player);
        assert.equal(answer.status, 400);
        assert.deepEqual(
          answer.body,
          refusal(
            'FORBIDDEN_REQUEST',
            'targetPlayerId requires an app-server token. With a login token, leave it out: the list has only the purchases of that player.',
          ),
        );
      }
      assert.equal((await ledger.list({ targetPlayerId: null }, player)).status, 200);
    });

    test('a user login token counts while the login lasts', async () => {
      const ledger = await openLedger(gate);
      const player = await ledger.login(7n);
      const { authorization } = player;
      const logout = await gate.post('/auth/v1/logout', {}, { authorization: `${authorization}` });
      assert.equal(logout.status, 200, JSON.stringify(logout.body));
      const { body } = await ledger.list({}, player);
      const detail = 'The player has logged out or is restricted.';
      assert.deepEqual(body, refusal('UNAUTHORIZED_REQUEST', detail));
    });

    test('a restricted player does not get in', async () => {
      const ledger = await openLedger(gate);
      const player = await ledger.login(7n);
      const own = { appid: ledger.app.appid, service_certification_key: ledger.app.key };
      const iscrypt = { iscrypt: '0' };
      const reasons = ['ko', 'en'].map((language) => ({ language, reason: 'cheating' }));
      const names = { type_status: 'O', type_name: 'a', type_en_name: 'a' };
      const type = await gate.post('/game/block/type/set', { ...own, ...names, reasons }, iscrypt);
      const restriction = {
        player_id: 7,
        status: 'P',
        block_type: type.body.data.block_type,
        start_date: '2026-01-01 00:00:00',
        end_date: '2030-01-01 00:00:00',
      };
      const set = await gate.post('/game/block/set', { ...own, ...restriction }, iscrypt);
      assert.equal(set.body.result_code, 0);
      const { body } = await ledger.list({}, player);
      const detail = 'The player has logged out or is restricted.';
      assert.deepEqual(body, refusal('UNAUTHORIZED_REQUEST', detail));
    });

    test('no token, a wrong one, or one of another app is UNAUTHORIZED_REQUEST', async () => {
      const [ledger, other] = [await openLedger(gate), await openLedger(gate)];
      const appid = { 'x-app-id': ledger.app.appid };
      const without = await ledger.list({}, appid);
      const missing = 'The bearer token is not valid: TOKEN_MISSING.';
      assert.deepEqual(without.body, refusal('UNAUTHORIZED_REQUEST', missing));
      const foreign = 'The bearer token was issued for another app than the one in X-App-Id.';
      for (const { authorization } of [other.server, await other.login(7n)]) {
        const answer = await ledger.list({}, { ...appid, authorization: `${authorization}` });
        assert.deepEqual(answer.body, refusal('UNAUTHORIZED_REQUEST', foreign));
      }
    });

    test('an unknown app is app_not_found', async () => {
      const ledger = await openLedger(gate);
      const { body } = await ledger.list({}, { ...ledger.server, 'x-app-id': 'nobody' });
      assert.deepEqual(
        [body.code, body.outcome],
        ['app_not_found', { code: 1_006, message: 'APP_NOT_FOUND' }],
      );
    });

    test('no purchase is dated before an earlier one, however the clocks of two processes differ', async () => {
      const ledger = await openLedger(gate);
      const ahead = await ledger.record();
      const behind = await earlier(300, () => ledger.record());
      assert.equal(behind.verified_at, ahead.verified_at);
      assert.deepEqual(await idsOf(ledger), [behind.transaction_id, ahead.transaction_id]);
    });

    test('a clock that is off by more than a minute is not followed', async () => {
      const ledger = await openLedger(gate);
      await ledger.record();
      const corrected = await earlier(60_001, () => ledger.record());
      assert.equal(corrected.verified_at, gate.now - 60_001);
    });
  },
  { kinds: EITHER },
);
