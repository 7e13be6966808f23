// Lanes: one queue per receiver, leased by one process at a time.

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../storage/db.ts';
import type { LaneName } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { acrossProjects, ofProject } from '../../storage/tenancy.ts';

export interface Lane {
  readonly gameIndex: number;
  readonly channel: LaneName;
}

/** Longer than an attempt, so that a lease runs out only when its process is gone. */
export const LEASE_MS = 20_000;

/** Lanes with messages, longest due first. A leased lane is due when its lease ends. */
export const readLanes = statement((db, $: Params<{ limit: number }>) =>
  db
    .selectFrom(
      acrossProjects(db)
        .selectFrom('change_sequence as s')
        .leftJoin('outbox_lane as l', (join) =>
          join.onRef('l.game_index', '=', 's.game_index').on(ofSequence),
        )
        .select(({ fn, lit, case: when, selectFrom: probe }) => [
          's.game_index',
          laneName().as('channel'),
          fn.coalesce('l.due_at', lit(0)).as('lane_due_at'),
          // A message in the queue is due with its lane, a refused one in its own time.
          fn
            .coalesce(
              when().when('l.replay', 'is not', null).then(lit(0)).end(),
              // `limit 1` makes PostgreSQL probe each lane instead of scanning a large backlog.
              probe('outbox as o')
                .select(lit(0).as('now'))
                .whereRef('o.game_index', '=', 's.game_index')
                .where('o.channel', '=', laneName())
                .limit(1),
              probe('outbox_batch as b')
                .select('b.due_at')
                .whereRef('b.game_index', '=', 's.game_index')
                .where('b.channel', '=', laneName())
                .where('b.state', '=', 'refused')
                .orderBy('b.due_at')
                .limit(1),
            )
            .as('message_due_at'),
        ])
        .where(({ fn, lit }) => fn.coalesce('l.paused', lit(0)), '=', 0)
        .as('lanes'),
    )
    .select((eb) => [
      'game_index as gameIndex',
      'channel',
      eb
        .case()
        .when('lane_due_at', '>', eb.ref('message_due_at'))
        .then(eb.ref('lane_due_at'))
        .else(eb.ref('message_due_at'))
        .end()
        .$castTo<number>()
        .as('dueAt'),
    ])
    .where('message_due_at', 'is not', null)
    .orderBy('dueAt')
    .limit($.limit),
);

/** Also those of the channel's other receivers. The first one has a row where they have. */
const ofSequence = () => sql<boolean>`(l.channel = s.channel or l.channel like s.channel || ':%')`;

/** A lane that was never leased has no row. */
const laneName = () => sql<LaneName>`coalesce(l.channel, s.channel)`;

/** The lease on a lane that is due, with its replay; undefined when another process was faster. */
export async function takeLease(tx: Db, lane: Lane, now: number) {
  const lease = randomUUID();
  const taken = { ...lane, lease, now, leasedUntil: now + LEASE_MS };
  const row = await takeDueLane.first(tx, taken);
  return row && { lease, replay: row.replay };
}

const takeDueLane = statement(
  (db, $: Params<Lane & { lease: string; now: number; leasedUntil: number }>) =>
    db
      .insertInto('outbox_lane')
      .values({
        game_index: $.gameIndex,
        channel: $.channel,
        due_at: $.leasedUntil,
        lease: $.lease,
        paused: 0,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['game_index', 'channel'])
          .doUpdateSet(({ ref }) => ({
            due_at: ref('excluded.due_at'),
            lease: ref('excluded.lease'),
          }))
          .where('outbox_lane.due_at', '<=', $.now)
          .where('outbox_lane.paused', '=', 0),
      )
      .returning('replay'),
);

/** Renews the lease; undefined when another process has taken the lane. */
export async function renewLease(
  tx: Db,
  lane: Lane,
  lease: string,
  now: number,
): Promise<{ readonly paused: boolean; readonly replay: string | null } | undefined> {
  const [row] = await extendLease(tx, { ...lane, lease, leasedUntil: now + LEASE_MS });
  return row && { paused: row.paused === 1, replay: row.replay };
}

const extendLease = statement((db, $: Params<Lane & { lease: string; leasedUntil: number }>) =>
  ofProject(db, $)
    .updateTable('outbox_lane')
    .set({ due_at: $.leasedUntil })
    .where('channel', '=', $.channel)
    .where('lease', '=', $.lease)
    .returning(['paused', 'replay']),
);

/** Releases the lane until `dueAt`. */
export const releaseLane = statement((db, $: Params<Lane & { dueAt: number }>) =>
  ofProject(db, $)
    .updateTable('outbox_lane')
    .set({ lease: null, due_at: $.dueAt })
    .where('channel', '=', $.channel),
);

/** Finishes the current request, then sends nothing until the lane is resumed. */
export const pauseLane = statement((db, $: Params<Lane>) =>
  db
    .insertInto('outbox_lane')
    .values({ game_index: $.gameIndex, channel: $.channel, due_at: 0, lease: null, paused: 1 })
    .onConflict((conflict) =>
      conflict.columns(['game_index', 'channel']).doUpdateSet({ paused: 1 }),
    ),
);

/** Sends at once, because an operator resumes after a fix. */
export async function resumeLane(tx: Db, lane: Lane): Promise<void> {
  await unpauseLane(tx, lane);
  await makeLaneDue(tx, lane);
}

const unpauseLane = statement((db, $: Params<Lane>) =>
  ofProject(db, $).updateTable('outbox_lane').set({ paused: 0 }).where('channel', '=', $.channel),
);

/** Makes the next attempt due now, also of refused messages; a current request continues. */
export async function makeLaneDue(tx: Db, lane: Lane): Promise<void> {
  await endWait(tx, lane);
  await makeRefusedDue(tx, lane);
}

const endWait = statement((db, $: Params<Lane>) =>
  ofProject(db, $)
    .updateTable('outbox_lane')
    .set({ due_at: 0 })
    .where('channel', '=', $.channel)
    .where('lease', 'is', null),
);

const makeRefusedDue = statement((db, $: Params<Lane>) =>
  ofProject(db, $)
    .updateTable('outbox_batch')
    .set({ due_at: 0 })
    .where('channel', '=', $.channel)
    .where('state', '=', 'refused'),
);
