// Size and age of the backlog, for operators and metrics.
import type { Db } from '../storage/db.ts';
import type { Channel, OutboxBatchTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { acrossProjects, ofProject } from '../storage/tenancy.ts';
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
    .selectFrom(
      acrossProjects(db)
        .selectFrom('outbox')
        .select(({ lit }) => lit(1).as('one'))
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
    .selectFrom(
      acrossProjects(db)
        .selectFrom('change_sequence as s')
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
    acrossProjects(db)
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

const countBatches = (db: Db, $: Params<Lane>, state: 'refused' | 'dead') =>
  ofProject(db, $)
    .selectFrom('outbox_batch')
    .select(({ fn }) => fn.countAll<number>().as('amount'))
    .where('channel', '=', $.channel)
    .where('state', '=', state);

const countLane = statement((db, $: Params<Lane>) => {
  const queue = ofProject(db, $).selectFrom('outbox').where('channel', '=', $.channel);
  const counted = queue
    .select(({ lit }) => lit(1).as('one'))
    .limit(COUNTED_UP_TO)
    .as('counted');
  return db.selectNoFrom([
    db
      .selectFrom(counted)
      .select(({ fn }) => fn.countAll<number>().as('amount'))
      .as('queued'),
    countBatches(db, $, 'refused').as('refused'),
    queue.select('created_at').orderBy('seq').limit(1).as('oldestAt'),
    countBatches(db, $, 'dead').as('deadLetters'),
  ]);
});

const countLetters = statement((db, $: Params<Lane>) => countBatches(db, $, 'dead'));

/** Dead letters of one project and channel. */
export const countLettersOf = async (db: Db, lane: Lane): Promise<number> =>
  (await countLetters.first(db, lane))?.amount ?? 0;

/** Dead letters of all projects, by project and channel. */
export const countAllLetters = statement((db) =>
  acrossProjects(db)
    .selectFrom('outbox_batch')
    .select(['game_index as gameIndex', 'channel'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'dead')
    .groupBy(['game_index', 'channel']),
);

const findLane = statement((db, $: Params<Lane>) =>
  ofProject(db, $)
    .selectFrom('outbox_lane')
    .select(['paused', 'due_at', 'lease'])
    .where('channel', '=', $.channel),
);
