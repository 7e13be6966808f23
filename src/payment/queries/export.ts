// Reads the purchases of a search page by page, in constant memory.

import { isoTime } from '../../base/iso-time.ts';
import type { Db } from '../../storage/db.ts';
import { serviceIdOf } from '../service-id.ts';
import {
  type ListedPurchase,
  type PurchaseSearch,
  placeOf,
  searchPurchases,
} from './search-store.ts';

/** Small, because a caller may wait for one page. */
const PAGE = 200;

export type ExportedPurchase = ReturnType<typeof viewExported>;

/** In the order of the search. */
export async function* exportPurchases(
  db: Db,
  search: PurchaseSearch,
): AsyncGenerator<ExportedPurchase[]> {
  for (let after: ReturnType<typeof placeOf> | undefined; ; ) {
    const rows = await searchPurchases(db, search, { limit: PAGE, after });
    if (rows.length > 0) yield rows.map(viewExported);
    const last = rows.length === PAGE ? rows.at(-1) : undefined;
    if (!last) return;
    after = placeOf(last, search.by);
  }
}

export const viewExported = (row: ListedPurchase) => ({
  transaction_id: row.transaction_id,
  service_transaction_id: serviceIdOf(row),
  kind: row.kind,
  provider: row.provider,
  store_transaction_id: row.provider_transaction_id,
  product_id: row.product_id,
  quantity: row.quantity,
  amount: row.price,
  currency: row.currency,
  purchase_date: isoTime(row.purchased_at ?? row.verified_at),
  purchase_date_source: row.purchase_date_source,
  verified_date: isoTime(row.verified_at),
  cancel_state: row.cancel_state,
  test: row.test,
  account_uuid: row.account_uuid,
  server_id: row.server_id,
  delivery: row.delivery,
});
