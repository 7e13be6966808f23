// POST /payment/v1/subscription/verify (interface 2.5, 4.9) and /status, which asks a market only after the end.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import type { SubscriptionRequest, Subscriptions } from '../verify/subscriptions.ts';
import { type RequestChecks, requestProblem, savedFields } from './purchase-routes.ts';
import { type RefusedDeps, refuse, refuseErrors } from './refused.ts';
import { callerOf, sendData } from './scope.ts';
import { statusText, subscriptionText } from './subscription-result.ts';
import {
  SubscriptionStatus,
  SubscriptionVerify,
  statusAnswers,
  subscriptionAnswers,
} from './subscription-schema.ts';

export interface SubscriptionRouteDeps extends RequestChecks, RefusedDeps {
  readonly subscriptions: Subscriptions;
  readonly clock: Clock;
}

const TAGS = ['Purchases'];

export function subscriptionRoutes(scope: FastifyInstance, deps: SubscriptionRouteDeps): void {
  scope.post(
    '/payment/v1/subscription/verify',
    {
      config: { operation: 'subscription.verify' },
      schema: {
        tags: TAGS,
        summary: 'Verify the receipt of a subscription',
        description:
          'Asks the market for the current state, and records the paid cycle once. Benefits end after `serviceExpiresDate`; a `serviceRefundDate` means that they are taken back.',
        body: SubscriptionVerify,
        response: subscriptionAnswers,
      },
      errorHandler: refuseErrors(deps, 'subscription'),
    },
    async (request, reply) => {
      const { app } = callerOf(request);
      const body = request.body as SubscriptionVerify;
      const wrong = await requestProblem(app.appid, body, deps);
      if (wrong) return refuse(deps, 'subscription', request, reply, wrong);
      const asked = requestOf(request, body);
      const outcome = await deps.subscriptions.verify(app, asked);
      return 'problem' in outcome
        ? refuse(deps, 'subscription', request, reply, outcome)
        : sendData(reply, subscriptionText(outcome, asked));
    },
  );

  scope.post(
    '/payment/v1/subscription/status',
    {
      config: { operation: 'subscription.status' },
      schema: {
        tags: TAGS,
        summary: 'List the recorded subscriptions of an account',
        description:
          'Read from the database; a market is asked only after the end of a subscription. `active` says whether the player is entitled to the benefits now.',
        body: SubscriptionStatus,
        response: statusAnswers,
      },
    },
    async (request, reply) => {
      const { app } = callerOf(request);
      const { accountUuid } = request.body as SubscriptionStatus;
      const rows = await deps.subscriptions.of(app, accountUuid);
      const now = deps.clock();
      return sendData(reply, `[${rows.map((row) => statusText(row, now))}]`);
    },
  );
}

function requestOf(request: FastifyRequest, body: SubscriptionVerify): SubscriptionRequest {
  return {
    provider: body.providerId,
    receipt: body.serviceReceipt,
    storeTransactionId: body.storeTransactionId,
    accountUuid: body.accountUuid,
    requestType: body.requestType,
    ...savedFields(request, body),
  };
}
