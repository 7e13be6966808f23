// A refund is reported by verifications, store notifications and pollers: the newest report wins.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Gate, suite } from '../../support/harness.ts';
import { openLedger } from '../queries/records.ts';

async function recorded(gate: Gate) {
  const { appid, provider, unique_key } = await (await openLedger(gate)).record();
  const { payment, context } = gate.service;
  return {
    report: (refund: 'given' | 'restored', reportedAt?: number) =>
      payment.ledger.apply({
        appid,
        refunds: [{ provider, uniqueKey: unique_key, refund, reportedAt }],
      }),
    state: async () => {
      const { db } = context.storage;
      const row = await db
        .selectFrom('purchase')
        .select(['cancel_state', 'cancel_said_at'])
        .where('appid', '=', appid)
        .executeTakeFirstOrThrow();
      return [row.cancel_state, row.cancel_said_at];
    },
    counted: async () => {
      const { db } = context.storage;
      const rows = await db
        .selectFrom('counter')
        .select(['metric', 'value'])
        .where('appid', '=', appid)
        .where('metric', 'in', ['purchase.refunded', 'purchase.restored'])
        .orderBy('metric')
        .execute();
      return rows.map(({ metric, value }) => `${metric} ${value}`);
    },
  };
}

suite('refunds', (gate) => {
  test('an older report changes nothing, whatever the order of arrival', async () => {
    const { report, state, counted } = await recorded(gate);
    await report('restored', 2_000);
    await report('given', 1_000);
    assert.deepEqual(await state(), [0, 2_000]);
    assert.deepEqual(await counted(), []);
  });

  test('a refund that the market shows now wins over a report dated ahead of our clock', async () => {
    const { report, state, counted } = await recorded(gate);
    const ahead = gate.now + 60_000;
    await report('given', gate.now);
    await report('restored', ahead);
    await report('given');
    assert.deepEqual(await state(), [1, ahead]);
    assert.deepEqual(await counted(), ['purchase.refunded 2', 'purchase.restored 1']);
  });

  test('the same refund is counted once', async () => {
    const { report, counted } = await recorded(gate);
    await report('given', 1_000);
    await report('given', 1_000);
    await report('given');
    assert.deepEqual(await counted(), ['purchase.refunded 1']);
  });
});
