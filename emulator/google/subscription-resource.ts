// The wire form of a subscription: SubscriptionPurchaseV2.
import { createHash } from 'node:crypto';
import { day, type Subscription } from './model.ts';
import { money } from './money.ts';
import { latestOrderId, orderIdOf } from './subscription-orders.ts';

/** For this long Google shows which plan was replaced. */
const replacementShownFor = 60 * day;

export function subscriptionPurchase(subscription: Subscription, now: number) {
  const { startedAt, replaces, test } = subscription;
  return {
    kind: 'androidpublisher#subscriptionPurchaseV2',
    regionCode: subscription.regionCode,
    ...(startedAt !== undefined && { startTime: time(startedAt) }),
    etag: etag(subscription),
    ...(replaces && { linkedPurchaseToken: replaces.token }),
    subscriptionState: stateName(subscription),
    acknowledgementState: subscription.acknowledged
      ? 'ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED'
      : 'ACKNOWLEDGEMENT_STATE_PENDING',
    lineItems: [lineItem(subscription, now)],
    ...buyer(subscription),
    ...(test && { testPurchase: {} }),
    ...outOfAppContext(subscription),
    ...stateContext(subscription),
  };
}

export function stateName({ state }: Subscription): string {
  return `SUBSCRIPTION_STATE_${state}`;
}

/** Changes with every change of the subscription. */
export function etag({ token, revision }: Subscription): string {
  return createHash('sha256').update(`${token} ${revision}`).digest('base64').slice(0, 22);
}

function lineItem(subscription: Subscription, now: number) {
  const { productId, basePlanId, offerId, price, replaces, nextProductId } = subscription;
  const { startedAt = now } = subscription;
  const orderId = latestOrderId(subscription);
  return {
    productId,
    ...(orderId !== undefined && {
      expiryTime: time(subscription.expiresAt),
      latestSuccessfulOrderId: orderId,
    }),
    ...(subscription.prepaid
      ? { prepaidPlan: { allowExtendAfterTime: time(startedAt) } }
      : {
          autoRenewingPlan: {
            ...(subscription.autoRenew && { autoRenewEnabled: true }),
            recurringPrice: money(price.currency, price.micros),
          },
        }),
    offerDetails: { basePlanId, ...(offerId !== undefined && { offerId }) },
    offerPhase: { basePrice: {} },
    ...(nextProductId !== undefined && { deferredItemReplacement: { productId: nextProductId } }),
    ...(replaces &&
      now - startedAt < replacementShownFor && {
        itemReplacement: {
          productId: replaces.productId,
          basePlanId: replaces.basePlanId,
          replacementMode: 'CHARGE_FULL_PRICE',
        },
      }),
  };
}

interface Buyer {
  readonly externalAccountIdentifiers?: {
    readonly obfuscatedExternalAccountId?: string;
    readonly obfuscatedExternalProfileId?: string;
  };
}

function buyer({ accountId, profileId }: Pick<Subscription, 'accountId' | 'profileId'>): Buyer {
  if (accountId === undefined && profileId === undefined) return {};
  return {
    externalAccountIdentifiers: {
      ...(accountId !== undefined && { obfuscatedExternalAccountId: accountId }),
      ...(profileId !== undefined && { obfuscatedExternalProfileId: profileId }),
    },
  };
}

/** Google removes it once the subscription is acknowledged. */
function outOfAppContext({ resumes, acknowledged }: Subscription) {
  if (!resumes || acknowledged) return {};
  const { externalAccountIdentifiers: ids } = buyer(resumes);
  return {
    outOfAppPurchaseContext: {
      ...(ids && { expiredExternalAccountIdentifiers: ids }),
      expiredPurchaseToken: resumes.token,
    },
  };
}

function stateContext(subscription: Subscription) {
  const { state, cancelled, until } = subscription;
  const renewalDeclined = { pendingOrderId: orderIdOf(subscription, subscription.cycles) };
  switch (state) {
    case 'CANCELED':
    case 'EXPIRED':
      return cancelled && { canceledStateContext: cancellation(cancelled) };
    case 'PAUSED':
      return until !== undefined && { pausedStateContext: { autoResumeTime: time(until) } };
    case 'IN_GRACE_PERIOD':
      return { inGracePeriodStateContext: { renewalDeclined } };
    case 'ON_HOLD':
      return { onHoldStateContext: { renewalDeclined } };
    default:
      return {};
  }
}

function cancellation({ by, at }: NonNullable<Subscription['cancelled']>) {
  switch (by) {
    case 'user':
      return { userInitiatedCancellation: { cancelTime: time(at) } };
    case 'developer':
      return { developerInitiatedCancellation: {} };
    case 'system':
      return { systemInitiatedCancellation: {} };
    case 'replacement':
      return { replacementCancellation: {} };
  }
}

function time(ms: number): string {
  return new Date(ms).toISOString();
}
