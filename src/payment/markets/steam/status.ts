// What the status of a Steam order means: whether it is paid, and which refund or chargeback it reports.
import type { Cancellation } from '../cancellation.ts';

type OrderState = 'waiting' | 'approved' | 'paid' | 'refunded' | 'lost' | 'unknown';

const ORDER_STATES: Readonly<Record<string, OrderState>> = {
  Init: 'waiting',
  Approved: 'approved',
  Succeeded: 'paid',
  PartialRefund: 'paid',
  Refunded: 'refunded',
  Chargedback: 'refunded',
  RefundedSuspectedFraud: 'refunded',
  RefundedFriendlyFraud: 'refunded',
  Failed: 'lost',
};

export const orderStateOf = ({ status }: { readonly status: string }): OrderState =>
  ORDER_STATES[status] ?? 'unknown';

export interface ReversibleOrder {
  readonly orderId: string;
  readonly status: string;
  /** Decimal text: the lines of the order that were refunded. */
  readonly refunded: string | null;
}

/** Without a time: Steam shows it now. */
export function cancellationsOf(
  { orderId, status, refunded }: ReversibleOrder,
  reportedAt?: number,
): readonly Cancellation[] {
  switch (status) {
    case 'PartialRefund':
      return [{ kind: 'refund', state: 'partial', amount: refunded, reportedAt }];
    case 'Refunded':
      return [{ kind: 'refund', state: 'given', reportedAt }];
    case 'RefundedSuspectedFraud':
    case 'RefundedFriendlyFraud':
      return [{ kind: 'refund', state: 'given', reason: status, reportedAt }];
    // Steam reports a chargeback only when the money is gone, and gives it no id.
    case 'Chargedback':
      return [{ kind: 'dispute', id: orderId, state: 'lost', reportedAt }];
    default:
      return [];
  }
}
