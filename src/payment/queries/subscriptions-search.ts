// Subscription search: one, those of accounts, or all of an app.
import type { Db } from '../../storage/db.ts';
import { among } from '../../storage/rows.ts';
import type { SubscriptionTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import type { AppName } from '../../tenants/directory.ts';

export interface SubscriptionSearch extends AppName {
  readonly accounts?: readonly string[] | undefined;
  readonly originalTransactionId?: string | undefined;
}

/** The position after a page. */
export interface PageKey {
  readonly createdAt: number;
  readonly subscriptionId: string;
}

export const PAGE_KEY = /^(\d{1,16})~([\x20-\x7e]{1,300})$/;

export const printPageKey = ({ created_at, subscription_id }: SubscriptionTable): string =>
  `${created_at}~${subscription_id}`;

export function readPageKey(text: string | undefined): PageKey | undefined {
  const [, createdAt, subscriptionId] = PAGE_KEY.exec(text ?? '') ?? [];
  return subscriptionId === undefined
    ? undefined
    : { createdAt: Number(createdAt), subscriptionId };
}

interface Page {
  readonly limit: number;
  readonly after?: PageKey | undefined;
}

/** Newest first, starting after `after`. */
export async function searchSubscriptions(
  db: Db,
  search: SubscriptionSearch,
  page: Page,
): Promise<readonly SubscriptionTable[]> {
  if (search.accounts?.length === 0) return [];
  return searchQuery(db, search, page).execute();
}

export function searchQuery(
  db: Db,
  { appid, gameIndex, accounts, originalTransactionId: original }: SubscriptionSearch,
  { limit, after }: Page,
) {
  let chosen = db
    .selectFrom('subscription')
    .selectAll()
    .where('game_index', '=', gameIndex)
    .where('appid', '=', appid);
  if (accounts) chosen = chosen.where(among(db, 'account_uuid', accounts));
  if (original !== undefined) chosen = chosen.where('original_transaction_id', '=', original);
  // The small selection comes first, because the database might otherwise scan the whole app.
  const isFirst = accounts !== undefined || original !== undefined;
  let page = db
    .with(
      (name) => (isFirst ? name('chosen').materialized() : name('chosen').notMaterialized()),
      () => chosen,
    )
    .selectFrom('chosen')
    .selectAll();
  if (after) {
    page = page.where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('created_at', 'subscription_id'),
        '<',
        tuple(after.createdAt, after.subscriptionId),
      ),
    );
  }
  return page.orderBy('created_at', 'desc').orderBy('subscription_id', 'desc').limit(limit);
}

type Name = Pick<SubscriptionTable, 'game_index' | 'appid' | 'provider' | 'subscription_id'>;

export const findSubscription = statement((db, $: Params<Name>) =>
  db
    .selectFrom('subscription')
    .selectAll()
    .where('game_index', '=', $.game_index)
    .where('appid', '=', $.appid)
    .where('provider', '=', $.provider)
    .where('subscription_id', '=', $.subscription_id),
).first;
