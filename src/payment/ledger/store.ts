// All SQL of purchases: found by receipt, recorded exactly once, cancelled for good.

import { enqueueJobs } from '../../background/jobs.ts';
import { OUTBOX_CHANGED } from '../../outbox/outbox.ts';
import type { Db } from '../../storage/db.ts';
import {
  insertRows,
  oneOf,
  pipe,
  type Queryable,
  query,
  queryPrepared,
} from '../../storage/rows.ts';
import type { EarlyRefundTable, Market, PurchaseTable, Schema } from '../../storage/schema.ts';
import type { Storage } from '../../storage/storage.ts';
import { count } from '../../tenants/counters.ts';
import type { FollowUp } from '../markets/market.ts';
import { refundTallies } from './counters.ts';
import { findListeners, type Listener, purchaseEvent, tellEvents } from './events.ts';
import {
  type Enlist,
  enlisting,
  keyOf,
  type NewPurchase,
  type PurchaseKey,
  takePlaces,
} from './numbers.ts';

export interface Recording {
  readonly purchase: NewPurchase;
  readonly followUp?: FollowUp | undefined;
}

export interface Recorded {
  readonly purchase: PurchaseTable;
  /** The purchase was on record before; nothing new was written, save a cancellation. */
  readonly duplicated: boolean;
  /** This is the news that its money went back. */
  readonly refunded?: true;
}

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

/** A refund, once known, is never forgotten: only the market's own word takes it back. */
export async function markCancelled(
  storage: Storage,
  purchase: PurchaseKey,
  now: number,
): Promise<void> {
  const isTold = await storage.db.transaction().execute(async (tx) => {
    const rows = await cancel(tx, purchase, now);
    await count(
      tx,
      now,
      rows.flatMap((row) => refundTallies(row, 'refunded')),
    );
    const events = rows.map((row) => purchaseEvent('purchase.refunded', row));
    return tellEvents(tx, await findListeners(tx, [purchase.appid]), events, now);
  });
  if (isTold) storage.signals.emit(OUTBOX_CHANGED);
}

/** Answers the purchase when it was not cancelled before. */
const cancel = (tx: Db, { appid, provider, unique_key }: PurchaseKey, now: number) =>
  query<PurchaseTable>(
    tx,
    `update purchase set cancel_state = 1, cancel_said_at = ?
      where appid = ? and provider = ? and unique_key = ? and cancel_state = 0 returning *`,
    [now, appid, provider, unique_key],
  );

/** The newest word counts. */
export const keepRefund = (tx: Db, word: EarlyRefundTable): Promise<void> =>
  insertRows(
    tx,
    'early_refund',
    [word],
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

export interface RecordedAll {
  /** In the order of the recordings. */
  readonly recorded: readonly Recorded[];
  /** Who wants to hear of it. */
  readonly listeners: readonly Listener[];
}

/** Of all recordings of a purchase, anywhere and at any time, one is not a duplicate. */
export async function recordPurchases(
  tx: Db,
  recordings: readonly Recording[],
  now: number,
): Promise<RecordedAll> {
  const wanted = new Map(recordings.map(({ purchase }) => [keyOf(purchase), purchase]));
  const byApp = Map.groupBy(wanted.values(), (purchase) => purchase.appid);
  const known = new Map<string, PurchaseTable>();
  const enlisters = new Map<string, Enlist>();
  const listeners: Listener[] = [];
  // The row of each app is locked first, and in one order everywhere: whoever holds it sees every
  // purchase of the app that was recorded before.
  for (const appid of [...byApp.keys()].sort()) {
    const purchases = byApp.get(appid) ?? [];
    const [place, found, refunds, listening] = await pipe(tx, (line) =>
      Promise.all([
        takePlaces(line, appid, purchases.length, now),
        findAmong<PurchaseTable>(line, 'purchase', appid, purchases),
        findEarlyRefunds(line, appid, purchases),
        findListeners(line, [appid]),
      ]),
    );
    enlisters.set(appid, enlisting(place, refunds));
    for (const each of found) known.set(keyOf(each), each);
    listeners.push(...listening);
  }

  const added: PurchaseTable[] = [];
  const followUps: (FollowUp & { appid: string })[] = [];
  const cancelled: PurchaseTable[] = [];
  const recorded = recordings.map(({ purchase, followUp }): Recorded => {
    const key = keyOf(purchase);
    const existing = known.get(key);
    if (existing) {
      if (purchase.cancel_state <= existing.cancel_state) {
        return { purchase: existing, duplicated: true };
      }
      const changed: PurchaseTable = { ...existing, cancel_state: 1 };
      known.set(key, changed);
      cancelled.push(changed);
      return { purchase: changed, duplicated: true, refunded: true };
    }
    const row = (enlisters.get(purchase.appid) as Enlist)(purchase);
    known.set(key, row);
    added.push(row);
    if (followUp) followUps.push({ ...followUp, appid: purchase.appid });
    return { purchase: row, duplicated: false };
  });

  await insertPurchases(tx, added);
  for (const each of cancelled) await cancel(tx, each, now);
  await enqueueJobs(tx, followUps, now);
  return { recorded, listeners };
}

export const insertPurchases = (tx: Db, rows: readonly PurchaseTable[]): Promise<void> =>
  insertRows(tx, 'purchase', rows);

export const findEarlyRefunds = (
  tx: Queryable,
  appid: string,
  purchases: readonly PurchaseName[],
): Promise<EarlyRefundTable[]> => findAmong(tx, 'early_refund', appid, purchases);

type PurchaseName = Pick<PurchaseTable, 'provider' | 'unique_key'>;

async function findAmong<Row>(
  tx: Queryable,
  table: 'purchase' | 'early_refund',
  appid: string,
  purchases: readonly PurchaseName[],
): Promise<Row[]> {
  const byMarket = [...Map.groupBy(purchases, (each) => each.provider)];
  const found = byMarket.map(([provider, group]) => {
    const among = oneOf(
      tx,
      'unique_key',
      group.map((each) => each.unique_key),
    );
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
