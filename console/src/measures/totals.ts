// What the purchases behind an effect add up to, by currency, to the last digit.
import type { Cause } from './records.ts';

const DIGITS = 6;

/** A purchase with several causes counts once. */
export function totalsOf(
  causes: readonly Cause[],
): readonly { readonly currency: string; readonly micros: bigint }[] {
  const purchases = new Map(causes.map((cause) => [cause.service_transaction_id, cause]));
  const sums = new Map<string, bigint>();
  for (const { amount, currency } of purchases.values()) {
    if (amount === null || currency === null) continue;
    sums.set(currency, (sums.get(currency) ?? 0n) + microsOf(amount));
  }
  return [...sums].map(([currency, micros]) => ({ currency, micros }));
}

function microsOf(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(DIGITS, '0').slice(0, DIGITS));
}
