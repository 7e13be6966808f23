// What can be refunded at a market of the studio's own, and what became of a refund.
import { Big } from 'big.js';
import { amountText } from '../../money.ts';
import type { ActionRefused, ActionTraits, Intent, SaleState } from '../action.ts';
import type { Cancellation } from '../cancellation.ts';

export const customActions = {
  refund: { part: true, byLine: false, prorated: false, goods: 'taken' },
} as const satisfies ActionTraits;

/** What the studio shows of a payment. */
export interface Payment {
  readonly transactionId: string;
  readonly price: string | null;
  readonly currency: string | null;
  readonly cancellations: readonly Cancellation[];
  readonly subscription: SaleState['subscription'];
}

/** Decimal text; undefined for what is no amount. */
export function amountOf({
  action,
  before,
}: Pick<Intent, 'action' | 'before'>): string | undefined {
  if (action.kind !== 'refund' || action.line !== undefined) return undefined;
  if (action.amount === 'prorated') return undefined;
  return action.amount === 'rest' ? (before.refundable ?? undefined) : action.amount;
}

/** What is under way counts as all: the studio says how much only at its end. */
function refundedOf({ cancellations, price }: Payment): string {
  const refund = cancellations.find(({ kind }) => kind === 'refund');
  if (!refund || refund.state === 'restored') return '0';
  return refund.state === 'partial' ? (refund.amount ?? '0') : (refund.amount ?? price ?? '0');
}

export function outcomeOf(
  payment: Payment,
  intent: Pick<Intent, 'action' | 'before'>,
): 'done' | 'pending' | 'not done' {
  const wanted = new Big(intent.before.refunded ?? 0).plus(amountOf(intent) ?? 0);
  if (new Big(refundedOf(payment)).lt(wanted)) return 'not done';
  return payment.cancellations.some(({ state }) => state === 'pending') ? 'pending' : 'done';
}

export function saleStateOf(payment: Payment, takesRefunds: boolean): SaleState | ActionRefused {
  const { price: paid, currency, cancellations, subscription } = payment;
  const isDisputed = cancellations.some(({ kind, state }) => kind === 'dispute' && state !== 'won');
  if (isDisputed) return disputed;
  const about = { currency, paid, lines: [], subscription, version: null };
  if (paid === null || currency === null) {
    return { ...about, refunded: null, refundable: null, can: {} };
  }
  const refunded = amountText(refundedOf(payment), currency);
  const left = new Big(paid).minus(refunded);
  return {
    ...about,
    refunded,
    refundable: amountText(left, currency),
    can: takesRefunds && left.gt(0) ? customActions : {},
  };
}

const disputed: ActionRefused = { refused: 'The buyer disputes the payment.' };
