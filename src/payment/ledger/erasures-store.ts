// SQL of erasure ids: which accounts are such ids, and which notifications are about what an erased player bought.

import type { Db } from '../../storage/db.ts';
import { insertRows, type Queryable } from '../../storage/rows.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import { NOTICE_MARKETS, SUBSCRIPTION_MARKETS } from '../markets/markets.ts';
import { type NewNotice, subjectKey } from './notices-store.ts';

/** In the column of the player of an order once the player is erased; nobody has this id. */
export const ERASED_PLAYER = 0;

export const saveErasure = (
  tx: Db,
  { appid, gameIndex }: AppName,
  erasure_id: string,
): Promise<void> =>
  insertRows(
    tx,
    'erasure',
    [{ game_index: gameIndex, appid, erasure_id }],
    'on conflict (game_index, appid, erasure_id) do nothing',
  );

const byIds = statement((db, $: Params<AppName & { ids: readonly string[] }>) =>
  ofApp(db, $).selectFrom('erasure').select('erasure_id').where('erasure_id', 'in', $.ids),
);

/** Those of the accounts that are ids of erasures. */
export async function erasedAmong(
  db: Queryable,
  { appid, gameIndex }: AppName,
  accounts: readonly (string | null)[],
): Promise<readonly string[]> {
  const ids = [...new Set(accounts)].filter((each) => each !== null);
  if (ids.length === 0) return [];
  return (await byIds(db, { appid, gameIndex, ids })).map(({ erasure_id }) => erasure_id);
}

interface BySubjects extends AppName {
  readonly subjects: readonly string[];
}

/** What erased players bought at markets that send notifications. */
const erasedPurchases = (db: Db, $: Params<BySubjects>) =>
  ofApp(db, $)
    .selectFrom('purchase')
    .innerJoin('erasure', (join) =>
      join
        .onRef('erasure.game_index', '=', 'purchase.game_index')
        .onRef('erasure.appid', '=', 'purchase.appid')
        .onRef('erasure.erasure_id', '=', 'purchase.account_uuid'),
    )
    .where('purchase.provider', 'in', NOTICE_MARKETS);

const ofPurchases = statement((db, $: Params<BySubjects>) =>
  erasedPurchases(db, $)
    .select(['purchase.provider', 'purchase.unique_key as subject'])
    .where('purchase.unique_key', 'in', $.subjects)
    // The first cycle at Apple has the id of the subscription, whose owner may be somebody again.
    .where(({ eb, or, ref }) =>
      or([
        eb('purchase.subscription_id', 'is', null),
        eb('purchase.subscription_id', '<>', ref('purchase.unique_key')),
      ]),
    ),
);

/** A notification may name the payment behind a purchase. */
const ofPayments = statement((db, $: Params<BySubjects>) =>
  erasedPurchases(db, $)
    .select((row) => [
      'purchase.provider',
      row.ref('purchase.payment_key').$notNull().as('subject'),
    ])
    .where('purchase.payment_key', 'is not', null)
    .where('purchase.payment_key', 'in', $.subjects),
);

const ofSubscriptions = statement((db, $: Params<BySubjects>) =>
  ofApp(db, $)
    .selectFrom('subscription')
    .innerJoin('erasure', (join) =>
      join
        .onRef('erasure.game_index', '=', 'subscription.game_index')
        .onRef('erasure.appid', '=', 'subscription.appid')
        .onRef('erasure.erasure_id', '=', 'subscription.account_uuid'),
    )
    .select(['subscription.provider', 'subscription.subscription_id as subject'])
    .where('subscription.provider', 'in', SUBSCRIPTION_MARKETS)
    .where('subscription.subscription_id', 'in', $.subjects),
);

/** Also those that were paid and never verified. */
const ofOrders = statement((db, $: Params<BySubjects>) =>
  ofApp(db, $)
    .selectFrom('purchase_order')
    .select(['provider', 'order_id as subject'])
    .where('player_id', '=', ERASED_PLAYER)
    .where('order_id', 'in', $.subjects),
);

/** The subjects of the notifications that an erased player bought, as keys. */
export async function erasedSubjects(
  tx: Queryable,
  { appid, gameIndex }: AppName,
  notices: readonly NewNotice[],
): Promise<readonly string[]> {
  const subjects = [...new Set(notices.flatMap(({ subject }) => subject ?? []))];
  if (subjects.length === 0) return [];
  const place = { appid, gameIndex, subjects };
  const found = await Promise.all([
    ofPurchases(tx, place),
    ofPayments(tx, place),
    ofSubscriptions(tx, place),
    ofOrders(tx, place),
  ]);
  return found.flat().map(subjectKey);
}
