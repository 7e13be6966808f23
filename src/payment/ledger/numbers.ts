// Numbers of an app's purchases: strictly increasing, with times that never go back.
import type { Queryable } from '../../storage/rows.ts';
import type { PurchaseTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';

export type Numbered = Pick<PurchaseTable, 'number' | 'verified_at'>;

/** A purchase before it has its number and its refunds. */
export type NewPurchase = Omit<
  PurchaseTable,
  keyof Numbered | 'game_index' | 'cancel_state' | 'cancel_said_at'
>;

/** Maximum clock difference between processes; times of a clock that is further off are ignored. */
const CLOCK_TOLERANCE_MS = 60_000;

interface Reservation extends AppName {
  readonly count: number;
  readonly now: number;
  /** Later times than this are ignored. */
  readonly latest: number;
}

const reserve = statement(
  (db, $: Params<Reservation>) =>
    ofApp(db, $)
      .updateTable('purchase_sequence')
      .set((sequence) => ({
        next_number: sequence('next_number', '+', $.count),
        last_verified_at: sequence
          .case()
          .when(sequence.between('last_verified_at', $.now, $.latest))
          .then(sequence.ref('last_verified_at'))
          .else($.now)
          .end(),
      }))
      .returning(['next_number', 'last_verified_at']),
  { constant: true },
);

const hold = statement(
  (db, $: Params<AppName>) =>
    ofApp(db, $)
      .updateTable('purchase_sequence')
      .set((sequence) => ({ next_number: sequence.ref('next_number') }))
      .returning('appid'),
  { constant: true },
);

/** Locks the numbers, so that the app is not deleted meanwhile; false when it was. */
export const holdNumbers = async (tx: Queryable, { appid, gameIndex }: AppName): Promise<boolean> =>
  (await hold(tx, { appid, gameIndex })).length > 0;

/**
 * The first of `count` numbers of the app; those that nobody takes stay unused. Its row is locked
 * from here to the end of the transaction, so numbers follow the order in which purchases become
 * visible: paging relies on it.
 */
export async function reserveNumbers(
  tx: Queryable,
  { appid, gameIndex }: AppName,
  count: number,
  now: number,
): Promise<Numbered> {
  const [row] = await reserve(tx, {
    appid,
    gameIndex,
    count,
    now,
    latest: now + CLOCK_TOLERANCE_MS,
  });
  if (!row) throw new Error(`app ${appid} was deleted`);
  return { number: row.next_number - count, verified_at: row.last_verified_at };
}
