// Takes a player out of messages: those that wait or are dead letters, kept requests and the answers to them.
import type { Db } from '../storage/db.ts';
import type { Channel, LaneName } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { ofProject } from '../storage/tenancy.ts';
import type { ChannelPort } from './channel.ts';
import { type Batch, removeBatch, rowsOfBatch } from './relay/batches.ts';
import { lanesOf } from './relay/lane-life.ts';
import type { Lane } from './relay/lanes.ts';
import { rowsOutOfQueue } from './relay/refused.ts';
import { bodyOf, sentAround } from './relay/sent.ts';
import { NOT_SENT } from './relay/superseded.ts';

interface InChannel {
  readonly gameIndex: number;
  readonly channel: Channel;
}

export interface Erasing extends InChannel {
  readonly port: Pick<ChannelPort, 'body'>;
  /** A payload without the player; undefined when the message is not sent. */
  readonly without: (payload: string) => string | undefined;
}

/** In one transaction, whichever receivers got them. Kept requests go whole, with the other players in them. */
export async function eraseMessages(
  tx: Db,
  messages: readonly number[],
  erasing: Erasing,
): Promise<void> {
  const { gameIndex } = erasing;
  for (const channel of await lanesOf(tx, gameIndex, erasing.channel)) {
    await eraseInLane(tx, messages, { ...erasing, lane: { gameIndex, channel } });
  }
}

interface InLane extends Erasing {
  readonly lane: Lane;
}

/** By their numbers. */
async function eraseInLane(tx: Db, messages: readonly number[], erasing: InLane): Promise<void> {
  const { lane } = erasing;
  const least = await oldestNumber(tx, lane);
  const numbers = messages.filter((seq) => seq >= least);
  if (numbers.length === 0) return;
  for (const { seq, payload } of await findWaiting(tx, { ...lane, numbers })) {
    const after = erasing.without(payload);
    if (after === undefined) await removeWaiting(tx, { ...lane, seq });
    else await rewriteWaiting(tx, { ...lane, seq, payload: after });
  }
  const changed = await eraseFromBatches(tx, numbers, erasing);
  const kept = await Promise.all(numbers.map((number) => sentAround(tx, lane, number)));
  const sent = kept.flat().map(({ batch_id }) => batch_id);
  const { gameIndex } = lane;
  await removeSent(tx, { gameIndex, batches: sent });
  await removeAnswers(tx, { gameIndex, batches: [...sent, ...changed] });
}

/** A dead letter that is replayed has another number, and the first one as its subject. */
export async function replayedAs(
  tx: Db,
  { gameIndex, channel }: InChannel,
  numbers: readonly number[],
): Promise<number[]> {
  const rows = await ofProject(tx, { gameIndex })
    .selectFrom('outbox_again')
    .select('seq')
    .where('channel', '=', channel)
    .where('subject', 'in', numbers.map(String))
    .execute();
  return rows.map(({ seq }) => seq);
}

/** Nothing is stored of messages before it. */
async function oldestNumber(tx: Db, lane: Lane): Promise<number> {
  const found = await Promise.all([
    oldestWaiting(tx, lane),
    oldestIn.outbox_batch(tx, lane),
    oldestIn.outbox_sent(tx, lane),
  ]);
  return Math.min(...found.flatMap((row) => (row?.seq == null ? [] : [Number(row.seq)])));
}

const oldestWaiting = statement((db, $: Params<Lane>) =>
  ofProject(db, $)
    .selectFrom('outbox')
    .select('seq')
    .where('channel', '=', $.channel)
    .orderBy('seq')
    .limit(1),
).first;

const oldestOf = (table: 'outbox_batch' | 'outbox_sent') =>
  statement((db, $: Params<Lane>) =>
    ofProject(db, $)
      .selectFrom(table)
      .select(({ fn }) => fn.min('first_seq').as('seq'))
      .where('channel', '=', $.channel),
  ).first;

const oldestIn = {
  outbox_batch: oldestOf('outbox_batch'),
  outbox_sent: oldestOf('outbox_sent'),
};

const findWaiting = statement((db, $: Params<Lane & { numbers: readonly number[] }>) =>
  ofProject(db, $)
    .selectFrom('outbox')
    .select(['seq', 'payload'])
    .where('channel', '=', $.channel)
    .where('seq', 'in', $.numbers),
);

const removeWaiting = statement((db, $: Params<Lane & { seq: number }>) =>
  ofProject(db, $).deleteFrom('outbox').where('channel', '=', $.channel).where('seq', '=', $.seq),
);

const rewriteWaiting = statement((db, $: Params<Lane & { seq: number; payload: string }>) =>
  ofProject(db, $)
    .updateTable('outbox')
    .set({ payload: $.payload })
    .where('channel', '=', $.channel)
    .where('seq', '=', $.seq),
);

