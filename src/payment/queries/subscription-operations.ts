// Subscriptions for operators: search, details with cycles, timeline.
import { Type } from 'typebox';
import { isRejection, notFound, type Rejection } from '../../audit/operation.ts';
import {
  COUNT_LIMIT,
  DEFAULT_LIMIT,
  type ListTotal,
  type Page,
  pageBy,
  sortBy,
  toPage,
  totalOf,
} from '../../base/paging.ts';
import type { Db } from '../../storage/db.ts';
import type { SubscriptionTable } from '../../storage/schema.ts';
import type { AppContext } from '../../tenants/apps.ts';
import type { App } from '../../tenants/directory.ts';
import { eachMarket } from '../markets/markets.ts';
import { AccountFilter, accountsOf } from './account-filter.ts';
import { readSubscriptionDetails, readSubscriptionRecord } from './details.ts';
import {
  type SubscriptionProvider,
  type SubscriptionRecordView,
  type SubscriptionView,
  viewSubscription,
  viewSubscriptionRecord,
} from './subscription-view.ts';
import {
  countFound,
  findSubscription,
  KEY,
  type Order,
  placeOf,
  type SubscriptionSearch,
  searchSubscriptions,
} from './subscriptions-search.ts';
import { subscriptionTimeline, type TimelineEntry } from './timeline.ts';

export const SubscriptionQuery = Type.Object(
  {
    ...pageBy(KEY.pattern),
    sort: sortBy(
      '-created_at',
      'created_at',
      '-updated_at',
      'updated_at',
      '-expires_at',
      'expires_at',
    ),
    ...AccountFilter,
    original_transaction_id: Type.Optional(
      Type.String({
        pattern: '^[\\x20-\\x7e]{1,300}$',
        description: eachMarket(({ subscriptions }) => subscriptions?.original),
      }),
    ),
  },
  { additionalProperties: false },
);
export type SubscriptionQuery = Type.Static<typeof SubscriptionQuery>;

export const SubscriptionId = Type.String({
  pattern: '^[\\x20-\\x7e]{1,300}$',
  description: 'Subscription id from the list of subscriptions.',
});

interface SubscriptionKey {
  readonly provider: Type.Static<typeof SubscriptionProvider>;
  readonly subscription_id: string;
}

/** Newest first, unless sorted otherwise. */
export async function listSubscriptions(
  deps: AppContext,
  query: SubscriptionQuery,
): Promise<Page<SubscriptionView> | Rejection> {
  const { limit = DEFAULT_LIMIT, sort = '-created_at' } = query;
  const search = await searchOf(deps, query);
  if (isRejection(search)) return search;
  const order = { by: sort.replace('-', ''), descending: sort.startsWith('-') } as Order;
  const page = { limit: limit + 1, after: KEY.read(query.after), order };
  const rows = await searchSubscriptions(deps.context.storage.db, search, page);
  return toPage(rows, limit, (row) => KEY.print(placeOf(row, order)), viewSubscription);
}

export async function countSubscriptions(
  deps: AppContext,
  query: SubscriptionQuery,
): Promise<ListTotal | Rejection> {
  const search = await searchOf(deps, query);
  if (isRejection(search)) return search;
  return totalOf(await countFound(deps.context.storage.db, search, COUNT_LIMIT));
}

async function searchOf(
  { context, app }: AppContext,
  query: SubscriptionQuery,
): Promise<SubscriptionSearch | Rejection> {
  const { original_transaction_id: originalTransactionId } = query;
  const owners = await accountsOf(context.storage.db, app, query);
  if (isRejection(owners)) return owners;
  const { appid, gameIndex } = app;
  return { appid, gameIndex, ...owners, originalTransactionId };
}

export function readSubscription(
  deps: AppContext,
  key: SubscriptionKey,
): Promise<SubscriptionRecordView | Rejection> {
  return withSubscription(deps, key, async (db, app, subscription) =>
    viewSubscriptionRecord(await readSubscriptionRecord(db, app, subscription)),
  );
}

/** Cycles, store notifications, refunds and events, oldest first. */
export function readSubscriptionTimeline(
  deps: AppContext,
  key: SubscriptionKey,
): Promise<{ readonly items: TimelineEntry[] } | Rejection> {
  return withSubscription(deps, key, async (db, app, subscription) => ({
    items: subscriptionTimeline(await readSubscriptionDetails(db, app, subscription)),
  }));
}

async function withSubscription<T extends object>(
  { context, app }: AppContext,
  key: SubscriptionKey,
  work: (db: Db, app: App, subscription: SubscriptionTable) => Promise<T>,
): Promise<T | Rejection> {
  const { db } = context.storage;
  const { appid, gameIndex } = app;
  const found = await findSubscription(db, { ...key, appid, game_index: gameIndex });
  const { provider, subscription_id: id } = key;
  return found
    ? work(db, app, found)
    : notFound(`App ${appid} has no ${provider} subscription ${id}.`);
}
