// SQL of purchases that are asked for by an id: the market's, ours, or that of their subscription.
import { sql } from 'kysely';
import type { Db } from '../../storage/db.ts';
import type { Market, PurchaseTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import type { AppName } from '../../tenants/directory.ts';
import {
  findByNumber,
  findCancellations,
  findCycle,
  type PurchaseName,
} from '../ledger/purchases-store.ts';
import { IS_UNDELIVERED } from '../ledger/undelivered.ts';
import { keyOf } from '../ledger/unit-of-work.ts';
import { uniqueKeysOf } from '../markets/market.ts';
import { serviceIdOf } from '../service-id.ts';
import type { WithDispute } from './purchase-state.ts';
import { COLUMNS, type ListedPurchase, type TimeSpan } from './search-store.ts';

interface StoreId extends AppName {
  readonly id: string;
  readonly keys: readonly string[];
}

const byStoreId = statement((db, $: Params<StoreId>) =>
  db
    .selectFrom('purchase')
    .select(COLUMNS)
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .where('provider', 'in', ['APPLE', 'GOOGLE', 'STEAM', 'PG'])
    .where('unique_key', 'in', $.keys)
    .where('provider_transaction_id', '=', $.id)
    .union(
      db
        .selectFrom('purchase')
        .select(COLUMNS)
        .where('game_index', '=', $.gameIndex)
        .where('appid', '=', $.appid)
        .where('provider', 'in', ['STEAM', 'PG'])
        .where('unique_key', 'in', ({ selectFrom }) =>
          selectFrom('purchase_order')
            .select('order_id')
            .where('game_index', '=', $.gameIndex)
            .where('appid', '=', $.appid)
            .where('store_transaction_id', '=', $.id),
        ),
    )
    .orderBy('verified_at', 'desc')
    .orderBy('number', 'desc'),
);

/** By the market's id of the transaction, or our number of the order behind it. */
export const findByStoreId = (
  db: Db,
  name: Omit<StoreId, 'keys'>,
): Promise<readonly ListedPurchase[]> => byStoreId(db, { ...name, keys: uniqueKeysOf(name.id) });

const undeliveredOf = statement((db, $: Params<AppName & { numbers: readonly number[] }>) =>
  db
    .selectFrom('purchase')
    .select('number')
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .where('number', 'in', $.numbers)
    .where(sql.raw<boolean>(IS_UNDELIVERED)),
);

/** Of these, those that were never reported as delivered. */
export async function onlyUndelivered<T extends Pick<PurchaseTable, 'number'>>(
  db: Db,
  { appid, gameIndex }: AppName,
  rows: readonly T[],
): Promise<readonly T[]> {
  const numbers = rows.map(({ number }) => number);
  const found = await undeliveredOf(db, { appid, gameIndex, numbers });
  const undelivered = new Set(found.map(({ number }) => number));
  return rows.filter(({ number }) => undelivered.has(number));
}

/** Of these, those that the market reported a refund or dispute of within the time. */
export async function onlyReported<T extends PurchaseName>(
  db: Db,
  app: AppName,
  rows: readonly T[],
  { from, to }: TimeSpan,
): Promise<readonly T[]> {
  const reports = await findCancellations(db, app, rows);
  const within = reports.filter(({ reported_at }) => reported_at >= from && reported_at <= to);
  const found = new Set(within.map(keyOf));
  return rows.filter((row) => found.has(keyOf(row)));
}

const NUMBERED = /^(?:AP|GO|ST|PG)_(\d{1,15})$/;

/** The whole record. Consumables are numbered, cycles of subscriptions have a uuid. */
export async function findByServiceId(
  db: Db,
  app: AppName,
  id: string,
): Promise<PurchaseTable | undefined> {
  const number = NUMBERED.exec(id)?.[1];
  if (number === undefined) return findCycle(db, app, id);
  const row = await findByNumber(db, app, Number(number));
  return row && serviceIdOf(row) === id ? row : undefined;
}

interface OfSubscription extends AppName {
  readonly provider: Market;
  readonly subscriptionId: string;
  readonly limit: number;
}

/** The cycles of a subscription, newest first. */
export const findCyclesOf = statement((db, $: Params<OfSubscription>) =>
  db
    .selectFrom('purchase')
    .select([...COLUMNS, 'claimed_by', 'claimed_at'])
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .where('provider', '=', $.provider)
    .where('subscription_id', '=', $.subscriptionId)
    .orderBy('number', 'desc')
    .limit($.limit),
);

export type CycleRecord = ListedPurchase &
  WithDispute &
  Pick<PurchaseTable, 'claimed_by' | 'claimed_at'>;
