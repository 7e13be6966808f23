// Lanes: one line of messages per project and channel, held by one process at a time for as long as its lease.

import { randomUUID } from 'node:crypto';
import type { Db } from '../../storage/db.ts';
import { query } from '../../storage/rows.ts';
import type { Channel } from '../../storage/schema.ts';

export interface Lane {
  readonly gameIndex: number;
  readonly channel: Channel;
}

/** Longer than an attempt can take, so that a lease only runs out when its holder is gone. */
export const LEASE_MS = 20_000;

/** Lanes with something to send, the longest due first. A lane in somebody's hands is due when the lease ends. */
export async function readLanes(
  db: Db,
  limit: number,
): Promise<readonly (Lane & { readonly dueAt: number })[]> {
  // `limit 1` keeps PostgreSQL from joining: a walk over a large backlog instead of one probe per lane.
  return query(
    db,
    `select game_index as "gameIndex", channel, due_at as "dueAt" from (
       select s.game_index, s.channel, coalesce(l.due_at, 0) as due_at, coalesce(l.paused, 0) as paused
       from change_sequence s
       left join outbox_lane l on l.game_index = s.game_index and l.channel = s.channel
       where (select 1 from outbox o where o.game_index = s.game_index and o.channel = s.channel limit 1) = 1
     ) lane where paused = 0 order by due_at limit ?`,
    [limit],
  );
}

/** The lease on a lane that is due, or undefined: somebody else was faster. */
export async function takeLease(tx: Db, lane: Lane, now: number): Promise<string | undefined> {
  const lease = randomUUID();
  const rows = await query(
    tx,
    `insert into outbox_lane (game_index, channel, due_at, lease, paused) values (?, ?, ?, ?, 0)
     on conflict (game_index, channel) do update set due_at = excluded.due_at, lease = excluded.lease
     where outbox_lane.due_at <= ? and outbox_lane.paused = 0 returning lease`,
    [lane.gameIndex, lane.channel, now + LEASE_MS, lease, now],
  );
  return rows.length > 0 ? lease : undefined;
}

/** Makes the lease begin anew; undefined when it had run out and somebody else has the lane. */
export async function renewLease(
  tx: Db,
  lane: Lane,
  lease: string,
  now: number,
): Promise<{ readonly paused: boolean } | undefined> {
  const [row] = await query<{ paused: number }>(
    tx,
    `update outbox_lane set due_at = ? where game_index = ? and channel = ? and lease = ?
     returning paused`,
    [now + LEASE_MS, lane.gameIndex, lane.channel, lease],
  );
  return row && { paused: row.paused === 1 };
}

/** Gives the lane back; nobody takes it before `dueAt`. */
export async function releaseLane(tx: Db, lane: Lane, dueAt: number): Promise<void> {
  await query(
    tx,
    'update outbox_lane set lease = null, due_at = ? where game_index = ? and channel = ?',
    [dueAt, lane.gameIndex, lane.channel],
  );
}

/** A request under way is finished; then nothing more is sent until the lane is resumed. */
export async function pauseLane(tx: Db, lane: Lane): Promise<void> {
  await query(
    tx,
    `insert into outbox_lane (game_index, channel, due_at, lease, paused) values (?, ?, 0, null, 1)
     on conflict (game_index, channel) do update set paused = 1`,
    [lane.gameIndex, lane.channel],
  );
}

/** Sends again, and at once: whoever resumes has mended something. */
export async function resumeLane(tx: Db, lane: Lane): Promise<void> {
  await query(tx, 'update outbox_lane set paused = 0 where game_index = ? and channel = ?', [
    lane.gameIndex,
    lane.channel,
  ]);
  await hurryLane(tx, lane);
}

/** The next attempt is due now, whatever the schedule says; a request under way is not disturbed. */
export async function hurryLane(tx: Db, lane: Lane): Promise<void> {
  await query(
    tx,
    'update outbox_lane set due_at = 0 where game_index = ? and channel = ? and lease is null',
    [lane.gameIndex, lane.channel],
  );
}
