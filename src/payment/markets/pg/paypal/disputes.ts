// What PayPal's refunds and disputes mean for a purchase.
import { Big } from 'big.js';
import { amountText } from '../../../money.ts';
import type { Cancellation, DisputeReport, RefundReport } from '../../cancellation.ts';
import { type Fields, fieldsOf, textOf } from '../../fields.ts';
import { fromPaypal, type Money } from './money.ts';

/** Outcomes that cost the studio the payment, and those that do not. */
const OUTCOMES: ReadonlyMap<unknown, 'won' | 'lost'> = new Map([
  ['RESOLVED_BUYER_FAVOUR', 'lost'],
  ['ACCEPTED', 'lost'],
  ['RESOLVED_SELLER_FAVOUR', 'won'],
  // PayPal's own money pays the buyer.
  ['RESOLVED_WITH_PAYOUT', 'won'],
  ['CANCELED_BY_BUYER', 'won'],
  ['DENIED', 'won'],
]);

export const isResolved = ({ status }: Fields): boolean => status === 'RESOLVED';

/** The buyer asks the studio before PayPal or a bank decides anything. */
export const isInquiry = (dispute: Fields): boolean =>
  dispute.dispute_life_cycle_stage === 'INQUIRY';

/** `NONE`, and an outcome that this release does not know, are told by the money. */
function outcomeOf(dispute: Fields): 'won' | 'lost' {
  const outcome = fieldsOf(dispute.dispute_outcome);
  const known = OUTCOMES.get(outcome?.outcome_code);
  if (known) return known;
  const refunded = fromPaypal(fieldsOf(outcome?.amount_refunded));
  return refunded && new Big(refunded.amount).gt(0) ? 'lost' : 'won';
}

/** Undefined when the dispute has not cost the studio the payment. */
function stateOf(dispute: Fields): DisputeReport['state'] | undefined {
  if (!isResolved(dispute)) return isInquiry(dispute) ? undefined : 'open';
  const outcome = outcomeOf(dispute);
  return outcome === 'won' && isInquiry(dispute) ? undefined : outcome;
}

export function disputesOf(disputes: readonly Fields[], paid: Money): readonly DisputeReport[] {
  return disputes.flatMap((dispute) => {
    const id = textOf(dispute.dispute_id);
    const state = stateOf(dispute);
    if (id === undefined || state === undefined) return [];
    const disputed = fromPaypal(fieldsOf(dispute.dispute_amount));
    const amount = disputed?.currency === paid.currency ? disputed.amount : null;
    return [{ kind: 'dispute', id, state, amount, reason: textOf(dispute.reason) ?? null }];
  });
}

/** Reversals are refunds, too. The capture's own status counts where PayPal lists none. */
export function refundsOf(
  capture: Fields,
  refunds: readonly Fields[],
  paid: Money,
): readonly RefundReport[] {
  const complete = { kind: 'refund', isComplete: true } as const;
  const refunded = refunds
    .filter(({ status }) => status === 'COMPLETED')
    .reduce((sum, { amount }) => sum.plus(fromPaypal(fieldsOf(amount))?.amount ?? 0), new Big(0));
  const isWhole = refunded.gte(paid.amount) || isRefunded(capture);
  if (isWhole) return [{ ...complete, state: 'given' }];
  if (refunded.gt(0)) {
    return [{ ...complete, state: 'partial', amount: amountText(refunded, paid.currency) }];
  }
  if (capture.status === 'PARTIALLY_REFUNDED') {
    return [{ ...complete, state: 'partial', amount: null }];
  }
  if (refunds.length === 0) return [];
  const isPending = refunds.some(({ status }) => status === 'PENDING');
  return [{ ...complete, state: isPending ? 'pending' : 'restored' }];
}

const isRefunded = (capture: Fields): boolean =>
  capture.status === 'REFUNDED' || reasonOf(capture) === 'REFUNDED';

/** Why a capture is pending or declined. */
const reasonOf = ({ status_details }: Fields): string | undefined =>
  textOf(fieldsOf(status_details)?.reason);

const PAID: ReadonlySet<unknown> = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED']);
/** The money came, and was taken or held afterwards. */
const PAID_ONCE: ReadonlySet<unknown> = new Set(['BUYER_COMPLAINT', 'CHARGEBACK', 'REFUNDED']);

/** Of a capture: an electronic cheque and a review are pending, and may be declined days later. */
export function captureState(capture: Fields): 'pending' | 'paid' | 'ended' {
  if (PAID.has(capture.status) || PAID_ONCE.has(reasonOf(capture))) return 'paid';
  return capture.status === 'PENDING' ? 'pending' : 'ended';
}

export const cancellationsOf = (
  capture: Fields,
  refunds: readonly Fields[],
  disputes: readonly Fields[],
  paid: Money,
): readonly Cancellation[] => [...refundsOf(capture, refunds, paid), ...disputesOf(disputes, paid)];
