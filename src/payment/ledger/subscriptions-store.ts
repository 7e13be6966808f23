// SQL of subscriptions: current state, and their cycles among the purchases.
import { sql } from 'kysely';
import type { Db } from '../../storage/db.ts';
import { insertRows, type Queryable } from '../../storage/rows.ts';
import type { SubscriptionStepTable, SubscriptionTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';

type Subscription = SubscriptionTable;
export type SubscriptionName = Pick<Subscription, 'provider' | 'subscription_id'>;

interface ByIds extends AppName {
  readonly ids: readonly string[];
}

/** Of one market: with a list of them, PostgreSQL may read all subscriptions of the app. */
export const subscriptionsByIds = statement(
  (db, $: Params<ByIds & Pick<Subscription, 'provider'>>) =>
    ofApp(db, $)
      .selectFrom('subscription')
      .selectAll()
      .where('provider', '=', $.provider)
      .where('subscription_id', 'in', $.ids),
  { each: 'ids' },
);

export async function findSubscriptions(
  tx: Queryable,
  { appid, gameIndex }: AppName,
  names: readonly SubscriptionName[],
): Promise<readonly Subscription[]> {
  const found = [...Map.groupBy(names, (name) => name.provider)].map(([provider, group]) => {
    const ids = [...new Set(group.map((name) => name.subscription_id))];
    return subscriptionsByIds(tx, { appid, gameIndex, provider, ids });
  });
  return (await Promise.all(found)).flat();
}

const subscriptionsReplacing = statement(
  (db, $: Params<ByIds>) =>
    ofApp(db, $)
      .selectFrom('subscription')
      .selectAll()
      .where('replaces', 'is not', null)
      .where('replaces', 'in', $.ids),
  { each: 'ids' },
);

/** Those that took the place of these. */
export async function findReplacing(
  tx: Queryable,
  { appid, gameIndex }: AppName,
  ids: readonly string[],
): Promise<readonly Subscription[]> {
  return ids.length === 0
    ? []
    : subscriptionsReplacing(tx, { appid, gameIndex, ids: [...new Set(ids)] });
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
  'replaced_at',
  'replaced_by',
] as const satisfies (keyof Subscription)[];
export type SubscriptionStatus = Pick<Subscription, (typeof STATUS)[number]>;

interface ByAccounts extends AppName {
  readonly accounts: readonly string[];
}

export const subscriptionsByAccounts = statement(
  (db, $: Params<ByAccounts>) =>
    ofApp(db, $)
      .selectFrom('subscription')
      .select(STATUS)
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

const CHANGING = `account_uuid, original_transaction_id, product_id, auto_renew_product_id, status,
  expires_at, grace_until, refunded_at, test, cycle_key, cycle_at, cycle_said_at, said_at, updated_at,
  replaces, replaced_at, replaced_by`;

export function saveSubscriptions(tx: Db, rows: readonly Subscription[]): Promise<void> {
  const changes = CHANGING.split(',').map((name) => `${name.trim()} = excluded.${name.trim()}`);
  return insertRows(
    tx,
    'subscription',
    rows,
    `on conflict (game_index, appid, provider, subscription_id) do update set ${changes}`,
  );
}

/** The last report about a moment counts. */
export const saveStatuses = (tx: Db, rows: readonly SubscriptionStepTable[]): Promise<void> =>
  insertRows(
    tx,
    'subscription_step',
    rows,
    `on conflict (game_index, appid, provider, subscription_id, at, cycle_key) do update set
      status = excluded.status, renews = excluded.renews, expires_at = excluded.expires_at,
      grace_until = excluded.grace_until, replaced = excluded.replaced`,
  );
