// Size and age of the backlog, for operators and metrics.
import type { Db } from '../storage/db.ts';
import type { Channel, LaneName, OutboxBatchTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { acrossProjects, ofProject } from '../storage/tenancy.ts';
import { namedLanes } from './lane-name.ts';
import { findPending } from './relay/batches.ts';
import type { Lane } from './relay/lanes.ts';
import { findRefused } from './relay/refused.ts';

/** Counting stops here, because scanning millions of rows would slow down delivery. */
export const COUNTED_UP_TO = 100_000;

/** The first receivers of all projects, or all others: names would be labels without a limit. */
export const RECEIVERS = ['first', 'other'] as const;

export interface Receivers {
  readonly channel: Channel;
  readonly receiver: (typeof RECEIVERS)[number];
}

/** Of all projects together; of the lane of each other receiver, counted up to `COUNTED_UP_TO`. */
export async function countWaiting(db: Db, of: Receivers): Promise<number> {
  const { channel } = of;
  const row =
    of.receiver === 'first'
      ? await countRows.first(db, { channel })
      : await countNamed.first(db, { named: namedLanes(channel) });
  return Number(row?.waiting ?? 0) + (await countRefused(db, of));
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

/** Lane by lane: few projects have such lanes, and all rows of the others would be read. */
const countNamed = statement((db, $: Params<{ named: LaneName }>) =>
  db
    .selectFrom(
      acrossProjects(db)
        .selectFrom('outbox_lane as l')
        .where('l.channel', 'like', $.named)
        .select((lane) =>
          lane
            .selectFrom('outbox as o')
            .select(({ fn }) => fn.countAll<number>().as('amount'))
            .whereRef('o.game_index', '=', 'l.game_index')
            .whereRef('o.channel', '=', 'l.channel')
            .as('amount'),
        )
        .as('lanes'),
    )
    .select(({ fn }) => fn.sum<number>('lanes.amount').as('waiting')),
);

/** When the oldest waiting message was written: one probe per lane. */
export async function oldestWaiting(
  db: Db,
  { channel, receiver }: Receivers,
): Promise<number | null> {
  const row =
    receiver === 'first'
      ? await findOldest.first(db, { channel })
      : await findOldestNamed.first(db, { named: namedLanes(channel) });
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

const findOldestNamed = statement((db, $: Params<{ named: LaneName }>) =>
  db
    .selectFrom(
      acrossProjects(db)
        .selectFrom('outbox_lane as l')
        .where('l.channel', 'like', $.named)
        .select((lane) =>
          lane
            .selectFrom('outbox as o')
            .select('o.created_at')
            .whereRef('o.game_index', '=', 'l.game_index')
            .whereRef('o.channel', '=', 'l.channel')
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
  // `like` also finds the channel itself.
  const count = statement((db, $: Params<{ lanes: LaneName }>) =>
    acrossProjects(db)
      .selectFrom('outbox_batch')
      .select(({ fn }) => fn.countAll<number>().as('amount'))
      .where('channel', 'like', $.lanes)
      .where('state', '=', state),
  );
  return async (db: Db, { channel, receiver }: Receivers): Promise<number> => {
    const lanes = receiver === 'first' ? channel : namedLanes(channel);
    return (await count.first(db, { lanes }))?.amount ?? 0;
  };
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

/** Dead letters of one receiver. */
export const countLettersOf = async (db: Db, lane: Lane): Promise<number> =>
  (await countLetters.first(db, lane))?.amount ?? 0;

/** Dead letters of all projects, by project and receiver. */
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
