// The place of a purchase among those of its app: numbers without end, and times that never go back.
import { type Queryable, queryPrepared } from '../../storage/rows.ts';
import type { EarlyRefundTable, PurchaseTable } from '../../storage/schema.ts';
import { nextCancellation } from './subscription-state.ts';

/** A purchase before it has its place among those of its app. */
export type NewPurchase = Omit<PurchaseTable, keyof Place>;

/** Later purchases of an app have a greater number, and no earlier time. */
type Place = Pick<PurchaseTable, 'number' | 'verified_at'>;

export type PurchaseKey = Pick<PurchaseTable, 'appid' | 'provider' | 'unique_key'>;

export const keyOf = ({ appid, provider, unique_key }: PurchaseKey): string =>
  `${provider} ${appid} ${unique_key}`;

/** Gives a purchase the next place of its app, and the refund that was told before it came. */
export type Enlist = (purchase: NewPurchase) => PurchaseTable;

export function enlisting(first: Place, refunds: readonly EarlyRefundTable[]): Enlist {
  const words = new Map(refunds.map((word) => [keyOf(word), word]));
  let { number } = first;
  return (purchase) => {
    const word = words.get(keyOf(purchase));
    return {
      ...purchase,
      ...(word && nextCancellation(purchase, word.refund, word.said_at)),
      ...first,
      number: number++,
    };
  };
}

/** How far the clocks of two processes may be apart: a clock that is off by more is not followed. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * The first of `count` places of the app; those that nobody takes stay empty. Its row is locked from
 * here to the end of the transaction, so the order of places is the order in which purchases become
 * visible: paging relies on it.
 */
export async function takePlaces(
  tx: Queryable,
  appid: string,
  count: number,
  now: number,
): Promise<Place> {
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
