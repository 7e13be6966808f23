// Queries per minute in Google's independent buckets. Without a limit unless one is set, so that the
// emulator never slows a load test by itself; Google's own default is 3,000.

export type Bucket =
  | 'subscriptions'
  | 'subscriptionUpdates'
  | 'oneTimePurchases'
  | 'orders'
  | 'externalTransactions';

export interface Quota {
  perMinute: number | null;
  /** Counts a query; false when the minute's quota is used up. */
  spend(bucket: Bucket, now: number): boolean;
}

/** Orders have a permission and a quota of their own: they can be closed while purchases are open. */
export interface OrderAccess {
  /** What every call of orders is answered; null: with the order. */
  answer: 403 | 429 | null;
  /** For so many calls; null: until it is changed. */
  count: number | null;
}

export const openAccess: OrderAccess = { answer: null, count: null };

/** The answer to this call of orders, which is thereby used up once. */
export function takeAnswer(access: OrderAccess): 403 | 429 | null {
  const { answer, count } = access;
  if (answer !== null && count !== null) {
    access.count = count - 1;
    if (access.count === 0) Object.assign(access, openAccess);
  }
  return answer;
}

export function createQuota(): Quota {
  const minutes = new Map<Bucket, { minute: number; spent: number }>();
  return {
    perMinute: null,
    spend(bucket, now) {
      const minute = Math.floor(now / 60_000);
      const current = minutes.get(bucket);
      const spent = current?.minute === minute ? current.spent : 0;
      minutes.set(bucket, { minute, spent: spent + 1 });
      return this.perMinute === null || spent < this.perMinute;
    },
  };
}
