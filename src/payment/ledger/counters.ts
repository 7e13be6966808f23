// What a recorded purchase, a refund or a cycle adds to the counters of the overview.
import type { PurchaseTable, SubscriptionTable } from '../../storage/schema.ts';
import { type CounterChange, toMicros } from '../../tenants/counters.ts';

type Counted = Pick<
  PurchaseTable,
  'appid' | 'provider' | 'price' | 'currency' | 'test' | 'cancel_state'
>;

/** A new purchase. One that was refunded before it came on record is counted in and out. */
export const recordedCounters = (purchase: Counted): CounterChange[] => [
  ...moneyCounters('purchase.verified', 'purchase.amount', purchase),
  ...(purchase.cancel_state === 1 ? cancellationCounters(purchase) : []),
];

/** A refund, or the undoing of one. */
export function cancellationCounters(purchase: Counted): CounterChange[] {
  const metric = purchase.cancel_state === 1 ? 'purchase.refunded' : 'purchase.restored';
  return moneyCounters(metric, `${metric}.amount`, purchase);
}

function moneyCounters(
  metric: string,
  amountMetric: string,
  { appid, provider, price, currency, test }: Counted,
): CounterChange[] {
  // No money was paid for tests: whoever reads the counters must be able to leave them out.
  const mark = test === 1 ? ' test' : '';
  const number: CounterChange = { appid, metric, dimension: `${provider}${mark}`, value: 1 };
  if (price === null || currency === null) return [number];
  const dimension = `${provider} ${currency}${mark}`;
  return [number, { appid, metric: amountMetric, dimension, value: toMicros(price) }];
}

export const subscriptionCounter = (
  { appid, provider }: Pick<SubscriptionTable, 'appid' | 'provider'>,
  verb: 'started' | 'renewed' | 'ended',
): CounterChange => ({ appid, metric: `subscription.${verb}`, dimension: provider, value: 1 });
