// Size and age of the backlog, for operators and metrics.
import type { Db } from '../storage/db.ts';
import type { Channel, OutboxBatchTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { findPending } from './relay/batches.ts';
import type { Lane } from './relay/lanes.ts';

/** Counting stops here, because scanning millions of rows would slow down delivery. */
export const COUNTED_UP_TO = 100_000;

/** Of all projects together; counted up to `COUNTED_UP_TO`. */
export async function countWaiting(db: Db, channel: Channel): Promise<number> {
  const [row] = await countRows(db, { channel });
  return row?.waiting ?? 0;
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

export async function countDeadLetters(db: Db, channel: Channel): Promise<number> {
  const [row] = await countDead(db, { channel });
  return row?.dead ?? 0;
}

const countDead = statement((db, $: Params<{ channel: Channel }>) =>
  db
    .selectFrom('outbox_batch')
    .select(({ fn }) => fn.countAll<number>().as('dead'))
    .where('channel', '=', $.channel)
    .where('state', '=', 'dead'),
);

export interface LaneState {
  /** Counted up to `COUNTED_UP_TO`. */
  readonly waiting: number;
  readonly oldestAt: number | null;
  readonly paused: boolean;
  readonly sending: boolean;
  /** True during an attempt. */
  readonly nextAttemptAt: number | null;
  /** The next batch to deliver. */
  readonly batch: OutboxBatchTable | null;
  readonly deadLetters: number;
}

export async function readLaneState(db: Db, lane: Lane, now: number): Promise<LaneState> {
  const [counts] = await countLane(db, lane);
  const [held] = await findLane(db, lane);
  const [batch] = await findPending(db, lane);
  const isAhead = held !== undefined && held.due_at > now;
  return {
    waiting: counts?.waiting ?? 0,
    oldestAt: counts?.oldestAt ?? null,
    paused: held?.paused === 1,
    sending: isAhead && held.lease !== null,
    nextAttemptAt: isAhead && held.lease === null ? held.due_at : null,
    batch: batch ?? null,
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
      .as('waiting'),
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

const findLane = statement((db, $: Params<Lane>) =>
  db
    .selectFrom('outbox_lane')
    .select(['paused', 'due_at', 'lease'])
    .where('game_index', '=', $.gameIndex)
    .where('channel', '=', $.channel),
);
