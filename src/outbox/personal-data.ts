// Takes a player out of messages: those that wait, dead letters, kept requests and answers. They are found by number.
import type { Db } from '../storage/db.ts';
import { type Params, statement } from '../storage/statement.ts';
import type { Lane } from './relay/lanes.ts';
import { bodyOf, packBody, sentAround } from './relay/sent.ts';

export interface ErasedMessage {
  readonly seq: number;
  /** When it was queued. */
  readonly at: number;
}

export interface Erasing {
  /** A body or payload without the player; the same text when the player is not in it. */
  readonly rewrite: (text: string) => string;
  /** The player in free text: answers that match are deleted, in errors it becomes `pseudonym`. */
  readonly names: RegExp;
  readonly pseudonym: string;
  /** Whose waiting messages are dropped, as they name it; without, they are sent rewritten. */
  readonly dropped?: string;
}

/** As long as a message is retried, and a day more. */
const LOGGED_MS = 4 * 24 * 60 * 60_000;

/** In one transaction; the messages are few. */
export async function eraseMessages(
  tx: Db,
  lane: Lane,
  messages: readonly ErasedMessage[],
  erasing: Erasing,
): Promise<void> {
  const least = await oldestNumber(tx, lane);
  const numbers = messages.map(({ seq }) => seq).filter((seq) => seq >= least);
  if (numbers.length > 0) {
    if (erasing.dropped !== undefined) await dropWaiting(tx, { ...lane, numbers });
    else await rewriteWaiting(tx, lane, numbers, erasing);
    await eraseApart(tx, lane, numbers, erasing);
    for (const number of numbers) await eraseSent(tx, lane, number, erasing);
  }
  if (erasing.dropped !== undefined) await eraseLog(tx, lane, messages, erasing);
}

/** Nothing is stored of messages before it. */
async function oldestNumber(tx: Db, { gameIndex, channel }: Lane): Promise<number> {
  const [waiting, batch, sent] = await Promise.all([
    tx
      .selectFrom('outbox')
      .select('seq')
      .where('game_index', '=', gameIndex)
      .where('channel', '=', channel)
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst(),
    tx
      .selectFrom('outbox_batch')
      .select(({ fn }) => fn.min('first_seq').as('seq'))
      .where('game_index', '=', gameIndex)
      .where('channel', '=', channel)
      .executeTakeFirst(),
    tx
      .selectFrom('outbox_sent')
      .select(({ fn }) => fn.min('first_seq').as('seq'))
      .where('game_index', '=', gameIndex)
      .where('channel', '=', channel)
      .executeTakeFirst(),
  ]);
  const known = [waiting, batch, sent].flatMap((row) =>
    row?.seq == null ? [] : [Number(row.seq)],
  );
  return Math.min(...known);
}

const dropWaiting = statement((db, $: Params<Lane & { numbers: readonly number[] }>) =>
  db
    .deleteFrom('outbox')
    .where('game_index', '=', $.gameIndex)
    .where('channel', '=', $.channel)
    .where('seq', 'in', $.numbers),
);

async function rewriteWaiting(
  tx: Db,
  { gameIndex, channel }: Lane,
  numbers: readonly number[],
  { rewrite }: Erasing,
): Promise<void> {
  const rows = await tx
    .selectFrom('outbox')
    .select(['seq', 'payload'])
    .where('game_index', '=', gameIndex)
    .where('channel', '=', channel)
    .where('seq', 'in', numbers)
    .execute();
  for (const { seq, payload } of rows) {
    await tx
      .updateTable('outbox')
      .set({ payload: rewrite(payload) })
      .where('game_index', '=', gameIndex)
      .where('channel', '=', channel)
      .where('seq', '=', seq)
      .execute();
  }
}

/** Batches that are on their way, refused or dead, and the messages of the last two. */
async function eraseApart(
  tx: Db,
  { gameIndex, channel }: Lane,
  numbers: readonly number[],
  erasing: Erasing,
): Promise<void> {
  const batches = await tx
    .selectFrom('outbox_batch')
    .selectAll()
    .where('game_index', '=', gameIndex)
    .where('channel', '=', channel)
    .where('first_seq', '<=', Math.max(...numbers))
    .where('last_seq', '>=', Math.min(...numbers))
    .execute();
  for (const batch of batches) {
    const { batch_id } = batch;
    const own = numbers.filter((seq) => batch.first_seq <= seq && seq <= batch.last_seq);
    const apart = await tx
      .selectFrom('outbox_dead')
      .select(['seq', 'payload'])
      .where('game_index', '=', gameIndex)
      .where('batch_id', '=', batch_id)
      .execute();
    const gone = apart.filter(({ seq }) => own.includes(seq));
    for (const { seq, payload } of gone) {
      const name = { gameIndex, batch_id, seq };
      if (erasing.dropped !== undefined) await removeApart(tx, name);
      else await rewriteApart(tx, { ...name, payload: erasing.rewrite(payload) });
    }
    const isLeft =
      erasing.dropped === undefined || apart.length === 0 || gone.length < apart.length;
    const ofBatch = { gameIndex, batch_id };
    if (!isLeft) await removeBatch(tx, ofBatch);
    else if (own.length > 0) {
      const body = erasing.rewrite(batch.body);
      const message_count = batch.message_count - (erasing.dropped === undefined ? 0 : gone.length);
      await rewriteBatch(tx, { ...ofBatch, body, message_count });
      await eraseAnswers(tx, gameIndex, batch_id, erasing);
    }
  }
}

