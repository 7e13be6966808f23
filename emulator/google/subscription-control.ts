// Steering subscriptions: buy one and take it through every state.
import type { FastifyInstance } from 'fastify';
import { type Input, readInput, required } from '../input.ts';
import { ControlError } from '../world.ts';
import {
  allow,
  type ByToken,
  findForControl,
  forgetControl,
  readCause,
  readPending,
  showPurchase,
} from './control.ts';
import type { Keys } from './keys.ts';
import {
  day,
  replacementModes,
  type Subscription,
  type SubscriptionItem,
  type SubscriptionState,
  voidSource,
} from './model.ts';
import { isRefundable } from './orders.ts';
import type { Play } from './play.ts';
import { refundAmount, startRefund } from './refunds.ts';
import { replace, signUpAgain } from './replacements.ts';
import { readPrice, readSubscriptionSale } from './sale.ts';
import { latestOrder, refund } from './subscription-orders.ts';
import * as subscriptions from './subscriptions.ts';

interface Step {
  readonly from: readonly SubscriptionState[];
  readonly fields?: readonly string[];
  /** Returns the subscription that came of it when that is another one. */
  take(play: Play, subscription: Subscription, at: number, input: Input): Subscription | undefined;
}

const path = '/google/subscriptions';
const renewing = ['ACTIVE', 'IN_GRACE_PERIOD', 'ON_HOLD', 'PAUSED'] as const;
const running = [...renewing, 'CANCELED'] as const;
const declined = ['IN_GRACE_PERIOD', 'ON_HOLD'] as const;

const steps: Readonly<Record<string, Step>> = {
  pay: simple(['PENDING'], subscriptions.paySubscription),
  renew: simple(['ACTIVE'], subscriptions.renew),
  restart: simple(['CANCELED'], subscriptions.restart),
  recover: simple(declined, subscriptions.recover),
  resume: simple(['PAUSED'], subscriptions.recover),
  expire: simple(running, subscriptions.expire),
  cancel: {
    from: ['PENDING', ...renewing],
    fields: ['by'],
    take(play, subscription, at, input) {
      const by = input.oneOf('by', ['user', 'developer', 'system']) ?? 'user';
      subscriptions.cancel(play, subscription, at, by);
      return undefined;
    },
  },
  grace: lasting(['ACTIVE'], 7 * day, subscriptions.enterGracePeriod),
  hold: lasting(['ACTIVE', 'IN_GRACE_PERIOD'], 30 * day, subscriptions.putOnHold),
  pause: {
    from: ['ACTIVE'],
    fields: ['forMs', 'atPeriodEnd'],
    take(play, subscription, at, input) {
      const forMs = input.integer('forMs', { min: 1 }) ?? 30 * day;
      const start = input.boolean('atPeriodEnd')
        ? subscriptions.schedulePause
        : subscriptions.pause;
      start(play, subscription, at, forMs);
      return undefined;
    },
  },
  revoke: {
    from: running,
    fields: ['source', 'reason', 'prorated', 'productId'],
    take(play, subscription, at, input) {
      if (input.string('productId') !== undefined) {
        subscriptions.revokeItem(play, subscription, at, findAddOn(subscription, input));
        return undefined;
      }
      const cause = readCause(input, voidSource.developer);
      const isProrated = input.boolean('prorated') ?? false;
      subscriptions.revoke(play, subscription, at, cause, { isProrated });
      return undefined;
    },
  },
  'remove-item': {
    from: renewing,
    fields: ['productId'],
    take(play, subscription, at, input) {
      subscriptions.removeItem(play, subscription, at, findAddOn(subscription, input));
      return undefined;
    },
  },
  refund: {
    from: [...running, 'EXPIRED'],
    fields: ['amountMicros', 'source', 'reason', 'revoke', 'pending', 'voided'],
    take: refundLatest,
  },
  replace: {
    from: running,
    fields: ['productId', 'basePlanId', 'mode', 'priceMicros', 'taxMicros', 'currency'],
    take: replaceBy,
  },
  resubscribe: { from: ['EXPIRED'], take: subscriptions.resubscribe },
  'sign-up-again': { from: ['CANCELED'], take: signUpAgain },
};

