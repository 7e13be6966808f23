// SQL of purchases: find by receipt, key or number, insert, update.
import type { Db } from '../../storage/db.ts';
import { insertRows, type Queryable } from '../../storage/rows.ts';
import type {
  CancellationTable,
  Market,
  PurchaseTable,
  StoredPurchaseTable,
} from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import { NUMBERED, serviceIdOf } from '../service-id.ts';
import { addActivity, DELIVERY_REPORTED } from './activity.ts';
import { recordChanges } from './changes.ts';
import { resultFromStored, toStored } from './stored-receipt.ts';
import { selectPurchases, wholePurchases } from './whole-purchases.ts';

export type PurchaseKey = Pick<PurchaseTable, 'game_index' | 'appid' | 'provider' | 'unique_key'>;
export type PurchaseName = Omit<PurchaseKey, 'game_index' | 'appid'>;

/** Another product of the same payment, at markets that sell several together. */
export const lineOf = (
  { provider, unique_key }: PurchaseName,
  productId: string,
): PurchaseName => ({
  provider,
  unique_key: `${unique_key} ${productId}`,
});

export interface ReceiptName extends AppName {
  readonly provider: Market;
  readonly receipt: string;
  readonly receiptHash: string;
}

/** The columns of an answer, without the receipt, which the caller has sent. */
const KNOWN_COLUMNS = [
  'game_index',
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
  'account_uuid',
  'account_compare',
  'payload',
  'price_verify_key',
  'receipt_hash',
  'market_result',
] as const satisfies (keyof PurchaseTable)[];
export type KnownPurchase = Pick<PurchaseTable, (typeof KNOWN_COLUMNS)[number]>;

type StoredKnown = KnownPurchase & Pick<StoredPurchaseTable, 'chain_hash'>;

/** The data of an answer. */
export type ShownPurchase = KnownPurchase & Pick<PurchaseTable, 'receipt'>;

const byReceiptHashes = statement(
  (db, $: Params<AppName & { hashes: readonly string[] }>) =>
    ofApp(db, $)
      .selectFrom('purchase')
      .select([...KNOWN_COLUMNS, 'chain_hash'])
      .where('receipt_hash', 'in', $.hashes)
      .where('kind', '=', 'consumable')
      // The first verification of a sale is no repeat.
      .where('claimed', '=', 1),
  { constant: true, each: 'hashes' },
);

/** The purchases with these receipts, in their order; a receipt may have several or none. */
export async function findByReceipts(
  db: Db,
  names: readonly ReceiptName[],
): Promise<(readonly KnownPurchase[])[]> {
  const found = new Map<string, StoredKnown[]>();
  for (const [appid, group] of Map.groupBy(names, (name) => name.appid)) {
    const [{ gameIndex }] = group as [ReceiptName];
    const hashes = [...new Set(group.map((name) => name.receiptHash))];
    for (const row of await byReceiptHashes(db, { appid, gameIndex, hashes })) {
      const key = `${row.provider} ${appid} ${row.receipt_hash}`;
      found.set(key, [...(found.get(key) ?? []), row]);
    }
  }
  return names.map(({ appid, provider, receipt, receiptHash }) => {
    const rows = found.get(`${provider} ${appid} ${receiptHash}`) ?? [];
    return rows.map(({ chain_hash, ...row }) => ({
      ...row,
      market_result: resultFromStored({ ...row, chain_hash }, receipt),
    }));
  });
}

/** Columns that may change after a purchase is recorded. */
const changing = ($: Params<PurchaseTable>) => ({
  price: $.price,
  currency: $.currency,
  cancel_state: $.cancel_state,
  cancel_said_at: $.cancel_said_at,
  claimed: $.claimed,
  claimed_by: $.claimed_by,
  claimed_at: $.claimed_at,
  account_uuid: $.account_uuid,
  account_compare: $.account_compare,
  payload: $.payload,
  request_type: $.request_type,
  app_version: $.app_version,
  country: $.country,
  language: $.language,
  server_id: $.server_id,
  project_info: $.project_info,
  verified_at: $.verified_at,
});

