// Which call an action is at Google, what can be done, and whether it was done, as tables.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Action, SaleState, Sold } from '../action.ts';
import type { Cancellation } from '../cancellation.ts';
import type { SubscriptionState } from '../subscription.ts';
import { callFor, outcomeOf, saleStateOf } from './actions.ts';
import type { PlayOrder } from './order.ts';

const DAY = 24 * 60 * 60_000;
const ORDER = 'GPA.1-2..0';
const purchase = { providerTransactionId: ORDER, subscriptionId: null } as Sold;
const cycle = { ...purchase, subscriptionId: 'to/ken vip.extra' };
const refund = (amount: string, more: object = {}): Action => ({
  kind: 'refund',
  amount,
  takesGoods: false,
  ...more,
});

describe('calls', () => {
  const before = { version: `"e tag" ${ORDER}` } as SaleState;
  const updating = (verb: string, body: object) => ({
    operation: `google.subscriptionsv2.${verb}`,
    method: 'POST',
    path: `/purchases/subscriptionsv2/tokens/to%2Fken:${verb}`,
    body,
  });
  const refunding = (revoke: boolean) => ({
    operation: 'google.orders.refund',
    method: 'POST',
    path: `/orders/GPA.1-2..0:refund?revoke=${revoke}`,
  });
  const onlyWhole = {
    refused:
      'Google Play refunds orders as a whole. Another amount can be paid back in the Play Console only.',
  };
  const revoking = (revocationContext: object) => updating('revoke', { revocationContext });
  const cases: [string, Sold, Action, object][] = [
    ['an order', purchase, refund('rest'), refunding(false)],
    ['an order with the goods', purchase, refund('rest', { takesGoods: true }), refunding(true)],
    ['a cycle', cycle, refund('rest', { takesGoods: true }), refunding(true)],
    ['a line of an order', purchase, refund('rest', { line: 'gems' }), onlyWhole],
    ['a part of an order', purchase, refund('1.00'), onlyWhole],
    ['the time left of no subscription', purchase, refund('prorated'), onlyWhole],
    ['the renewal of no subscription', purchase, { kind: 'cancel' }, onlyWhole],
    ['a part of a cycle', cycle, refund('1.00'), onlyWhole],
    [
      'an item',
      cycle,
      refund('rest', { line: 'vip' }),
      revoking({ itemBasedRefund: { productId: 'vip' } }),
    ],
    ['the time left', cycle, refund('prorated'), revoking({ proratedRefund: {} })],
    [
      'the renewal',
      cycle,
      { kind: 'cancel' },
      updating('cancel', {
        cancellationContext: { cancellationType: 'USER_REQUESTED_STOP_RENEWALS' },
      }),
    ],
    [
      'the next payment',
      cycle,
      { kind: 'defer', days: 2 },
      updating('defer', { deferralContext: { deferDuration: '172800s', etag: '"e tag"' } }),
    ],
    [
      'an extension',
      cycle,
      { kind: 'extend', days: 2 },
      { refused: 'Google Play defers a subscription; only the App Store extends one.' },
    ],
  ];
  for (const [name, sold, action, call] of cases) {
    test(name, () => assert.deepEqual(callFor(sold, { action, before }), call));
  }
});

const order = (cancellations: readonly Cancellation[], more: object = {}): PlayOrder => ({
  orderId: ORDER,
  productIds: ['vip'],
  purchaseToken: 'token',
  cancellations,
  isRefundPending: false,
  price: '9.90',
  currency: 'USD',
  resource: { lineItems: [{ productId: 'vip', total: { currencyCode: 'USD', units: '9' } }] },
  ...more,
});

function subscription(
  status: string,
  renews: string | null | undefined,
  more: object = {},
): SubscriptionState {
  return {
    lifecycle: { status, autoRenewProductId: renews },
    cycle: { storeTransactionId: ORDER, productId: 'vip', expiresAt: 5 * DAY },
    marketResult: { etag: 'e2' },
    ...more,
  } as unknown as SubscriptionState;
}

const given: Cancellation = { kind: 'refund', state: 'given' };
const part = (amount: string | null): Cancellation => ({
  kind: 'refund',
  state: 'partial',
  amount,
});

