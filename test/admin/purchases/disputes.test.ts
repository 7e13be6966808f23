// Purchases that a dispute cancels: shown as such, found by it, and told apart from refunds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cancellation } from '../../../src/payment/markets/cancellation.ts';
import type { PurchaseTable } from '../../../src/storage/schema.ts';
import { iso, type Ledger, openLedger } from '../../payment/queries/records.ts';
import { EITHER } from '../../support/databases.ts';
import { suite } from '../../support/harness.ts';
import { ADMIN_TOKEN, admin } from '../caller.ts';

const dispute = (state: 'open' | 'won' | 'lost', reportedAt: number, id = 'dp_1') =>
  ({ kind: 'dispute', id, state, reportedAt }) as const;
const refund = (reportedAt: number) => ({ kind: 'refund', state: 'given', reportedAt }) as const;

interface Listed {
  readonly service_transaction_id: string;
  readonly state: string;
  readonly refunded_at: string | null;
  readonly dispute: object | null;
}

suite(
  'admin disputed purchases',
  (gate) => {
    const report = ({ app: { appid } }: Ledger, purchase: PurchaseTable, ...all: Cancellation[]) =>
      gate.service.payment.ledger.apply({
        appid,
        cancellations: all.map((each) => ({ purchase, report: each })),
      });
    const get = async ({ app }: Ledger, path: string, params: Record<string, string> = {}) => {
      const query = new URLSearchParams(params);
      const { status, body } = await admin(gate, 'GET', `/apps/${app.appid}${path}?${query}`);
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    };
    const shown = ({ state, refunded_at, dispute }: Listed) => ({ state, refunded_at, dispute });
    const ids = async (ledger: Ledger, params: Record<string, string>) =>
      (await get(ledger, '/purchases', params)).items.map(
        (item: Listed) => item.service_transaction_id,
      );

    test('the record and the lists show the dispute, its state and since when', async () => {
      const ledger = await openLedger(gate);
      const purchase = await ledger.record({ provider: 'PG' });
      const start = gate.now;
      const everywhere = async () => {
        const views = [
          await get(ledger, '/purchases/PG_1'),
          ...(await get(ledger, '/purchases')).items,
          ...(await get(ledger, '/purchases', { service_transaction_id: 'PG_1' })).items,
          ...(await get(ledger, '/refunds')).items,
        ].map(shown);
        for (const view of views) assert.deepEqual(view, views[0]);
        return [views.length, views[0]];
      };
      assert.deepEqual(await everywhere(), [
        3,
        { state: 'valid', refunded_at: null, dispute: null },
      ]);
      await report(ledger, purchase, dispute('open', start + 1_000));
      await report(ledger, purchase, dispute('open', start + 2_000));
      const open = { id: 'dp_1', state: 'open', since: iso(start + 1_000) };
      assert.deepEqual(await everywhere(), [
        4,
        { state: 'disputed', refunded_at: iso(start + 1_000), dispute: open },
      ]);
      await report(ledger, purchase, dispute('lost', start + 3_000));
      const lost = { id: 'dp_1', state: 'lost', since: iso(start + 3_000) };
      assert.deepEqual(await everywhere(), [
        4,
        { state: 'charged_back', refunded_at: iso(start + 1_000), dispute: lost },
      ]);
      await report(ledger, purchase, dispute('won', start + 4_000));
      assert.deepEqual(await everywhere(), [
        3,
        { state: 'valid', refunded_at: null, dispute: null },
      ]);
    });

    test('an open dispute comes before a lost one, and any dispute before a refund', async () => {
      const ledger = await openLedger(gate);
      const purchase = await ledger.record({ provider: 'PG' });
      const start = gate.now;
      const state = async () => shown(await get(ledger, '/purchases/PG_1'));
      const refunded_at = iso(start + 1_000);
      await report(ledger, purchase, refund(start + 1_000));
      assert.deepEqual(await state(), { state: 'refunded', refunded_at, dispute: null });
      await report(ledger, purchase, dispute('lost', start + 3_000, 'dp_1'));
      const first = { id: 'dp_1', state: 'lost', since: iso(start + 3_000) };
      assert.deepEqual(await state(), { state: 'charged_back', refunded_at, dispute: first });
      await report(ledger, purchase, dispute('open', start + 2_000, 'dp_2'));
      const second = { id: 'dp_2', state: 'open', since: iso(start + 2_000) };
      assert.deepEqual(await state(), { state: 'disputed', refunded_at, dispute: second });
      await report(ledger, purchase, dispute('lost', start + 4_000, 'dp_2'));
      const last = { id: 'dp_2', state: 'lost', since: iso(start + 4_000) };
      assert.deepEqual(await state(), { state: 'charged_back', refunded_at, dispute: last });
    });

    test('the filter by state finds each purchase in exactly one state', async () => {
      const ledger = await openLedger(gate);
      const { now } = gate;
      const reports: readonly (readonly Cancellation[])[] = [
        [],
        [refund(now)],
        [dispute('open', now)],
        [dispute('open', now), dispute('lost', now + 1)],
        [dispute('open', now), dispute('won', now + 1)],
        [dispute('lost', now), dispute('open', now, 'dp_2')],
        [dispute('lost', now), refund(now)],
        [dispute('won', now), refund(now)],
      ];
      const named: string[] = [];
      for (const all of reports) {
        const purchase = await ledger.record({ provider: 'PG' });
        await report(ledger, purchase, ...all);
        named.push(`PG_${purchase.number}`);
      }
      const at = (...places: readonly number[]) => places.map((place) => named[place]);
      const expected = {
        valid: at(4, 0),
        refunded: at(7, 1),
        disputed: at(5, 2),
        charged_back: at(6, 3),
      };
      for (const [state, found] of Object.entries(expected)) {
        assert.deepEqual(await ids(ledger, { state }), found, state);
        const { items } = await get(ledger, '/purchases', { state });
        assert.deepEqual(
          items.map((item: Listed) => item.state),
          [state, state],
        );
        for (const id of named) {
          const answer = await ids(ledger, { state, service_transaction_id: id });
          assert.deepEqual(answer, found.includes(id) ? [id] : [], `${id} ${state}`);
        }
      }
    });

    test('the cycles of a subscription show it too', async () => {
      const ledger = await openLedger(gate);
      const { appid, gameIndex } = ledger.app;
      const { now } = gate;
      await gate.service.context.storage.db
        .insertInto('subscription')
        .values({
          game_index: gameIndex,
          appid,
          provider: 'GOOGLE',
          subscription_id: 'sub-1',
          original_transaction_id: 'GPA.1',
          account_uuid: null,
          product_id: 'vip',
          auto_renew_product_id: null,
          status: 'active',
          expires_at: null,
          grace_until: null,
          refunded_at: null,
          test: 0,
          created_at: now,
          updated_at: now,
          cycle_key: 'cycle-1',
          cycle_at: now,
          cycle_said_at: now,
          said_at: now,
        })
        .execute();
      const cycle = { kind: 'subscription', provider: 'GOOGLE', subscription_id: 'sub-1' } as const;
      await report(ledger, await ledger.record(cycle), dispute('lost', now + 1_000));
      await ledger.record(cycle);
      const { cycles } = await get(ledger, '/subscriptions/GOOGLE/sub-1');
      assert.deepEqual(cycles.map(shown), [
        { state: 'valid', refunded_at: null, dispute: null },
        {
          state: 'charged_back',
          refunded_at: iso(now + 1_000),
          dispute: { id: 'dp_1', state: 'lost', since: iso(now + 1_000) },
        },
      ]);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
