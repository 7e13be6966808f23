// The timeline of a purchase or subscription, oldest first.
import { Type } from 'typebox';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import { namedObject } from '../../base/named.ts';
import type { CancellationTable, MarketActionTable, PurchaseTable } from '../../storage/schema.ts';
import { disputeIdOf } from '../ledger/cancellation.ts';
import { statusOf } from '../ledger/subscription-state.ts';
import type { Action } from '../markets/action.ts';
import { mismatchOf } from '../orders/mismatch.ts';
import type { Order } from '../orders/store.ts';
import { serviceIdOf } from '../service-id.ts';
import type {
  CycleRecord,
  PurchaseDetails,
  RelatedActivity,
  SubscriptionDetails,
} from './details.ts';
import { comparedOf, deliveryOf, jsonOf } from './purchase-view.ts';

export const TimelineEntry = namedObject('TimelineEntry', {
  at: Type.String({ description: 'UTC, ISO 8601.' }),
  kind: Type.String({ description: 'Type of the entry, such as `purchase.recorded`.' }),
  details: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
});
export type TimelineEntry = Type.Static<typeof TimelineEntry>;

export const TIMELINE_EXAMPLE = [
  {
    at: '2026-11-15T11:59:58.000Z',
    kind: 'purchase.paid',
    details: { source: 'STORE_PAYMENT' },
  },
  { at: '2026-11-17T08:30:00.000Z', kind: 'purchase.refunded', details: {} },
];

interface Entry {
  readonly at: number;
  readonly kind: string;
  readonly details: object;
}

type Entries = readonly (Entry | false)[];

/** Stable: entries of the same time keep their order. */
const inOrder = (entries: Entries): TimelineEntry[] =>
  entries
    .filter((entry) => entry !== false)
    .sort((one, other) => one.at - other.at)
    .map(({ at, kind, details }) => ({ at: isoTime(at), kind, details }));

export function purchaseTimeline(details: PurchaseDetails) {
  const { purchase } = details;
  return inOrder([
    ...orderEntries(details),
    purchase.purchase_date_source === 'STORE_PAYMENT' &&
      purchase.purchased_at !== null && {
        at: purchase.purchased_at,
        kind: 'purchase.paid',
        details: { source: purchase.purchase_date_source },
      },
    purchase.claimed === 1 && requestEntry(purchase),
    recordEntry(purchase),
    ...grantEntries(details),
    ...deliveryEntries(details),
    ...noticeEntries(details),
    ...refundAnswerEntries(details),
    ...details.actions.flatMap(actionEntries),
    ...cancellationEntries(details),
    ...eventEntries(details),
  ]);
}

function orderEntries({ order }: PurchaseDetails): Entries {
  if (!order) return [];
  const { order_id } = order;
  return [
    {
      at: order.created_at,
      kind: 'order.opened',
      details: {
        order_id,
        player_id: BigInt(order.player_id),
        product_id: order.product_id,
        quantity: order.quantity,
        amount: order.amount,
        currency: order.currency,
        gateway: order.gateway,
        steam_id: order.steam_id,
      },
    },
    ...mismatchEntries(order),
    order.paid_at !== null && {
      at: order.paid_at,
      kind: 'order.paid',
      details: { order_id, market_transaction_id: order.store_transaction_id },
    },
    order.closed_at !== null && {
      at: order.closed_at,
      kind: 'order.closed',
      details: { order_id },
    },
  ];
}

function mismatchEntries(order: Order): Entries {
  const mismatch = mismatchOf(order);
  if (!mismatch) return [];
  const { found_at, refunded_at, ...details } = mismatch;
  return [
    { at: Date.parse(found_at), kind: 'order.mismatched', details },
    refunded_at !== null && {
      at: Date.parse(refunded_at),
      kind: 'order.mismatch_refunded',
      details: {},
    },
  ];
}

