// Size and age of the backlog, for operators and metrics.
import type { Db } from '../storage/db.ts';
import type { Channel, OutboxBatchTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { findPending } from './relay/batches.ts';
import type { Lane } from './relay/lanes.ts';
import { findRefused } from './relay/refused.ts';

/** Counting stops here, because scanning millions of rows would slow down delivery. */
export const COUNTED_UP_TO = 100_000;

/** Of all projects together; counted up to `COUNTED_UP_TO`. */
export async function countWaiting(db: Db, channel: Channel): Promise<number> {
  const [row] = await countRows(db, { channel });
  return (row?.waiting ?? 0) + (await countRefused(db, channel));
}

const countRows = statement((db, $: Params<{ channel: Channel }>) =>
  db
    .selectFrom(({ selectFrom, lit }) =>
      selectFrom('outbox')
        .select(lit(1).as('one'))
        .where('channel', '=', $.channel)
        .limit(COUNTED_UP_TO)
        .as('counted'),
    )
    .select(({ fn }) => fn.countAll<number>().as('waiting')),
);

/** When the oldest waiting message of all projects was written: one probe per project. */
export async function oldestWaiting(db: Db, channel: Channel): Promise<number | null> {
  const [row] = await findOldest(db, { channel });
  return row?.oldest ?? null;
}

const findOldest = statement((db, $: Params<{ channel: Channel }>) =>
  db
    .selectFrom(({ selectFrom }) =>
      selectFrom('change_sequence as s')
        .where('s.channel', '=', $.channel)
        .select((sequence) =>
          sequence
            .selectFrom('outbox as o')
            .select('o.created_at')
            .whereRef('o.game_index', '=', 's.game_index')
            .whereRef('o.channel', '=', 's.channel')
            .orderBy('o.seq')
            .limit(1)
            .as('first_at'),
        )
        .as('heads'),
    )
    .select(({ fn }) => fn.min('heads.first_at').as('oldest')),
);

/** Messages that their receiver refused and that are retried; part of what is waiting. */
export const countRefused = counterOf('refused');

export const countDeadLetters = counterOf('dead');

function counterOf(state: 'refused' | 'dead') {
  const count = statement((db, $: Params<{ channel: Channel }>) =>
    db
      .selectFrom('outbox_batch')
      .select(({ fn }) => fn.countAll<number>().as('amount'))
      .where('channel', '=', $.channel)
      .where('state', '=', state),
  );
  return async (db: Db, channel: Channel): Promise<number> =>
    (await count.first(db, { channel }))?.amount ?? 0;
}

export interface LaneState {
  /** In the queue or refused; counted up to `COUNTED_UP_TO`. */
  readonly waiting: number;
  /** Of those, the messages that the receiver refused. */
  readonly refused: number;
  /** Of the queue. */
  readonly oldestAt: number | null;
  readonly paused: boolean;
  /** True during an attempt. */
  readonly sending: boolean;
  readonly nextAttemptAt: number | null;
  /** The next batch to deliver. */
  readonly batch: OutboxBatchTable | null;
  readonly deadLetters: number;
}

export async function readLaneState(db: Db, lane: Lane, now: number): Promise<LaneState> {
  const counts = await countLane.first(db, lane);
  const queued = counts?.queued ?? 0;
  const refused = counts?.refused ?? 0;
  const held = await findLane.first(db, lane);
  const pending = await findPending.first(db, lane);
  const apart = queued > 0 || pending ? undefined : await findRefused.first(db, lane);
  const dueAt = Math.max(held?.due_at ?? 0, apart?.due_at ?? 0);
  const isLeased = held !== undefined && held.due_at > now && held.lease !== null;
  return {
    waiting: Math.min(queued + refused, COUNTED_UP_TO),
    refused,
    oldestAt: counts?.oldestAt ?? null,
    paused: held?.paused === 1,
    sending: isLeased,
    nextAttemptAt: dueAt > now && !isLeased ? dueAt : null,
    batch: pending ?? apart ?? null,
    deadLetters: counts?.deadLetters ?? 0,
  };
}

const countLane = statement((db, $: Params<Lane>) =>
  db.selectNoFrom(({ selectFrom, lit }) => [
    selectFrom(
      selectFrom('outbox')
        .select(lit(1).as('one'))
        .where('game_index', '=', $.gameIndex)
        .where('channel', '=', $.channel)
        .limit(COUNTED_UP_TO)
        .as('counted'),
    )
      .select(({ fn }) => fn.countAll<number>().as('amount'))
      .as('queued'),
    selectFrom('outbox_batch')
      .select(({ fn }) => fn.countAll<number>().as('amount'))
      .where('game_index', '=', $.gameIndex)
      .where('channel', '=', $.channel)
      .where('state', '=', 'refused')
      .as('refused'),
    selectFrom('outbox')
      .select('created_at')
      .where('game_index', '=', $.gameIndex)
      .where('channel', '=', $.channel)
      .orderBy('seq')
      .limit(1)
      .as('oldestAt'),
    selectFrom('outbox_batch')
      .select(({ fn }) => fn.countAll<number>().as('amount'))
      .where('game_index', '=', $.gameIndex)
      .where('channel', '=', $.channel)
      .where('state', '=', 'dead')
      .as('deadLetters'),
  ]),
);

const countLetters = statement((db, $: Params<Lane>) =>
  db
    .selectFrom('outbox_batch')
    .select(({ fn }) => fn.countAll<number>().as('amount'))
    .where('game_index', '=', $.gameIndex)
    .where('channel', '=', $.channel)
    .where('state', '=', 'dead'),
);

/** Dead letters of one project and channel. */
export const countLettersOf = async (db: Db, lane: Lane): Promise<number> =>
  (await countLetters.first(db, lane))?.amount ?? 0;

const findLane = statement((db, $: Params<Lane>) =>
  db
    .selectFrom('outbox_lane')
    .select(['paused', 'due_at', 'lease'])
    .where('game_index', '=', $.gameIndex)
    .where('channel', '=', $.channel),
);
