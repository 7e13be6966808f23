// All purchases of a window, for files: read page by page, so that a million takes no more memory than ten.
import { query } from '../storage/rows.ts';
import type { Market, PurchaseTable } from '../storage/schema.ts';
import type { Db } from '../storage/storage.ts';
import type { Position } from './cursor.ts';
import { dateTime } from './date-time.ts';
import { afterAll, historyReader } from './history-store.ts';
import { serviceTransactionId } from './result.ts';
import type { Window } from './window.ts';

export interface ExportQuery extends Window {
  readonly appid: string;
  /** One after another, each newest first. */
  readonly providers: readonly Market[];
}

const PAGE = 1_000;

const COLUMNS = [
  'transaction_id',
  'number',
  'kind',
  'provider',
  'provider_transaction_id',
  'product_id',
  'quantity',
  'price',
  'currency',
  'purchased_at',
  'purchase_date_source',
  'verified_at',
  'cancel_state',
  'test',
  'account_uuid',
  'server_id',
  'delivery',
] as const satisfies (keyof PurchaseTable)[];

type Row = Pick<PurchaseTable, (typeof COLUMNS)[number]>;
export type ExportedPurchase = ReturnType<typeof viewPurchase>;

const reader = historyReader(COLUMNS);

export async function* exportPurchases(
  db: Db,
  { appid, providers, from, to }: ExportQuery,
): AsyncGenerator<ExportedPurchase[]> {
  for (const provider of providers) {
    let before: Position | undefined = afterAll(to);
    while (before) {
      const rows: readonly Row[] = await reader.list(db, {
        appid,
        provider,
        from,
        before,
        limit: PAGE,
      });
      if (rows.length > 0) yield rows.map(viewPurchase);
      const last = rows.length === PAGE ? rows.at(-1) : undefined;
      before = last && { verifiedAt: last.verified_at, number: last.number };
    }
  }
}

/** How many there are at this moment. */
export async function countPurchases(
  db: Db,
  { appid, providers, from, to }: ExportQuery,
): Promise<number> {
  let total = 0;
  for (const provider of providers) {
    const [row] = await query<{ count: number }>(
      db,
      `select count(*) as count from purchase
        where appid = ? and provider = ? and verified_at >= ? and verified_at < ?`,
      [appid, provider, from, afterAll(to).verifiedAt],
    );
    total += row?.count ?? 0;
  }
  return total;
}

function viewPurchase(row: Row) {
  const { transaction_id, kind, provider, verified_at } = row;
  return {
    transaction_id,
    service_transaction_id:
      kind === 'consumable' ? serviceTransactionId(provider, row.number) : transaction_id,
    kind,
    provider,
    store_transaction_id: row.provider_transaction_id,
    product_id: row.product_id,
    quantity: row.quantity,
    amount: row.price,
    currency: row.currency,
    purchase_date: dateTime(row.purchased_at ?? verified_at),
    purchase_date_source: row.purchase_date_source,
    verified_date: dateTime(verified_at),
    cancel_state: row.cancel_state,
    test: row.test,
    account_uuid: row.account_uuid,
    server_id: row.server_id,
    delivery: row.delivery,
  };
}
