// SQL of subscriptions: current state, and their cycles among the purchases.
import { sql } from 'kysely';
import type { Db } from '../../storage/db.ts';
import { insertRows, type Queryable } from '../../storage/rows.ts';
import type { PurchaseTable, SubscriptionTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import type { AppName } from '../../tenants/directory.ts';
import { selectPurchases, wholePurchases } from './whole-purchases.ts';

type Subscription = SubscriptionTable;

interface ByIds extends AppName {
  readonly ids: readonly string[];
}

export const subscriptionsByIds = statement((db, $: Params<ByIds>) =>
  db
    .selectFrom('subscription')
    .selectAll()
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .where('provider', 'in', ['APPLE', 'GOOGLE'])
    .where('subscription_id', 'in', $.ids),
);

export async function findSubscriptions(
  tx: Queryable,
  { appid, gameIndex }: AppName,
  ids: readonly string[],
): Promise<readonly Subscription[]> {
  return ids.length === 0
    ? []
    : subscriptionsByIds(tx, { appid, gameIndex, ids: [...new Set(ids)] });
}

export interface AccountName extends AppName {
  readonly accountUuid: string;
}

/** The columns that app servers see, and those that identify a subscription. */
const STATUS = [
  'game_index',
  'appid',
  'subscription_id',
  'cycle_key',
  'account_uuid',
  'provider',
  'original_transaction_id',
  'product_id',
  'auto_renew_product_id',
  'status',
  'expires_at',
  'grace_until',
  'refunded_at',
  'test',
  'updated_at',
] as const satisfies (keyof Subscription)[];
export type SubscriptionStatus = Pick<Subscription, (typeof STATUS)[number]>;

interface ByAccounts extends AppName {
  readonly accounts: readonly string[];
}

export const subscriptionsByAccounts = statement(
  (db, $: Params<ByAccounts>) =>
    db
      .selectFrom('subscription')
      .select(STATUS)
      .where('game_index', '=', $.gameIndex)
      .where('appid', '=', $.appid)
      .where('account_uuid', 'in', $.accounts)
      // The sign keeps SQLite from scanning the app's rows by time.
      .orderBy(sql`+created_at`, 'desc')
      .orderBy('subscription_id'),
  { constant: true },
);

/** Subscriptions of each account, newest first. */
export async function subscriptionsOf(
  db: Db,
  names: readonly AccountName[],
): Promise<SubscriptionStatus[][]> {
  const found = new Map<string, SubscriptionStatus[]>();
  for (const [appid, group] of Map.groupBy(names, (name) => name.appid)) {
    const [{ gameIndex }] = group as [AccountName];
    const accounts = [...new Set(group.map((name) => name.accountUuid))];
    for (const row of await subscriptionsByAccounts(db, { appid, gameIndex, accounts })) {
      const key = `${row.account_uuid} ${appid}`;
      const list = found.get(key);
      if (list) list.push(row);
      else found.set(key, [row]);
    }
  }
  return names.map(({ appid, accountUuid }) => found.get(`${accountUuid} ${appid}`) ?? []);
}

interface ByKeys extends ByIds {
  readonly keys: readonly string[];
}

/** Two selects, because with `or` the databases would scan all purchases of the app. */
export const cyclesByKeys = statement((db, $: Params<ByKeys>) =>
  selectPurchases(db)
    .where('p.game_index', '=', $.gameIndex)
    .where('p.appid', '=', $.appid)
    .where('p.provider', 'in', ['APPLE', 'GOOGLE'])
    .where('p.unique_key', 'in', $.keys)
    .unionAll(
      selectPurchases(db)
        .innerJoin('subscription as s', (join) =>
          join
            .onRef('p.game_index', '=', 's.game_index')
            .onRef('p.appid', '=', 's.appid')
            .onRef('p.provider', '=', 's.provider')
            .onRef('p.unique_key', '=', 's.cycle_key'),
        )
        .where('s.game_index', '=', $.gameIndex)
        .where('s.appid', '=', $.appid)
        .where('s.provider', 'in', ['APPLE', 'GOOGLE'])
        .where('s.subscription_id', 'in', $.ids),
    ),
);

/** The cycles with these keys, and the newest one of each of these subscriptions. */
export async function findCycles(
  tx: Queryable,
  { appid, gameIndex }: AppName,
  names: readonly Pick<PurchaseTable, 'unique_key'>[],
  subscriptionIds: readonly string[],
): Promise<readonly PurchaseTable[]> {
  if (names.length === 0) return [];
  const keys = [...new Set(names.map(({ unique_key }) => unique_key))];
  const ids = [...new Set(subscriptionIds)];
  return wholePurchases(await cyclesByKeys(tx, { appid, gameIndex, keys, ids }));
}

const CHANGING = `account_uuid, original_transaction_id, product_id, auto_renew_product_id, status,
  expires_at, grace_until, refunded_at, test, cycle_key, cycle_at, cycle_said_at, said_at, updated_at`;

export function saveSubscriptions(tx: Db, rows: readonly Subscription[]): Promise<void> {
  const changes = CHANGING.split(',').map((name) => `${name.trim()} = excluded.${name.trim()}`);
  return insertRows(
    tx,
    'subscription',
    rows,
    `on conflict (game_index, appid, provider, subscription_id) do update set ${changes}`,
  );
}
