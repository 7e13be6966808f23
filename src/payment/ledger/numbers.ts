// Numbers of an app's purchases: strictly increasing, with times that never go back.
import type { Queryable } from '../../storage/rows.ts';
import type { PurchaseTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';

export type Numbered = Pick<PurchaseTable, 'number' | 'verified_at'>;

/** A purchase before it has its number and its refunds. */
export type NewPurchase = Omit<PurchaseTable, keyof Numbered | 'cancel_state' | 'cancel_said_at'>;

/** Maximum clock difference between processes; times of a clock that is further off are ignored. */
const CLOCK_TOLERANCE_MS = 60_000;

interface Reservation {
  readonly appid: string;
  readonly count: number;
  readonly now: number;
  /** Later times than this are ignored. */
  readonly latest: number;
}

const reserve = statement(
  (db, $: Params<Reservation>) =>
    db
      .updateTable('app')
      .set((app) => ({
        next_purchase_number: app('next_purchase_number', '+', $.count),
        last_verified_at: app
          .case()
          .when(app.between('last_verified_at', $.now, $.latest))
          .then(app.ref('last_verified_at'))
          .else($.now)
          .end(),
      }))
      .where('appid', '=', $.appid)
      .returning(['next_purchase_number', 'last_verified_at']),
  { constant: true },
);

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
  const [row] = await reserve(tx, { appid, count, now, latest: now + CLOCK_TOLERANCE_MS });
  if (!row) throw new Error(`app ${appid} was deleted`);
  return { number: row.next_purchase_number - count, verified_at: row.last_verified_at };
}
