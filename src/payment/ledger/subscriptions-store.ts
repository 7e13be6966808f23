// All SQL of subscriptions: their current state, and the cycles among the purchases.
import type { Db } from '../../storage/db.ts';
import { insertRows, oneOf, type Queryable, query, queryPrepared } from '../../storage/rows.ts';
import type { PurchaseTable, SubscriptionTable } from '../../storage/schema.ts';

export type Subscription = SubscriptionTable;

export async function findSubscriptions(
  tx: Queryable,
  appid: string,
  ids: readonly string[],
): Promise<readonly Subscription[]> {
  if (ids.length === 0) return [];
  const { text, parameters } = byIds(tx, appid, [...new Set(ids)]);
  return query<Subscription>(tx, text, parameters);
}

export function byIds(db: Queryable, appid: string, ids: readonly string[]) {
  const among = oneOf(db, 'subscription_id', ids);
  return {
    text: `select * from subscription
      where appid = ? and provider in ('APPLE', 'GOOGLE') and ${among.text}`,
    parameters: [appid, among.parameter],
  };
}

export interface AccountName {
  readonly appid: string;
  readonly accountUuid: string;
}

const STANDING = `account_uuid, provider, original_transaction_id, product_id,
  auto_renew_product_id, status, expires_at, grace_until, refunded_at, test, updated_at`;

/** What an account may know of its subscription. */
export type Standing = Pick<
  Subscription,
  | 'account_uuid'
  | 'provider'
  | 'original_transaction_id'
  | 'product_id'
  | 'auto_renew_product_id'
  | 'status'
  | 'expires_at'
  | 'grace_until'
  | 'refunded_at'
  | 'test'
  | 'updated_at'
>;

/** Each account's subscriptions, the newest first. */
export async function subscriptionsOf(
  db: Db,
  names: readonly AccountName[],
): Promise<Standing[][]> {
  const found = new Map<string, Standing[]>();
  for (const [appid, group] of Map.groupBy(names, (name) => name.appid)) {
    const accounts = [...new Set(group.map((name) => name.accountUuid))];
    const { text, parameters } = byAccounts(db, appid, accounts);
    const rows = await queryPrepared<Standing>(db, text, parameters);
    for (const row of rows) {
      const key = `${row.account_uuid} ${appid}`;
      const list = found.get(key);
      if (list) list.push(row);
      else found.set(key, [row]);
    }
  }
  return names.map(({ appid, accountUuid }) => found.get(`${accountUuid} ${appid}`) ?? []);
}

export function byAccounts(db: Queryable, appid: string, accounts: readonly string[]) {
  const among = oneOf(db, 'account_uuid', accounts);
  return {
    // The sign keeps SQLite from walking all of the app's by their time, which are in order already.
    text: `select ${STANDING} from subscription where appid = ? and ${among.text}
      order by +created_at desc, subscription_id`,
    parameters: [appid, among.parameter],
  };
}

/** The cycles with these keys, and the newest one of each of these subscriptions. */
export async function findCycles(
  tx: Queryable,
  appid: string,
  names: readonly Pick<PurchaseTable, 'unique_key'>[],
  subscriptionIds: readonly string[],
): Promise<readonly PurchaseTable[]> {
  if (names.length === 0) return [];
  const keys = names.map(({ unique_key }) => unique_key);
  const { text, parameters } = byKeys(tx, appid, keys, subscriptionIds);
  return query<PurchaseTable>(tx, text, parameters);
}

/** Two selections: with an `or` between them the databases would walk all of the app's purchases. */
export function byKeys(
  db: Queryable,
  appid: string,
  keys: readonly string[],
  subscriptionIds: readonly string[],
) {
  const named = oneOf(db, 'unique_key', [...new Set(keys)]);
  const newest = oneOf(db, 's.subscription_id', [...new Set(subscriptionIds)]);
  return {
    text: `select * from purchase
        where appid = ? and provider in ('APPLE', 'GOOGLE') and ${named.text}
      union all
      select p.* from subscription s
        join purchase p on p.appid = s.appid and p.provider = s.provider and p.unique_key = s.cycle_key
        where s.appid = ? and s.provider in ('APPLE', 'GOOGLE') and ${newest.text}`,
    parameters: [appid, named.parameter, appid, newest.parameter],
  };
}

const CHANGING = `account_uuid, original_transaction_id, product_id, auto_renew_product_id, status,
  expires_at, grace_until, refunded_at, test, cycle_key, cycle_at, cycle_said_at, said_at, updated_at`;

export function saveSubscriptions(tx: Db, rows: readonly Subscription[]): Promise<void> {
  const changes = CHANGING.split(',').map((name) => `${name.trim()} = excluded.${name.trim()}`);
  return insertRows(
    tx,
    'subscription',
    rows,
    `on conflict (appid, provider, subscription_id) do update set ${changes}`,
  );
}