const updatePurchase = statement((db, $: Params<PurchaseTable>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .updateTable('purchase')
    .set(changing($))
    .where('provider', '=', $.provider)
    .where('unique_key', '=', $.unique_key),
);

export async function updatePurchases(tx: Db, rows: readonly PurchaseTable[]): Promise<void> {
  for (const row of rows) await updatePurchase(tx, row);
}

/** The first verification of a sale also writes what identifies its receipt and its goods. */
const claimPurchase = statement((db, $: Params<StoredPurchaseTable>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .updateTable('purchase')
    .set({
      ...changing($),
      quantity: $.quantity,
      price_verify_key: $.price_verify_key,
      receipt: $.receipt,
      receipt_hash: $.receipt_hash,
      market_result: $.market_result,
      chain_hash: $.chain_hash,
      purchased_at: $.purchased_at,
      purchase_date_source: $.purchase_date_source,
      delivery: $.delivery,
      delivery_at: $.delivery_at,
      permanent: $.permanent,
    })
    .where('provider', '=', $.provider)
    .where('unique_key', '=', $.unique_key),
);

/** Their chains of certificates must be stored. A cycle keeps the receipt that the market sent. */
export async function saveClaims(tx: Db, rows: readonly PurchaseTable[]): Promise<void> {
  for (const row of rows) {
    if (row.kind === 'subscription') await updatePurchase(tx, row);
    else await claimPurchase(tx, toStored(row));
  }
}

export const saveCancellations = (tx: Db, reports: readonly CancellationTable[]): Promise<void> =>
  insertRows(
    tx,
    'purchase_cancellation',
    reports,
    `on conflict (game_index, appid, provider, unique_key, cause, reported_at)
      do update set last_at = excluded.last_at, state = excluded.state, amount = excluded.amount,
        quantity = excluded.quantity, reason = excluded.reason, action_id = excluded.action_id`,
  );

const byKey = statement((db, $: Params<PurchaseKey>) =>
  selectPurchases(db, { gameIndex: $.game_index, appid: $.appid })
    .where('p.provider', '=', $.provider)
    .where('p.unique_key', '=', $.unique_key),
);

export async function findPurchase(db: Db, key: PurchaseKey): Promise<PurchaseTable | undefined> {
  const [row] = wholePurchases(await byKey(db, key));
  return row;
}

const byNumber = statement((db, $: Params<AppName & { number: number }>) =>
  selectPurchases(db, $).where('p.number', '=', $.number),
);

/** By the number in its `serviceTransactionId`. */
export async function findByNumber(
  db: Db,
  { appid, gameIndex }: AppName,
  number: number,
): Promise<PurchaseTable | undefined> {
  const [row] = wholePurchases(await byNumber(db, { appid, gameIndex, number }));
  return row;
}

const cycleById = statement((db, $: Params<AppName & { id: string }>) =>
  selectPurchases(db, $).where('p.transaction_id', '=', $.id).where('p.kind', '=', 'subscription'),
);

/** A cycle of a subscription, by its `serviceTransactionId`. */
async function findCycleById(
  db: Db,
  { appid, gameIndex }: AppName,
  id: string,
): Promise<PurchaseTable | undefined> {
  const [row] = wholePurchases(await cycleById(db, { appid, gameIndex, id }));
  return row;
}

/** Consumables are numbered, cycles of subscriptions have a uuid. */
export async function findByServiceId(
  db: Db,
  app: AppName,
  id: string,
): Promise<PurchaseTable | undefined> {
  const number = NUMBERED.exec(id)?.[1];
  const found =
    number === undefined
      ? await findCycleById(db, app, id)
      : await findByNumber(db, app, Number(number));
  return found && serviceIdOf(found) === id ? found : undefined;
}

const setConsumption = statement((db, $: Params<PurchaseKey & { consumption: number }>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .updateTable('purchase')
    .set({ consumption: $.consumption })
    .where('provider', '=', $.provider)
    .where('unique_key', '=', $.unique_key),
);

/** How much of it was used, in thousandths of a percent. */
export async function recordConsumption(
  tx: Db,
  { game_index, appid, provider, unique_key }: PurchaseKey,
  consumption: number,
): Promise<void> {
  await setConsumption(tx, { game_index, appid, provider, unique_key, consumption });
}

interface Delivery extends PurchaseKey {
  readonly cancel_state: 0 | 1;
  readonly delivery: 1 | 2 | 3;
  readonly now: number;
}

const setDelivery = statement((db, $: Params<Delivery>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .updateTable('purchase')
    .set({ delivery: $.delivery, delivery_at: $.now })
    .where('provider', '=', $.provider)
    .where('unique_key', '=', $.unique_key)
    .where('cancel_state', '=', $.cancel_state)
    .where('delivery', 'is', null)
    .returning('number'),
);

const replaceDelivery = statement((db, $: Params<Delivery & { before: 1 | 2 | 3 }>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .updateTable('purchase')
    .set({ delivery: $.delivery, delivery_at: $.now })
    .where('provider', '=', $.provider)
    .where('unique_key', '=', $.unique_key)
    .where('cancel_state', '=', $.cancel_state)
    .where('delivery', '=', $.before)
    .returning('number'),
);

/** False when another result, or a refund, was saved meanwhile. A replaced result stays in the activity log. */
export async function recordDelivery(
  tx: Db,
  purchase: PurchaseTable,
  delivery: 1 | 2 | 3,
  now: number,
): Promise<boolean> {
  const { game_index, appid, provider, unique_key, cancel_state } = purchase;
  const { delivery: before, delivery_at } = purchase;
  if (cancel_state === 1) {
    // First of all, as in every transaction that takes numbers.
    const changed = { provider, kind: 'purchase', subject: unique_key } as const;
    await recordChanges(tx, { appid, gameIndex: game_index }, [changed], now);
  }
  const change = { game_index, appid, provider, unique_key, cancel_state, delivery, now };
  const [row] =
    before === null
      ? await setDelivery(tx, change)
      : await replaceDelivery(tx, { ...change, before });
  if (!row) return false;
  if (before === null) return true;
  const at = delivery_at ?? now;
  const kind = DELIVERY_REPORTED;
  const reference = `${at} ${before}`;
  const subject = { game_index, appid, provider, subject: unique_key };
  await addActivity(tx, [{ ...subject, kind, reference, at, details: String(before) }]);
  return true;
}

/** Their chains of certificates must be stored. */
export const insertPurchases = (tx: Db, rows: readonly PurchaseTable[]): Promise<void> =>
  insertRows(tx, 'purchase', rows.map(toStored));

interface Named extends AppName {
  readonly provider: Market;
  readonly keys: readonly string[];
}

export const purchasesByKeys = statement(
  (db, $: Params<Named>) =>
    selectPurchases(db, $).where('p.provider', '=', $.provider).where('p.unique_key', 'in', $.keys),
  { constant: true, each: 'keys' },
);

const purchasesByPayments = statement(
  (db, $: Params<Named>) =>
    selectPurchases(db, $)
      .where('p.provider', '=', $.provider)
      .where('p.payment_key', 'is not', null)
      .where('p.payment_key', 'in', $.keys),
  { constant: true, each: 'keys' },
);

const cancellationsByKeys = statement(
  (db, $: Params<Named>) =>
    ofApp(db, $)
      .selectFrom('purchase_cancellation')
      .selectAll()
      .where('provider', '=', $.provider)
      .where('unique_key', 'in', $.keys),
  { each: 'keys' },
);

export const findPurchases = (
  tx: Queryable,
  app: AppName,
  names: readonly PurchaseName[],
): Promise<PurchaseTable[]> =>
  eachMarket(app, names, async (named) => wholePurchases(await purchasesByKeys(tx, named)));

/** By the payments behind them. */
export const findPaidBy = (
  tx: Queryable,
  app: AppName,
  payments: readonly PurchaseName[],
): Promise<PurchaseTable[]> =>
  eachMarket(app, payments, async (named) => wholePurchases(await purchasesByPayments(tx, named)));

export const findCancellations = (
  tx: Queryable,
  app: AppName,
  names: readonly PurchaseName[],
): Promise<CancellationTable[]> =>
  eachMarket(app, names, (named) => cancellationsByKeys(tx, named));

async function eachMarket<Row>(
  { appid, gameIndex }: AppName,
  names: readonly PurchaseName[],
  find: (named: Named) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const byMarket = [...Map.groupBy(names, (each) => each.provider)];
  const found = byMarket.map(([provider, group]) =>
    find({ appid, gameIndex, provider, keys: [...new Set(group.map((each) => each.unique_key))] }),
  );
  return (await Promise.all(found)).flat();
}
