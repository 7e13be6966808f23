// What each event adds to the figures of the overview.

import type { PurchaseTable, SubscriptionTable } from '../../storage/schema.ts';
import { type Tally, toMicros } from '../../tenants/counters.ts';

export type CountedPurchase = Pick<
  PurchaseTable,
  'appid' | 'provider' | 'price' | 'currency' | 'test' | 'cancel_state'
>;

/** A purchase that is new on record. One that was refunded before that went in and out. */
export const recordedTallies = (purchase: CountedPurchase): Tally[] => [
  ...moneyTallies('purchase.verified', 'purchase.amount', purchase),
  ...(purchase.cancel_state === 1 ? refundTallies(purchase, 'refunded') : []),
];

/** Money that went back, or the market's word that it did not after all. */
export const refundTallies = (
  purchase: CountedPurchase,
  direction: 'refunded' | 'restored',
): Tally[] => moneyTallies(`purchase.${direction}`, `purchase.${direction}.amount`, purchase);

function moneyTallies(
  metric: string,
  amountMetric: string,
  { appid, provider, price, currency, test }: CountedPurchase,
): Tally[] {
  // No money was paid for tests: whoever reads the figures must be able to leave them out.
  const mark = test === 1 ? ' test' : '';
  const number: Tally = { appid, metric, dimension: `${provider}${mark}`, value: 1 };
  if (price === null || currency === null) return [number];
  const dimension = `${provider} ${currency}${mark}`;
  return [number, { appid, metric: amountMetric, dimension, value: toMicros(price) }];
}

export const subscriptionTally = (
  { appid, provider }: Pick<SubscriptionTable, 'appid' | 'provider'>,
  verb: 'started' | 'renewed' | 'ended',
): Tally => ({ appid, metric: `subscription.${verb}`, dimension: provider, value: 1 });
