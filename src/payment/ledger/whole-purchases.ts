// Reads whole rows of purchases, with receipt and answer as they were before they were stored.

import type { Db } from '../../storage/db.ts';
import type { PurchaseTable, StoredPurchaseTable } from '../../storage/schema.ts';
import type { Params } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import { fromStored } from './stored-receipt.ts';

const COLUMNS = [
  'p.game_index',
  'p.appid',
  'p.provider',
  'p.unique_key',
  'p.payment_key',
  'p.number',
  'p.transaction_id',
  'p.provider_transaction_id',
  'p.store_transaction_id',
  'p.product_id',
  'p.quantity',
  'p.price',
  'p.currency',
  'p.cancel_state',
  'p.test',
  'p.account_uuid',
  'p.account_compare',
  'p.payload',
  'p.price_verify_key',
  'p.receipt',
  'p.receipt_hash',
  'p.market_result',
  'p.purchased_at',
  'p.purchase_date_source',
  'p.verified_at',
  'p.request_type',
  'p.app_version',
  'p.country',
  'p.language',
  'p.server_id',
  'p.project_info',
  'p.delivery',
  'p.delivery_at',
  'p.consumption',
  'p.kind',
  'p.claimed',
  'p.cancel_said_at',
  'p.claimed_by',
  'p.claimed_at',
  'p.subscription_id',
  'p.ownership',
  'p.permanent',
  'p.chain_hash',
] as const satisfies `p.${keyof StoredPurchaseTable}`[];

/** From `purchase as p`, with all of its columns. */
export const selectPurchases = (db: Db, app: Params<AppName>) =>
  ofApp(db, app)
    .selectFrom('purchase as p')
    .leftJoin('certificate_chain as c', (join) =>
      join.onRef('c.game_index', '=', 'p.game_index').onRef('c.chain_hash', '=', 'p.chain_hash'),
    )
    .select(COLUMNS)
    .select('c.certificates');

type Row = StoredPurchaseTable & { readonly certificates: string | null };

export const wholePurchases = (rows: readonly Row[]): PurchaseTable[] => rows.map(fromStored);
