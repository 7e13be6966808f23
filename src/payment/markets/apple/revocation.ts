// Refunds and revocations as a transaction shows them.
import { Big } from 'big.js';
import { amountText, currencyDigits } from '../../money.ts';
import type { RefundReport } from '../cancellation.ts';

interface Revocable {
  readonly price?: unknown;
  readonly currency?: unknown;
  readonly revocationDate?: unknown;
  readonly revocationType?: unknown;
  readonly revocationReason?: unknown;
  readonly revocationPercentage?: unknown;
}

/** 100 %, in thousandths of a percent. */
const WHOLE = 100_000;

/** What the App Store took back, or undefined. */
export function refundOf(transaction: Revocable): RefundReport | undefined {
  if (transaction.revocationDate === undefined) return undefined;
  const reason = reasonOf(transaction);
  return isPartial(transaction)
    ? { kind: 'refund', state: 'partial', amount: refundedAmount(transaction), reason }
    : { kind: 'refund', state: 'given', reason };
}

const isPartial = ({ revocationType, revocationPercentage }: Revocable): boolean =>
  revocationType === 'REFUND_PRORATED' && revocationPercentage !== WHOLE;

/** By the names in Apple's library. */
function reasonOf({ revocationType, revocationReason }: Revocable): string | null {
  if (revocationType === 'FAMILY_REVOKE') return 'FAMILY_REVOKE';
  if (revocationReason === 1) return 'REFUNDED_DUE_TO_ISSUE';
  return revocationReason === 0 ? 'REFUNDED_FOR_OTHER_REASON' : null;
}

/** Apple does not say how it rounds: a half counts as refunded, so that no revenue is shown that is not there. */
function refundedAmount({ price, currency, revocationPercentage }: Revocable): string | null {
  if (!Number.isSafeInteger(price) || !Number.isSafeInteger(revocationPercentage)) return null;
  if (typeof currency !== 'string') return null;
  const exact = new Big(price as number)
    .times(revocationPercentage as number)
    .times(new Big(10).pow(-8));
  const digits = currencyDigits(currency);
  return digits === undefined ? null : amountText(exact.round(digits, Big.roundHalfUp), currency);
}
