// Admin routes of subscriptions: search, details and timeline.
import type { FastifyInstance } from 'fastify';
import { columnsOf } from '../base/csv-list.ts';
import { listOf } from '../base/paging.ts';
import {
  countSubscriptions,
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
import { listRoutes } from './edge/list.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

export function subscriptionRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  listRoutes(scope, '/apps/:appid/subscriptions', {
    operation: 'subscription.search',
    summary: 'Lists subscriptions, newest first.',
    noun: 'subscriptions',
    query: SubscriptionQuery,
    item: SubscriptionView,
    example: SUBSCRIPTION_EXAMPLE,
    file: { name: 'subscriptions', columns: columnsOf(SubscriptionView) },
    list: (query, { app }) => listSubscriptions({ ...deps, app }, query),
    count: (query, { app }) => countSubscriptions({ ...deps, app }, query),
  });
  adminRoute(scope, 'GET', '/apps/:appid/subscriptions/:provider/:subscription_id', {
    operation: 'subscription.read',
    summary: 'Returns a subscription with its cycles.',
    needs: 'viewer',
    answer: SubscriptionRecordView,
    run: ({ app, params }) => readSubscription({ ...deps, app }, params),
  });
  adminRoute(scope, 'GET', '/apps/:appid/subscriptions/:provider/:subscription_id/timeline', {
    operation: 'subscription.timeline',
    summary:
      'Lists what happened to a subscription: cycles, store notifications, refunds and events, oldest first.',
    needs: 'viewer',
    answer: listOf(TimelineEntry, TIMELINE_EXAMPLE),
    run: ({ app, params }) => readSubscriptionTimeline({ ...deps, app }, params),
  });
}
