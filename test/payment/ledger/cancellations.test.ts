// Refunds and disputes are reported by verifications, store notifications and pollers, in any order.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Cancellation } from '../../../src/payment/markets/cancellation.ts';
import { type Gate, suite } from '../../support/harness.ts';
import { openLedger } from '../queries/records.ts';

const refund = (state: 'pending' | 'partial' | 'given' | 'restored', reportedAt?: number) =>
  ({ kind: 'refund', state, reportedAt }) as const;
const dispute = (state: 'open' | 'won' | 'lost', id = 'dp_1') =>
  ({ kind: 'dispute', id, state }) as const;

async function recorded(gate: Gate) {
  const ledger = await openLedger(gate);
  const purchase = await ledger.record();
  const { appid } = purchase;
  const { payment, context } = gate.service;
  const { db } = context.storage;
  return {
    ledger,
    purchase,
    report: (report: Cancellation) =>
      payment.ledger.apply({ appid, cancellations: [{ purchase, report }] }),
    state: async () => {
      const row = await db
        .selectFrom('purchase')
        .select(['cancel_state', 'cancel_said_at'])
        .where('appid', '=', appid)
        .executeTakeFirstOrThrow();
      return [row.cancel_state, row.cancel_said_at];
    },
    reports: async () => {
      const rows = await db
        .selectFrom('purchase_cancellation')
        .selectAll()
        .where('appid', '=', appid)
        .orderBy('reported_at')
        .execute();
      return rows.map(({ cause, state, reported_at, last_at }) =>
        [cause, state, reported_at, last_at].join(' '),
      );
    },
    /** Refunds and disputes in the figures. */
    counted: async () => {
      await gate.service.payment.figures.turn();
      const rows = await db
        .selectFrom('figure_money')
        .select(['refunds', 'disputes'])
        .where('appid', '=', appid)
        .where('dimension', '=', 'total')
        .where('grain', '=', 'month')
        .execute();
      const sum = (name: 'refunds' | 'disputes') =>
        rows.reduce((total, row) => total + Number(row[name]), 0);
      return [sum('refunds'), sum('disputes')];
    },
  };
}

suite('cancellations', (gate) => {
  describe('refunds', () => {
    test('an older report changes nothing, whatever the order of arrival', async () => {
      const { report, state, counted, reports } = await recorded(gate);
      await report(refund('restored', 2_000));
      await report(refund('given', 1_000));
      assert.deepEqual(await state(), [0, null]);
      assert.deepEqual(await counted(), [0, 0]);
      assert.deepEqual(await reports(), ['refund given 1000 1000', 'refund restored 2000 2000']);
    });

    test('a reversal dated between two reports of a refund changes nothing', async () => {
      const { report, state, reports } = await recorded(gate);
      await report(refund('given', 1_000));
      await report(refund('given', 5_000));
      await report(refund('restored', 3_000));
      assert.deepEqual(await state(), [1, 1_000]);
      assert.deepEqual(await reports(), ['refund given 1000 5000', 'refund restored 3000 3000']);
    });

    test('of two reports of one moment, the one that was first reported later counts', async () => {
      const { report, state } = await recorded(gate);
      await report(refund('given', 1_000));
      await report(refund('given', 5_000));
      await report(refund('restored', 5_000));
      assert.deepEqual(await state(), [0, 5_000]);
      // Decided once more, from what is stored.
      await report(dispute('won'));
      assert.deepEqual(await state(), [0, 5_000]);
    });

    test('a refund that the market shows now wins over a report dated ahead of our clock', async () => {
      const { report, state, counted } = await recorded(gate);
      const ahead = gate.now + 60_000;
      await report(refund('given', gate.now));
      await report(refund('restored', ahead));
      await report(refund('given'));
      assert.deepEqual(await state(), [1, ahead + 1]);
      assert.deepEqual(await counted(), [1, 0]);
    });

    test('the same refund is counted and saved once', async () => {
      const { report, counted, reports } = await recorded(gate);
      await report(refund('given', 1_000));
      await report(refund('given', 1_000));
      await report(refund('given'));
      assert.deepEqual(await counted(), [1, 0]);
      assert.deepEqual(await reports(), ['refund given 1000 1000']);
    });

    test('a refund that is pending or partial leaves the purchase valid', async () => {
      const { report, state, reports } = await recorded(gate);
      await report(refund('pending', 1_000));
      await report({ ...refund('partial', 2_000), amount: '1.00' });
      await report({ ...refund('partial', 3_000), amount: '2.00' });
      assert.deepEqual(await state(), [0, null]);
      await report(refund('given', 4_000));
      assert.deepEqual(await state(), [1, 4_000]);
      assert.equal((await reports()).length, 4);
    });

    test('a report before the purchase counts when the purchase is recorded', async () => {
      const ledger = await openLedger(gate);
      const { appid } = ledger.app;
      const purchase = { provider: 'APPLE', unique_key: 'early' } as const;
      for (const report of [refund('given', 1_000), dispute('open')]) {
        await gate.service.payment.ledger.apply({ appid, cancellations: [{ purchase, report }] });
      }
      const row = await ledger.record({ unique_key: 'early' });
      assert.equal(row.cancel_state, 1);
      const other = await (await openLedger(gate)).record({ unique_key: 'early' });
      assert.equal(other.cancel_state, 0, 'of another app');
    });
  });

  describe('disputes', () => {
    test('an open dispute cancels, the studio wins it and the purchase is valid again', async () => {
      const { report, state, counted } = await recorded(gate);
      const start = gate.now;
      await report(dispute('open'));
      assert.deepEqual(await state(), [1, start]);
      gate.now += 1_000;
      await report(dispute('won'));
      assert.deepEqual(await state(), [0, start + 1_000]);
      assert.deepEqual(await counted(), [0, 0]);
    });

    test('a lost dispute stays a cancellation', async () => {
      const { report, state, counted } = await recorded(gate);
      const start = gate.now;
      await report(dispute('open'));
      gate.now += 1_000;
      await report(dispute('lost'));
      assert.deepEqual(await state(), [1, start]);
      assert.deepEqual(await counted(), [0, 1]);
    });

    test('one dispute won does not undo another one, nor a refund', async () => {
      const { report, state } = await recorded(gate);
      await report(dispute('open', 'dp_1'));
      await report(dispute('open', 'dp_2'));
      await report(dispute('won', 'dp_1'));
      assert.equal((await state())[0], 1);
      await report(refund('given'));
      await report(dispute('won', 'dp_2'));
      assert.equal((await state())[0], 1);
    });
  });
});
