// Recording verified purchases: many at once, each exactly once, with its figures and its event.
import type { Db } from '../../storage/db.ts';
import type { Procedure } from '../../storage/procedure.ts';
import { count, type Tally } from '../../tenants/counters.ts';
import { recordedTallies, refundTallies } from './counters.ts';
import { type Event, purchaseEvent, tellEvents } from './events.ts';
import { type Recorded, type Recording, recordPurchases } from './store.ts';

interface Input {
  readonly recordings: readonly Recording[];
  readonly now: number;
}

interface Output {
  /** In the order of the recordings. */
  readonly recorded: readonly Recorded[];
  readonly isTold: boolean;
}

/** @public Found by its name in the thread that holds the database. */
export const recordAll: Procedure<Input, Output> = {
  module: import.meta.url,
  name: 'recordAll',
  async work(tx: Db, { recordings, now }: Input): Promise<Output> {
    const { recorded, listeners } = await recordPurchases(tx, recordings, now);
    await count(tx, now, recorded.flatMap(talliesOf));
    const isTold = await tellEvents(tx, listeners, recorded.flatMap(eventsOf), now);
    return { recorded, isTold };
  },
};

function eventsOf({ purchase, duplicated, refunded }: Recorded): Event[] {
  if (!duplicated) return [purchaseEvent('purchase.verified', purchase)];
  return refunded ? [purchaseEvent('purchase.refunded', purchase)] : [];
}

function talliesOf({ purchase, duplicated, refunded }: Recorded): Tally[] {
  if (!duplicated) return recordedTallies(purchase);
  return refunded ? refundTallies(purchase, 'refunded') : [];
}
