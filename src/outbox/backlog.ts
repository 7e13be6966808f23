// How much waits, and since when: for operators and for the metrics.
import type { Db } from '../storage/db.ts';
import { query } from '../storage/rows.ts';
import type { Channel, OutboxBatchTable } from '../storage/schema.ts';
import type { Lane } from './relay/lanes.ts';

/** Counting stops here: a scan of millions of rows would hold up what it measures. */
export const COUNTED_UP_TO = 100_000;

/** Of all projects together; counted up to `COUNTED_UP_TO`. */
export async function countWaiting(db: Db, channel: Channel): Promise<number> {
  const [row] = await query<{ waiting: number }>(
    db,
    'select count(*) as waiting from (select 1 from outbox where channel = ? limit ?) counted',
    [channel, COUNTED_UP_TO],
  );
  return row?.waiting ?? 0;
}

/** When the oldest waiting message of all projects was written: one probe per project. */
export async function oldestWaiting(db: Db, channel: Channel): Promise<number | null> {
  const [row] = await query<{ oldest: number | null }>(
    db,
    `select min(first_at) as oldest from (
       select (select created_at from outbox o
         where o.game_index = s.game_index and o.channel = s.channel order by seq limit 1) as first_at
       from change_sequence s where s.channel = ?) heads`,
    [channel],
  );
  return row?.oldest ?? null;
}

export async function countDeadLetters(db: Db, channel: Channel): Promise<number> {
  const [row] = await query<{ dead: number }>(
    db,
    "select count(*) as dead from outbox_batch where channel = ? and state = 'dead'",
    [channel],
  );
  return row?.dead ?? 0;
}

export interface LaneState {
  /** Counted up to `COUNTED_UP_TO`. */
  readonly waiting: number;
  readonly oldestAt: number | null;
  readonly paused: boolean;
  readonly sending: boolean;
  /** While an attempt is waited for. */
  readonly nextAttemptAt: number | null;
  /** At the head of the line. */
  readonly batch: OutboxBatchTable | null;
  readonly deadLetters: number;
}

export async function readLaneState(
  db: Db,
  { gameIndex, channel }: Lane,
  now: number,
): Promise<LaneState> {
  const key = [gameIndex, channel];
  const [counts] = await query<Pick<LaneState, 'waiting' | 'oldestAt' | 'deadLetters'>>(
    db,
    `select
       (select count(*) from (
         select 1 from outbox where game_index = ? and channel = ? limit ?) counted) as waiting,
       (select created_at from outbox where game_index = ? and channel = ? order by seq limit 1)
         as "oldestAt",
       (select count(*) from outbox_batch where game_index = ? and channel = ? and state = 'dead')
         as "deadLetters"`,
    [...key, COUNTED_UP_TO, ...key, ...key],
  );
  const [lane] = await query<{ paused: number; due_at: number; lease: string | null }>(
    db,
    'select paused, due_at, lease from outbox_lane where game_index = ? and channel = ?',
    key,
  );
  const [batch] = await query<OutboxBatchTable>(
    db,
    "select * from outbox_batch where game_index = ? and channel = ? and state = 'pending'",
    key,
  );
  const isAhead = lane !== undefined && lane.due_at > now;
  return {
    waiting: counts?.waiting ?? 0,
    oldestAt: counts?.oldestAt ?? null,
    paused: lane?.paused === 1,
    sending: isAhead && lane.lease !== null,
    nextAttemptAt: isAhead && lane.lease === null ? lane.due_at : null,
    batch: batch ?? null,
    deadLetters: counts?.deadLetters ?? 0,
  };
}
