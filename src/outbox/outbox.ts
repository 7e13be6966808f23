// What is to be told to others: rows written in the transaction of the change they tell.
import type { Actor } from '../audit/audit.ts';
import { type Desk, type Done, makeChange, type Refusal } from '../audit/operation.ts';
import type { Db } from '../storage/db.ts';
import { insertRows, type Queryable } from '../storage/rows.ts';
import type { OutboxTable } from '../storage/schema.ts';

/** The topic on which new rows are told, after the commit. */
export const OUTBOX_CHANGED = 'outbox';

/** `tx` must be the transaction of the change: what does not commit is never sent. */
export async function enqueue(tx: Queryable, rows: readonly OutboxTable[]): Promise<void> {
  await insertRows(tx, 'outbox', rows);
}

/** A change by an operator, with its audit row; the relay wakes up afterwards. */
export async function changeOutbox<T extends object>(
  desk: Desk,
  actor: Actor,
  work: (tx: Db, now: number) => Promise<Done<T> | Refusal>,
): Promise<T | Refusal> {
  const outcome = await makeChange(desk, actor, work);
  desk.storage.signals.emit(OUTBOX_CHANGED);
  return outcome;
}

const TABLES = [
  'outbox',
  'outbox_lane',
  'outbox_batch',
  'outbox_dead',
  'outbox_attempt',
  'receiver',
] as const;

/** Everything of a project that is being deleted: a later one of the same number starts empty. */
export async function forgetProject(tx: Db, gameIndex: number): Promise<void> {
  for (const table of TABLES) {
    await tx.deleteFrom(table).where('game_index', '=', gameIndex).execute();
  }
}
