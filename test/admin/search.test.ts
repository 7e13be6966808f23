// The search of the admin API: every id leads to its record, and nobody finds what they may not see.
import assert from 'node:assert/strict';
import { hash, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import * as players from '../../src/identity/player-search.ts';
import { insertPurchases } from '../../src/payment/ledger/purchases-store.ts';
import * as sales from '../../src/payment/queries/by-id-store.ts';
import { appsWithHistory } from '../../src/restriction/player-search.ts';
import { insertRows } from '../../src/storage/rows.ts';
import type { PurchaseTable } from '../../src/storage/schema.ts';
import { iso, type Ledger, openLedger } from '../payment/queries/records.ts';
import { ACCOUNT } from '../payment/shop.ts';
import { newPlayer, registerType, restrict, restrictionOf } from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { type Answer, type Gate, suite, type TestApp } from '../support/harness.ts';
import { ADMIN_TOKEN, admin } from './caller.ts';
import { planOf } from './plan.ts';
import { newMember, newOwner, signIn } from './visitor.ts';

const NOTHING = { players: [], purchases: [], orders: [], subscriptions: [], members: [] };

const find = (gate: Gate, q: string, more = {}): Promise<Answer> =>
  admin(gate, 'GET', `/search?${new URLSearchParams({ q, ...more })}`);

/** What was found, without what is empty. */
async function found(gate: Gate, q: string): Promise<object> {
  const { status, body } = await find(gate, q);
  assert.equal(status, 200, String(body.detail));
  return Object.fromEntries(Object.entries(body).filter(([, list]) => (list as []).length > 0));
}

const placeOf = ({ app }: Ledger) => ({
  game_index: app.gameIndex,
  appid: app.appid,
  app_name: app.appid,
});

async function openOrder(gate: Gate, app: TestApp, fields: object = {}): Promise<void> {
  const order = {
    game_index: app.gameIndex,
    appid: app.appid,
    order_id: '5000',
    provider: 'STEAM',
    state: 'paid',
    player_id: 7,
    account_uuid: ACCOUNT,
    product_id: 'gems',
    quantity: 1,
    amount: '9.99',
    currency: 'USD',
    store_transaction_id: 'steam-77',
    charge_attempts: 1,
    created_at: gate.now,
    ...fields,
  } as const;
  await gate.service.context.storage.db.insertInto('purchase_order').values(order).execute();
}

const subscriptionOf = ({ app }: Ledger, now: number) =>
  ({
    game_index: app.gameIndex,
    appid: app.appid,
    provider: 'GOOGLE',
    subscription_id: `sub-${randomUUID()}`,
    account_uuid: randomUUID(),
    original_transaction_id: `GPA.${randomUUID()}`,
    product_id: 'vip',
    auto_renew_product_id: 'vip',
    status: 'active',
    expires_at: now + 1_000,
    grace_until: null,
    refunded_at: null,
    test: 0,
    cycle_key: 'one',
    cycle_at: now,
    cycle_said_at: now,
    said_at: now,
    created_at: now,
    updated_at: now,
    replaces: null,
    replaced_at: null,
    replaced_by: null,
  }) as const;

suite(
  'admin search',
  (gate) => {
    test('a purchase by every id it has, with its place', async () => {
      const ledger = await openLedger(gate);
      const id = `20000${Date.now()}`;
      const apple = await ledger.record({
        provider_transaction_id: id,
        unique_key: `sandbox ${id}`,
        account_uuid: randomUUID(),
      });
      const view = {
        ...placeOf(ledger),
        service_transaction_id: 'AP_1',
        transaction_id: apple.transaction_id,
        kind: 'consumable',
        provider: 'APPLE',
        store_transaction_id: id,
        product_id: apple.product_id,
        quantity: 1,
        amount: '9.99',
        currency: 'USD',
        purchased_at: iso(gate.now),
        verified_at: iso(gate.now),
        state: 'valid',
        refunded_at: null,
        dispute: null,
        refunded_by: null,
        ownership: 'PURCHASED',
        claimed: true,
        test: false,
        account_uuid: apple.account_uuid,
        server_id: null,
        delivery: null,
        undelivered: false,
        player_id: null,
      };
      const whole = { ...NOTHING, purchases: [view] };
      assert.deepEqual((await find(gate, id)).body, whole);
      for (const q of [` ${id} `, apple.transaction_id, apple.transaction_id.toUpperCase()]) {
        assert.deepEqual((await find(gate, q)).body, whole, q);
      }
      assert.deepEqual((await find(gate, apple.account_uuid)).body, whole, 'account');
      const { body } = await find(gate, 'ap_1', { appid: ledger.app.appid });
      assert.deepEqual(body.purchases[0], view, 'the app that was asked for comes first');
      assert.deepEqual(await found(gate, `sandbox ${id}`), {}, 'a key is no id');
    });

    test('a purchase by its uuid, also after the clock was set back', async () => {
      const ledger = await openLedger(gate);
      gate.now += 30 * 60_000;
      const ahead = await ledger.record({ account_uuid: randomUUID() });
      gate.now -= 30 * 60_000;
      const { transaction_id } = await ledger.record({ account_uuid: randomUUID() });
      assert.ok(transaction_id > ahead.transaction_id, 'ids grow');
      const { body } = await find(gate, transaction_id);
      assert.deepEqual(
        body.purchases.map((each: { verified_at: string }) => each.verified_at),
        [iso(gate.now)],
      );
    });

    test('by Google order and token, Steam and gateway orders, cycles, and the id of a subscription', async () => {
      const ledger = await openLedger(gate);
      const token = `token-${randomUUID()}`;
      const order = `GPA.${randomUUID()}`;
      await ledger.record({
        provider: 'GOOGLE',
        provider_transaction_id: order,
        receipt: token,
        receipt_hash: hash('sha256', token, 'base64url'),
      });
      const number = String(10n ** 17n + BigInt(Date.now()));
      const market = `steam-${randomUUID()}`;
      await ledger.record({ provider: 'STEAM', provider_transaction_id: number });
      await openOrder(gate, ledger.app, { order_id: number, store_transaction_id: market });
      const cycle = await ledger.record({ provider: 'GOOGLE', kind: 'subscription' });
      const service = async (q: string) => {
        const { purchases, orders } = (await find(gate, q)).body;
        assert.deepEqual(orders, [], 'a verified order is its purchase');
        return purchases.map((each: { service_transaction_id: string }) => [
          each.service_transaction_id,
        ]);
      };
      assert.deepEqual(await service(order), [['GO_1']]);
      assert.deepEqual(await service(token), [['GO_1']]);
      assert.deepEqual(await service(number), [['ST_2']]);
      assert.deepEqual(await service(market), [['ST_2']]);
      assert.deepEqual(await service(cycle.transaction_id), [[cycle.transaction_id]]);

      const subscription = subscriptionOf(ledger, gate.now);
      await insertRows(gate.service.context.storage.db, 'subscription', [subscription]);
      const { subscription_id, account_uuid, original_transaction_id } = subscription;
      for (const q of [subscription_id, account_uuid, original_transaction_id]) {
        assert.deepEqual(await found(gate, q), {
          subscriptions: [
            {
              ...placeOf(ledger),
              provider: 'GOOGLE',
              subscription_id,
              original_transaction_id,
              account_uuid,
              product_id: 'vip',
              auto_renew_product_id: 'vip',
              status: 'active',
              replaces: null,
              replaced_by: null,
              expires_at: iso(gate.now + 1_000),
              grace_until: null,
              refunded_at: null,
              test: false,
              created_at: iso(gate.now),
              updated_at: iso(gate.now),
            },
          ],
        });
      }
    });

    test('an order that nobody verified leads to its player', async () => {
      const ledger = await openLedger(gate);
      const player = newPlayer();
      const fields = { order_id: `H${Date.now()}`, provider: 'PG', player_id: player };
      const market = `pi_${randomUUID()}`;
      await openOrder(gate, ledger.app, { ...fields, store_transaction_id: market });
      const order = {
        ...placeOf(ledger),
        order_id: fields.order_id,
        provider: 'PG',
        state: 'paid',
        player_id: player,
        product_id: 'gems',
        quantity: 1,
        amount: '9.99',
        currency: 'USD',
        opened_at: iso(gate.now),
        paid_at: null,
      };
      assert.deepEqual(await found(gate, fields.order_id), { orders: [order] });
      assert.deepEqual(await found(gate, market), { orders: [order] });
      const known = {
        ...placeOf(ledger),
        player_id: player,
        found_by: 'player_id',
        restriction: null,
      };
      assert.deepEqual(await found(gate, String(player)), { players: [known] });
      const former = newPlayer();
      const ended = { ...fields, player_id: former, store_transaction_id: null };
      await openOrder(gate, ledger.app, { ...ended, order_id: 'closed', closed_at: gate.now });
      await openOrder(gate, ledger.app, { ...ended, order_id: 'failed', state: 'failed' });
      assert.deepEqual(await found(gate, String(former)), {}, 'an order that has ended');
    });

    test('subscriptions of an account, the newest first', async () => {
      const ledger = await openLedger(gate);
      const account_uuid = randomUUID();
      for (const [subscription_id, created_at] of [
        ['older', gate.now - 1],
        ['newer', gate.now],
      ] as const) {
        const ids = { subscription_id, account_uuid, created_at };
        await insertRows(gate.service.context.storage.db, 'subscription', [
          { ...subscriptionOf(ledger, gate.now), ...ids },
        ]);
      }
      const { subscriptions } = (await find(gate, account_uuid)).body;
      assert.deepEqual(
        subscriptions.map((each: { subscription_id: string }) => each.subscription_id),
        ['newer', 'older'],
      );
    });

    test('a player by id, support code, account and device', async () => {
      const ledger = await openLedger(gate);
      const { app } = ledger;
      await registerType(gate, app);
      const player = 9_007_199_254_740_993n + BigInt(newPlayer());
      const account = randomUUID();
      const did = BigInt(newPlayer());
      const login = { appid: app.appid, player_id: player, account_uuid: account, did };
      assert.equal((await gate.post('/auth/v1/login', login, ledger.server)).status, 200);
      const free = { ...placeOf(ledger), player_id: player, restriction: null };
      assert.deepEqual(await found(gate, String(player)), {
        players: [{ ...free, found_by: 'player_id' }],
      });
      assert.deepEqual(await found(gate, account), { players: [{ ...free, found_by: 'account' }] });
      assert.deepEqual(await found(gate, String(did)), {
        players: [{ ...free, found_by: 'device' }],
      });
      await restrict(gate, app, player);
      const { support_code: code } = await restrictionOf(gate, app, player);
      const restricted = {
        ...free,
        restriction: {
          block_type: 1,
          type_name: '운영 정책 위반',
          type_en_name: 'Policy violation',
        },
        found_by: 'support_code',
      };
      for (const q of [code, code.toLowerCase(), ` ${code}`]) {
        assert.deepEqual(await found(gate, q), { players: [restricted] }, q);
      }
      const other = code.replace(/^\d+/, String((await gate.createApp()).gameIndex));
      assert.deepEqual(await found(gate, other), {}, 'the project of the code decides');
      assert.deepEqual(await found(gate, String(player + 1n)), {}, 'a number of nobody');
    });

    test('nobody finds anything of another project, nor beyond their rights', async () => {
      const ledger = await openLedger(gate);
      const { app } = ledger;
      await registerType(gate, app);
      const player = newPlayer();
      await restrict(gate, app, player);
      const { support_code: code } = await restrictionOf(gate, app, player);
      const purchase = await ledger.record({ account_uuid: randomUUID() });
      const ids = [String(player), code, purchase.provider_transaction_id, purchase.transaction_id];
      const owner = await signIn(gate, await newOwner(gate));
      const strange = await gate.createApp();
      const stranger = await newMember(gate, owner, strange.gameIndex, 'owner');
      const viewer = await newMember(gate, owner, app.gameIndex, 'viewer');
      const boss = await newMember(gate, owner, app.gameIndex, 'owner');
      const look = (who: typeof owner, q: string) =>
        who.send('GET', `/search?q=${encodeURIComponent(q)}`);
      for (const q of [...ids, viewer.email]) {
        assert.deepEqual((await look(stranger, q)).body, NOTHING, q);
      }
      for (const q of ids) {
        assert.deepEqual((await look(viewer, q)).body, (await look(owner, q)).body, q);
        assert.notDeepEqual((await look(viewer, q)).body, NOTHING, q);
      }
      const member = { game_index: app.gameIndex, email: viewer.email, role: 'viewer' };
      assert.deepEqual(
        (await look(viewer, viewer.email)).body,
        NOTHING,
        'a viewer sees no members',
      );
      for (const who of [boss, owner]) {
        const { body } = await look(who, viewer.email.toUpperCase());
        assert.deepEqual(body, { ...NOTHING, members: [member] });
      }
      const itself = { game_index: null, email: owner.email, role: 'owner' };
      assert.deepEqual((await look(owner, owner.email)).body, { ...NOTHING, members: [itself] });
      assert.deepEqual((await look(boss, owner.email)).body, NOTHING);

      const token = async (fields: object) => {
        const made = await admin(gate, 'POST', '/admin-tokens', { name: 'search', ...fields });
        const headers = { authorization: `Bearer ${made.body.token}` };
        return (q: string) =>
          gate.send('GET', `/admin/v1/search?q=${encodeURIComponent(q)}`, undefined, headers);
      };
      const all = await token({ scope: 'read' });
      const restriction = await token({ scope: 'restriction' });
      const payment = await token({ scope: 'payment' });
      const foreign = await token({ scope: 'full', projects: [strange.gameIndex] });
      for (const q of ids) assert.deepEqual((await foreign(q)).body, NOTHING, q);
      assert.deepEqual((await foreign(viewer.email)).body, NOTHING);
      assert.deepEqual((await all(viewer.email)).body, NOTHING);
      assert.deepEqual((await payment(code)).body, NOTHING);
      assert.deepEqual((await restriction(purchase.transaction_id)).body, NOTHING);
      assert.deepEqual((await restriction(code)).body, (await all(code)).body);
      const { transaction_id } = purchase;
      assert.deepEqual((await payment(transaction_id)).body, (await all(transaction_id)).body);
    });

    test('a project that requires a second factor is not searched without one', async () => {
      const ledger = await openLedger(gate);
      const { transaction_id } = await ledger.record();
      const owner = await signIn(gate, await newOwner(gate));
      const member = await newMember(gate, owner, ledger.app.gameIndex, 'admin');
      const look = async () => (await member.send('GET', `/search?q=${transaction_id}`)).body;
      assert.equal((await look()).purchases.length, 1);
      const rule = `/projects/${ledger.app.gameIndex}/second-factor`;
      assert.equal((await admin(gate, 'PUT', rule, { required: true })).status, 200);
      assert.deepEqual(await look(), NOTHING);
      await admin(gate, 'PUT', rule, { required: false });
    });

    test('nothing to look for is refused; anything else is just not found', async () => {
      for (const query of ['', '?q=', '?q=%00', `?q=${'x'.repeat(301)}`, '?q=1&limit=5']) {
        assert.equal((await admin(gate, 'GET', `/search${query}`)).status, 400, query);
      }
      for (const q of [
        "' or 1=1 --",
        '%',
        'AP_',
        '99999999999999999999',
        '이름',
        '1001-0-1',
        '@',
      ]) {
        assert.deepEqual((await find(gate, q)).body, NOTHING, q);
      }
    });

    test('every look-up goes along an index', async () => {
      const ledger = await openLedger(gate);
      const { appid, gameIndex } = ledger.app;
      const { db } = gate.service.context.storage;
      const template = await ledger.record();
      const indexes = Array.from({ length: 2_000 }, (_, index) => index);
      const purchase = (index: number): PurchaseTable => ({
        ...template,
        unique_key: `p-${index}`,
        number: index + 2,
        transaction_id: `p-${index}`,
        provider_transaction_id: `p-${index}`,
        receipt_hash: `p-${index}`,
        account_uuid: `account-${index % 500}`,
        verified_at: template.verified_at + index,
      });
      const login = (index: number) => ({
        game_index: gameIndex,
        appid,
        player_id: 1 + (index % 900),
        login_id: `l-${index}`,
        did: 1 + index,
        account_uuid: null,
        logged_in_at: gate.now,
        logged_out_at: gate.now,
      });
      await db.transaction().execute(async (tx) => {
        await insertPurchases(tx, indexes.map(purchase));
        await insertRows(tx, 'login', indexes.map(login));
      });
      const apps = { gameIndex, appids: [appid] };
      const at = { ...apps, from: gate.now, to: gate.now };
      const plans = [
        ['purchase', sales.byStoreKey.filled(db, { ...apps, keys: ['a', 'b'] })],
        ['purchase', sales.byNumber.filled(db, { ...apps, number: 7 })],
        ['purchase', sales.byReceiptHash.filled(db, { ...apps, receiptHash: 'a' })],
        ['purchase', sales.cycleByUuid.filled(db, { ...apps, uuid: 'a' })],
        ['purchase', sales.recordByUuid.filled(db, { ...at, uuid: 'a' })],
        ['purchase', sales.byAccount.filled(db, { ...apps, accountUuid: 'a', limit: 10 })],
        ['login', players.byDevice.filled(db, { ...apps, did: 7n, limit: 10 })],
        ['login', players.appsWithLogin.filled(db, { ...apps, playerId: 7n })],
        ['login', appsWithHistory.filled(db, { ...apps, playerId: 7n })],
      ] as const;
      for (const [table, statement] of plans) {
        const plan = await planOf(gate, table, statement);
        assert.doesNotMatch(
          plan,
          /SCAN (purchase|login|restri)|Seq Scan on (purchase|login)/,
          plan,
        );
      }
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