export function subscriptionControl(scope: FastifyInstance, play: Play, keys: () => Keys): void {
  scope.post(path, async (request) =>
    showPurchase(
      subscriptions.subscribe(play, readSubscriptionSale(readInput(request.body))),
      keys(),
    ),
  );
  for (const [name, { from, fields = [], take }] of Object.entries(steps)) {
    scope.post<ByToken>(`${path}/:token/${name}`, async ({ params: { token }, body }) => {
      const subscription = findForControl(play, 'subscription', token);
      const input = readInput(body);
      input.only(...fields);
      if (!from.includes(subscription.state)) {
        throw new ControlError(
          `A subscription that is ${subscription.state} cannot ${name}; it must be ${from.join(' or ')}.`,
        );
      }
      const result = take(play, subscription, play.world.clock.now(), input) ?? subscription;
      return showPurchase(result, keys());
    });
  }
  forgetControl(scope, play, 'subscription', path, keys);
}

function simple(
  from: readonly SubscriptionState[],
  change: (play: Play, subscription: Subscription, at: number) => void,
): Step {
  return {
    from,
    take(play, subscription, at) {
      change(play, subscription, at);
      return undefined;
    },
  };
}

function lasting(
  from: readonly SubscriptionState[],
  usualMs: number,
  change: (play: Play, subscription: Subscription, at: number, forMs: number) => void,
): Step {
  return {
    from,
    fields: ['forMs'],
    take(play, subscription, at, input) {
      change(play, subscription, at, input.integer('forMs', { min: 1 }) ?? usualMs);
      return undefined;
    },
  };
}

function refundLatest(play: Play, subscription: Subscription, at: number, input: Input) {
  const order = latestOrder(play, subscription);
  if (!order || !isRefundable(order)) throw new ControlError('The last payment was given back.');
  const amountMicros = input.integer('amountMicros', { min: 1 });
  if (amountMicros !== undefined) {
    input.only('amountMicros');
    allow(refundAmount(play, subscription, amountMicros));
    return undefined;
  }
  const cause = readCause(input);
  const takesItem = input.boolean('revoke') ?? false;
  const pending = readPending(input);
  if (pending) {
    allow(startRefund(play, subscription, { ...cause, ...pending, revoke: takesItem, at }));
  } else if (takesItem) subscriptions.revoke(play, subscription, at, cause, { orders: [order] });
  else refund(play, subscription, order, at, cause);
  return undefined;
}

function replaceBy(play: Play, subscription: Subscription, at: number, input: Input) {
  const productId = required(input.string('productId'), 'productId');
  const mode = input.oneOf('mode', ['now', 'deferred', ...replacementModes]) ?? 'now';
  if (mode === 'deferred') {
    if (!subscription.autoRenew) {
      throw new ControlError('Only a subscription that renews can be replaced at its renewal.');
    }
    subscriptions.replaceAtRenewal(play, subscription, at, productId);
    return undefined;
  }
  const change = {
    productId,
    basePlanId: input.string('basePlanId') ?? subscription.basePlanId,
    price: readPrice(input, subscription.price),
  };
  const googleMode = mode === 'now' ? 'CHARGE_FULL_PRICE' : mode;
  return replace(play, subscription, at, change, googleMode);
}

function findAddOn({ addOns = [] }: Subscription, input: Input): SubscriptionItem {
  const productId = required(input.string('productId'), 'productId');
  const item = addOns.find((each) => each.productId === productId && !each.leaving);
  if (!item) throw new ControlError(`The subscription has no add-on ${productId}.`);
  return item;
}
