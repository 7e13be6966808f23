// Admin routes of subscriptions: search, one with its cycles, and its timeline.
import type { FastifyInstance } from 'fastify';
import { listOf, pageOf } from '../base/paging.ts';
import {
  listSubscriptions,
  readSubscription,
  readSubscriptionTimeline,
  SubscriptionQuery,
} from '../payment/queries/subscription-operations.ts';
import {
  SUBSCRIPTION_EXAMPLE,
  SubscriptionRecordView,
  SubscriptionView,
} from '../payment/queries/subscription-view.ts';
import { TIMELINE_EXAMPLE, TimelineEntry } from '../payment/queries/timeline.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';
import { AppPath, SubscriptionPath } from './edge/schema.ts';

export function subscriptionRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  adminRoute(scope, 'GET', '/apps/:appid/subscriptions', {
    operation: 'subscription.search',
    summary: 'Subscriptions, the newest first.',
    needs: 'viewer',
    params: AppPath,
    query: SubscriptionQuery,
    answer: pageOf(SubscriptionView, SUBSCRIPTION_EXAMPLE),
    run: ({ params, query }) => listSubscriptions(deps, { ...query, ...params }),
  });
  adminRoute(scope, 'GET', '/apps/:appid/subscriptions/:provider/:subscription_id', {
    operation: 'subscription.read',
    summary: 'A subscription with its cycles.',
    needs: 'viewer',
    params: SubscriptionPath,
    answer: SubscriptionRecordView,
    run: ({ params }) => readSubscription(deps, params),
  });
  adminRoute(scope, 'GET', '/apps/:appid/subscriptions/:provider/:subscription_id/timeline', {
    operation: 'subscription.timeline',
    summary: "A subscription's life: cycles, notices, refunds, events, oldest first.",
    needs: 'viewer',
    params: SubscriptionPath,
    answer: listOf(TimelineEntry, TIMELINE_EXAMPLE),
    run: ({ params }) => readSubscriptionTimeline(deps, params),
  });
}
