// The outbox: messages are numbered and written in the transaction of the change.
import type { Actor } from '../audit/audit.ts';
import {
  type Done,
  makeChange,
  type OperationContext,
  type Rejection,
} from '../audit/operation.ts';
import type { Db } from '../storage/db.ts';
import { insertRows, type Queryable } from '../storage/rows.ts';
import type { Channel, OutboxTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { ofProject } from '../storage/tenancy.ts';
import type { Listener } from './filter.ts';
import { channelOf, namedLanes } from './lane-name.ts';

/** The signal for new rows, sent after the commit. */
export const OUTBOX_CHANGED = 'outbox';

/** `tx` must be the transaction of the change: what does not commit is never sent. */
export async function enqueue(tx: Queryable, rows: readonly OutboxTable[]): Promise<void> {
  await insertRows(tx, 'outbox', rows);
}

/** The same for messages whose change has another number; `subject` finds them by it. */
export async function enqueueAgain(tx: Queryable, rows: readonly OutboxTable[]): Promise<void> {
  await enqueue(tx, rows);
  const again = rows.map(({ game_index, channel, subject, seq, appid, created_at: at }) => ({
    game_index,
    // Numbers are of the channel, whichever receiver gets the message.
    channel: channelOf(channel),
    subject,
    seq,
    appid,
    at,
  }));
  const named = again.map(({ subject, seq }) => `${subject} ${seq}`);
  const once = again.filter((_, index) => named.indexOf(named[index] as string) === index);
  await insertRows(tx, 'outbox_again', once);
}

/** A change by an operator, with its audit row; the relay wakes up afterwards. */
export async function changeOutbox<T extends object>(
  context: OperationContext,
  actor: Actor,
  work: (tx: Db, now: number) => Promise<Done<T> | Rejection>,
): Promise<T | Rejection> {
  const outcome = await makeChange(context, actor, work);
  context.storage.signals.emit(OUTBOX_CHANGED);
  return outcome;
}

/**
 * Takes `count` numbers and returns the first. They follow commit order, because the project is locked
 * until the commit.
 */
export async function takeNumbers(
  tx: Queryable,
  gameIndex: number,
  channel: Channel,
  count: number,
): Promise<number> {
  const [row] = await advance(tx, { gameIndex, channel, count });
  if (!row) throw new Error(`project ${gameIndex} has no change sequence`);
  return row.last_seq - count + 1;
}

const advance = statement(
  (db, $: Params<{ gameIndex: number; channel: Channel; count: number }>) =>
    ofProject(db, $)
      .updateTable('change_sequence')
      .set((eb) => ({ last_seq: eb('last_seq', '+', $.count) }))
      .where('channel', '=', $.channel)
      .returning('last_seq'),
  { constant: true },
);

const receiversOfRestrictions = statement(
  (db, $: Params<{ projects: readonly number[] }>) =>
    db
      .selectFrom('receiver')
      .select(['game_index', 'channel', 'filter', 'restriction_events'])
      .where('game_index', 'in', $.projects)
      .where(({ eb, or }) =>
        or([
          eb('channel', '=', 'restriction'),
          eb('channel', 'like', namedLanes('restriction')),
          eb('restriction_events', '=', 1),
        ]),
      ),
  { constant: true },
);

/** The receivers of each project that is told about restrictions. */
export interface RestrictionListeners {
  readonly gameServers: ReadonlyMap<number, readonly Listener[]>;
  /** Event receivers that have asked for events about restrictions. */
  readonly eventReceivers: ReadonlyMap<number, readonly Listener[]>;
}

/** Which of these projects are told about restrictions. */
export async function restrictionListeners(
  tx: Queryable,
  projects: readonly number[],
): Promise<RestrictionListeners> {
  const rows = await receiversOfRestrictions(tx, { projects });
  const listenersOf = (channel: Channel) =>
    Map.groupBy(
      rows.filter((row) => channelOf(row.channel) === channel),
      (row) => row.game_index,
    );
  return { gameServers: listenersOf('restriction'), eventReceivers: listenersOf('purchase') };
}

/** The receivers of purchase events of these apps, with their project. */
export const eventReceiversOf = statement(
  (db, $: Params<{ appids: readonly string[] }>) =>
    db
      .selectFrom('app as a')
      .innerJoin('receiver as r', 'r.game_index', 'a.game_index')
      .select(['r.game_index', 'a.appid', 'r.channel', 'r.filter', 'r.restriction_events'])
      .where(({ eb, or }) =>
        or([eb('r.channel', '=', 'purchase'), eb('r.channel', 'like', namedLanes('purchase'))]),
      )
      .where('a.appid', 'in', $.appids)
      // The same order everywhere, so that transactions cannot deadlock.
      .orderBy('r.game_index')
      .orderBy('a.appid'),
  { constant: true },
);
