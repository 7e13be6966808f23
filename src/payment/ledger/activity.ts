// SQL of the activity log: events of purchases and subscriptions that no other table records.
import type { Db } from '../../storage/db.ts';
import { insertRows } from '../../storage/rows.ts';
import type { Market, PurchaseTrailTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';

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

/** Idempotent: the first one counts. */
export const addActivity = (tx: Db, entries: readonly Activity[]): Promise<void> =>
  insertRows(
    tx,
    'purchase_trail',
    entries,
    'on conflict (appid, provider, subject, kind, reference) do nothing',
  );

const bySubjects = statement((db, $: Params<Subjects>) =>
  db
    .selectFrom('purchase_trail')
    .selectAll()
    .where('appid', '=', $.appid)
    .where('provider', '=', $.provider)
    .where('subject', 'in', $.subjects)
    .orderBy('at')
    .orderBy('kind')
    .orderBy('reference'),
);

export const readActivity = (db: Db, subjects: Subjects): Promise<readonly Activity[]> =>
  bySubjects(db, subjects);
