// All SQL of looking subscriptions up for people: one, those of accounts, or all of an app.
import type { Db } from '../../storage/db.ts';
import { oneOf, query } from '../../storage/rows.ts';
import type { SubscriptionTable } from '../../storage/schema.ts';

export interface SubscriptionSearch {
  readonly appid: string;
  readonly accounts?: readonly string[] | undefined;
  readonly originalTransactionId?: string | undefined;
}

export interface SubscriptionPlace {
  readonly createdAt: number;
  readonly subscriptionId: string;
}

interface Page {
  readonly limit: number;
  readonly after?: SubscriptionPlace | undefined;
}

/** The newest first, from behind `after`. */
export async function searchSubscriptions(
  db: Db,
  search: SubscriptionSearch,
  page: Page,
): Promise<readonly SubscriptionTable[]> {
  if (search.accounts?.length === 0) return [];
  const { text, parameters } = searchStatement(db, search, page);
  return query<SubscriptionTable>(db, text, parameters);
}

export function searchStatement(
  db: Db,
  { appid, accounts, originalTransactionId }: SubscriptionSearch,
  { limit, after }: Page,
) {
  const among = accounts && oneOf(db, 'account_uuid', accounts);
  const chosen = [
    ...(among ? [among.text] : []),
    ...(originalTransactionId === undefined ? [] : ['original_transaction_id = ?']),
  ];
  // What is chosen is little and is found first: left alone, the database might walk over the whole app.
  const source =
    chosen.length === 0
      ? 'select * from subscription where appid = ?'
      : `with chosen as materialized (select * from subscription
          where appid = ? and ${chosen.join(' and ')}) select * from chosen where 1 = 1`;
  return {
    text: `${source} ${after ? 'and (created_at, subscription_id) < (?, ?)' : ''}
      order by created_at desc, subscription_id desc limit ?`,
    parameters: [
      appid,
      ...(among ? [among.parameter] : []),
      ...(originalTransactionId === undefined ? [] : [originalTransactionId]),
      ...(after ? [after.createdAt, after.subscriptionId] : []),
      limit,
    ],
  };
}

export async function findSubscription(
  db: Db,
  name: Pick<SubscriptionTable, 'appid' | 'provider' | 'subscription_id'>,
): Promise<SubscriptionTable | undefined> {
  const [row] = await query<SubscriptionTable>(
    db,
    'select * from subscription where appid = ? and provider = ? and subscription_id = ?',
    [name.appid, name.provider, name.subscription_id],
  );
  return row;
}