/** Batches that are on their way, refused or dead get a body of what is left. Their ids. */
async function eraseFromBatches(
  tx: Db,
  numbers: readonly number[],
  { lane, port, without }: InLane,
): Promise<string[]> {
  const range = { least: Math.min(...numbers), most: Math.max(...numbers) };
  const batches = (await batchesIn(tx, { ...lane, ...range })).filter((batch) =>
    numbers.some((seq) => batch.first_seq <= seq && seq <= batch.last_seq),
  );
  if (batches.length === 0) return [];
  const own = new Set(numbers);
  const apart = await rowsOutOfQueue(tx, batches);
  for (const batch of batches) {
    const { game_index, batch_id } = batch;
    for (const { seq, payload } of apart.get(batch_id) ?? []) {
      if (!own.has(seq)) continue;
      const name = { gameIndex: game_index, batch_id, seq };
      const after = without(payload);
      if (after === undefined) await removeRowsOut(tx, name);
      else await rewriteApart(tx, { ...name, payload: after });
    }
    await composeAgain(tx, port, batch);
  }
  return batches.map(({ batch_id }) => batch_id);
}

async function composeAgain(tx: Db, port: Erasing['port'], batch: Batch): Promise<void> {
  const { game_index: gameIndex, batch_id, state, url } = batch;
  const rows =
    state === 'pending'
      ? await rowsOfBatch(tx, batch)
      : ((await rowsOutOfQueue(tx, [batch])).get(batch_id) ?? []);
  if (rows.length === 0) {
    await removeBatch(tx, batch);
    return;
  }
  const body = port.body(
    gameIndex,
    { url },
    rows.map((row) => row.payload),
  );
  await rewriteBatch(tx, { gameIndex, batch_id, body, message_count: rows.length });
}

const batchesIn = statement((db, $: Params<Lane & { least: number; most: number }>) =>
  ofProject(db, $)
    .selectFrom('outbox_batch')
    .selectAll()
    .where('channel', '=', $.channel)
    .where('first_seq', '<=', $.most)
    .where('last_seq', '>=', $.least),
);

interface ApartName {
  readonly gameIndex: number;
  readonly batch_id: string;
  readonly seq: number;
}

const removeRowsOut = statement((db, $: Params<ApartName>) =>
  ofProject(db, $)
    .deleteFrom('outbox_dead')
    .where('batch_id', '=', $.batch_id)
    .where('seq', '=', $.seq),
);

const rewriteApart = statement((db, $: Params<ApartName & { payload: string }>) =>
  ofProject(db, $)
    .updateTable('outbox_dead')
    .set({ payload: $.payload })
    .where('batch_id', '=', $.batch_id)
    .where('seq', '=', $.seq),
);

const rewriteBatch = statement(
  (db, $: Params<Omit<ApartName, 'seq'> & { body: string; message_count: number }>) =>
    ofProject(db, $)
      .updateTable('outbox_batch')
      .set({ body: $.body, message_count: $.message_count })
      .where('batch_id', '=', $.batch_id),
);

interface Batches {
  readonly gameIndex: number;
  readonly batches: readonly string[];
}

const removeSent = statement((db, $: Params<Batches>) =>
  ofProject(db, $).deleteFrom('outbox_sent').where('batch_id', 'in', $.batches),
);

/** The attempts stay in the log. */
const removeAnswers = statement((db, $: Params<Batches>) =>
  ofProject(db, $)
    .updateTable('outbox_attempt')
    .set({ answer: null, answer_headers: null })
    .where('batch_id', 'in', $.batches),
);

/** Requests that were on their way when their messages were erased, by the names in them. */
export async function eraseSentSince(
  tx: Db,
  { gameIndex, channel }: InChannel,
  since: number,
  names: readonly string[],
): Promise<void> {
  const lanes = await lanesOf(tx, gameIndex, channel);
  const named = (await sentSince(tx, { gameIndex, lanes, since })).filter((sent) => {
    const body = bodyOf(sent);
    return names.some((name) => body.includes(name));
  });
  const gone = { gameIndex, batches: named.map(({ batch_id }) => batch_id) };
  await removeSent(tx, gone);
  await removeAnswers(tx, gone);
}

interface Since {
  readonly gameIndex: number;
  readonly lanes: readonly LaneName[];
  readonly since: number;
}

const sentSince = statement((db, $: Params<Since>) =>
  ofProject(db, $)
    .selectFrom('outbox_sent')
    .select(['batch_id', 'body'])
    .where('channel', 'in', $.lanes)
    .where('sent_at', '>=', $.since),
);

interface Logged {
  readonly gameIndex: number;
  readonly from: number;
  readonly to: number;
  readonly like: string;
}

/** Entries about messages that were not sent name their subjects, all of which go. */
export async function eraseFromLog(
  tx: Db,
  { channel, ...logged }: Logged & { readonly channel: Channel },
): Promise<void> {
  await blankLog(tx, { ...logged, lanes: await lanesOf(tx, logged.gameIndex, channel) });
}

const blankLog = statement((db, $: Params<Logged & { lanes: readonly LaneName[] }>) =>
  ofProject(db, $)
    .updateTable('outbox_attempt')
    .set({ error: NOT_SENT })
    .where('channel', 'in', $.lanes)
    .where(({ between }) => between('at', $.from, $.to))
    .where('result', '=', 'superseded')
    .where('error', 'like', $.like),
);