interface ApartName {
  readonly gameIndex: number;
  readonly batch_id: string;
  readonly seq: number;
}

const removeApart = statement((db, $: Params<ApartName>) =>
  db
    .deleteFrom('outbox_dead')
    .where('game_index', '=', $.gameIndex)
    .where('batch_id', '=', $.batch_id)
    .where('seq', '=', $.seq),
);

const rewriteApart = statement((db, $: Params<ApartName & { payload: string }>) =>
  db
    .updateTable('outbox_dead')
    .set({ payload: $.payload })
    .where('game_index', '=', $.gameIndex)
    .where('batch_id', '=', $.batch_id)
    .where('seq', '=', $.seq),
);

type BatchName = Omit<ApartName, 'seq'>;

const removeBatch = statement((db, $: Params<BatchName>) =>
  db
    .deleteFrom('outbox_batch')
    .where('game_index', '=', $.gameIndex)
    .where('batch_id', '=', $.batch_id),
);

const rewriteBatch = statement(
  (db, $: Params<BatchName & { body: string; message_count: number }>) =>
    db
      .updateTable('outbox_batch')
      .set({ body: $.body, message_count: $.message_count })
      .where('game_index', '=', $.gameIndex)
      .where('batch_id', '=', $.batch_id),
);

async function eraseSent(tx: Db, lane: Lane, number: number, erasing: Erasing): Promise<void> {
  const { gameIndex } = lane;
  for (const sent of await sentAround(tx, lane, number)) {
    const before = bodyOf(sent);
    const after = erasing.rewrite(before);
    if (after === before) continue;
    await rewriteSent(tx, { gameIndex, batch_id: sent.batch_id, body: packBody(after) });
    await eraseAnswers(tx, gameIndex, sent.batch_id, erasing);
  }
}

const rewriteSent = statement((db, $: Params<BatchName & { body: string }>) =>
  db
    .updateTable('outbox_sent')
    .set({ body: $.body })
    .where('game_index', '=', $.gameIndex)
    .where('batch_id', '=', $.batch_id),
);

type Attempts = { readonly at: number; readonly number: number; readonly batch_id: string };

/** An answer that names the player goes; what was wrong stays, without the name. */
async function eraseAnswers(
  tx: Db,
  gameIndex: number,
  batchId: string,
  erasing: Erasing,
): Promise<void> {
  const rows = await tx
    .selectFrom('outbox_attempt')
    .select(['at', 'number', 'batch_id', 'answer', 'error'])
    .where('game_index', '=', gameIndex)
    .where('batch_id', '=', batchId)
    .execute();
  await rewriteAttempts(tx, gameIndex, rows, erasing);
}

async function rewriteAttempts(
  tx: Db,
  gameIndex: number,
  rows: readonly (Attempts & { readonly answer: string | null; readonly error: string | null })[],
  { names, pseudonym }: Erasing,
): Promise<void> {
  for (const { answer, error, ...row } of rows) {
    const isNamed = answer !== null && answer.search(names) >= 0;
    const clean = {
      answer: isNamed ? null : answer,
      error: error?.replaceAll(names, pseudonym) ?? null,
    };
    if (clean.answer === answer && clean.error === error) continue;
    await tx
      .updateTable('outbox_attempt')
      .set(clean)
      .where('game_index', '=', gameIndex)
      .where('batch_id', '=', row.batch_id)
      .where('at', '=', row.at)
      .where('number', '=', row.number)
      .execute();
  }
}

/** Entries about messages that were not sent name their subjects. */
async function eraseLog(
  tx: Db,
  { gameIndex, channel }: Lane,
  messages: readonly ErasedMessage[],
  erasing: Erasing,
): Promise<void> {
  for (const { from, to } of periodsOf(messages)) {
    const rows = await tx
      .selectFrom('outbox_attempt')
      .select(['at', 'number', 'batch_id', 'answer', 'error'])
      .where('game_index', '=', gameIndex)
      .where('channel', '=', channel)
      .where('at', '>=', from)
      .where('at', '<=', to)
      .where('result', '=', 'superseded')
      .where('error', 'like', `%${erasing.dropped}%`)
      .execute();
    await rewriteAttempts(tx, gameIndex, rows, erasing);
  }
}

/** While the messages were on their way, each moment once. */
function periodsOf(messages: readonly ErasedMessage[]) {
  const periods: { from: number; to: number }[] = [];
  for (const at of messages.map((each) => each.at).sort((one, other) => one - other)) {
    const last = periods.at(-1);
    if (last && at <= last.to) last.to = at + LOGGED_MS;
    else periods.push({ from: at, to: at + LOGGED_MS });
  }
  return periods;
}
