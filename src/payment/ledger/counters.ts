// Counters of the overview: what a purchase, a refund or a cycle adds.
import type { PurchaseTable, SubscriptionTable } from '../../storage/schema.ts';
import { type AppCount, toMicros } from '../../tenants/counters.ts';

type Counted = Pick<
  PurchaseTable,
  'appid' | 'provider' | 'price' | 'currency' | 'test' | 'cancel_state'
>;

/** A new purchase. One refunded before it was recorded counts as both. */
export const recordedCounters = (purchase: Counted): AppCount[] => [
  ...moneyCounters('purchase.verified', 'purchase.amount', purchase),
  ...(purchase.cancel_state === 1 ? cancellationCounters(purchase) : []),
];

/** A refund, or its reversal. */
export function cancellationCounters(purchase: Counted): AppCount[] {
  const metric = purchase.cancel_state === 1 ? 'purchase.refunded' : 'purchase.restored';
  return moneyCounters(metric, `${metric}.amount`, purchase);
}

function moneyCounters(
  metric: string,
  amountMetric: string,
  { appid, provider, price, currency, test }: Counted,
): AppCount[] {
  // Test purchases have their own counters, so that revenue can exclude them.
  const mark = test === 1 ? ' test' : '';
  const number: AppCount = { appid, metric, dimension: `${provider}${mark}`, value: 1 };
  if (price === null || currency === null) return [number];
  const dimension = `${provider} ${currency}${mark}`;
  return [number, { appid, metric: amountMetric, dimension, value: toMicros(price) }];
}

export const subscriptionCounter = (
  { appid, provider }: Pick<SubscriptionTable, 'appid' | 'provider'>,
  verb: 'started' | 'renewed' | 'ended',
): AppCount => ({ appid, metric: `subscription.${verb}`, dimension: provider, value: 1 });
