// All SQL of purchases: found by receipt, by key and by number, inserted, updated.
import type { Db } from '../../storage/db.ts';
import { insertRows, oneOf, type Queryable, query, queryPrepared } from '../../storage/rows.ts';
import type { EarlyRefundTable, Market, PurchaseTable, Schema } from '../../storage/schema.ts';

export interface ReceiptName {
  readonly appid: string;
  readonly provider: Market;
  readonly receiptHash: string;
}

/** What an answer shows of a purchase, but for the receipt, which whoever asks has at hand. */
const KNOWN_COLUMNS = [
  'appid',
  'provider',
  'unique_key',
  'number',
  'provider_transaction_id',
  'store_transaction_id',
  'product_id',
  'quantity',
  'price',
  'currency',
  'cancel_state',
  'test',
  'account_compare',
  'payload',
  'price_verify_key',
  'receipt_hash',
  'market_result',
] as const satisfies (keyof PurchaseTable)[];
export type KnownPurchase = Pick<PurchaseTable, (typeof KNOWN_COLUMNS)[number]>;

/** What an answer is made of. */
export type ShownPurchase = KnownPurchase & Pick<PurchaseTable, 'receipt'>;

/** The purchases with these receipts, in their order; undefined where there is none. */
export async function findByReceipts(
  db: Db,
  names: readonly ReceiptName[],
): Promise<(KnownPurchase | undefined)[]> {
  const found = new Map<string, KnownPurchase>();
  for (const [appid, group] of Map.groupBy(names, (name) => name.appid)) {
    const among = oneOf(db, 'receipt_hash', [...new Set(group.map((name) => name.receiptHash))]);
    const rows = await queryPrepared<KnownPurchase>(
      db,
      `select ${KNOWN_COLUMNS.join()} from purchase
        where appid = ? and ${among.text} and kind = 'consumable'`,
      [appid, among.parameter],
    );
    for (const row of rows) found.set(`${row.provider} ${appid} ${row.receipt_hash}`, row);
  }
  return names.map(({ appid, provider, receiptHash }) =>
    found.get(`${provider} ${appid} ${receiptHash}`),
  );
}

/** What may change about a purchase after it was recorded. */
const CHANGING = [
  'cancel_state',
  'cancel_said_at',
  'claimed',
  'claimed_by',
  'claimed_at',
  'account_uuid',
  'account_compare',
  'payload',
  'request_type',
  'app_version',
  'country',
  'language',
  'server_id',
  'project_info',
] as const satisfies (keyof PurchaseTable)[];

export async function updatePurchases(tx: Db, rows: readonly PurchaseTable[]): Promise<void> {
  for (const row of rows) {
    await tx
      .updateTable('purchase')
      .set(pick(row, CHANGING))
      .where('appid', '=', row.appid)
      .where('provider', '=', row.provider)
      .where('unique_key', '=', row.unique_key)
      .execute();
  }
}

const pick = <Row extends object, Name extends keyof Row>(row: Row, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;

/** The newest report counts. */
export const saveEarlyRefunds = (tx: Db, refunds: readonly EarlyRefundTable[]): Promise<void> =>
  insertRows(
    tx,
    'early_refund',
    refunds,
    `on conflict (appid, provider, unique_key)
      do update set refund = excluded.refund, said_at = excluded.said_at
      where excluded.said_at > early_refund.said_at`,
  );

export async function findPurchase(
  db: Db,
  { appid, provider, unique_key }: PurchaseKey,
): Promise<PurchaseTable | undefined> {
  const [row] = await query<PurchaseTable>(
    db,
    'select * from purchase where appid = ? and provider = ? and unique_key = ?',
    [appid, provider, unique_key],
  );
  return row;
}

/** By the number in its `serviceTransactionId`. */
export async function findByNumber(
  db: Db,
  appid: string,
  number: number,
): Promise<PurchaseTable | undefined> {
  const [row] = await query<PurchaseTable>(
    db,
    'select * from purchase where appid = ? and number = ?',
    [appid, number],
  );
  return row;
}

/** Only forward: what was reported cancelled is not delivered any more. */
export async function recordDelivery(
  db: Db,
  { appid, provider, unique_key }: PurchaseKey,
  delivery: 1 | 2 | 3,
  now: number,
): Promise<void> {
  await query(
    db,
    `update purchase set delivery = ?, delivery_at = ?
      where appid = ? and provider = ? and unique_key = ? and (delivery is null or delivery < ?)`,
    [delivery, now, appid, provider, unique_key, delivery],
  );
}

export const insertPurchases = (tx: Db, rows: readonly PurchaseTable[]): Promise<void> =>
  insertRows(tx, 'purchase', rows);

export type PurchaseKey = Pick<PurchaseTable, 'appid' | 'provider' | 'unique_key'>;
export type PurchaseName = Omit<PurchaseKey, 'appid'>;

export const findPurchases = (
  tx: Queryable,
  appid: string,
  names: readonly PurchaseName[],
): Promise<PurchaseTable[]> => findNamed(tx, 'purchase', appid, names);

export const findEarlyRefunds = (
  tx: Queryable,
  appid: string,
  names: readonly PurchaseName[],
): Promise<EarlyRefundTable[]> => findNamed(tx, 'early_refund', appid, names);

async function findNamed<Row>(
  tx: Queryable,
  table: 'purchase' | 'early_refund',
  appid: string,
  names: readonly PurchaseName[],
): Promise<Row[]> {
  const byMarket = [...Map.groupBy(names, (each) => each.provider)];
  const found = byMarket.map(([provider, group]) => {
    const keys = [...new Set(group.map((each) => each.unique_key))];
    const among = oneOf(tx, 'unique_key', keys);
    return query<Row>(
      tx,
      `select * from ${table} where appid = ? and provider = ? and ${among.text}`,
      [appid, provider, among.parameter],
    );
  });
  return (await Promise.all(found)).flat();
}

/** For the end of an app: everything of this half that belongs to it. */
export async function forgetApp(tx: Db, appid: string): Promise<void> {
  for (const table of TABLES) await query(tx, `delete from ${table} where appid = ?`, [appid]);
}

const TABLES = [
  'purchase',
  'purchase_repeat',
  'purchase_trail',
  'early_refund',
  'purchase_order',
  'job',
  'subscription',
  'market_notice',
  'market_poll',
] as const satisfies (keyof Schema)[];
