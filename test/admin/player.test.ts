// One player in the admin API: accounts, devices, logins, spending, orders and notes.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { assumedAccountUuid } from '../../src/identity/logins.ts';
import { insertPurchases } from '../../src/payment/ledger/purchases-store.ts';
import { groupByPrice, partReports } from '../../src/payment/queries/spending-store.ts';
import { othersOnDevice, readDevices } from '../../src/players/logins-store.ts';
import { insertRows } from '../../src/storage/rows.ts';
import type { PurchaseTable } from '../../src/storage/schema.ts';
import { iso, type Ledger, openLedger } from '../payment/queries/records.ts';
import { ACCOUNT } from '../payment/shop.ts';
import { newPlayer, registerType, restrict } from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { type Gate, suite, type TestApp } from '../support/harness.ts';
import { ADMIN_TOKEN, admin, newestAudit, problem } from './caller.ts';
import { planOf } from './plan.ts';
import { newMember, newOwner, signIn } from './visitor.ts';

const pathOf = ({ appid }: TestApp, player: number | bigint, list: string): string =>
  `/apps/${appid}/players/${player}/${list}`;

async function logIn(gate: Gate, { app, server }: Ledger, fields: object): Promise<void> {
  const answer = await gate.post('/auth/v1/login', { appid: app.appid, ...fields }, server);
  assert.ok([200, 403].includes(answer.status), String(answer.body.detail));
  gate.now += 1_000;
}

const accountOf = async (gate: Gate, { appid }: TestApp, player: number): Promise<string> => {
  const app = await gate.service.directory.app(appid);
  assert.ok(app);
  return assumedAccountUuid(app, BigInt(player));
};