const requestEntry = (row: PurchaseTable): Entry => ({
  at: row.claimed_at ?? row.verified_at,
  kind: 'purchase.requested',
  details: {
    client_id: row.claimed_by,
    request_type: row.request_type,
    account_uuid: row.account_uuid,
    account_compare: comparedOf(row),
    app_version: row.app_version,
    country: row.country,
    language: row.language,
    server_id: row.server_id,
  },
});

const recordEntry = (row: PurchaseTable): Entry => ({
  at: row.verified_at,
  kind: 'purchase.recorded',
  details: {
    service_transaction_id: serviceIdOf(row),
    transaction_id: row.transaction_id,
    amount: row.price,
    currency: row.currency,
    test: row.test === 1,
    market_result: jsonOf(row.market_result),
  },
});

function grantEntries({ grants, grantJob }: RelatedActivity): Entries {
  const done = grants.map(({ at, kind }) => ({ at, kind, details: {} }));
  if (!grantJob) return done;
  const { attempts, last_error, due_at } = grantJob;
  const at = grantJob.created_at;
  const pending =
    due_at === null
      ? { at, kind: 'acknowledgement.failed', details: { attempts, last_error } }
      : {
          at,
          kind: 'acknowledgement.pending',
          details: { attempts, last_error, next_at: isoTimeOrNull(due_at) },
        };
  return [...done, pending];
}

/** The first report, and the app server's corrections of it. */
function deliveryEntries({ purchase, earlierDeliveries }: PurchaseDetails): Entries {
  const { delivery, delivery_at } = purchase;
  const earlier = earlierDeliveries.map(({ at, details }) => ({
    at,
    delivery: Number(details) as PurchaseTable['delivery'],
  }));
  const current = delivery_at === null ? [] : [{ at: delivery_at, delivery }];
  return [...earlier, ...current].map(({ at, delivery: reported }, index, all) => {
    const replaced = all[index - 1];
    const result = deliveryOf(reported);
    return replaced
      ? {
          at,
          kind: 'delivery.corrected',
          details: { result, before: deliveryOf(replaced.delivery) },
        }
      : { at, kind: 'delivery.reported', details: { result } };
  });
}

const noticeEntries = ({ notices }: RelatedActivity): Entries =>
  notices.toReversed().map(({ provider, notice_id, kind, state, said_at, received_at }) => ({
    at: received_at,
    kind: 'notice.received',
    details: { provider, notice_id, kind, state, said_at: isoTime(said_at) },
  }));

const refundAnswerEntries = ({ refundAnswers }: RelatedActivity): Entries =>
  refundAnswers.map(({ at, kind, details }) => ({ at, kind, details: jsonOf(details) ?? {} }));

const CANCELLATIONS = {
  pending: 'refund.pending',
  partial: 'refund.partial',
  given: 'purchase.refunded',
  restored: 'refund.reversed',
  open: 'dispute.opened',
  won: 'dispute.won',
  lost: 'dispute.lost',
} as const;

const CYCLE_CANCELLATIONS = {
  ...CANCELLATIONS,
  partial: 'cycle.partially_refunded',
  given: 'cycle.refunded',
  restored: 'cycle.refund_reversed',
} as const;

/** What a family shared was not paid, so its end is no refund. */
const isRevoked = (
  { state }: CancellationTable,
  { ownership }: Pick<PurchaseTable, 'ownership'>,
): boolean => state === 'given' && ownership !== null;

const cancellationEntries = ({ purchase, cancellations, actions }: PurchaseDetails): Entries =>
  cancellations.map((report) => ({
    at: report.reported_at,
    kind: isRevoked(report, purchase) ? 'purchase.revoked' : CANCELLATIONS[report.state],
    details: { ...detailsOf(report, purchase), ...byWhom(report, actions) },
  }));

/** Of a refund that an operator had the market make. */
function byWhom({ action_id }: CancellationTable, actions: readonly MarketActionTable[]): object {
  if (action_id === null) return {};
  const action = actions.find((each) => each.action_id === action_id);
  return { action_id, ...(action && { by: action.actor }) };
}

