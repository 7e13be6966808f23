// A replay at work: the relay sends its requests one by one, in front of the queue, until none is left.
import type { Db } from '../../storage/db.ts';
import { insertRows } from '../../storage/rows.ts';
import type { OutboxReplayTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofProject } from '../../storage/tenancy.ts';
import { type Batch, type LaneWork, removeBatch, writeBatches } from '../relay/batches.ts';
import type { Lane } from '../relay/lanes.ts';
import { bodyOf } from '../relay/sent.ts';
import { eventsIn } from './choose.ts';

interface ReplayName {
  readonly gameIndex: number;
  readonly replay: string;
}

type InLane = Lane & ReplayName;

/** The request that is being tried, or the next one; undefined when the replay has ended. */
export async function nextReplayed(work: LaneWork, replay: string): Promise<Batch | undefined> {
  const { tx, lane, target, now } = work;
  const name = { gameIndex: lane.gameIndex, replay };
  const tried = await findTried.first(tx, { ...lane, replay });
  if (tried) return { ...tried, url: target.url };
  const sent = await findNext.first(tx, name);
  if (!sent) {
    await endReplay(tx, lane, replay, 'done', now);
    return undefined;
  }
  const body = bodyOf(sent);
  const batch: Batch = {
    game_index: lane.gameIndex,
    batch_id: sent.batch_id,
    channel: lane.channel,
    state: 'pending',
    first_seq: sent.first_seq,
    last_seq: sent.last_seq,
    url: target.url,
    body,
    message_count: eventsIn(body).length,
    attempts: 0,
    traceparent: null,
    created_at: now,
    died_at: null,
    due_at: 0,
    subject: null,
    replay,
  };
  await writeBatches(tx, [batch]);
  return batch;
}

const findTried = statement((db, $: Params<InLane>) =>
  ofProject(db, $)
    .selectFrom('outbox_batch')
    .selectAll()
    .where('channel', '=', $.channel)
    .where('replay', '=', $.replay),
);

/** A request that is not kept any more, because it named an erased player, is left out. */
const findNext = statement((db, $: Params<ReplayName>) =>
  ofProject(db, $)
    .selectFrom('outbox_replay_request as r')
    .innerJoin('outbox_sent as s', (join) =>
      join.onRef('s.game_index', '=', 'r.game_index').onRef('s.batch_id', '=', 'r.batch_id'),
    )
    .select(['s.batch_id', 's.first_seq', 's.last_seq', 's.body'])
    .where('s.game_index', '=', $.gameIndex)
    .where('r.replay_id', '=', $.replay)
    .orderBy('r.number')
    .limit(1),
);

/** In the transaction that records the answer: sent and counted once, whoever sends it. */
export async function completeReplayed(tx: Db, batch: Batch, replay: string): Promise<void> {
  const name = { gameIndex: batch.game_index, replay };
  await removeBatch(tx, batch);
  const removed = await removeRequest(tx, { ...name, batchId: batch.batch_id });
  if (removed > 0) await countSent(tx, name);
}

const removeRequest = statement((db, $: Params<ReplayName & { batchId: string }>) =>
  ofProject(db, $)
    .deleteFrom('outbox_replay_request')
    .where('replay_id', '=', $.replay)
    .where('batch_id', '=', $.batchId),
);

const countSent = statement((db, $: Params<ReplayName>) =>
  ofProject(db, $)
    .updateTable('outbox_replay')
    .set((eb) => ({ sent: eb('sent', '+', 1) }))
    .where('replay_id', '=', $.replay),
);

/** A newer request was on its way when the replay began: it comes again after the older ones. */
export async function sendAgainLast(tx: Db, batch: Batch, replay: string): Promise<void> {
  const name = { gameIndex: batch.game_index, replay };
  const grown = await growOpen.first(tx, name);
  if (grown) await addRequests(tx, { ...name, after: grown.requests - 1 }, [batch.batch_id]);
}

const growOpen = statement((db, $: Params<ReplayName>) =>
  ofProject(db, $)
    .updateTable('outbox_replay')
    .set((eb) => ({ requests: eb('requests', '+', 1) }))
    .where('replay_id', '=', $.replay)
    .where('to_at', 'is', null)
    .returning('requests'),
);

/** Numbered from `after` on. */
export const addRequests = (
  tx: Db,
  { gameIndex, replay, after = 0 }: ReplayName & { readonly after?: number },
  batches: readonly string[],
): Promise<void> =>
  insertRows(
    tx,
    'outbox_replay_request',
    batches.map((batch_id, index) => ({
      game_index: gameIndex,
      replay_id: replay,
      number: after + index + 1,
      batch_id,
    })),
  );

/** False when the receiver has another replay, or was never sent anything. */
export const takeLane = async (tx: Db, lane: Lane, replay: string): Promise<boolean> =>
  (await setReplay(tx, { ...lane, replay })) > 0;

const setReplay = statement((db, $: Params<InLane>) =>
  ofProject(db, $)
    .updateTable('outbox_lane')
    .set({ replay: $.replay })
    .where('channel', '=', $.channel)
    .where('replay', 'is', null),
);

type End = Exclude<OutboxReplayTable['state'], 'running'>;

/** False when it had ended. What waits for the receiver goes on. */
export async function endReplay(
  tx: Db,
  lane: Lane,
  replay: string,
  state: End,
  now: number,
): Promise<boolean> {
  const name = { gameIndex: lane.gameIndex, replay };
  // The lane first, as whoever sends has it first.
  if ((await freeLane(tx, { ...lane, replay })) === 0) return false;
  await writeEnd(tx, { ...name, state, now });
  await removeTried(tx, { ...lane, replay });
  await removeRequests(tx, name);
  return true;
}

const freeLane = statement((db, $: Params<InLane>) =>
  ofProject(db, $)
    .updateTable('outbox_lane')
    .set({ replay: null })
    .where('channel', '=', $.channel)
    .where('replay', '=', $.replay),
);

const writeEnd = statement((db, $: Params<ReplayName & { state: End; now: number }>) =>
  ofProject(db, $)
    .updateTable('outbox_replay')
    .set({ state: $.state, finished_at: $.now })
    .where('replay_id', '=', $.replay),
);

const removeTried = statement((db, $: Params<InLane>) =>
  ofProject(db, $)
    .deleteFrom('outbox_batch')
    .where('channel', '=', $.channel)
    .where('replay', '=', $.replay),
);

const removeRequests = statement((db, $: Params<ReplayName>) =>
  ofProject(db, $).deleteFrom('outbox_replay_request').where('replay_id', '=', $.replay),
);

/** Ends the replay of a receiver that changes or is removed. */
export async function stopReplay(tx: Db, lane: Lane, now: number): Promise<void> {
  const { replay = null } = (await findReplay.first(tx, lane)) ?? {};
  if (replay !== null) await endReplay(tx, lane, replay, 'cancelled', now);
}

const findReplay = statement((db, $: Params<Lane>) =>
  ofProject(db, $).selectFrom('outbox_lane').select('replay').where('channel', '=', $.channel),
);