suite(
  'one player in the admin API',
  (gate) => {
    test('accounts, devices with the others on them, and logins page by page', async () => {
      const ledger = await openLedger(gate);
      const { app } = ledger;
      await registerType(gate, app);
      const [player, other, banned] = [newPlayer(), newPlayer(), newPlayer()];
      const [shared, own] = [BigInt(newPlayer()), 9_007_199_254_740_993n];
      const account = randomUUID();
      const start = gate.now;
      await logIn(gate, ledger, { player_id: player, did: shared, account_uuid: account });
      await logIn(gate, ledger, { player_id: other, did: shared });
      await logIn(gate, ledger, { player_id: banned, did: shared });
      await logIn(gate, ledger, { player_id: player, did: own });
      await restrict(gate, app, banned);
      const at = (seconds: number): string => iso(start + seconds * 1_000);
      assert.deepEqual((await admin(gate, 'GET', pathOf(app, player, 'accounts'))).body, {
        items: [
          { account_uuid: account, linked_at: at(0), derived: false },
          { account_uuid: await accountOf(gate, app, player), linked_at: null, derived: true },
        ],
      });
      assert.deepEqual((await admin(gate, 'GET', pathOf(app, player, 'devices'))).body, {
        items: [
          {
            did: own,
            logins: 1,
            first_login_at: at(3),
            last_login_at: at(3),
            logged_in: true,
            other_players: [],
            has_more_players: false,
          },
          {
            did: Number(shared),
            logins: 1,
            first_login_at: at(0),
            last_login_at: at(0),
            logged_in: false,
            other_players: [
              { player_id: other, restriction: null },
              {
                player_id: banned,
                restriction: {
                  block_type: 1,
                  type_name: '운영 정책 위반',
                  type_en_name: 'Policy violation',
                },
              },
            ],
            has_more_players: false,
          },
        ],
      });
      const logins = await admin(gate, 'GET', pathOf(app, player, 'logins'));
      const entries = logins.body.items.map(
        ({ login_id: _, ...login }: { login_id: string }) => login,
      );
      assert.deepEqual(entries, [
        { did: own, account_uuid: null, logged_in_at: at(3), logged_out_at: null },
        { did: Number(shared), account_uuid: account, logged_in_at: at(0), logged_out_at: at(1) },
      ]);
      const first = await admin(gate, 'GET', `${pathOf(app, player, 'logins')}?limit=1`);
      const rest = await admin(
        gate,
        'GET',
        `${pathOf(app, player, 'logins')}?limit=1&after=${first.body.next}`,
      );
      assert.deepEqual([...first.body.items, ...rest.body.items], logins.body.items);
      assert.equal(rest.body.next, null);
    });

    test('what was paid and given back, exact, by currency', async () => {
      const ledger = await openLedger(gate);
      const { appid } = ledger.app;
      const player = newPlayer();
      const account = randomUUID();
      const path = `/apps/${appid}/players/${player}/spending`;
      const none = {
        purchases: 0,
        cancelled: 0,
        test_purchases: 0,
        without_price: 0,
        currencies: [],
      };
      assert.deepEqual((await admin(gate, 'GET', path)).body, none);
      await logIn(gate, ledger, { player_id: player, account_uuid: account });
      const buy = (fields: object) => ledger.record({ account_uuid: account, ...fields });
      for (let count = 0; count < 3; count += 1) await buy({ price: '0.1', currency: 'USD' });
      const whole = await buy({ price: '9.99', currency: 'USD', refunded: true });
      await buy({ price: '12000', currency: 'KRW', provider: 'GOOGLE' });
      const tried = await buy({ price: '1.00', currency: 'USD', test: 1 });
      await buy({ price: null, currency: null });
      const derived = await accountOf(gate, ledger.app, player);
      const partly = await buy({
        price: '20.00',
        currency: 'USD',
        provider: 'PG',
        account_uuid: derived,
      });
      const { payment } = gate.service;
      const report = { kind: 'refund', state: 'partial', amount: '5.5', currency: 'USD' } as const;
      await payment.ledger.apply({
        appid,
        // A part of what is refunded as a whole, or was a test, is nothing more.
        cancellations: [partly, whole, tried].map(({ provider, unique_key }) => ({
          purchase: { provider, unique_key },
          report: { ...report, reportedAt: gate.now },
        })),
      });
      await ledger.record({ price: '7.00', currency: 'USD', account_uuid: randomUUID() });
      assert.deepEqual((await admin(gate, 'GET', path)).body, {
        purchases: 7,
        cancelled: 1,
        test_purchases: 1,
        without_price: 1,
        currencies: [
          { currency: 'USD', purchases: 5, spent: '30.29', refunded: '15.49', kept: '14.80' },
          { currency: 'KRW', purchases: 1, spent: '12000', refunded: '0', kept: '12000' },
        ],
      });
    });

    test('a paid order is offered to the game again, also one that it has closed; others are not', async () => {
      const ledger = await openLedger(gate);
      const { appid, gameIndex } = ledger.app;
      const player = newPlayer();
      const orderOf = (order_id: string, more: object = {}) => ({
        game_index: gameIndex,
        appid,
        order_id,
        provider: 'PG' as const,
        state: 'paid' as const,
        player_id: player,
        account_uuid: ACCOUNT,
        product_id: 'gems',
        quantity: 2,
        amount: '9.99',
        currency: 'USD',
        charge_attempts: 1,
        created_at: gate.now,
        paid_at: gate.now,
        ...more,
      });
      const rows = [
        orderOf('H1001', { closed_at: gate.now }),
        orderOf('H1002', { state: 'failed', paid_at: null }),
        orderOf('H1003', { created_at: gate.now - 1 }),
      ];
      const { db } = gate.service.context.storage;
      await db.insertInto('purchase_order').values(rows).execute();
      const list = async () =>
        (await admin(gate, 'GET', `/apps/${appid}/players/${player}/orders`)).body.items;
      const view = (order_id: string, opened: number) => ({
        order_id,
        provider: 'PG',
        state: 'paid',
        player_id: player,
        product_id: 'gems',
        quantity: 2,
        amount: '9.99',
        currency: 'USD',
        opened_at: iso(opened),
        paid_at: iso(gate.now),
        closed_at: null,
        mismatch: null,
      });
      assert.deepEqual(await list(), [view('H1003', gate.now - 1)]);
      const restore = (id: string) => admin(gate, 'POST', `/apps/${appid}/orders/${id}/restore`);
      const restored = await restore('H1001');
      assert.equal(restored.status, 200, String(restored.body.detail));
      assert.deepEqual(restored.body, view('H1001', gate.now));
      assert.deepEqual(await list(), [view('H1001', gate.now), view('H1003', gate.now - 1)]);
      assert.deepEqual(await newestAudit(gate, 1, 'order.restore'), [
        {
          at: iso(gate.now),
          actor_kind: 'admin',
          actor: 'TOLLGATE_ADMIN_TOKEN',
          action: 'order.restore',
          game_index: gameIndex,
          target: `apps/${appid}/orders/H1001`,
          before: { state: 'paid', closed_at: iso(gate.now) },
          after: { state: 'paid', closed_at: null },
        },
      ]);
      const path = (id: string) => `/apps/${appid}/orders/${id}/restore`;
      const refused = async (id: string, what: string) => {
        const detail = `Order ${id} ${what}`;
        const errors = [{ field: 'order_id', message: detail }];
        assert.deepEqual(
          (await restore(id)).body,
          problem('invalid_request', path(id), detail, errors),
        );
      };
      await refused(
        'H1002',
        'is not paid at the market. Ask the player for the receipt of the payment.',
      );
      await ledger.record({ provider: 'PG', provider_transaction_id: 'H1003', refunded: true });
      await refused('H1003', 'is refunded or disputed, so it is not delivered again.');
      const gone = `App ${appid} has no order H9.`;
      assert.deepEqual((await restore('H9')).body, problem('not_found', path('H9'), gone));
    });

    test('notes: who wrote them, edited only by their author, deleted with an entry in the audit log', async () => {
      const app = await gate.createApp();
      const player = newPlayer();
      const path = pathOf(app, player, 'notes');
      const owner = await signIn(gate, await newOwner(gate));
      const one = await newMember(gate, owner, app.gameIndex, 'operator');
      const other = await newMember(gate, owner, app.gameIndex, 'operator');
      const viewer = await newMember(gate, owner, app.gameIndex, 'viewer');
      const stranger = await newMember(gate, owner, (await gate.createApp()).gameIndex, 'owner');
      assert.deepEqual((await viewer.send('GET', path)).body, { items: [], next: null });
      const added = await one.send('POST', path, { text: ' Called twice.\nPolite. ' });
      assert.equal(added.status, 201);
      const { note_id } = added.body;
      const note = {
        note_id,
        text: 'Called twice.\nPolite.',
        author: { kind: 'console', name: one.email },
        created_at: iso(gate.now),
        edited_at: null,
      };
      assert.deepEqual(added.body, note);
      assert.deepEqual((await viewer.send('GET', path)).body, { items: [note], next: null });

      const own = `${path}/${note_id}`;
      const detail = `Only ${one.email} can edit this note. Add a note of your own.`;
      const errors = [{ field: 'note_id', message: detail }];
      const text = { text: 'Called three times.' };
      assert.deepEqual(
        (await other.send('PATCH', own, text)).body,
        problem('invalid_request', own, detail, errors),
      );
      for (const who of [viewer, stranger]) {
        for (const [method, at] of [
          ['POST', path],
          ['PATCH', own],
          ['DELETE', own],
        ] as const) {
          const { status } = await who.send(method, at, method === 'DELETE' ? undefined : text);
          assert.equal(status, who === viewer ? 403 : 404, `${method} ${at}`);
        }
      }
      assert.equal((await stranger.send('GET', path)).status, 404);
      gate.now += 1_000;
      const edited = { ...note, ...text, edited_at: iso(gate.now) };
      assert.deepEqual((await one.send('PATCH', own, text)).body, edited);

      const second = await admin(gate, 'POST', path, { text: 'From a script' });
      assert.deepEqual(second.body.author, { kind: 'admin', name: 'TOLLGATE_ADMIN_TOKEN' });
      const page = await viewer.send('GET', `${path}?limit=1`);
      assert.deepEqual(page.body.items, [second.body]);
      const next = await viewer.send('GET', `${path}?limit=1&after=${page.body.next}`);
      assert.deepEqual(next.body, { items: [edited], next: null });

      assert.equal((await other.send('DELETE', own)).status, 204);
      assert.equal((await other.send('DELETE', own)).status, 404);
      assert.deepEqual((await viewer.send('GET', path)).body.items, [second.body]);
      const target = `apps/${app.appid}/players/${player}/notes/${note_id}`;
      const audited = {
        at: iso(gate.now),
        actor_kind: 'console',
        game_index: app.gameIndex,
        target,
      };
      assert.deepEqual(await newestAudit(gate, 1, 'player-note.delete'), [
        {
          ...audited,
          actor: other.email,
          action: 'player-note.delete',
          before: { ...text, author: one.email },
          after: null,
        },
      ]);
      assert.deepEqual(await newestAudit(gate, 1, 'player-note.change'), [
        {
          ...audited,
          actor: one.email,
          action: 'player-note.change',
          before: { text: note.text },
          after: text,
        },
      ]);
      for (const body of [{}, { text: '' }, { text: '  ' }, { text: 'x'.repeat(2_001) }]) {
        assert.equal((await one.send('POST', path, body)).status, 400, JSON.stringify(body));
      }
      assert.equal((await admin(gate, 'DELETE', `/apps/${app.appid}`)).status, 204);
      const { db } = gate.service.context.storage;
      const left = await db.selectFrom('player_note').selectAll().where('appid', '=', app.appid);
      assert.deepEqual(await left.execute(), [], 'gone with the app');
    });

    test('nothing of it is for another project, nor for a token of the other half', async () => {
      const ledger = await openLedger(gate);
      const { app } = ledger;
      const player = newPlayer();
      const owner = await signIn(gate, await newOwner(gate));
      const stranger = await newMember(gate, owner, (await gate.createApp()).gameIndex, 'owner');
      const lists = ['accounts', 'devices', 'logins', 'notes'];
      const restriction = lists.map((list) => pathOf(app, player, list));
      const payment = ['spending', 'orders'].map((list) => pathOf(app, player, list));
      const statusOf = async (scope: string, path: string): Promise<number> => {
        const made = await admin(gate, 'POST', '/admin-tokens', { name: scope, scope });
        const headers = { authorization: `Bearer ${made.body.token}` };
        return (await gate.send('GET', `/admin/v1${path}`, undefined, headers)).status;
      };
      for (const path of [...restriction, ...payment]) {
        assert.equal((await stranger.send('GET', path)).status, 404, path);
        assert.equal((await owner.send('GET', path)).status, 200, path);
      }
      for (const path of restriction) {
        assert.equal(await statusOf('restriction', path), 200, path);
        assert.equal(await statusOf('payment', path), 403, path);
      }
      for (const path of payment) {
        assert.equal(await statusOf('payment', path), 200, path);
        assert.equal(await statusOf('restriction', path), 403, path);
      }
      const restore = `/apps/${app.appid}/orders/H1/restore`;
      assert.equal((await stranger.send('POST', restore)).status, 404);
    });

    test('5,000 purchases are added up along an index, in a moment', async (t) => {
      const ledger = await openLedger(gate);
      const { appid, gameIndex } = ledger.app;
      const player = newPlayer();
      const account = randomUUID();
      await logIn(gate, ledger, { player_id: player, account_uuid: account, did: 77n });
      const template = await ledger.record();
      const { db } = gate.service.context.storage;
      const purchase = (index: number): PurchaseTable => ({
        ...template,
        unique_key: `p-${index}`,
        number: index + 2,
        transaction_id: `p-${index}`,
        provider_transaction_id: `p-${index}`,
        receipt_hash: `p-${index}`,
        account_uuid: index < 5_000 ? account : `account-${index % 50}`,
        price: index % 2 === 0 ? '0.99' : '4.99',
      });
      const rows = Array.from({ length: 10_000 }, (_, index) => purchase(index));
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
      const logins = Array.from({ length: 2_000 }, (_, index) => login(index));
      await db.transaction().execute(async (tx) => {
        await insertPurchases(tx, rows);
        await insertRows(tx, 'login', logins);
      });
      const start = performance.now();
      const { body } = await admin(gate, 'GET', `/apps/${appid}/players/${player}/spending`);
      t.diagnostic(`${(performance.now() - start).toFixed()} ms`);
      assert.deepEqual(body.currencies, [
        {
          currency: 'USD',
          purchases: 5_000,
          spent: '14950.00',
          refunded: '0.00',
          kept: '14950.00',
        },
      ]);
      const ofPlayer = { gameIndex, appid, playerId: 7n, limit: 10 };
      const plans = [
        ['purchase', groupByPrice.filled(db, { gameIndex, appid, accounts: ['account-7'] })],
        ['purchase', partReports.filled(db, { gameIndex, appid, accounts: ['account-7'] })],
        ['login', readDevices.filled(db, ofPlayer)],
        ['login', othersOnDevice.filled(db, { ...ofPlayer, did: 77n })],
      ] as const;
      for (const [table, statement] of plans) {
        const plan = await planOf(gate, table, statement);
        assert.doesNotMatch(
          plan,
          /SCAN (purchase|report|login)\b|Seq Scan on (purchase|login) /,
          plan,
        );
      }
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN, relay: { enabled: false, allowPrivateTargets: true } },
);
