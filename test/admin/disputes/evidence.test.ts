// The evidence for a dispute: drafted in one action, edited by version, kept as sent, and told to the audit log.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDisputedShop } from '../../payment/disputes/disputed-shop.ts';
import { orderSuite } from '../../payment/orders/order-shop.ts';
import { EITHER } from '../../support/databases.ts';
import { ADMIN_TOKEN, admin, newestAudit, problem } from '../caller.ts';

const TEXTS = {
  refund_policy: 'Refunds within 7 days.',
  refund_policy_shown: 'Above the pay button.',
};

orderSuite(
  'admin disputes: the evidence',
  (gate, markets) => {
    test('one action drafts complete evidence for a delivered purchase', async () => {
      const disputed = await openDisputedShop(gate, markets, {
        earlier: 2,
        dispute: { reason: 'product_not_received' },
      });
      const { appid } = disputed.shop.app;
      await admin(gate, 'PUT', `/apps/${appid}/dispute-texts/en`, TEXTS);
      const before = (await disputed.call('GET')).body;
      assert.deepEqual([before.draft, before.version, before.sent], [null, 0, null]);
      const { status, body } = await disputed.call('POST', '/draft');
      assert.equal(status, 200);
      const { draft, facts, ...dispute } = body;
      const { due_by } = (await disputed.atStripe()).evidence_details;
      assert.deepEqual(dispute, {
        ...(await admin(gate, 'GET', `/apps/${appid}/disputes`)).body.items[0],
        reason: 'product_not_received',
        network_reason: '13.1',
        due_at: new Date(due_by * 1_000).toISOString(),
        version: 1,
        edited_at: new Date(gate.now).toISOString(),
        edited_by: 'TOLLGATE_ADMIN_TOKEN',
        sent: null,
      });
      assert.deepEqual(facts.missing, []);
      assert.deepEqual(
        [facts.service_transaction_id, facts.delivery, facts.earlier_purchases, facts.refunded],
        [disputed.serviceId, 'delivered', 2, false],
      );
      assert.deepEqual(facts.earlier_amounts, [{ currency: 'USD', amount: '19.80' }]);
      assert.equal(facts.logins.length, 1);
      assert.deepEqual(Object.keys(draft).sort(), [
        'access_activity_log',
        'product_description',
        'refund_policy_disclosure',
        'refund_refusal_explanation',
        'service_date',
        'uncategorized_text',
      ]);
      assert.match(draft.uncategorized_text, new RegExp(`Order ${disputed.orderId}: .*9\\.90 USD`));
      assert.match(draft.access_activity_log, /player 1 logged in on device \d+/);
      assert.match(draft.product_description, /A bag of gems/);
    });

    test('support edits by version; what Stripe would refuse is refused', async () => {
      const { call, disputeId, shop } = await openDisputedShop(gate, markets);
      const path = `/apps/${shop.app.appid}/disputes/${disputeId}/draft`;
      const edit = (version: number, evidence: object) =>
        call('PUT', '/draft', { version, evidence });
      const first = await edit(0, { uncategorized_text: 'Played for hours.', customer_name: '' });
      assert.deepEqual(
        [first.body.version, first.body.draft],
        [1, { uncategorized_text: 'Played for hours.' }],
      );
      const stale = await edit(0, { uncategorized_text: 'Other.' });
      assert.deepEqual(
        stale.body,
        problem('in_use', path, 'The draft was changed meanwhile. Read it again.'),
      );
      const long = await edit(1, { uncategorized_text: 'x'.repeat(20_001) });
      assert.deepEqual(
        [long.status, long.body.errors],
        [
          400,
          [
            {
              field: 'evidence.uncategorized_text',
              message: '1 characters too long (maximum 20000).',
            },
          ],
        ],
      );
      assert.equal((await edit(1, { shipping_address: 'here' })).status, 400);
      const [entry] = await newestAudit(gate, 1, 'dispute.edit');
      assert.deepEqual(
        [entry.target, entry.after],
        [
          `apps/${shop.app.appid}/players/1/disputes/${disputeId}`,
          { fields: ['uncategorized_text'] },
        ],
      );
    });

    test('without a draft there is nothing to send, and an old version is not sent', async () => {
      const { call } = await openDisputedShop(gate, markets);
      const empty = await call('POST', '/send', { version: 1 });
      assert.deepEqual([empty.status, empty.body.detail], [400, 'The evidence is empty.']);
      await call('POST', '/draft');
      await call('POST', '/draft');
      assert.equal((await call('POST', '/send', { version: 1 })).status, 409);
      const { status, body } = await call('POST', '/send', { version: 2 });
      assert.deepEqual(
        [status, body.sending, body.sent.sent_by],
        [200, 'under_way', 'TOLLGATE_ADMIN_TOKEN'],
      );
      const [entry] = await newestAudit(gate, 1, 'dispute.send');
      assert.equal(entry.actor, 'TOLLGATE_ADMIN_TOKEN');
    });

    test('a dispute elsewhere is answered there', async () => {
      const { call, disputeId } = await openDisputedShop(gate, markets);
      const { db } = gate.service.context.storage;
      const where = ['dispute_id', '=', disputeId] as const;
      await db
        .updateTable('dispute')
        .set({ gateway: 'PAYPAL' })
        .where(...where)
        .execute();
      assert.equal((await call('GET')).body.answer_here, false);
      const { status, body } = await call('POST', '/draft');
      assert.deepEqual(
        [status, body.errors[0].message],
        [400, 'Answer this dispute in the dashboard of PAYPAL.'],
      );
    });

    test('after the deadline nothing can be drafted', async () => {
      const { call } = await openDisputedShop(gate, markets);
      gate.now += 10 * 86_400_000;
      const { status, body } = await call('POST', '/draft');
      assert.deepEqual([status, body.detail], [409, 'The deadline has passed.']);
    });

    test('figures count what was answered, won and lost, in money', async () => {
      const won = await openDisputedShop(gate, markets);
      await won.call('POST', '/draft');
      await won.call('POST', '/send', { version: 1 });
      await won.runJobs();
      await won.control('dispute/win');
      gate.now += 1;
      await won.reread();
      const { appid } = won.shop.app;
      const day = new Date(gate.now).toISOString().slice(0, 10);
      const path = `/apps/${appid}/figures/disputes`;
      const { body } = await admin(gate, 'GET', `${path}?from=${day}&to=${day}&by=reason`);
      const sums = {
        value: 'fraudulent',
        disputes: 1,
        answered: 1,
        open: 0,
        won: 1,
        lost: 0,
        win_rate: '1.0000',
        amounts: [{ currency: 'USD', disputed: '9.90', won: '9.90', lost: '0.00' }],
      };
      assert.deepEqual([body.totals, body.is_current], [[sums], true]);
      assert.deepEqual(
        body.items.map(({ at: _, ...line }: { at: string }) => line),
        [sums],
      );
      const csv = (await admin(gate, 'GET', `${path}/file?from=${day}&to=${day}`)).body;
      assert.match(
        csv,
        /^at,value,disputes,answered,open,won,lost,win_rate,disputed_USD,won_USD,lost_USD\r\n.*,,1,1,0,1,0,1\.0000,9\.90,9\.90,0\.00\r\n$/,
      );
    });

    test('an erasure takes the texts and the player, and leaves the dispute', async () => {
      const { call, disputeId, shop } = await openDisputedShop(gate, markets);
      const { appid } = shop.app;
      await call('POST', '/draft');
      const page = await admin(gate, 'GET', `/apps/${appid}/players/1/export`);
      assert.match(JSON.stringify(page.body), new RegExp(disputeId));
      await admin(gate, 'POST', `/apps/${appid}/players/1/erasure`, { confirm: '1' });
      for (let pass = 0; pass < 4; pass++) {
        await gate.service.erasures.turn();
        gate.now += 3_600_000;
      }
      const { body } = await call('GET');
      assert.deepEqual(
        [body.dispute_id, body.player_id, body.draft, body.edited_by],
        [disputeId, null, null, null],
      );
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
