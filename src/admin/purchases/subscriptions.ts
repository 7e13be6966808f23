// Admin routes of subscriptions: search, one with its cycles, and its life as a timeline.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { isRefusal, notFound, type Refusal } from '../../audit/operation.ts';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import { DEFAULT_LIMIT, listOf, PageQuery, pageOf, toPage } from '../../base/paging.ts';
import { orNull } from '../../base/shapes.ts';
import { readSubscriptionLife, readSubscriptionRecord } from '../../payment/queries/details.ts';
import {
  findSubscription,
  type SubscriptionPlace,
  searchSubscriptions,
} from '../../payment/queries/subscriptions-search.ts';
import type { SubscriptionTable } from '../../storage/schema.ts';
import { appOf } from '../../tenants/apps.ts';
import type { App } from '../../tenants/directory.ts';
import { type AdminDeps, adminRoute } from '../edge/route.ts';
import { AppPath, SubscriptionPath } from '../edge/schema.ts';
import { AccountFilter, accountsOf } from './account-filter.ts';
import { subscriptionTimeline, TIMELINE_EXAMPLE, TimelineEntry } from './timeline.ts';
import { PURCHASE_EXAMPLE, PurchaseRecordView, PurchaseView, viewPurchase } from './view.ts';

const PLACE = /^(\d{1,16})~([\x20-\x7e]{1,300})$/;

const SearchQuery = Type.Object(
  {
    limit: PageQuery.properties.limit,
    after: Type.Optional(
      Type.String({ pattern: PLACE.source, description: '`next` of the page before.' }),
    ),
    ...AccountFilter,
    original_transaction_id: Type.Optional(
      Type.String({
        pattern: '^[\\x20-\\x7e]{1,300}$',
        description:
          'APPLE: the original transaction id. GOOGLE: the order id of the first payment.',
      }),
    ),
  },
  { additionalProperties: false },
);

const Text = Type.String();
const SubscriptionView = Type.Object({
  provider: SubscriptionPath.properties.provider,
  subscription_id: Text,
  original_transaction_id: orNull(Text),
  account_uuid: orNull(Text, 'Null until an app server has verified it or the market names one.'),
  product_id: Text,
  auto_renew_product_id: orNull(Text, 'Null while it will not renew.'),
  status: Type.Enum(['active', 'grace', 'hold', 'paused', 'expired', 'revoked']),
  expires_at: orNull(Text),
  grace_until: orNull(Text),
  refunded_at: orNull(Text),
  test: Type.Boolean(),
  created_at: Text,
  updated_at: Text,
});
type SubscriptionView = Type.Static<typeof SubscriptionView>;

const EXAMPLE: SubscriptionView = {
  provider: 'APPLE',
  subscription_id: '370000000000001',
  original_transaction_id: '370000000000001',
  account_uuid: '7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10',
  product_id: 'vip.monthly',
  auto_renew_product_id: 'vip.monthly',
  status: 'active',
  expires_at: '2026-12-15T12:00:00.000Z',
  grace_until: null,
  refunded_at: null,
  test: false,
  created_at: '2026-11-15T12:00:00.000Z',
  updated_at: '2026-11-15T12:00:00.000Z',
};

const SubscriptionRecordView = Type.Object(
  {
    ...SubscriptionView.properties,
    player_id: PurchaseRecordView.properties.player_id,
    cycles: Type.Array(
      Type.Object({
        ...PurchaseView.properties,
        claimed: PurchaseRecordView.properties.claimed,
      }),
      { description: 'The newest first.' },
    ),
  },
  {
    examples: [
      {
        ...EXAMPLE,
        player_id: 20001,
        cycles: [
          {
            ...PURCHASE_EXAMPLE,
            service_transaction_id: PURCHASE_EXAMPLE.transaction_id,
            kind: 'subscription',
            product_id: 'vip.monthly',
            delivery: null,
            claimed: true,
          },
        ],
      },
    ],
  },
);

