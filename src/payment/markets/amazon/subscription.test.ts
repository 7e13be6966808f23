// What dates of an Amazon subscription mean.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describe } from './subscription.ts';

const DAY = 24 * 60 * 60_000;
const [BEGAN, END] = [100 * DAY, 130 * DAY];
const app = { environment: 'production' } as const;

const stateAt = (now: number, fields: object = {}, cancelDate: number | null = null) =>
  describe(
    app,
    {
      receiptId: 'r',
      productId: 'vip',
      productType: 'SUBSCRIPTION',
      quantity: 1,
      isTest: false,
      purchaseDate: BEGAN,
      cancelDate,
      resource: { renewalDate: END, autoRenewing: true, ...fields },
    },
    'receipt',
    now,
  );

test('only a cancel date ends it', () => {
  for (const [now, fields, cancelDate, status, graceUntil] of [
    [END - 1, {}, null, 'active', null],
    [END, {}, null, 'grace', END + DAY],
    [END, { gracePeriodEndDate: END }, null, 'grace', END + DAY],
    [END, { gracePeriodEndDate: END + 7 * DAY }, null, 'grace', END + 7 * DAY],
    [END + 9 * DAY, { gracePeriodEndDate: END + 7 * DAY }, null, 'grace', END + 10 * DAY],
    [END - 1, { renewalDate: null }, null, 'active', null],
    [END + 1, {}, END, 'expired', null],
    [END + 1, { renewalDate: null }, END, 'expired', null],
    [END - 1, {}, END - 1, 'revoked', null],
  ] as const) {
    const { lifecycle } = stateAt(now, fields, cancelDate);
    const said = [lifecycle?.status, lifecycle?.graceUntil];
    assert.deepEqual(said, [status, graceUntil], JSON.stringify([now, fields, cancelDate]));
  }
});

test('cancelled before its end, the cycle was given back', () => {
  assert.deepEqual(stateAt(END, {}, END - 1).cycle.cancellations, [
    { kind: 'refund', state: 'given' },
  ]);
  assert.equal(stateAt(END, {}, END - 1).cycle.refundedAt, END - 1);
  assert.deepEqual(stateAt(END, {}, END).cycle.cancellations, []);
  assert.equal(stateAt(END, {}, END).cycle.refundedAt, null);
});

test('a cycle is named by its end, and the subscription by the receipt', () => {
  const { subscriptionId, originalTransactionId, cycle, beganAt } = stateAt(BEGAN);
  assert.deepEqual([subscriptionId, originalTransactionId, beganAt], ['r', 'r', BEGAN]);
  const { uniqueKey, storeTransactionId, place, expiresAt } = cycle;
  const named = [uniqueKey, storeTransactionId, place, expiresAt];
  assert.deepEqual(named, [`r/${END}`, `r/${END}`, END, END]);
  assert.equal(stateAt(BEGAN, { renewalDate: null }).cycle.uniqueKey, `r/${BEGAN}`);
});

test('what renews next', () => {
  const next = (fields: object, cancelDate: number | null = null) =>
    stateAt(BEGAN, fields, cancelDate).lifecycle?.autoRenewProductId;
  assert.equal(next({}), 'vip');
  assert.equal(next({ autoRenewing: false }), null);
  assert.equal(next({ deferredSku: 'vip.yearly' }), 'vip.yearly');
  assert.equal(next({}, BEGAN), null);
});