describe('what can be done', () => {
  const refundCan = { part: false, byLine: false, prorated: false, goods: 'choice' };
  const amounts: [string, PlayOrder | undefined, string | null, string | null, boolean][] = [
    ['paid', order([]), '0.00', '9.90', true],
    ['a part is back', order([part('4.00')]), '4.00', '5.90', true],
    ['a part of which nobody knows', order([part(null)]), null, null, true],
    ['all of it is back', order([given]), '9.90', '0.00', false],
    ['under way', order([{ kind: 'refund', state: 'pending' }]), '9.90', '0.00', false],
    ['charged back', order([{ kind: 'dispute', id: 'd', state: 'lost' }]), '9.90', '0.00', false],
    ['without an order', undefined, null, null, false],
  ];
  for (const [name, of, refunded, refundable, can] of amounts) {
    test(`of a purchase: ${name}`, () => {
      assert.deepEqual(saleStateOf({ order: of, subscription: undefined }, purchase), {
        currency: of ? 'USD' : null,
        paid: of ? '9.90' : null,
        refunded,
        refundable,
        lines: of ? [{ productId: 'vip', paid: '9.00' }] : [],
        subscription: null,
        can: can ? { refund: refundCan } : {},
        version: null,
      });
    });
  }
  test('never charged', () => {
    const never = order([{ ...given, reason: 'canceled' }]);
    assert.deepEqual(saleStateOf({ order: never, subscription: undefined }, purchase), {
      refused: 'The order was cancelled before it was charged.',
    });
  });

  const addOns = [subscription('active', 'vip.extra')];
  const [cancel, defer] = [true, { mostDays: 365 }];
  const later = { cycle: { storeTransactionId: 'GPA.1-2..1', expiresAt: 5 * DAY } };
  const current = { ...refundCan, prorated: true };
  const states: [string, SubscriptionState, renews: boolean, can: object][] = [
    ['running', subscription('active', 'vip'), true, { refund: current, cancel, defer }],
    ['in grace', subscription('grace', 'vip'), true, { refund: current, cancel }],
    ['cancelled', subscription('active', null), false, { refund: current }],
    ['without a renewal', subscription('active', undefined), false, { refund: current }],
    [
      'of which nothing is told',
      subscription('active', 'vip', { lifecycle: undefined }),
      false,
      { refund: current },
    ],
    ['over', subscription('expired', 'vip'), true, { refund: refundCan }],
    ['revoked', subscription('revoked', null), false, { refund: refundCan }],
    [
      'an earlier cycle',
      subscription('active', 'vip', later),
      true,
      { refund: refundCan, cancel, defer },
    ],
    [
      'with add-ons',
      subscription('active', 'vip', { addOns }),
      true,
      { refund: { ...current, byLine: true }, cancel, defer },
    ],
    [
      'paid for an add-on',
      subscription('active', 'vip', { ...later, addOns }),
      true,
      { refund: { ...current, byLine: true }, cancel, defer },
    ],
  ];
  for (const [name, of, renews, can] of states) {
    test(`of a subscription: ${name}`, () => {
      const saleState = saleStateOf({ order: order([]), subscription: of }, cycle) as SaleState;
      assert.deepEqual(
        [saleState.subscription, saleState.can, saleState.version],
        [{ renews, endsAt: 5 * DAY }, can, `e2 ${of.cycle.storeTransactionId}`],
      );
    });
  }
});

test('what Google does not tell, nobody knows', () => {
  for (const more of [{ price: undefined }, { currency: undefined }]) {
    const seen = { order: order([], more), subscription: undefined };
    const { refundable, can } = saleStateOf(seen, purchase) as SaleState;
    assert.deepEqual([refundable, Object.keys(can)], [null, ['refund']]);
  }
  const seen = {
    order: order([]),
    subscription: subscription('active', 'vip', { marketResult: {} }),
  };
  assert.equal((saleStateOf(seen, cycle) as SaleState).version, ` ${ORDER}`);
  const defer = callFor(cycle, {
    action: { kind: 'defer', days: 1 },
    before: { version: null } as SaleState,
  });
  assert.deepEqual('body' in defer && defer.body, {
    deferralContext: { deferDuration: '86400s', etag: '' },
  });
});

