// A refund from the request to the market's report: made once, linked, and told to everybody whom it concerns.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin, newestAudit, problem } from '../../admin/caller.ts';
import { EITHER } from '../../support/databases.ts';
import { GEMS, openOrderShop, orderSuite } from '../orders/order-shop.ts';
import { openSales } from './sales.ts';

const AT = '2026-11-15T12:00:00.000Z';
const REQUESTED_BY = { kind: 'admin', name: 'TOLLGATE_ADMIN_TOKEN' };

orderSuite(
  'refunds through Tollgate',
  (gate, markets) => {
    const open = async () => openSales(gate, markets, await openOrderShop(gate, markets));

    test('STEAM: previewed, requested, made, reported and shown', async () => {
      const sales = await open();
      const { id, orderId, path } = await sales.steam();
      const { status, body: preview } = await admin(gate, 'GET', `${path}/preview?kind=refund`);
      assert.equal(status, 200);
      assert.deepEqual(preview, {
        kind: 'refund',
        provider: 'STEAM',
        possible: true,
        obstacle: null,
        elsewhere: null,
        can: {
          refund: { part: false, by_line: false, prorated: false, keep: false },
          cancel: false,
          extend_days: null,
          defer_days: null,
        },
        payment: {
          currency: 'USD',
          paid: '9.90',
          refunded: '0.00',
          refundable: '9.90',
          lines: [],
        },
        refund: { amount: '9.90', left: '0.00', goods: 'taken', products: [GEMS] },
        subscription: null,
        counts_for_rules: false,
        second_person: false,
        actions_left: null,
        amount_left: null,
      });
      assert.deepEqual((await sales.list()).items, [], 'a preview writes nothing');

      const made = await sales.request(path, { reason: ' Bought twice ' });
      const { action_id } = made.body;
      const requested = {
        action_id,
        kind: 'refund',
        state: 'intended',
        provider: 'STEAM',
        service_transaction_id: id,
        subscription_id: null,
        product_id: GEMS,
        account_uuid: sales.account,
        amount: '9.90',
        currency: 'USD',
        prorated: false,
        line: null,
        goods: 'taken',
        days: null,
        reason: 'Bought twice',
        requested_at: AT,
        requested_by: REQUESTED_BY,
        decided_at: null,
        decided_by: null,
        sent_at: null,
        attempts: 0,
        ended_at: null,
        answer: null,
      };
      assert.deepEqual([made.status, made.body], [201, requested]);
      await sales.work();
      const done = { ...requested, state: 'done', sent_at: AT, attempts: 1, ended_at: AT };
      assert.deepEqual(await sales.read(action_id), done);
      assert.deepEqual(await sales.list(), { items: [done], next: null });
      assert.equal((await markets.control(`/steam/orders/${orderId}`)).status, 'Refunded');

      const [refund] = (await admin(gate, 'GET', `${sales.app}/refunds`)).body.items;
      const shown = { action_id, name: REQUESTED_BY.name, reason: 'Bought twice' };
      assert.deepEqual([refund.service_transaction_id, refund.refunded_by], [id, shown]);
      const timeline = (await admin(gate, 'GET', path.replace('/actions', '/timeline'))).body;
      const by = REQUESTED_BY.name;
      const money = { amount: '9.90', currency: 'USD' };
      const asked = { action_id, kind: 'refund', by, reason: 'Bought twice', ...money };
      assert.deepEqual(timeline.items.slice(-3), [
        { at: AT, kind: 'action.requested', details: { ...asked, goods: 'taken' } },
        { at: AT, kind: 'action.done', details: { action_id, kind: 'refund' } },
        { at: AT, kind: 'purchase.refunded', details: { action_id, by } },
      ]);
      const audit = await newestAudit(gate, 2);
      assert.deepEqual(
        audit.map(({ action, actor, target }: Record<string, string>) => [action, actor, target]),
        ['done', 'request'].map((verb) => [
          `action.${verb}`,
          verb === 'done' ? 'tollgate' : by,
          `apps/${sales.appid}/accounts/${sales.account}/actions/${action_id}`,
        ]),
      );
    });

    test('STRIPE: two parts and the rest, each linked to its own report', async () => {
      const sales = await open();
      const { id, orderId, path } = await sales.pg();
      const ids = [];
      for (const amount of ['4.00', '2.50', 'rest']) {
        ids.push((await sales.request(path, { amount })).body.action_id);
        await sales.work();
        gate.now += 1_000;
      }
      const { items } = await sales.list();
      assert.deepEqual(
        items.map(({ state, amount, goods }: Record<string, string>) => [state, amount, goods]),
        [
          ['done', '3.40', 'taken'],
          ['done', '2.50', 'kept'],
          ['done', '4.00', 'kept'],
        ],
      );
      const reports = await sales.reports(orderId);
      assert.deepEqual(reports, [
        ['partial', '4.00', ids[0]],
        ['partial', '6.50', ids[1]],
        ['given', null, ids[2]],
      ]);
      const over = await admin(gate, 'GET', `${path}/preview?kind=refund`);
      const { possible, obstacle, refund } = over.body;
      const nothing = 'Nothing is left to refund: all of it went back already, or is on its way.';
      assert.deepEqual([possible, obstacle, refund], [false, nothing, null]);
      const again = await sales.request(path);
      assert.deepEqual([again.status, again.body.detail], [400, nothing]);
      assert.equal(id.startsWith('PG_'), true);
    });

    test('what the buyer gets back in another way is not ours', async () => {
      const sales = await open();
      const { orderId, path } = await sales.pg();
      const { action_id } = (await sales.request(path, { amount: '4.00' })).body;
      await sales.work();
      gate.now += 1_000;
      await markets.control(`/pg/orders/${orderId}/refund`, {});
      await sales.readAgain(orderId);
      assert.deepEqual(await sales.reports(orderId), [
        ['partial', '4.00', action_id],
        ['given', null, null],
      ]);
    });

    test('the same key again is the same action, and another click waits for the first', async () => {
      const sales = await open();
      const { path } = await sales.pg();
      const key = 'click-0001';
      const [one, other] = await Promise.all([
        sales.request(path, { idempotency_key: key }),
        sales.request(path, { idempotency_key: key }),
      ]);
      assert.deepEqual([one.status, other.status], [201, 201]);
      assert.deepEqual(one.body, other.body);
      const { action_id } = one.body;
      const second = await sales.request(path);
      const waiting = `The action ${action_id} (refund) is under way here: intended. Wait until it has ended.`;
      assert.deepEqual(second.body, problem('in_use', path, waiting));
      const { obstacle } = (await admin(gate, 'GET', `${path}/preview?kind=refund`)).body;
      assert.equal(obstacle, waiting);
      const different = await sales.request(path, { idempotency_key: key, reason: 'other' });
      const taken = 'This idempotency_key belongs to another action. Send a new one.';
      assert.deepEqual(different.body, problem('exists', path, taken));
      await sales.work();
      assert.equal((await sales.request(path, { idempotency_key: key })).body.state, 'done');
      assert.equal((await sales.list()).items.length, 1);
    });

    test('what cannot be asked for is refused in words, and nothing is written', async () => {
      const sales = await open();
      const { path } = await sales.steam();
      const cases: [object, string, string][] = [
        [{ kind: 'cancel' }, 'kind', 'Only subscriptions can be cancelled.'],
        [{ amount: '4' }, 'amount', 'The market refunds this only whole. Leave the amount out.'],
        [{ days: 3 }, 'days', 'An action of the kind refund has no days.'],
        [{ goods: 'keep' }, 'goods', 'A whole refund always takes the goods at this market.'],
      ];
      for (const [fields, field, detail] of cases) {
        const { body } = await sales.request(path, fields);
        const errors = [{ field, message: detail }];
        assert.deepEqual(body, problem('invalid_request', path, detail, errors));
      }
      for (const fields of [{ reason: ' ' }, { idempotency_key: 'short' }, { amount: 'all' }]) {
        assert.equal((await sales.request(path, fields)).status, 400);
      }
      const none = path.replace(/ST_\d+/, 'ST_99');
      assert.equal((await sales.request(none)).status, 404);
      assert.deepEqual((await sales.list()).items, []);
    });

    test('a market that does not answer: nothing is written, and the sentence says so', async () => {
      const sales = await open();
      const { path } = await sales.steam();
      await markets.fault('steam', '500', { rate: 1 });
      for (const answer of [
        await admin(gate, 'GET', `${path}/preview?kind=refund`),
        await sales.request(path),
      ]) {
        assert.deepEqual([answer.status, answer.body.code], [503, 'market_unavailable']);
        assert.match(
          answer.body.detail,
          /^Steam does not answer \(.*\)\. Nothing was done\. Try again\.$/,
        );
      }
      assert.deepEqual((await sales.list()).items, []);
    });
  },
  { adminToken: ADMIN_TOKEN, kinds: EITHER },
);
