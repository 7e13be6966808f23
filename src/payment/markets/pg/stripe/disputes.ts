// What Stripe's refunds, disputes and inquiries mean for a purchase.
import type Stripe from 'stripe';
import type { Cancellation, DisputeReport, RefundReport } from '../../cancellation.ts';
import { textOf } from '../../fields.ts';
import type { GatewayDispute, GatewayRefund } from '../gateway.ts';
import { fromStripe } from './money.ts';

const STATES: Readonly<Record<string, DisputeReport['state']>> = {
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  won: 'won',
  lost: 'lost',
};

/** The bank asks before anything is disputed: Stripe takes no money, so nothing is cancelled. */
export const isInquiry = ({ status }: Pick<Stripe.Dispute, 'status'>): boolean =>
  status.startsWith('warning_');

/** Undefined when the dispute has not cost the studio the payment. */
function stateOf(dispute: Stripe.Dispute): DisputeReport['state'] | undefined {
  if (isInquiry(dispute)) return undefined;
  const state = STATES[dispute.status];
  if (state) return state;
  // A prevented dispute was blocked, or settled by giving the money back: the balance shows which.
  const balance = dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0);
  return balance < 0 ? 'lost' : undefined;
}

export function cancellationsOf(
  charge: Stripe.Charge | null,
  refunds: readonly Stripe.Refund[],
  disputes: readonly Stripe.Dispute[],
): readonly Cancellation[] {
  return [
    ...refundsOf(charge, refunds),
    ...disputes.flatMap((each) => disputeReportOf(each, charge)),
  ];
}

/** The charge itself also counts refunds that may still fail. */
function refundsOf(
  charge: Stripe.Charge | null,
  refunds: readonly Stripe.Refund[],
): readonly RefundReport[] {
  if (!charge || refunds.length === 0) return [];
  const complete = { kind: 'refund', isComplete: true } as const;
  const refunded = refunds.filter(isFinal).reduce((sum, { amount }) => sum + amount, 0);
  if (refunded >= charge.amount) return [{ ...complete, state: 'given' }];
  if (refunded > 0) {
    const amount = amountOf({ amount: refunded, currency: charge.currency });
    return [{ ...complete, state: 'partial', amount }];
  }
  return [{ ...complete, state: refunds.some(isPending) ? 'pending' : 'restored' }];
}

const isPending = ({ status }: Stripe.Refund): boolean =>
  status === 'pending' || status === 'requires_action';

export const refundState = (refund: Stripe.Refund): GatewayRefund['state'] =>
  isFinal(refund) ? 'done' : isPending(refund) ? 'pending' : 'failed';

/** Of a refund that failed or was cancelled, the buyer has no money. */
const isFinal = (refund: Stripe.Refund): boolean =>
  !isPending(refund) && refund.status !== 'failed' && refund.status !== 'canceled';

function disputeReportOf(
  dispute: Stripe.Dispute,
  charge: Stripe.Charge | null,
): readonly DisputeReport[] {
  const state = stateOf(dispute);
  if (!state) return [];
  const { id, reason } = dispute;
  // The bank may dispute in its own currency, which is not that of the purchase.
  const amount = dispute.currency === charge?.currency ? amountOf(dispute) : null;
  return [{ kind: 'dispute', id, state, amount, reason }];
}

export const amountOf = ({ amount, currency }: { amount: number; currency: string }): string =>
  fromStripe(amount, currency.toUpperCase());

const ANSWERS: Readonly<Record<string, GatewayDispute['state']>> = {
  warning_needs_response: 'open',
  needs_response: 'open',
  // An appeal is made at Stripe.
  appeal_needs_response: 'sent',
  warning_under_review: 'sent',
  under_review: 'sent',
  appeal_under_review: 'sent',
  won: 'won',
  lost: 'lost',
};

/** Its name in the metadata of a dispute. */
export const SUBMISSION = 'tollgate_submission';

/** What can be done about it, and until when. */
export function disputeOf(dispute: Stripe.Dispute): GatewayDispute {
  const { id, reason, currency, created, evidence_details, metadata } = dispute;
  const { due_by: dueBy, submission_count: submissions } = evidence_details;
  const network = dispute.payment_method_details?.card?.network_reason_code;
  return {
    id,
    // Inquiries that are over, and disputes that were prevented.
    state: ANSWERS[dispute.status] ?? 'closed',
    inquiry: isInquiry(dispute),
    reason,
    networkReason: network ?? dispute.network_reason_code ?? null,
    amount: amountOf(dispute),
    currency: currency.toUpperCase(),
    openedAt: created * 1_000,
    dueAt: dueBy === null ? null : dueBy * 1_000,
    submissions,
    submissionId: textOf(metadata[SUBMISSION]) ?? null,
  };
}