export function subscriptionRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  const { db } = deps.desk.storage;

  /** Runs `work` on the subscription that the path names. */
  async function withSubscription<T extends object>(
    params: Type.Static<typeof SubscriptionPath>,
    work: (app: App, subscription: SubscriptionTable) => Promise<T>,
  ): Promise<T | Refusal> {
    const app = await appOf(deps.directory, params.appid);
    if (isRefusal(app)) return app;
    const found = await findSubscription(db, params);
    const { appid, provider, subscription_id: id } = params;
    return found
      ? work(app, found)
      : notFound(`The app ${appid} has no subscription ${id} of ${provider}.`);
  }

  adminRoute(scope, 'GET', '/apps/:appid/subscriptions', {
    operation: 'subscription.search',
    summary: 'Subscriptions, the newest first.',
    needs: 'viewer',
    params: AppPath,
    query: SearchQuery,
    answer: pageOf(SubscriptionView, EXAMPLE),
    async run({ params, query }) {
      const app = await appOf(deps.directory, params.appid);
      if (isRefusal(app)) return app;
      const owners = await accountsOf(db, app, query);
      if (isRefusal(owners)) return owners;
      const { limit = DEFAULT_LIMIT, original_transaction_id: originalTransactionId } = query;
      const search = { appid: app.appid, ...owners, originalTransactionId };
      const page = { limit: limit + 1, after: readPlace(query.after) };
      const rows = await searchSubscriptions(db, search, page);
      return toPage(rows, limit, printPlace, viewSubscription);
    },
  });
  adminRoute(scope, 'GET', '/apps/:appid/subscriptions/:provider/:subscription_id', {
    operation: 'subscription.read',
    summary: 'A subscription with its cycles.',
    needs: 'viewer',
    params: SubscriptionPath,
    answer: SubscriptionRecordView,
    run: ({ params }) =>
      withSubscription(params, async (_app, subscription) => {
        const { playerId, cycles } = await readSubscriptionRecord(db, subscription);
        return {
          ...viewSubscription(subscription),
          player_id: playerId,
          cycles: cycles.map((cycle) => ({ ...viewPurchase(cycle), claimed: cycle.claimed === 1 })),
        };
      }),
  });
  adminRoute(scope, 'GET', '/apps/:appid/subscriptions/:provider/:subscription_id/timeline', {
    operation: 'subscription.timeline',
    summary: "A subscription's life: cycles, notices, refunds, events, oldest first.",
    needs: 'viewer',
    params: SubscriptionPath,
    answer: listOf(TimelineEntry, TIMELINE_EXAMPLE),
    run: ({ params }) =>
      withSubscription(params, async (app, subscription) => ({
        items: subscriptionTimeline(await readSubscriptionLife(db, app, subscription)),
      })),
  });
}

const viewSubscription = (row: SubscriptionTable): SubscriptionView => ({
  provider: row.provider,
  subscription_id: row.subscription_id,
  original_transaction_id: row.original_transaction_id,
  account_uuid: row.account_uuid,
  product_id: row.product_id,
  auto_renew_product_id: row.auto_renew_product_id,
  status: row.status,
  expires_at: isoTimeOrNull(row.expires_at),
  grace_until: isoTimeOrNull(row.grace_until),
  refunded_at: isoTimeOrNull(row.refunded_at),
  test: row.test === 1,
  created_at: isoTime(row.created_at),
  updated_at: isoTime(row.updated_at),
});

const printPlace = ({ created_at, subscription_id }: SubscriptionTable): string =>
  `${created_at}~${subscription_id}`;

function readPlace(text: string | undefined): SubscriptionPlace | undefined {
  const [, createdAt, subscriptionId] = PLACE.exec(text ?? '') ?? [];
  return subscriptionId === undefined
    ? undefined
    : { createdAt: Number(createdAt), subscriptionId };
}
