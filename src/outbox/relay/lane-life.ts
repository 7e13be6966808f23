// Lanes of the other receivers of a channel: opened with the receiver, emptied when it is removed.
import type { Db } from '../../storage/db.ts';
import type { Channel, LaneName } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofProject } from '../../storage/tenancy.ts';
import { channelOf, namedLanes } from '../lane-name.ts';
import type { Lane } from './lanes.ts';

/** With the lane of the first receiver, because the relay finds the others beside it. */
export async function openLane(tx: Db, lane: Lane): Promise<void> {
  await addLane(tx, { ...lane, channel: channelOf(lane.channel) });
  await addLane(tx, lane);
}

const addLane = statement((db, $: Params<Lane>) =>
  db
    .insertInto('outbox_lane')
    .values({ game_index: $.gameIndex, channel: $.channel, due_at: 0, lease: null, paused: 0 })
    .onConflict((conflict) => conflict.columns(['game_index', 'channel']).doNothing()),
);

/** Its row stays: a change that has not committed yet may still queue a message, which then goes the same way. */
export async function emptyLane(tx: Db, lane: Lane): Promise<void> {
  // First, so that whoever holds the lease writes nothing more.
  await endLease(tx, lane);
  await removeApart(tx, lane);
  for (const remove of Object.values(removeFrom)) await remove(tx, lane);
}

const endLease = statement((db, $: Params<Lane>) =>
  ofProject(db, $)
    .updateTable('outbox_lane')
    .set({ lease: null, due_at: 0, paused: 0 })
    .where('channel', '=', $.channel),
);

/** Refused messages and dead letters. */
const removeApart = statement((db, $: Params<Lane>) =>
  ofProject(db, $)
    .deleteFrom('outbox_dead')
    .where(
      'batch_id',
      'in',
      ofProject(db, $)
        .selectFrom('outbox_batch')
        .select('batch_id')
        .where('channel', '=', $.channel),
    ),
);

const removal = (
  table: 'outbox' | 'outbox_batch' | 'outbox_attempt' | 'outbox_sent' | 'outbox_replay',
) =>
  statement((db, $: Params<Lane>) =>
    ofProject(db, $).deleteFrom(table).where('channel', '=', $.channel),
  );

const removeFrom = {
  outbox: removal('outbox'),
  outbox_batch: removal('outbox_batch'),
  outbox_attempt: removal('outbox_attempt'),
  outbox_sent: removal('outbox_sent'),
  outbox_replay: removal('outbox_replay'),
};

const namedOf = statement((db, $: Params<{ gameIndex: number; named: LaneName }>) =>
  ofProject(db, $)
    .selectFrom('outbox_lane')
    .select('channel')
    .where('channel', 'like', $.named)
    .orderBy('channel'),
);

/** All of a channel, the first receiver's first; a number is the same message in each. */
export async function lanesOf(db: Db, gameIndex: number, channel: Channel): Promise<LaneName[]> {
  const named = await namedOf(db, { gameIndex, named: namedLanes(channel) });
  return [channel, ...named.map((row) => row.channel)];
}
