// Queries per minute in Google's independent buckets. Without a limit unless one is set, so that the
// emulator never slows a load test by itself; Google's own default is 3,000.

export type Bucket = 'subscriptions' | 'subscriptionUpdates' | 'oneTimePurchases' | 'orders';

export interface Quota {
  perMinute: number | null;
  /** Counts a query; false when the minute's quota is used up. */
  spend(bucket: Bucket, now: number): boolean;
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