/** From the request to what the market made of it. */
function actionEntries(row: MarketActionTable): Entries {
  const { action_id, kind, amount, currency, state, decided_by: by } = row;
  const wanted = JSON.parse(row.wanted) as Action;
  const isRefund = wanted.kind === 'refund';
  const ended = state === 'declined' || state === 'withdrawn';
  return [
    {
      at: row.requested_at,
      kind: 'action.requested',
      details: {
        action_id,
        kind,
        by: row.actor,
        reason: row.reason,
        ...(isRefund && { amount, currency, goods: wanted.takesGoods ? 'taken' : 'kept' }),
        ...(isRefund && wanted.line !== undefined && { line: wanted.line }),
        ...('days' in wanted && { days: wanted.days }),
      },
    },
    row.decided_at !== null && {
      at: row.decided_at,
      kind: ended ? `action.${state}` : 'action.approved',
      details: { action_id, by, ...(ended && row.answer !== null && { comment: row.answer }) },
    },
    (state === 'sent' || state === 'accepted') && {
      at: row.sent_at ?? row.requested_at,
      kind: `action.${state}`,
      details: { action_id, attempts: row.attempts, last_error: row.answer },
    },
    (state === 'done' || state === 'rejected') && {
      at: row.ended_at ?? row.requested_at,
      kind: `action.${state}`,
      details: { action_id, kind, ...(row.answer !== null && { answer: row.answer }) },
    },
  ];
}

function detailsOf(
  report: CancellationTable,
  { currency }: Pick<PurchaseTable, 'currency'>,
): object {
  const { amount, quantity, reason } = report;
  const dispute_id = disputeIdOf(report);
  return {
    ...(dispute_id !== undefined && { dispute_id }),
    ...(amount !== null && { amount, currency }),
    ...(quantity !== null && { quantity }),
    ...(reason !== null && { reason }),
  };
}

const eventEntries = ({ events }: RelatedActivity): Entries =>
  events.map(({ at, type, number, state, again }) => ({
    at,
    kind: 'event.queued',
    details: { type, number, state, ...(again && { again }) },
  }));

export function subscriptionTimeline(details: SubscriptionDetails) {
  const { subscription, cycles } = details;
  const { created_at, product_id, replaced_at, replaced_by } = subscription;
  const status = statusOf(subscription);
  return inOrder([
    ...cycles.toReversed().flatMap((cycle) => cycleEntries(cycle, details)),
    { at: created_at, kind: 'subscription.recorded', details: { status, product_id } },
    replaced_at !== null && {
      at: replaced_at,
      kind: 'subscription.replaced',
      details: { replaced_by },
    },
    ...grantEntries(details),
    ...noticeEntries(details),
    ...refundAnswerEntries(details),
    ...details.actions.flatMap(actionEntries),
    ...eventEntries(details),
  ]);
}

function cycleEntries(cycle: CycleRecord, { cancellations, actions }: RelatedActivity): Entries {
  const service_transaction_id = serviceIdOf(cycle);
  return [
    {
      at: cycle.purchased_at ?? cycle.verified_at,
      kind: 'cycle.paid',
      details: {
        service_transaction_id,
        store_transaction_id: cycle.provider_transaction_id,
        product_id: cycle.product_id,
        amount: cycle.price,
        currency: cycle.currency,
        test: cycle.test === 1,
      },
    },
    cycle.claimed === 1 && {
      at: cycle.claimed_at ?? cycle.verified_at,
      kind: 'cycle.verified',
      details: {
        service_transaction_id,
        client_id: cycle.claimed_by,
        account_uuid: cycle.account_uuid,
      },
    },
    ...cancellations
      .filter(({ unique_key }) => unique_key === cycle.unique_key)
      .map((report) => ({
        at: report.reported_at,
        kind: isRevoked(report, cycle) ? 'cycle.revoked' : CYCLE_CANCELLATIONS[report.state],
        details: {
          service_transaction_id,
          ...detailsOf(report, cycle),
          ...byWhom(report, actions),
        },
      })),
  ];
}