describe('whether it was done', () => {
  const before = {
    refunded: '0.00',
    subscription: { renews: true, endsAt: 5 * DAY },
    version: `e1 ${ORDER}`,
  } as SaleState;
  const cancel: Action = { kind: 'cancel' };
  const defer: Action = { kind: 'defer', days: 2 };
  const ending = (expiresAt: number | null, orderId = ORDER, start?: number) => {
    const servicePeriodStartTime = start && new Date(start).toISOString();
    const line = { productId: 'vip', subscriptionDetails: { servicePeriodStartTime } };
    return subscription('active', 'vip', {
      cycle: { storeTransactionId: orderId, productId: 'vip', expiresAt },
      marketResult: { order: { lineItems: [{ productId: 'vip.extra' }, line] } },
    });
  };
  const cases: [string, PlayOrder | undefined, SubscriptionState | undefined, Action, string][] = [
    ['refund: nothing', order([]), undefined, refund('rest'), 'not done'],
    ['refund: all', order([given]), undefined, refund('rest'), 'done'],
    [
      'refund: under way',
      order([{ kind: 'refund', state: 'pending' }], { isRefundPending: true }),
      undefined,
      refund('rest'),
      'pending',
    ],
    ['refund: no order', undefined, undefined, refund('rest'), 'not done'],
    ['refund: a part', order([part('4.00')]), undefined, refund('prorated'), 'done'],
    ['refund: unknown', order([part(null)]), undefined, refund('prorated'), 'done'],
    ['cancel: renews', undefined, subscription('active', 'vip'), cancel, 'not done'],
    ['cancel: does not', undefined, subscription('active', null), cancel, 'done'],
    ['cancel: over', undefined, subscription('expired', 'vip'), cancel, 'done'],
    ['cancel: no subscription', undefined, undefined, cancel, 'not done'],
    ['defer: as before', undefined, ending(5 * DAY), defer, 'not done'],
    ['defer: too little', undefined, ending(7 * DAY - 1), defer, 'not done'],
    ['defer: enough', undefined, ending(7 * DAY), defer, 'done'],
    ['defer: no end', undefined, ending(null), defer, 'not done'],
    ['defer: renewed in time', undefined, ending(35 * DAY, 'next', 5 * DAY), defer, 'not done'],
    ['defer: renewed later', undefined, ending(37 * DAY, 'next', 7 * DAY), defer, 'done'],
    ['defer: renewed some time', undefined, ending(37 * DAY, 'next'), defer, 'not done'],
    ['extend', undefined, ending(9 * DAY), { kind: 'extend', days: 2 }, 'not done'],
  ];
  for (const [name, of, seen, action, outcome] of cases) {
    test(name, () => {
      assert.equal(outcomeOf({ order: of, subscription: seen }, { action, before }), outcome);
    });
  }
  for (const [name, marketResult] of [
    ['of which nobody knows the order', { order: null }],
    ['whose order has no such product', { order: { lineItems: [] } }],
  ] as const) {
    test(`defer: another cycle ${name}`, () => {
      const other = { storeTransactionId: 'next', productId: 'vip', expiresAt: 40 * DAY };
      const seen = subscription('active', 'vip', { cycle: other, marketResult });
      const outcome = outcomeOf(
        { order: undefined, subscription: seen },
        { action: defer, before },
      );
      assert.equal(outcome, 'not done');
    });
  }
  test('nothing is done beyond what was known before', () => {
    const unknown = { ...before, refunded: null, subscription: null };
    const seen = { order: order([]), subscription: ending(90 * DAY) };
    for (const action of [refund('rest'), defer]) {
      assert.equal(outcomeOf(seen, { action, before: unknown }), 'not done');
    }
  });
  test('more than before', () => {
    const seen = { order: order([part('4.00')]), subscription: undefined };
    const outcomes = ['3.99', '4.00', null].map((refunded) =>
      outcomeOf(seen, { action: refund('rest'), before: { ...before, refunded } }),
    );
    assert.deepEqual(outcomes, ['done', 'not done', 'done']);
  });
});
