// Purchases in the admin API: found by every name and filter, paged, and read along indexes.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { insertPurchases, saveCancellations } from '../../../src/payment/ledger/purchases-store.ts';
import { MARKET_CODES } from '../../../src/payment/markets/markets.ts';
import { type PurchaseSearch, searchStatement } from '../../../src/payment/queries/search-store.ts';
import type { CancellationTable, PurchaseTable } from '../../../src/storage/schema.ts';
import { iso, type Ledger, openLedger } from '../../payment/queries/records.ts';
import { ACCOUNT } from '../../payment/shop.ts';
import { suite } from '../../support/harness.ts';
import { ADMIN_TOKEN, admin, problem } from '../caller.ts';
import { planOf } from '../plan.ts';

const view = (row: PurchaseTable, serviceTransactionId: string) => ({
  service_transaction_id: serviceTransactionId,
  transaction_id: row.transaction_id,
  kind: row.kind,
  provider: row.provider,
  store_transaction_id: row.provider_transaction_id,
  product_id: row.product_id,
  quantity: 1,
  amount: row.price,
  currency: row.currency,
  purchased_at: iso(row.purchased_at ?? 0),
  verified_at: iso(row.verified_at),
  state: row.cancel_state === 1 ? 'refunded' : 'valid',
  refunded_at: row.cancel_state === 1 ? iso(row.cancel_said_at ?? row.verified_at) : null,
  dispute: null,
  refunded_by: null,
  ownership: 'PURCHASED',
  claimed: true,
  test: false,
  account_uuid: row.account_uuid,
  server_id: null,
  delivery: null,
  undelivered: false,
  player_id: null,
});

