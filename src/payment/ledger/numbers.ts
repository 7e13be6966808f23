// Numbers of an app's purchases: each greater than the one before, with times that never go back.
import { type Queryable, queryPrepared } from '../../storage/rows.ts';
import type { PurchaseTable } from '../../storage/schema.ts';

type Numbered = Pick<PurchaseTable, 'number' | 'verified_at'>;

/** A purchase before it has its number. */
export type NewPurchase = Omit<PurchaseTable, keyof Numbered>;

/** How far the clocks of two processes may be apart: a clock that is off by more is not followed. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * The first of `count` numbers of the app; those that nobody takes stay unused. The app's row is locked
 * from here to the end of the transaction, so numbers follow the order in which purchases become
 * visible: paging relies on it.
 */
export async function reserveNumbers(
  tx: Queryable,
  appid: string,
  count: number,
  now: number,
): Promise<Numbered> {
  const [row] = await queryPrepared<{ next_purchase_number: number; last_verified_at: number }>(
    tx,
    `update app set next_purchase_number = next_purchase_number + ?,
      last_verified_at = case when last_verified_at between ? and ? then last_verified_at else ? end
      where appid = ? returning next_purchase_number, last_verified_at`,
    [count, now, now + CLOCK_TOLERANCE_MS, now, appid],
  );
  if (!row) throw new Error(`the app ${appid} is gone`);
  return { number: row.next_purchase_number - count, verified_at: row.last_verified_at };
}
