// Subscription search: one, those of accounts, or all of an app.

import { sql } from 'kysely';
import { pageKey } from '../../base/paging.ts';
import type { Db } from '../../storage/db.ts';
import { among } from '../../storage/rows.ts';
import type { SubscriptionTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';

export interface SubscriptionSearch extends AppName {
  readonly accounts?: readonly string[] | undefined;
  readonly originalTransactionId?: string | undefined;
}

/** Each has an index. Subscriptions whose end is unknown count as ended long ago. */
const ORDERS = {
  created_at: sql<number>`created_at`,
  updated_at: sql<number>`updated_at`,
  expires_at: sql<number>`coalesce(expires_at, 0)`,
} as const;

export interface Order {
  readonly by: keyof typeof ORDERS;
  readonly descending: boolean;
}

export const KEY = pageKey({ at: 'number', subscriptionId: 'text' });

/** The position after a page that ends with this row. */
export const placeOf = (row: SubscriptionTable, { by }: Order) => ({
  at: row[by] ?? 0,
  subscriptionId: row.subscription_id,
});

const NEWEST: Order = { by: 'created_at', descending: true };

interface Page {
  readonly order?: Order;
  readonly limit: number;
  readonly after?: ReturnType<typeof placeOf> | undefined;
}

/** Newest first unless ordered otherwise, starting after `after`. */
export async function searchSubscriptions(
  db: Db,
  search: SubscriptionSearch,
  page: Page,
): Promise<readonly SubscriptionTable[]> {
  if (search.accounts?.length === 0) return [];
  return searchQuery(db, search, page).execute();
}

/** How many there are, up to a limit. */
export async function countFound(
  db: Db,
  search: SubscriptionSearch,
  limit: number,
): Promise<number> {
  if (search.accounts?.length === 0) return 0;
  const { found } = await db
    .selectFrom(chosenBy(db, search).select('subscription_id').limit(limit).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow();
  return found;
}

function chosenBy(
  db: Db,
  { appid, gameIndex, accounts, originalTransactionId: original }: SubscriptionSearch,
) {
  let chosen = ofApp(db, { gameIndex, appid }).selectFrom('subscription');
  if (accounts) chosen = chosen.where(among(db, 'account_uuid', accounts));
  if (original !== undefined) chosen = chosen.where('original_transaction_id', '=', original);
  return chosen;
}

export function searchQuery(
  db: Db,
  search: SubscriptionSearch,
  { limit, after, order = NEWEST }: Page,
) {
  // The small selection comes first, because the database might otherwise scan the whole app.
  const isFirst = search.accounts !== undefined || search.originalTransactionId !== undefined;
  let page = db
    .with(
      (name) => (isFirst ? name('chosen').materialized() : name('chosen').notMaterialized()),
      () => chosenBy(db, search).selectAll(),
    )
    .selectFrom('chosen')
    .selectAll();
  const at = ORDERS[order.by];
  if (after) {
    const key = sql`(${at}, subscription_id)`;
    const position = sql`(${after.at}, ${after.subscriptionId})`;
    page = page.where(
      order.descending ? sql<boolean>`${key} < ${position}` : sql<boolean>`${key} > ${position}`,
    );
  }
  const direction = order.descending ? 'desc' : 'asc';
  return page.orderBy(at, direction).orderBy('subscription_id', direction).limit(limit);
}

type Name = Pick<SubscriptionTable, 'game_index' | 'appid' | 'provider' | 'subscription_id'>;

export const findSubscription = statement((db, $: Params<Name>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .selectFrom('subscription')
    .selectAll()
    .where('provider', '=', $.provider)
    .where('subscription_id', '=', $.subscription_id),
).first;