suite(
  'admin purchase search',
  (gate) => {
    const search = ({ app }: Ledger, params: Record<string, string> = {}) =>
      admin(gate, 'GET', `/apps/${app.appid}/purchases?${new URLSearchParams(params)}`);
    const ids = async (ledger: Ledger, params: Record<string, string> = {}): Promise<string[]> => {
      const { status, body } = await search(ledger, params);
      assert.equal(status, 200, JSON.stringify(body));
      return body.items.map(
        (item: { service_transaction_id: string }) => item.service_transaction_id,
      );
    };

    test('all of an app, whatever the provider, newest first', async () => {
      const ledger = await openLedger(gate);
      assert.deepEqual((await search(ledger)).body, { items: [], next: null });
      const apple = await ledger.record();
      gate.now += 1_000;
      const steam = await ledger.record({ provider: 'STEAM', refunded: true });
      const cycle = await ledger.record({ kind: 'subscription', provider: 'GOOGLE' });
      await (await openLedger(gate)).record();
      const { status, body } = await search(ledger);
      assert.equal(status, 200);
      assert.deepEqual(body, {
        items: [view(cycle, cycle.transaction_id), view(steam, 'ST_2'), view(apple, 'AP_1')],
        next: null,
      });
    });

    test('by the id of the service, of the store, or of the order behind it', async () => {
      const ledger = await openLedger(gate);
      const { appid, gameIndex } = ledger.app;
      const apple = await ledger.record();
      const cycle = await ledger.record({ kind: 'subscription' });
      const steam = await ledger.record({ provider: 'STEAM', provider_transaction_id: '5000' });
      const sandbox = await ledger.record({
        provider_transaction_id: '2000',
        unique_key: 'sandbox 2000',
      });
      await gate.service.context.storage.db
        .insertInto('purchase_order')
        .values({
          game_index: gameIndex,
          appid,
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
        })
        .execute();
      const service = (id: string) => ids(ledger, { service_transaction_id: id });
      const store = (id: string, more = {}) => ids(ledger, { store_transaction_id: id, ...more });
      assert.deepEqual(await service('AP_1'), ['AP_1']);
      assert.deepEqual(await service(cycle.transaction_id), [cycle.transaction_id]);
      assert.deepEqual(await store(apple.provider_transaction_id), ['AP_1']);
      assert.deepEqual(await store(steam.provider_transaction_id), ['ST_3']);
      assert.deepEqual(await store(sandbox.provider_transaction_id), ['AP_4']);
      assert.deepEqual(await store(sandbox.unique_key), [], 'not an id of the store');
      assert.deepEqual(await store('steam-77'), ['ST_3']);
      assert.deepEqual(await store('steam-77', { service_transaction_id: 'ST_3' }), ['ST_3']);
      assert.deepEqual(await store('steam-77', { service_transaction_id: 'AP_1' }), []);
      assert.deepEqual(await store('steam-77', { provider: 'PG' }), []);
      assert.deepEqual(await service('GO_1'), [], 'the number of another provider');
      assert.deepEqual(await service('AP_99'), []);
      assert.deepEqual(await service(apple.transaction_id), [], 'not the name of a consumable');
    });

    test('by account, and by a player with all accounts of the logins', async () => {
      const ledger = await openLedger(gate);
      const [one, other] = [randomUUID(), randomUUID()];
      await ledger.login(11, one);
      await ledger.login(11, other);
      await ledger.record({ account_uuid: one });
      await ledger.record({ account_uuid: other, provider: 'GOOGLE' });
      await ledger.record();
      assert.deepEqual(await ids(ledger, { account_uuid: one.toUpperCase() }), ['AP_1']);
      assert.deepEqual(await ids(ledger, { player_id: '11' }), ['GO_2', 'AP_1']);
      assert.deepEqual(await ids(ledger, { player_id: '11', account_uuid: other }), ['GO_2']);
      assert.deepEqual(await ids(ledger, { player_id: '11', account_uuid: ACCOUNT }), []);
      assert.deepEqual(await ids(ledger, { player_id: '12' }), []);
    });

    test('by provider, state and time of verification, both ends included', async () => {
      const ledger = await openLedger(gate);
      await ledger.record();
      const from = gate.now + 1_000;
      gate.now = from;
      await ledger.record({ refunded: true });
      await ledger.record({ provider: 'PG' });
      gate.now += 1_000;
      await ledger.record({ provider: 'PG', refunded: true });
      assert.deepEqual(await ids(ledger, { provider: 'PG' }), ['PG_5', 'PG_4']);
      assert.deepEqual(await ids(ledger, { state: 'refunded' }), ['PG_5', 'AP_2']);
      assert.deepEqual(await ids(ledger, { state: 'valid' }), ['PG_4', 'AP_1']);
      const inside = { from: iso(from), to: iso(from) };
      assert.deepEqual(await ids(ledger, inside), ['PG_4', 'AP_2']);
      assert.deepEqual(await ids(ledger, { ...inside, state: 'refunded' }), ['AP_2']);
      assert.deepEqual(await ids(ledger, { ...inside, service_transaction_id: 'AP_1' }), []);
      assert.deepEqual(
        await ids(ledger, { account_uuid: ACCOUNT, state: 'refunded', from: iso(from + 1) }),
        ['PG_5'],
      );
    });

    test('by product and country, and without test purchases', async () => {
      const ledger = await openLedger(gate);
      await ledger.record({ product_id: 'sword', country: 'KR' });
      await ledger.record({ product_id: 'sword', country: 'US', test: 1 });
      await ledger.record({ product_id: 'shield', country: 'KR' });
      assert.deepEqual(await ids(ledger, { product_id: 'sword' }), ['AP_2', 'AP_1']);
      assert.deepEqual(await ids(ledger, { country: 'KR' }), ['AP_3', 'AP_1']);
      assert.deepEqual(await ids(ledger, { test: 'N' }), ['AP_3', 'AP_1']);
      assert.deepEqual(await ids(ledger, { test: 'Y' }), ['AP_2']);
      const all = { product_id: 'sword', country: 'KR', test: 'N' };
      assert.deepEqual(await ids(ledger, all), ['AP_1']);
      assert.deepEqual(await ids(ledger, { ...all, service_transaction_id: 'AP_1' }), ['AP_1']);
      assert.deepEqual(await ids(ledger, { ...all, service_transaction_id: 'AP_2' }), []);
      const count = await admin(
        gate,
        'GET',
        `/apps/${ledger.app.appid}/purchases/count?${new URLSearchParams(all)}`,
      );
      assert.deepEqual(count.body, { count: 1, is_exact: true });
    });

    test('undelivered: exactly what the figure counts, in the list, its count and its file, with ids', async () => {
      const ledger = await openLedger(gate);
      const { appid } = ledger.app;
      const from = gate.now;
      const answered = { market_result: '{}' };
      const shared = { ...answered, provider_transaction_id: 'shared' };
      await ledger.record(shared);
      await ledger.record({ ...shared, provider: 'GOOGLE', delivery: 1, delivery_at: gate.now });
      await ledger.record({ ...answered, delivery: 2, delivery_at: gate.now });
      await ledger.record({ ...answered, refunded: true });
      await ledger.record({ ...answered, test: 1 });
      await ledger.record();
      const cycle = await ledger.record({
        ...answered,
        kind: 'subscription',
        subscription_id: 'line',
      });
      gate.now += 1_000;
      const google = await ledger.record({ ...answered, provider: 'GOOGLE' });
      const undelivered = 'Y';
      assert.deepEqual(await ids(ledger, { undelivered }), ['GO_9', 'AP_1']);
      assert.deepEqual(await ids(ledger, { undelivered, sort: 'verified_at' }), ['AP_1', 'GO_9']);
      assert.deepEqual(await ids(ledger, { undelivered, sort: '-purchased_at' }), ['GO_9', 'AP_1']);
      assert.deepEqual(await ids(ledger, { undelivered, provider: 'GOOGLE' }), ['GO_9']);
      assert.deepEqual(await ids(ledger, { undelivered, to: iso(from) }), ['AP_1']);
      assert.deepEqual(await ids(ledger, { undelivered, account_uuid: ACCOUNT }), ['GO_9', 'AP_1']);
      assert.deepEqual(await ids(ledger, { undelivered, state: 'refunded' }), []);
      assert.deepEqual(await ids(ledger, { undelivered, test: 'Y' }), []);
      const first = await search(ledger, { undelivered, limit: '1' });
      assert.deepEqual(await ids(ledger, { undelivered, after: first.body.next }), ['AP_1']);

      const store = (id: string) => ids(ledger, { undelivered, store_transaction_id: id });
      assert.deepEqual(await store('shared'), ['AP_1']);
      assert.deepEqual(await store(google.provider_transaction_id), ['GO_9']);
      assert.deepEqual(await store(cycle.provider_transaction_id), []);
      assert.deepEqual(await store('nothing'), []);
      const named = ['AP_1', 'GO_2', 'AP_3', 'AP_4', 'AP_6', 'AP_7', cycle.transaction_id, 'GO_9'];
      const found = [];
      for (const service_transaction_id of named) {
        found.push(...(await ids(ledger, { undelivered, service_transaction_id })));
      }
      assert.deepEqual(found, ['AP_1', 'GO_9']);

      const read = async (path: string) =>
        (await admin(gate, 'GET', `/apps/${appid}/${path}`)).body;
      const count = { count: 2, is_exact: true };
      assert.deepEqual(await read('purchases/count?undelivered=Y'), count);
      const named1 = { count: 1, is_exact: true };
      const path = 'purchases/count?undelivered=Y&store_transaction_id=shared';
      assert.deepEqual(await read(path), named1);
      const file = String(await read('purchases/file?undelivered=Y'));
      const lines = file.trim().split('\n').slice(1);
      assert.deepEqual(
        lines.map((line) => line.split(',')[1]),
        ['GO_9', 'AP_1'],
      );
      const day = iso(gate.now).slice(0, 10);
      // Younger ones may still be on their way.
      gate.now += 3_600_001;
      const { totals } = await read(`figures/verification?from=${day}&to=${day}&by=market`);
      assert.deepEqual(
        totals.map((each: { value: string; undelivered: number }) => [
          each.value,
          each.undelivered,
        ]),
        [
          ['APPLE', 1],
          ['GOOGLE', 1],
        ],
      );
      assert.equal((await search(ledger, { undelivered: 'N' })).status, 400);
    });

    test('unclaimed: what no app server has verified, in the list, its count and its file, with ids', async () => {
      const ledger = await openLedger(gate);
      const sold = await ledger.record({ claimed: 0 });
      await ledger.record();
      const cycle = await ledger.record({
        ...{ claimed: 0, kind: 'subscription', subscription_id: 'line' },
      });
      gate.now += 1_000;
      await ledger.record({ provider: 'GOOGLE', claimed: 0, refunded: true });
      const unclaimed = 'Y';
      assert.deepEqual(await ids(ledger, { unclaimed }), ['GO_4', 'AP_1']);
      assert.deepEqual(await ids(ledger, { unclaimed, sort: 'purchased_at' }), ['AP_1', 'GO_4']);
      assert.deepEqual(await ids(ledger, { unclaimed, provider: 'APPLE' }), ['AP_1']);
      assert.deepEqual(await ids(ledger, { unclaimed, state: 'refunded' }), ['GO_4']);
      assert.deepEqual(await ids(ledger, { unclaimed, undelivered: 'Y' }), []);
      const store = (id: string) => ids(ledger, { unclaimed, store_transaction_id: id });
      assert.deepEqual(await store(sold.provider_transaction_id), ['AP_1']);
      assert.deepEqual(await store(cycle.provider_transaction_id), []);
      const read = async (path: string) =>
        (await admin(gate, 'GET', `/apps/${ledger.app.appid}/${path}`)).body;
      const count = { count: 2, is_exact: true };
      assert.deepEqual(await read('purchases/count?unclaimed=Y'), count);
      const lines = String(await read('purchases/file?unclaimed=Y'))
        .trim()
        .split('\n');
      assert.equal(lines.length, 3);
      assert.equal((await search(ledger, { unclaimed: 'N' })).status, 400);
    });

    test('reported: what the bars of refunds and disputes count, in the list, its count and its file, with ids', async () => {
      const ledger = await openLedger(gate);
      const day = 24 * 60 * 60_000;
      const [start, end] = [gate.now, gate.now + day];
      const rows = [];
      for (const provider of ['APPLE', 'GOOGLE', 'APPLE', 'STEAM', 'PG'] as const) {
        rows.push(await ledger.record({ provider, price: '9.99', purchased_at: gate.now - day }));
        gate.now += 1_000;
      }
      await ledger.record({ test: 1 });
      const [given, disputed, partial, before, untold] = rows as [PurchaseTable, ...typeof rows];
      const refund = { kind: 'refund', state: 'given' } as const;
      await ledger.report(given, { ...refund, reportedAt: start });
      const id = 'dp_1';
      for (const [state, reportedAt] of [
        ['open', start + 1],
        ['won', end],
      ] as const) {
        await ledger.report(disputed as PurchaseTable, { kind: 'dispute', id, state, reportedAt });
      }
      const some = { ...refund, state: 'partial', amount: '4.00', reportedAt: end } as const;
      await ledger.report(partial as PurchaseTable, some);
      await ledger.report(partial as PurchaseTable, {
        ...{ ...refund, state: 'restored', reportedAt: end + 1 },
      });
      await ledger.report(before as PurchaseTable, { ...refund, reportedAt: start - 1 });
      const reported = 'Y';
      const window = { reported, from: iso(start), to: iso(end) };
      assert.deepEqual(await ids(ledger, { reported }), ['ST_4', 'AP_3', 'GO_2', 'AP_1']);
      assert.deepEqual(await ids(ledger, window), ['AP_3', 'GO_2', 'AP_1']);
      const bought = { ...window, sort: 'purchased_at' };
      assert.deepEqual(await ids(ledger, bought), ['AP_1', 'GO_2', 'AP_3']);
      assert.deepEqual(await ids(ledger, { reported, to: iso(start - 1) }), ['ST_4']);
      assert.deepEqual(await ids(ledger, { reported, from: iso(end + 1) }), ['AP_3']);
      assert.deepEqual(await ids(ledger, { ...window, provider: 'APPLE' }), ['AP_3', 'AP_1']);
      const { account_uuid } = given;
      assert.deepEqual(await ids(ledger, { ...window, account_uuid }), ['AP_3', 'GO_2', 'AP_1']);
      assert.deepEqual(await ids(ledger, { ...window, state: 'refunded' }), ['AP_1']);
      assert.deepEqual(await ids(ledger, { ...window, undelivered: 'Y' }), []);
      const first = await search(ledger, { ...window, limit: '2' });
      assert.deepEqual(await ids(ledger, { ...window, after: first.body.next }), ['AP_1']);
      const named = [];
      for (const service_transaction_id of ['AP_1', 'GO_2', 'AP_3', 'ST_4', 'PG_5']) {
        named.push(...(await ids(ledger, { ...window, service_transaction_id })));
      }
      assert.deepEqual(named, ['AP_1', 'GO_2', 'AP_3']);
      const store_transaction_id = (untold as PurchaseTable).provider_transaction_id;
      assert.deepEqual(await ids(ledger, { reported, store_transaction_id }), []);

      const read = async (path: string) =>
        (await admin(gate, 'GET', `/apps/${ledger.app.appid}/${path}`)).body;
      const query = new URLSearchParams(window);
      assert.deepEqual(await read(`purchases/count?${query}`), { count: 3, is_exact: true });
      const lines = String(await read(`purchases/file?${query}`))
        .trim()
        .split('\n')
        .slice(1);
      assert.deepEqual(
        lines.map((line) => line.split(',')[1]),
        ['AP_3', 'GO_2', 'AP_1'],
      );
      assert.equal((await search(ledger, { reported: 'N' })).status, 400);
    });

    test('sorted by when they were bought, `from` and `to` go by that, too', async () => {
      const ledger = await openLedger(gate);
      const day = 24 * 60 * 60_000;
      const bought = (daysAgo: number | null) =>
        ledger.record({ purchased_at: daysAgo === null ? null : gate.now - daysAgo * day });
      await bought(1);
      await bought(3);
      // The market names no time, so that of the verification counts.
      await bought(null);
      await bought(2);
      const order = ['AP_3', 'AP_1', 'AP_4', 'AP_2'];
      assert.deepEqual(await ids(ledger, { sort: '-purchased_at' }), order);
      assert.deepEqual(await ids(ledger, { sort: 'purchased_at' }), order.toReversed());
      const range = { from: iso(gate.now - 2 * day), to: iso(gate.now - day) };
      assert.deepEqual(await ids(ledger, { sort: '-purchased_at', ...range }), ['AP_1', 'AP_4']);
      assert.deepEqual(await ids(ledger, range), []);
      const named = { sort: '-purchased_at', ...range, service_transaction_id: 'AP_4' };
      assert.deepEqual(await ids(ledger, named), ['AP_4']);
      const first = await search(ledger, { sort: '-purchased_at', limit: '2' });
      const rest = { sort: '-purchased_at', after: first.body.next };
      assert.deepEqual(await ids(ledger, rest), ['AP_4', 'AP_2']);
      const file = await admin(
        gate,
        'GET',
        `/apps/${ledger.app.appid}/purchases/file?sort=purchased_at`,
      );
      const lines = String(file.body).trim().split('\n').slice(1);
      const found = lines.map((line) => line.split(',')[1]);
      assert.deepEqual(found, order.toReversed());
    });

    test('pages together are everything, once, while more is sold', async () => {
      const ledger = await openLedger(gate);
      const all: string[] = [];
      for (let index = 1; index <= 7; index += 1) {
        if (index % 3 === 0) gate.now += 1;
        const provider = index % 2 === 0 ? 'GOOGLE' : 'APPLE';
        await ledger.record({ provider });
        all.unshift(`${provider === 'GOOGLE' ? 'GO' : 'AP'}_${index}`);
      }
      const found: string[] = [];
      let after: string | null = '';
      while (after !== null) {
        const params: Record<string, string> = { limit: '3', ...(after && { after }) };
        const { body } = await search(ledger, params);
        found.push(
          ...body.items.map(
            (item: { service_transaction_id: string }) => item.service_transaction_id,
          ),
        );
        after = body.next;
        await ledger.record();
      }
      assert.deepEqual(found, all);
    });

    test('what cannot be meant is refused by name', async () => {
      const ledger = await openLedger(gate);
      const path = `/apps/${ledger.app.appid}/purchases`;
      const wrong = async (params: Record<string, string>, field: string, message: string) => {
        const { status, body } = await search(ledger, params);
        assert.equal(status, 400);
        assert.deepEqual(body.errors, [{ field, message }]);
      };
      await wrong({ from: '2026-02-31T25:00:00Z' }, 'from', 'This date or time does not exist.');
      await wrong({ from: iso(2_000), to: iso(1_000) }, 'to', 'to is earlier than from.');
      await wrong(
        { player_id: '9999999999999999999' },
        'player_id',
        'Must be at most 9223372036854775807.',
      );
      const known = `must be one of ${MARKET_CODES.join(', ')}`;
      await wrong({ provider: 'XBOX' }, 'provider', known);
      for (const params of [
        'after=x',
        'limit=0',
        'limit=501',
        'state=lost',
        'account_uuid=me',
        'store_transaction_id=%00',
      ]) {
        assert.equal((await admin(gate, 'GET', `${path}?${params}`)).status, 400, params);
      }
      const gone = await admin(gate, 'GET', `${path}/AP_1`);
      const detail = `App ${ledger.app.appid} has no purchase AP_1.`;
      assert.deepEqual(gone.body, problem('not_found', `${path}/AP_1`, detail));
      assert.equal((await admin(gate, 'GET', `${path}/something-else`)).status, 400);
      assert.equal((await admin(gate, 'GET', '/apps/nobody/purchases')).status, 404);
    });

    test('every search goes along an index', async () => {
      const ledger = await openLedger(gate);
      const { appid, gameIndex } = ledger.app;
      const { db } = gate.service.context.storage;
      const template = await ledger.record();
      const rows = Array.from({ length: 4_000 }, (_, index): PurchaseTable => {
        const id = `p-${index}`;
        return {
          ...template,
          unique_key: id,
          number: index + 2,
          transaction_id: id,
          provider_transaction_id: id,
          receipt_hash: id,
          account_uuid: `account-${index % 500}`,
          verified_at: template.verified_at + index,
          purchased_at: template.verified_at + index,
          cancel_state: index % 400 === 0 ? 1 : 0,
          market_result: '{}',
          delivery: index % 200 === 1 ? null : 1,
        };
      });
      const reports = rows.map(
        ({ provider, unique_key, verified_at: at }): CancellationTable => ({
          ...{
            game_index: gameIndex,
            appid,
            provider,
            unique_key,
            cause: 'refund',
            state: 'given',
          },
          ...{
            reported_at: at,
            last_at: at,
            received_at: at,
            amount: null,
            quantity: null,
            action_id: null,
            reason: null,
          },
        }),
      );
      await db.transaction().execute(async (tx) => {
        await insertPurchases(tx, rows);
        await saveCancellations(tx, reports);
      });
      const reported = { from: gate.now + 2_000, to: gate.now + 2_020 };
      const plans: readonly [RegExp, Partial<PurchaseSearch>][] = [
        [/purchase_by_time/, {}],
        [/purchase_by_time/, { state: 'valid' }],
        [/purchase_by_account/, { accounts: ['account-1', 'account-2'] }],
        [/purchase_refunded_by_time/, { state: 'refunded' }],
        [/purchase_refunded_by_time/, { state: 'revoked' }],
        [/purchase_refunded_by_time/, { state: 'disputed' }],
        [/purchase_refunded_by_time/, { state: 'charged_back' }],
        [/purchase_by_refund/, { by: 'refunded' }],
        [/purchase_by_purchase_time/, { by: 'purchased' }],
        [/purchase_by_purchase_time/, { by: 'purchased', matching: { product_id: 'gems' } }],
        [/purchase_by_account/, { by: 'purchased', accounts: ['account-1'] }],
        [/purchase_cancellation_by_time/, { reported, providers: MARKET_CODES }],
        [/purchase_cancellation_by_time/, { reported, by: 'purchased', oldestFirst: true }],
        [/purchase_by_account/, { reported, accounts: ['account-1'] }],
        [/purchase_undelivered/, { undelivered: true }],
        [/purchase_unclaimed/, { unclaimed: true, providers: MARKET_CODES }],
        [/purchase_unclaimed/, { unclaimed: true, undelivered: true, providers: MARKET_CODES }],
        [/purchase_undelivered/, { undelivered: true, oldestFirst: true, state: 'valid' }],
        [/purchase_undelivered/, { undelivered: true, matching: { product_id: 'gems' } }],
        [/purchase_undelivered/, { undelivered: true, providers: MARKET_CODES }],
        [/purchase_undelivered/, { undelivered: true, providers: MARKET_CODES, oldestFirst: true }],
      ];
      for (const [index, fields] of plans) {
        const wanted: PurchaseSearch = {
          appid,
          gameIndex,
          by: 'verified',
          providers: ['APPLE'],
          ...fields,
        };
        // The last few rows of a list PostgreSQL would read along any index.
        const isFirst = fields.undelivered && !fields.oldestFirst;
        const at = isFirst ? gate.now + 4_000 : gate.now;
        const after = { at, number: 5 };
        const text = await planOf(
          gate,
          'purchase, purchase_cancellation',
          searchStatement(db, wanted, { limit: 50, after }),
        );
        assert.match(text, index);
        assert.doesNotMatch(text, /SCAN (purchase|report|newer)|Seq Scan/, text);
      }
    });
  },
  { adminToken: ADMIN_TOKEN },
);
