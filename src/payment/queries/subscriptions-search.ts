// All SQL of looking subscriptions up for people: one, those of accounts, or all of an app.
import type { Db } from '../../storage/db.ts';
import { oneOf, query } from '../../storage/rows.ts';
import type { SubscriptionTable } from '../../storage/schema.ts';

export interface SubscriptionSearch {
  readonly appid: string;
  readonly accounts?: readonly string[] | undefined;
  readonly originalTransactionId?: string | undefined;
}

/** Where a page ends and the next one begins. */
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
