// All SQL of the activity log: what happened to a purchase or subscription that shows nowhere else.
import type { Db } from '../../storage/db.ts';
import { insertRows, oneOf, query } from '../../storage/rows.ts';
import type { Market, PurchaseTrailTable } from '../../storage/schema.ts';

export type Activity = PurchaseTrailTable;

/** A purchase by its `unique_key`, or a subscription by its id. */
export interface Subject {
  readonly provider: Market;
  readonly subject: string;
}

/** One, or a subscription with its cycles. */
export interface Subjects {
  readonly appid: string;
  readonly provider: Market;
  readonly subjects: readonly string[];
}

/** The same activity twice is one; the first counts. */
export const addActivity = (tx: Db, entries: readonly Activity[]): Promise<void> =>
  insertRows(
    tx,
    'purchase_trail',
    entries,
    'on conflict (appid, provider, subject, kind, reference) do nothing',
  );

export function readActivity(
  db: Db,
  { appid, provider, subjects }: Subjects,
): Promise<readonly Activity[]> {
  const among = oneOf(db, 'subject', subjects);
  return query<Activity>(
    db,
    `select * from purchase_trail where appid = ? and provider = ? and ${among.text}
      order by at, kind, reference`,
    [appid, provider, among.parameter],
  );
}
