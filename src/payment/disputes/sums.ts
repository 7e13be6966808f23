// What was paid, by currency.
import { Big } from 'big.js';
import { amountText } from '../money.ts';
import type { FactPurchase } from './facts.ts';

export function sumsOf(
  purchases: readonly Pick<FactPurchase, 'amount' | 'currency'>[],
): { readonly currency: string; readonly amount: string }[] {
  const sums = new Map<string, Big>();
  for (const { amount, currency } of purchases) {
    if (amount === null || currency === null) continue;
    sums.set(currency, (sums.get(currency) ?? new Big(0)).plus(amount));
  }
  return [...sums]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, amount]) => ({ currency, amount: amountText(amount, currency) }));
}
