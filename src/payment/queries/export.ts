// Reads all purchases of a date range page by page, in constant memory.

import { isoTime } from '../../base/iso-time.ts';
import type { Db } from '../../storage/db.ts';
import type { Market } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import type { AppName } from '../../tenants/directory.ts';
import { serviceIdOf } from '../service-id.ts';
import type { Position } from './cursor.ts';
import type { DateRange } from './date-range.ts';
import { afterAll, type HistoryRow, historyReader, positionOf } from './history-store.ts';
import {
  type ListedPurchase,
  type PurchaseSearch,
  placeOf,
  searchPurchases,
} from './search-store.ts';

export interface ExportQuery extends DateRange, AppName {
  /** One after another, each newest first. */
  readonly providers: readonly Market[];
}

/** Small, because a caller may wait for one page. */
const PAGE = 200;

const COLUMNS = [
  'transaction_id',
  'kind',
  'provider',
  'provider_transaction_id',
  'product_id',
  'quantity',
  'price',
  'currency',
  'purchased_at',
  'purchase_date_source',
  'cancel_state',
  'test',
  'account_uuid',
  'server_id',
  'delivery',
] as const;

type Row = HistoryRow<typeof COLUMNS>;
export type ExportedPurchase = ReturnType<typeof viewPurchase>;

const reader = historyReader(COLUMNS);

export async function* exportPurchases(
  db: Db,
  { appid, gameIndex, providers, from, to }: ExportQuery,
): AsyncGenerator<ExportedPurchase[]> {
  for (const provider of providers) {
    let before: Position | undefined = afterAll(to);
    while (before) {
      const query = { appid, gameIndex, provider, from, before, limit: PAGE };
      const [rows = []]: readonly (readonly Row[])[] = await reader.list(db, [query]);
      if (rows.length > 0) yield rows.map(viewPurchase);
      const last = rows.length === PAGE ? rows.at(-1) : undefined;
      before = last && positionOf(last);
    }
  }
}

/** The purchases of a search, in its order. */
export async function* exportFound(
  db: Db,
  search: PurchaseSearch,
): AsyncGenerator<ExportedPurchase[]> {
  for (let after: ReturnType<typeof placeOf> | undefined; ; ) {
    const rows = await searchPurchases(db, search, { limit: PAGE, after });
    if (rows.length > 0) yield rows.map(viewFound);
    const last = rows.length === PAGE ? rows.at(-1) : undefined;
    if (!last) return;
    after = placeOf(last, search.by);
  }
}

/** The current number of purchases. */
export async function countPurchases(
  db: Db,
  { appid, gameIndex, providers, from, to }: ExportQuery,
): Promise<number> {
  let total = 0;
  for (const provider of providers) {
    const row = await count(db, {
      appid,
      gameIndex,
      provider,
      from,
      before: afterAll(to).verifiedAt,
    });
    total += row?.purchases ?? 0;
  }
  return total;
}

interface Counted extends AppName {
  readonly provider: Market;
  readonly from: number;
  readonly before: number;
}

const count = statement((db, $: Params<Counted>) =>
  db
    .selectFrom('purchase')
    .select(({ fn }) => fn.countAll<number>().as('purchases'))
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .where('provider', '=', $.provider)
    .where('verified_at', '>=', $.from)
    .where('verified_at', '<', $.before),
).first;

export const viewFound = (row: ListedPurchase): ExportedPurchase =>
  viewPurchase([
    row.verified_at,
    row.number,
    row.transaction_id,
    row.kind,
    row.provider,
    row.provider_transaction_id,
    row.product_id,
    row.quantity,
    row.price,
    row.currency,
    row.purchased_at,
    row.purchase_date_source,
    row.cancel_state,
    row.test,
    row.account_uuid,
    row.server_id,
    row.delivery,
  ]);

function viewPurchase([
  verifiedAt,
  number,
  transaction_id,
  kind,
  provider,
  store_transaction_id,
  product_id,
  quantity,
  amount,
  currency,
  purchasedAt,
  purchase_date_source,
  cancel_state,
  test,
  account_uuid,
  server_id,
  delivery,
]: Row) {
  return {
    transaction_id,
    service_transaction_id: serviceIdOf({ kind, provider, number, transaction_id }),
    kind,
    provider,
    store_transaction_id,
    product_id,
    quantity,
    amount,
    currency,
    purchase_date: isoTime(purchasedAt ?? verifiedAt),
    purchase_date_source,
    verified_date: isoTime(verifiedAt),
    cancel_state,
    test,
    account_uuid,
    server_id,
    delivery,
  };
}
