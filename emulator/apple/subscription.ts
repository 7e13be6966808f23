// An auto-renewable subscription as the store remembers it, and the renewal info it signs.
import type { Payload, Transaction } from './transaction.ts';

export const statuses = { active: 1, expired: 2, retry: 3, grace: 4, revoked: 5 } as const;
type Status = (typeof statuses)[keyof typeof statuses];

export const expirationIntents = { cancelled: 1, billingError: 2 } as const;

export interface Subscription {
  readonly originalTransactionId: string;
  latestTransactionId: string;
  readonly periodMs: number;
  status: Status;
  autoRenew: boolean;
  /** What the next cycle sells, and for how much. */
  nextProductId: string;
  nextPrice: number;
  recentStartDate: number;
  /** When something happens by itself: renewal, end of grace, end of billing retry. */
  dueAt?: number;
  graceUntil?: number;
  expirationIntent?: number;
  /** The subscription of the family member who pays: this one lasts as long. */
  readonly sharedFrom?: string;
  /** When the renewal date was extended. */
  extendedAt: number[];
  /** Renewal info fields that were set by hand. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

export function renewalPayload(
  subscription: Subscription,
  latest: Transaction,
  signedDate: number,
): Payload {
  const { originalTransactionId, status, autoRenew, graceUntil, expirationIntent } = subscription;
  const { app, productId, currency, appAccountToken, appTransactionId, expiresDate } = latest;
  return {
    originalTransactionId,
    autoRenewProductId: subscription.nextProductId,
    productId,
    autoRenewStatus: autoRenew ? 1 : 0,
    isInBillingRetryPeriod: status === statuses.retry || status === statuses.grace,
    ...(expirationIntent !== undefined && { expirationIntent }),
    ...(graceUntil !== undefined && { gracePeriodExpiresDate: graceUntil }),
    signedDate,
    environment: app.environment,
    recentSubscriptionStartDate: subscription.recentStartDate,
    ...(autoRenew && {
      renewalDate: expiresDate,
      renewalPrice: subscription.nextPrice,
      currency,
    }),
    ...(appAccountToken && { appAccountToken }),
    appTransactionId,
    ...subscription.extra,
  };
}

const dayMs = 24 * 3_600_000;
export const defaultPeriodMs = 30 * dayMs;
const unitsMs = [365 * dayMs, 30 * dayMs, 7 * dayMs, dayMs, 3_600_000, 60_000, 1000];

/** An ISO 8601 duration in milliseconds; a month counts 30 days, a year 365. */
export function durationMs(text: string): number | undefined {
  const form =
    /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
  const counts = form.exec(text)?.slice(1);
  const total = counts?.reduce(
    (sum, count, at) => sum + Number(count ?? 0) * (unitsMs[at] ?? 0),
    0,
  );
  return total || undefined;
}
