// Refused verifications are kept for support: who, when, why, what the market said, and never the receipt.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { ADMIN_TOKEN, admin, problem } from '../../admin/caller.ts';
import { tollgateJson } from '../../cli/tollgate.ts';
import { EITHER } from '../../support/databases.ts';
import { inject, MASTER_KEY } from '../../support/harness.ts';
import { marketSuite } from '../../support/markets.ts';
import { openGoogleShop } from '../google-shop.ts';
import { ACCOUNT, appleRequest, openAppleShop, PATH, PRODUCT } from '../shop.ts';
import { openSubscriptionShop } from '../subscription-shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON answer has whatever shape the test asserts
type Json = any;

const HOUR = 60 * 60_000;
const OTHER_ACCOUNT = 'a3b1c5d7-0000-4000-8000-00000000e002';
const NOT_SIGNED =
  'The receipt is not a transaction signed by the App Store. Send the signed transaction (JWS) unchanged.';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const iso = (at: number): string => new Date(at).toISOString();

marketSuite(
  'refused verifications',
  (gate, markets) => {
    const pathOf = ({ appid }: { appid: string }): string => `/apps/${appid}/refused-verifications`;
    const list = async (app: { appid: string }, query = ''): Promise<Json[]> => {
      await gate.service.payment.refusedVerifications.flush();
      const { status, body } = await admin(gate, 'GET', `${pathOf(app)}${query}`);
      assert.equal(status, 200, JSON.stringify(body));
      return body.items;
    };
    const read = async (app: { appid: string }, { refused_id }: Json): Promise<Json> =>
      (await admin(gate, 'GET', `${pathOf(app)}/${refused_id}`)).body;

    test('a wrong price is kept with what was sent and what the market answered', async () => {
      const shop = await openAppleShop(gate, markets);
      const { signedTransaction, transactionId } = await shop.buy();
      const sent = { price: 8.99, currency: 'USD', storeTransactionId: transactionId };
      const answer = await shop.verify(signedTransaction, sent);
      assert.equal(answer.body.outcome.message, 'PRICE_VERIFY_FAIL');
      const [row, ...others] = await list(shop.app);
      assert.deepEqual(others, []);
      const expected = {
        refused_id: row.refused_id,
        first_at: iso(gate.now),
        last_at: iso(gate.now),
        times: 1,
        kind: 'consumable',
        provider: 'APPLE',
        account_uuid: ACCOUNT,
        player_id: null,
        product_id: PRODUCT,
        transaction_id: transactionId,
        price: '8.99',
        currency: 'USD',
        outcome: 'PRICE_VERIFY_FAIL',
        reason: answer.body.detail,
        receipt_sha256: sha256(signedTransaction),
        purchase: null,
      };
      assert.deepEqual(row, expected);
      const { market_answer, ...whole } = await read(shop.app, row);
      assert.deepEqual(whole, expected);
      const said = JSON.parse(market_answer);
      assert.deepEqual([said.transactionId, said.price], [transactionId, 9_990]);
    });

    test('neither the row nor its answer contains the receipt', async () => {
      const shop = await openGoogleShop(gate, markets);
      const bought = await shop.buy({ state: 'pending' });
      const request = { serviceReceipt: bought.purchaseToken, providerId: 'GOOGLE' };
      const body = { accountUuid: ACCOUNT, requestType: 1, productId: 'gems.900', ...request };
      assert.equal((await gate.post(PATH, body, shop.headers)).status, 400);
      await list(shop.app);
      const { db } = gate.service.context.storage;
      const rows = await db
        .selectFrom('refused_verification')
        .selectAll()
        .where('appid', '=', shop.app.appid)
        .execute();
      assert.equal(rows.length, 1);
      assert.ok(rows[0]?.answer);
      assert.ok(!JSON.stringify(rows).includes(bought.purchaseToken));
    });

    test('Google Play: an unknown token, another product, a purchase not paid yet', async () => {
      const shop = await openGoogleShop(gate, markets);
      const verify = async (serviceReceipt: string, productId = PRODUCT) => {
        const request = { accountUuid: ACCOUNT, requestType: 1, providerId: 'GOOGLE' };
        gate.now += 1_000;
        return gate.post(PATH, { ...request, serviceReceipt, productId }, shop.headers);
      };
      await verify('a-token-of-nobody');
      await verify((await shop.buy()).purchaseToken, 'gems.900');
      await verify((await shop.buy({ state: 'pending' })).purchaseToken);
      const rows = await list(shop.app);
      assert.deepEqual(
        rows.map((row) => [row.outcome, row.provider]),
        [
          ['PAYMENT_PENDING', 'GOOGLE'],
          ['INVALID_RECEIPT', 'GOOGLE'],
          ['INVALID_RECEIPT', 'GOOGLE'],
        ],
      );
      const answers = await Promise.all(rows.map((row) => read(shop.app, row)));
      assert.ok(answers.every(({ market_answer }) => market_answer !== null));
      assert.equal(JSON.parse(answers[2].market_answer).status, 400);
    });

    test('subscriptions are kept as such', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await shop.verify('APPLE', 'no receipt');
      gate.now += 1_000;
      await shop.verify('GOOGLE', 'a-token-of-nobody');
      const rows = await list(shop.app);
      assert.deepEqual(
        rows.map(({ kind, provider, outcome, product_id }) => [
          kind,
          provider,
          outcome,
          product_id,
        ]),
        [
          ['subscription', 'GOOGLE', 'INVALID_RECEIPT', null],
          ['subscription', 'APPLE', 'INVALID_RECEIPT', null],
        ],
      );
    });

    test('a market that is down is kept with the cause that callers do not get', async () => {
      const shop = await openAppleShop(gate, markets, { asks: true });
      const { signedTransaction } = await shop.buy();
      await markets.fault('apple', '500', { rate: 1 });
      const answer = await shop.verify(signedTransaction);
      await markets.clearFaults();
      assert.equal(answer.body.outcome.message, 'MARKET_UNAVAILABLE');
      const [row] = await list(shop.app);
      assert.equal(row.outcome, 'MARKET_UNAVAILABLE');
      assert.match(row.reason, /500/);
      assert.ok(!JSON.stringify(answer.body).includes(row.reason));
      assert.equal((await read(shop.app, row)).market_answer, null);
    });

    test('a request with wrong fields is kept with what is wrong; one without a receipt is not', async () => {
      const shop = await openAppleShop(gate, markets);
      await shop.verify('no receipt', { requestType: 3 });
      await shop.verify('no receipt', { accountUuid: 'nobody', country: 'Atlantis' });
      await shop.verify('', {});
      await gate.post(PATH, 'no JSON', shop.headers);
      const other = { ...shop.headers, authorization: 'Bearer nobody' };
      await gate.post(PATH, appleRequest('no receipt'), other);
      const rows = await list(shop.app);
      assert.deepEqual(
        rows.map(({ outcome, account_uuid }) => [outcome, account_uuid]).sort(),
        [
          ['INVALID_REQUEST', null],
          ['INVALID_REQUEST', ACCOUNT],
        ].sort(),
      );
      assert.ok(
        rows.every(({ reason }) => /See errors\. (requestType|country|accountUuid) /.test(reason)),
      );
    });

    test('repeats within an hour are one row with a count, from any process', async () => {
      gate.now = Math.ceil(gate.now / HOUR) * HOUR;
      const shop = await openAppleShop(gate, markets);
      const first = gate.now;
      for (let count = 0; count < 5; count += 1) await shop.verify('no receipt');
      await list(shop.app);
      gate.now += HOUR / 2;
      const second = await gate.secondService();
      await inject(second, 'POST', PATH, appleRequest('no receipt'), shop.headers);
      await second.payment.refusedVerifications.flush();
      await shop.verify('no receipt');
      await shop.verify('no receipt', { accountUuid: OTHER_ACCOUNT });
      await shop.verify('another receipt');
      const rows = await list(shop.app);
      assert.deepEqual(rows.map(({ times }) => times).sort(), [1, 1, 7]);
      const repeated = rows.find(({ times }) => times === 7);
      assert.deepEqual([repeated.first_at, repeated.last_at], [iso(first), iso(gate.now)]);
      gate.now = first + HOUR;
      const headers = { ...shop.headers, authorization: `Bearer ${await gate.token(shop.app)}` };
      await gate.post(PATH, appleRequest('no receipt'), headers);
      assert.deepEqual(
        (await list(shop.app)).map(({ times }) => times),
        [1, ...rows.map(({ times }) => times)],
      );
    });

    test('a receipt that is verified afterwards names its purchase', async () => {
      const shop = await openAppleShop(gate, markets);
      const { signedTransaction } = await shop.buy();
      await shop.verify(signedTransaction, { price: 1 });
      gate.now += 1_000;
      assert.equal((await shop.verify(signedTransaction)).status, 200);
      const [row] = await list(shop.app);
      assert.deepEqual(row.purchase, {
        service_transaction_id: 'AP_1',
        verified_at: iso(gate.now),
      });
      assert.equal((await read(shop.app, row)).purchase.service_transaction_id, 'AP_1');
    });

    test('a verified purchase leaves no row', async () => {
      const shop = await openAppleShop(gate, markets);
      const { signedTransaction } = await shop.buy();
      await shop.verify(signedTransaction);
      await shop.verify(signedTransaction);
      assert.deepEqual(await list(shop.app), []);
    });

    test('found by account, player, outcome, market, receipt and time, page by page', async () => {
      const shop = await openSubscriptionShop(gate, markets, { asksApple: false });
      const { appid } = shop.app;
      const login = { appid, player_id: 77, account_uuid: OTHER_ACCOUNT };
      assert.equal((await gate.post('/auth/v1/login', login, shop.headers)).status, 200);
      const start = gate.now;
      await shop.verify('APPLE', 'one');
      gate.now += 1_000;
      await shop.verify('APPLE', 'two', { accountUuid: OTHER_ACCOUNT.toUpperCase() });
      gate.now += 1_000;
      await shop.verify('GOOGLE', 'three', { requestType: 9 });
      const rows = await list(shop.app);
      assert.deepEqual(
        rows.map(({ player_id }) => player_id),
        [null, 77, null],
      );
      const found = async (query: string) =>
        (await list(shop.app, query)).map((row) =>
          rows.findIndex((each) => each.refused_id === row.refused_id),
        );
      assert.deepEqual(await found(`?account_uuid=${OTHER_ACCOUNT}`), [1]);
      assert.deepEqual(await found('?player_id=77'), [1]);
      assert.deepEqual(await found('?player_id=78'), []);
      assert.deepEqual(await found('?outcome=INVALID_RECEIPT'), [1, 2]);
      assert.deepEqual(await found('?provider=GOOGLE'), [0]);
      assert.deepEqual(await found(`?receipt_sha256=${sha256('one').toUpperCase()}`), [2]);
      assert.deepEqual(await found(`?from=${iso(start + 1_000)}`), [0, 1]);
      assert.deepEqual(await found(`?to=${iso(start)}&provider=APPLE`), [2]);
      const first = (await admin(gate, 'GET', `${pathOf(shop.app)}?limit=2`)).body;
      assert.deepEqual(first.items, rows.slice(0, 2));
      const next = (await admin(gate, 'GET', `${pathOf(shop.app)}?limit=2&after=${first.next}`))
        .body;
      assert.deepEqual(next, { items: rows.slice(2), next: null });
    });

    test('an unknown app, an unknown row, and the row of another app are not found', async () => {
      const shop = await openAppleShop(gate, markets);
      await shop.verify('no receipt');
      const [{ refused_id }] = (await list(shop.app)) as [Json];
      const other = await gate.createApp();
      assert.deepEqual(await list(other), []);
      const path = `${pathOf(other)}/${refused_id}`;
      assert.deepEqual(
        (await admin(gate, 'GET', path)).body,
        problem('not_found', path, `App ${other.appid} has no refused verification ${refused_id}.`),
      );
      assert.deepEqual(
        (await admin(gate, 'GET', '/apps/nobody/refused-verifications')).body,
        problem('not_found', '/apps/nobody/refused-verifications', 'There is no app nobody.'),
      );
    });

    test('the command line lists the same', async () => {
      const shop = await openAppleShop(gate, markets);
      await shop.verify('no receipt');
      const items = await list(shop.app);
      const { appid } = shop.app;
      const variables = {
        ...gate.database.variables,
        TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
      };
      const listed = ['purchases', 'refused', appid, '--outcome', 'INVALID_RECEIPT'];
      assert.deepEqual(await tollgateJson(variables, listed), { items, next: null });
      const none = [...listed.slice(0, 3), '--player-id', '5'];
      assert.deepEqual(await tollgateJson(variables, none), { items: [], next: null });
    });

    test('an app takes its rows with it', async () => {
      const shop = await openAppleShop(gate, markets);
      await shop.verify('no receipt');
      await list(shop.app);
      await shop.verify('another receipt');
      assert.equal((await admin(gate, 'DELETE', `/apps/${shop.app.appid}`)).status, 204);
      await gate.service.payment.refusedVerifications.flush();
      const { gameIndex, appid } = shop.app;
      await gate.createApp({ appid, gameIndex });
      assert.deepEqual(await list(shop.app), []);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);

marketSuite(
  'bounds of refused verifications',
  (gate, markets) => {
    const counted = async (appid: string): Promise<number> => {
      const { body } = await admin(gate, 'GET', `/apps/${appid}/refused-verifications?limit=500`);
      return body.items.length;
    };
    const dropped = async (): Promise<string | undefined> => {
      const { body } = await gate.send('GET', '/metrics');
      return /^tollgate_refused_dropped_total(?:\{.*\})? (\d+)$/m.exec(body)?.[1];
    };

    test('rows older than the setting are deleted', async () => {
      const shop = await openAppleShop(gate, markets);
      const { refusedVerifications } = gate.service.payment;
      await shop.verify('old receipt');
      await refusedVerifications.flush();
      gate.now += 24 * HOUR;
      const headers = { ...shop.headers, authorization: `Bearer ${await gate.token(shop.app)}` };
      await gate.post(PATH, appleRequest('new receipt'), headers);
      await refusedVerifications.flush();
      gate.now += 24 * HOUR + 1;
      await gate.service.retention.turn();
      assert.equal(await counted(shop.app.appid), 1);
      gate.now += 24 * HOUR;
      await gate.service.retention.turn();
      assert.equal(await counted(shop.app.appid), 0);
    });

    test('a flood leaves the newest rows of the app, and those of its neighbour', async () => {
      const shop = await openAppleShop(gate, markets);
      const neighbour = await openAppleShop(gate, markets);
      const { refusedVerifications } = gate.service.payment;
      await neighbour.verify('no receipt');
      for (let number = 0; number < 60; number += 1) {
        gate.now += 1;
        await shop.verify(`receipt ${number}`);
        if (number % 7 === 0) await refusedVerifications.flush();
      }
      await refusedVerifications.flush();
      assert.ok((await counted(shop.app.appid)) <= 22);
      await gate.service.retention.turn();
      assert.equal(await counted(shop.app.appid), 20);
      assert.equal(await counted(neighbour.app.appid), 1);
    });

    test('what does not fit in memory is dropped, oldest first, and counted', async () => {
      const shop = await openAppleShop(gate, markets);
      const { refusedVerifications } = gate.service.payment;
      const app = await gate.service.directory.app(shop.app.appid);
      assert.ok(app);
      const before = Number(await dropped());
      const because = { problem: 'INVALID_RECEIPT', detail: NOT_SIGNED } as const;
      for (let number = 0; number < 1_003; number += 1) {
        gate.now += 1;
        const receipt = `receipt ${number}`;
        refusedVerifications.add(app, { kind: 'consumable', provider: 'APPLE', receipt }, because);
      }
      assert.equal(Number(await dropped()), before + 3);
      await refusedVerifications.flush();
      await gate.service.retention.turn();
      assert.equal(await counted(shop.app.appid), 20);
    });

    test('what a database cannot hold is replaced, and long answers are cut', async () => {
      const { appid } = await gate.createApp();
      const { refusedVerifications } = gate.service.payment;
      const app = await gate.service.directory.app(appid);
      assert.ok(app);
      const odd = 'odd\u0000\ud800';
      const request = { kind: 'consumable', provider: 'PG', receipt: odd, productId: odd } as const;
      const answer = { odd, long: 'x'.repeat(10_000) };
      const kept = { reason: `${odd}${'y'.repeat(2_000)}`, answer };
      refusedVerifications.add(app, request, { problem: 'INVALID_RECEIPT', detail: '', kept });
      await refusedVerifications.flush();
      const path = `/apps/${appid}/refused-verifications`;
      const [row] = (await admin(gate, 'GET', path)).body.items;
      assert.equal(row.product_id, 'odd\ufffd\ufffd');
      assert.ok(row.reason.startsWith('odd\ufffd\ufffdyyy'));
      const { body } = await admin(gate, 'GET', `${path}/${row.refused_id}`);
      assert.ok(body.market_answer.startsWith('{"odd":"odd'));
      assert.deepEqual([row.reason.length <= 1_000, body.market_answer.length], [true, 4_096]);
    });

    test('zero days keep none, and delete what was kept', async () => {
      const shop = await openAppleShop(gate, markets);
      await shop.verify('no receipt');
      await gate.service.payment.refusedVerifications.flush();
      const off = await gate.secondService({ refusedLimits: { days: 0, perApp: 20 } });
      const answer = await inject(off, 'POST', PATH, appleRequest('another'), shop.headers);
      assert.equal(answer.body.detail, NOT_SIGNED);
      await off.payment.refusedVerifications.flush();
      assert.equal(await counted(shop.app.appid), 1);
      await off.retention.turn();
      assert.equal(await counted(shop.app.appid), 0);
    });

    test('a verification neither waits for the database nor fails with it, and nothing is lost', async () => {
      const shop = await openAppleShop(gate, markets);
      const { refusedVerifications } = gate.service.payment;
      const { db } = gate.service.context.storage;
      const rows = db.selectFrom('refused_verification').where('appid', '=', shop.app.appid);
      await shop.verify('no receipt');
      assert.deepEqual(await rows.select('times').execute(), []);
      await sql`alter table refused_verification rename to away`.execute(db);
      await assert.rejects(refusedVerifications.flush());
      assert.equal((await shop.verify('no receipt')).body.detail, NOT_SIGNED);
      await sql`alter table away rename to refused_verification`.execute(db);
      await refusedVerifications.flush();
      assert.deepEqual(await rows.select('times').execute(), [{ times: 2 }]);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN, refusedLimits: { days: 2, perApp: 20 } },
);
