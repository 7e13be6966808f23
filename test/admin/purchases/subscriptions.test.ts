// Subscriptions in the admin API: found by id, account and player, whole with cycles, and as a timeline.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { noticesByNames } from '../../../src/payment/ledger/notices-store.ts';
import { purchasesByKeys } from '../../../src/payment/ledger/purchases-store.ts';
import {
  subscriptionsByAccounts,
  subscriptionsByIds,
} from '../../../src/payment/ledger/subscriptions-store.ts';
import { searchQuery } from '../../../src/payment/queries/subscriptions-search.ts';
import { insertRows } from '../../../src/storage/rows.ts';
import { ACCOUNT } from '../../payment/shop.ts';
import { DAY, MONTH, openSubscriptionShop, PLAN } from '../../payment/subscription-shop.ts';
import type { TestApp } from '../../support/harness.ts';
import { marketSuite } from '../../support/markets.ts';
import { ADMIN_TOKEN, admin, problem } from '../caller.ts';
import { planOf } from '../plan.ts';

const iso = (at: number): string => new Date(at).toISOString();

marketSuite(
  'admin subscriptions',
  (gate, markets) => {
    const get = async ({ appid }: TestApp, path: string) => {
      const { status, body } = await admin(gate, 'GET', `/apps/${appid}/subscriptions${path}`);
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    };
    const ids = async (app: TestApp, params: Record<string, string> = {}): Promise<string[]> =>
      (await get(app, `?${new URLSearchParams(params)}`)).items.map(
        (item: { subscription_id: string }) => item.subscription_id,
      );

    test('all of an app, newest first, by pages; by id, account or player', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const { app } = shop;
      assert.deepEqual(await get(app, ''), { items: [], next: null });
      const account = randomUUID();
      await gate.post(
        '/auth/v1/login',
        { appid: app.appid, player_id: 5, account_uuid: account },
        shop.headers,
      );
      const apple = await shop.subscribeApple();
      await shop.verify('APPLE', apple.signedTransaction);
      const createdAt = gate.now;
      gate.now += 1_000;
      const google = await shop.subscribeGoogle({ obfuscatedExternalAccountId: account });
      await shop.verify('GOOGLE', google.purchaseToken, { accountUuid: account });
      const [first, second] = [google.purchaseToken, apple.originalTransactionId];
      assert.deepEqual(await ids(app), [first, second]);
      assert.deepEqual(await ids(app, { account_uuid: ACCOUNT }), [second]);
      assert.deepEqual(await ids(app, { player_id: '5' }), [first]);
      assert.deepEqual(await ids(app, { player_id: '5', account_uuid: ACCOUNT }), []);
      const original = (id: string) => ids(app, { original_transaction_id: id });
      assert.deepEqual(await original(google.orderId), [first]);
      assert.deepEqual(await original(apple.originalTransactionId), [second]);
      assert.deepEqual(await original('nothing'), []);
      const page = await get(app, '?limit=1');
      assert.equal(page.items[0].subscription_id, first);
      const rest = await get(app, `?${new URLSearchParams({ limit: '1', after: page.next })}`);
      assert.deepEqual(rest, {
        items: [
          {
            provider: 'APPLE',
            subscription_id: second,
            original_transaction_id: second,
            account_uuid: ACCOUNT,
            product_id: PLAN,
            auto_renew_product_id: PLAN,
            status: 'active',
            replaces: null,
            replaced_by: null,
            expires_at: iso(createdAt + MONTH),
            grace_until: null,
            refunded_at: null,
            test: false,
            created_at: iso(createdAt),
            updated_at: iso(createdAt),
          },
        ],
        next: null,
      });
      // The App Store's is changed later than the other, and ends a little earlier.
      gate.now += 1_000;
      await shop.apple(apple, 'refund');
      await shop.verify('APPLE', apple.signedTransaction);
      const { body: changed } = await admin(
        gate,
        'GET',
        `/apps/${app.appid}/subscriptions?sort=-updated_at`,
      );
      const [newest, oldest] = changed.items;
      assert.ok(newest.updated_at >= oldest.updated_at);
      assert.deepEqual(await ids(app, { sort: 'created_at' }), [second, first]);
      assert.deepEqual(await ids(app, { sort: 'expires_at' }), [second, first]);
      assert.deepEqual(await ids(app, { sort: '-expires_at' }), [first, second]);
      const soonest = await get(app, '?sort=expires_at&limit=1');
      const later = new URLSearchParams({ sort: 'expires_at', limit: '1', after: soonest.next });
      assert.equal((await get(app, `?${later}`)).items[0].subscription_id, first);
      assert.deepEqual(await get(app, '/count'), { count: 2, is_exact: true });
      assert.deepEqual(await get(app, '/count?player_id=5'), { count: 1, is_exact: true });
      assert.deepEqual(await get(app, '/count?player_id=6'), { count: 0, is_exact: true });
      const file: string = await get(app, '/file?player_id=5');
      const lines = file.split('\r\n');
      assert.equal(
        lines[0],
        'provider,subscription_id,original_transaction_id,account_uuid,product_id,auto_renew_product_id,status,expires_at,grace_until,refunded_at,test,created_at,updated_at,replaces,replaced_by',
      );
      assert.deepEqual([lines.length, lines[1]?.split(',', 2)], [3, ['GOOGLE', first]]);
      const one = await get(app, `/GOOGLE/${google.purchaseToken}`);
      assert.deepEqual([one.player_id, one.account_uuid, one.status], [5, account, 'active']);
    });

    test('APPLE: cycles and notices of a subscription, to its refund', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await shop.registerNotices();
      const { app } = shop;
      const start = gate.now;
      const bought = await shop.subscribeApple();
      await shop.verify('APPLE', bought.signedTransaction);
      await shop.release();
      await shop.pass(MONTH);
      await shop.release();
      const renewedAt = gate.now;
      const path = `/APPLE/${bought.originalTransactionId}`;
      const { cycles } = await get(app, path);
      assert.deepEqual(
        cycles.map((cycle: Record<string, unknown>) => [
          cycle.kind,
          cycle.amount,
          cycle.state,
          cycle.claimed,
          cycle.purchased_at,
        ]),
        [
          ['subscription', '9.99', 'valid', false, iso(renewedAt)],
          ['subscription', '9.99', 'valid', true, iso(start)],
        ],
      );
      const [newest, oldest] = cycles;
      gate.now += DAY;
      await shop.apple({ transactionId: newest.store_transaction_id }, 'refund');
      await shop.release();
      const { items } = await get(app, `${path}/timeline`);
      const shown = items.map(
        ({ at, kind, details }: { at: string; kind: string; details: Record<string, string> }) => [
          at,
          kind,
          kind === 'notice.received' ? details.kind : details.service_transaction_id,
        ],
      );
      const notice = (at: number, kind: string) => [iso(at), 'notice.received', kind];
      assert.deepEqual(shown, [
        [iso(start), 'cycle.paid', oldest.service_transaction_id],
        [iso(start), 'cycle.verified', oldest.service_transaction_id],
        [iso(start), 'subscription.recorded', undefined],
        notice(start, 'SUBSCRIBED.INITIAL_BUY'),
        [iso(renewedAt), 'cycle.paid', newest.service_transaction_id],
        notice(renewedAt, 'DID_RENEW'),
        [iso(renewedAt + DAY), 'cycle.refunded', newest.service_transaction_id],
        notice(renewedAt + DAY, 'REFUND'),
      ]);
      const purchase = `/apps/${app.appid}/purchases/${oldest.service_transaction_id}`;
      const { body } = await admin(gate, 'GET', purchase);
      assert.equal(body.subscription_id, bought.originalTransactionId);
      assert.equal(body.client_id, app.clientId);
    });

    test('GOOGLE: acknowledged once an app server has verified it', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const { purchaseToken } = await shop.subscribeGoogle();
      await shop.verify('GOOGLE', purchaseToken);
      const kinds = async () =>
        (await get(shop.app, `/GOOGLE/${purchaseToken}/timeline`)).items.map(
          ({ kind }: { kind: string }) => kind,
        );
      assert.equal((await kinds()).at(-1), 'acknowledgement.pending');
      gate.now += 1_000;
      await gate.service.payment.jobs.turn();
      assert.equal((await kinds()).at(-1), 'purchase.acknowledged');
    });

    test('every search goes along an index', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const { appid, gameIndex } = shop.app;
      await shop.verify('APPLE', (await shop.subscribeApple()).signedTransaction);
      const { db } = gate.service.context.storage;
      const template = await db
        .selectFrom('subscription')
        .selectAll()
        .where('appid', '=', appid)
        .executeTakeFirstOrThrow();
      const rows = Array.from({ length: 4_000 }, (_, index) => ({
        ...template,
        subscription_id: `s-${index}`,
        original_transaction_id: `o-${index}`,
        account_uuid: `account-${index}`,
        created_at: template.created_at + index,
      }));
      await insertRows(db, 'subscription', rows);
      const page = { limit: 50, after: { at: gate.now, subscriptionId: 's' } };
      for (const [index, fields] of [
        [/subscription_by_time/, {}],
        [/subscription_by_account/, { accounts: ['account-1', 'account-2'] }],
        [/subscription_by_original/, { originalTransactionId: 'o-1' }],
      ] as const) {
        const statement = searchQuery(db, { appid, gameIndex, ...fields }, page).compile();
        const text = await planOf(gate, 'subscription', statement);
        assert.match(text, index);
        assert.doesNotMatch(text, /SCAN subscription|Seq Scan/, text);
      }
      for (const [by, index] of [
        ['updated_at', /subscription_by_change/],
        ['expires_at', /subscription_by_expiry/],
      ] as const) {
        for (const descending of [true, false]) {
          const ordered = { ...page, order: { by, descending } };
          const statement = searchQuery(db, { appid, gameIndex }, ordered).compile();
          const text = await planOf(gate, 'subscription', statement);
          assert.match(text, index);
          assert.doesNotMatch(text, /SCAN subscription|Seq Scan/, text);
        }
      }
      // So do the look-ups of the payment half.
      const named = await planOf(
        gate,
        'subscription',
        subscriptionsByIds.filled(db, { appid, gameIndex, provider: 'APPLE', ids: ['s-1', 's-2'] }),
      );
      assert.match(named, /subscription_pkey|provider=\? AND subscription_id=\?/);
      const owned = await planOf(
        gate,
        'subscription',
        subscriptionsByAccounts.filled(db, { appid, gameIndex, accounts: ['account-1'] }),
      );
      assert.match(owned, /subscription_by_account/);
      // PostgreSQL decides by the size of the table, and rightly reads an empty one whole.
      if (gate.kind === 'sqlite') {
        const notice = { appid, gameIndex, provider: 'APPLE', ids: ['n-1'] } as const;
        const told = await planOf(gate, 'market_notice', noticesByNames.filled(db, notice));
        assert.match(told, /\(game_index=\? AND appid=\? AND provider=\? AND notice_id=\?\)/);
        const cycles = await planOf(
          gate,
          'purchase',
          purchasesByKeys.filled(db, { appid, gameIndex, provider: 'APPLE', keys: ['c-1'] }),
        );
        assert.match(cycles, /\(game_index=\? AND appid=\? AND provider=\? AND unique_key=\?\)/);
        assert.doesNotMatch(cycles, /SCAN (purchase|p)\b/);
      }
    });

    test('one that is not there', async () => {
      const { appid } = await gate.createApp();
      const path = `/apps/${appid}/subscriptions/GOOGLE/token`;
      const detail = `App ${appid} has no GOOGLE subscription token.`;
      for (const tail of ['', '/timeline']) {
        const { body } = await admin(gate, 'GET', path + tail);
        assert.deepEqual(body, problem('not_found', path + tail, detail));
      }
      assert.equal((await admin(gate, 'GET', `/apps/${appid}/subscriptions/STEAM/x`)).status, 400);
      assert.equal((await admin(gate, 'GET', '/apps/nobody/subscriptions')).status, 404);
    });
  },
  { adminToken: ADMIN_TOKEN },
);
