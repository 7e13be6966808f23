// The wire form of a subscription: SubscriptionPurchaseV2.
import { createHash } from 'node:crypto';
import { day, type Subscription, type SubscriptionItem } from './model.ts';
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
    lineItems: lineItems(subscription, now),
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

function lineItems(subscription: Subscription, now: number) {
  const { follows, productId, expiresAt, addOns = [] } = subscription;
  const items = addOns.map((item) => lineItem(subscription, item, now));
  const base = {
    ...lineItem(subscription, subscription, now),
    ...replacement(subscription, now),
  };
  if (!follows) return [base, ...items];
  const { orderId } = follows;
  const paid = {
    expiryTime: time(expiresAt),
    ...(orderId !== undefined && { latestSuccessfulOrderId: orderId }),
  };
  // The same plan again is one item; another one waits beside the plan that it replaces.
  if (follows.productId === productId) return [{ ...base, ...paid }];
  const ending = lineItem(subscription, follows, now, false);
  return [{ ...ending, ...paid, deferredItemReplacement: { productId } }, base];
}

function lineItem(
  subscription: Subscription,
  item: SubscriptionItem,
  now: number,
  renews = subscription.autoRenew && item.leaving === undefined,
) {
  const { productId, basePlanId, offerId, price, expiresAt } = item;
  const { startedAt = now } = subscription;
  const orderId = latestOrderId(subscription, item);
  return {
    productId,
    ...(orderId !== undefined && {
      expiryTime: time(expiresAt),
      latestSuccessfulOrderId: orderId,
    }),
    ...(subscription.prepaid
      ? { prepaidPlan: { allowExtendAfterTime: time(startedAt) } }
      : {
          autoRenewingPlan: {
            ...(renews && { autoRenewEnabled: true }),
            recurringPrice: money(price.currency, price.micros),
          },
        }),
    offerDetails: { basePlanId, ...(offerId !== undefined && { offerId }) },
    offerPhase: { basePrice: {} },
    ...(item.leaving === 'removed' && { deferredItemRemoval: {} }),
  };
}

/** What replaces the base plan, and what it has replaced. */
function replacement({ replaces, nextProductId, startedAt }: Subscription, now: number) {
  const isShown = now - (startedAt ?? now) < replacementShownFor;
  return {
    ...(nextProductId !== undefined && { deferredItemReplacement: { productId: nextProductId } }),
    ...(replaces &&
      isShown &&
      replaces.mode !== 'SIGNED_UP_AGAIN' && {
        itemReplacement: {
          productId: replaces.productId,
          basePlanId: replaces.basePlanId,
          replacementMode: replaces.mode ?? 'CHARGE_FULL_PRICE',
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
