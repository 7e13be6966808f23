// purchases.subscriptionsv2 and what is left of purchases.subscriptions.
import type { FastifyInstance } from 'fastify';
import { invalid, notFound } from './errors.ts';
import {
  findPurchase,
  members,
  mustBeAllowed,
  mustMatchProduct,
  type PackageParams,
  splitVerb,
} from './lookup.ts';
import { day, type Refusal, type Subscription, voidReason, voidSource } from './model.ts';
import type { Play } from './play.ts';
import { itemsOf } from './subscription-orders.ts';
import { etag, subscriptionPurchase } from './subscription-resource.ts';
import { acknowledgeSubscription, cancel, defer, revoke, revokeItem } from './subscriptions.ts';

const cancellers = {
  USER_REQUESTED_STOP_RENEWALS: 'user',
  DEVELOPER_REQUESTED_STOP_PAYMENTS: 'developer',
} as const;

const longestDeferral = 365 * day;

type Body = Record<string, unknown>;
type Method = (play: Play, subscription: Subscription, body: Body) => object;

export function subscriptionRoutes(scope: FastifyInstance, play: Play): void {
  scope.get<{ Params: PackageParams & { token: string } }>(
    '/purchases/subscriptionsv2/tokens/:token',
    { config: { playBucket: 'subscriptions' } },
    async ({ params: { packageName, token } }) =>
      subscriptionPurchase(
        findPurchase(play, 'subscription', packageName, token),
        play.world.clock.now(),
      ),
  );

  scope.post<{ Params: PackageParams & { target: string } }>(
    '/purchases/subscriptionsv2/tokens/:target',
    { config: { playBucket: 'subscriptionUpdates' } },
    async ({ params: { packageName, target }, body }) => {
      const { name: token, verb } = splitVerb(target);
      const method = methods.get(verb);
      if (!method) throw notFound;
      return method(play, findPurchase(play, 'subscription', packageName, token), members(body));
    },
  );

  scope.post<{ Params: PackageParams & { productId: string; target: string } }>(
    '/purchases/subscriptions/:productId/tokens/:target',
    { config: { playBucket: 'subscriptionUpdates' } },
    async ({ params: { packageName, productId, target }, body }, reply) => {
      const { name: token, verb } = splitVerb(target);
      if (verb !== 'acknowledge') throw notFound;
      const subscription = findPurchase(play, 'subscription', packageName, token);
      mustMatchProduct(itemsOf(subscription), productId);
      acknowledge(play, subscription, members(body));
      return reply.code(204).send();
    },
  );
}

const methods = new Map<string, Method>([
  ['cancel', cancelMethod],
  ['defer', deferMethod],
  ['revoke', revokeMethod],
]);

function cancelMethod(play: Play, subscription: Subscription, body: Body): object {
  const type = members(body.cancellationContext).cancellationType;
  const by = Object.entries(cancellers).find(([name]) => name === type)?.[1];
  if (!by) throw invalid('cancellationContext.cancellationType');
  mustBeAllowed(mustBeRunning(subscription));
  // Cancelling what is cancelled changes nothing.
  if (subscription.state !== 'CANCELED') cancel(play, subscription, play.world.clock.now(), by);
  return {};
}

function deferMethod(play: Play, subscription: Subscription, body: Body): object {
  const context = members(body.deferralContext);
  const duration = /^(\d+)s$/.exec(String(context.deferDuration))?.[1];
  const byMs = Number(duration) * 1000;
  if (!(byMs >= day && byMs <= longestDeferral)) {
    throw invalid('deferralContext.deferDuration', 'Defer by one day to one year.');
  }
  if (context.etag !== etag(subscription)) {
    throw invalid('deferralContext.etag', 'The etag is not the latest.');
  }
  mustBeAllowed(subscription.state === 'ACTIVE' && subscription.autoRenew ? undefined : notActive);
  const itemExpiryTimeDetails = itemsOf(subscription).map(({ productId, expiresAt }) => ({
    productId,
    expiryTime: new Date(expiresAt + byMs).toISOString(),
  }));
  if (context.validateOnly !== true) defer(play, subscription, play.world.clock.now(), byMs);
  return { itemExpiryTimeDetails };
}

function revokeMethod(play: Play, subscription: Subscription, body: Body): object {
  const context = members(body.revocationContext);
  const [refund, ...others] = Object.keys(context);
  const known = ['fullRefund', 'proratedRefund', 'itemBasedRefund'];
  if (!refund || others.length > 0 || !known.includes(refund)) throw invalid('revocationContext');
  const { productId } = members(context.itemBasedRefund);
  const staying = itemsOf(subscription).filter(({ leaving }) => leaving === undefined);
  const item = staying.find((each) => each.productId === productId);
  if (refund === 'itemBasedRefund' && !item) {
    throw invalid('revocationContext.itemBasedRefund.productId');
  }
  mustBeAllowed(mustBeRunning(subscription));
  const now = play.world.clock.now();
  if (item && staying.length > 1) {
    revokeItem(play, subscription, now, item);
    return {};
  }
  const cause = { source: voidSource.developer, reason: voidReason.other };
  revoke(play, subscription, now, cause, { isProrated: refund === 'proratedRefund' });
  return {};
}

function acknowledge(play: Play, subscription: Subscription, body: Body): void {
  mustBeAllowed(mustBeRunning(subscription));
  const ids = members(body.externalAccountIds);
  acknowledgeSubscription(play, subscription, text(body.developerPayload), {
    accountId: text(ids.obfuscatedAccountId),
    profileId: text(ids.obfuscatedProfileId),
  });
}

const notActive: Refusal = {
  reason: 'invalidPurchaseState',
  message: 'The subscription is not in a state that allows this.',
};

function mustBeRunning({ state }: Subscription): Refusal | undefined {
  if (state === 'PENDING' || state === 'PENDING_PURCHASE_CANCELED') return notActive;
  return state === 'EXPIRED'
    ? { reason: 'productNotOwnedByUser', message: 'The user does not own this item any more.' }
    : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
