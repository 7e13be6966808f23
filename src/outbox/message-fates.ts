// What became of messages by their numbers: waiting, refused, given up, or sent, and how the receiver answered.
import type { Db } from '../storage/db.ts';
import type { OutboxAttemptTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import type { Lane } from './relay/lanes.ts';

export interface Message {
  readonly seq: number;
  readonly at: number;
}

export type LastAttempt = Pick<
  OutboxAttemptTable,
  'at' | 'number' | 'result' | 'status' | 'result_code' | 'error'
>;

export interface Fate {
  /** `unrecorded`: no trace is left, or there was no receiver. */
  readonly state: 'waiting' | 'refused' | 'dead' | 'delivered' | 'unrecorded';
  readonly attempts: number;
  readonly last: LastAttempt | null;
}

/** Nearly every message leaves within the first; a receiver that is away gets it within the second. */
const WINDOWS_MS = [600_000, 3 * 24 * 60 * 60_000];

/** In the order of the messages, which are few. */
export async function fatesOf(db: Db, lane: Lane, messages: readonly Message[]): Promise<Fate[]> {
  if (messages.length === 0) return [];
  const numbers = messages.map(({ seq }) => seq);
  const [inLine, batches] = await Promise.all([
    findInLine(db, { ...lane, numbers }),
    findBatches(db, { ...lane, least: Math.min(...numbers), greatest: Math.max(...numbers) }),
  ]);
  const waiting = new Set(inLine.map(({ seq }) => seq));
  const apart = await findApart(db, {
    gameIndex: lane.gameIndex,
    batches: batches.map(({ batch_id }) => batch_id),
    numbers,
  });
  return Promise.all(
    messages.map(async (message): Promise<Fate> => {
      const isOf = ({ first_seq, last_seq }: Range): boolean =>
        first_seq <= message.seq && message.seq <= last_seq;
      const aside = apart.find(({ seq }) => seq === message.seq)?.batch_id;
      const batch = waiting.has(message.seq)
        ? batches.find((each) => each.state === 'pending' && isOf(each))
        : batches.find(({ batch_id }) => batch_id === aside);
      if (!batch) {
        return waiting.has(message.seq)
          ? { state: 'waiting', attempts: 0, last: null }
          : sentFate(db, lane, message);
      }
      const state = batch.state === 'pending' ? 'waiting' : batch.state;
      const tried = { ...lane, batchId: batch.batch_id, from: message.at };
      const last = batch.attempts === 0 ? undefined : await lastOfBatch(db, tried);
      return { state, attempts: batch.attempts, last: last ?? null };
    }),
  );
}

/** The delivered batch that begins at the message or last before it; one that holds only another does not count. */
async function sentFate(db: Db, lane: Lane, { seq, at }: Message): Promise<Fate> {
  for (const window of WINDOWS_MS) {
    const last = await deliveredWith(db, { ...lane, seq, from: at, to: at + window });
    if (last) return { state: 'delivered', attempts: last.number, last };
  }
  return { state: 'unrecorded', attempts: 0, last: null };
}

/** Whether a message about the subject was dropped since, because the subject had changed. */
export async function wasSuperseded(
  db: Db,
  lane: Lane,
  {
    subject,
    at,
    until,
  }: { readonly subject: string; readonly at: number; readonly until?: number },
): Promise<boolean> {
  const to = until ?? at + Math.max(...WINDOWS_MS);
  const rows = await findSuperseded(db, { ...lane, from: at, to, limit: MOST_SUPERSEDED });
  const name = new RegExp(`\\b${subject}\\b`);
  return rows.some(({ error }) => error !== null && name.test(error));
}

const MOST_SUPERSEDED = 200;

const findSuperseded = statement(
  (db, $: Params<Lane & { from: number; to: number; limit: number }>) =>
    db
      .selectFrom('outbox_attempt')
      .select('error')
      .where('game_index', '=', $.gameIndex)
      .where('channel', '=', $.channel)
      .where('at', '>=', $.from)
      .where('at', '<=', $.to)
      .where('result', '=', 'superseded')
      .orderBy('at')
      .limit($.limit),
);

interface Range {
  readonly first_seq: number;
  readonly last_seq: number;
}

const findInLine = statement((db, $: Params<Lane & { numbers: readonly number[] }>) =>
  db
    .selectFrom('outbox')
    .select('seq')
    .where('game_index', '=', $.gameIndex)
    .where('channel', '=', $.channel)
    .where('seq', 'in', $.numbers),
);

const findBatches = statement((db, $: Params<Lane & { least: number; greatest: number }>) =>
  db
    .selectFrom('outbox_batch')
    .select(['batch_id', 'state', 'first_seq', 'last_seq', 'attempts'])
    .where('game_index', '=', $.gameIndex)
    .where('channel', '=', $.channel)
    .where('first_seq', '<=', $.greatest)
    .where('last_seq', '>=', $.least),
);

const findApart = statement(
  (db, $: Params<{ gameIndex: number; batches: readonly string[]; numbers: readonly number[] }>) =>
    db
      .selectFrom('outbox_dead')
      .select(['batch_id', 'seq'])
      .where('game_index', '=', $.gameIndex)
      .where('batch_id', 'in', $.batches)
      .where('seq', 'in', $.numbers),
);

const lastOfBatch = statement((db, $: Params<Lane & { batchId: string; from: number }>) =>
  db
    .selectFrom('outbox_attempt')
    .select(['at', 'number', 'result', 'status', 'result_code', 'error'])
    .where('game_index', '=', $.gameIndex)
    .where('channel', '=', $.channel)
    .where('at', '>=', $.from)
    .where('batch_id', '=', $.batchId)
    .orderBy('at', 'desc')
    .orderBy('number', 'desc')
    .limit(1),
).first;

const deliveredWith = statement((db, $: Params<Lane & { seq: number; from: number; to: number }>) =>
  db
    .selectFrom('outbox_attempt')
    .select(['at', 'number', 'result', 'status', 'result_code', 'error'])
    .where('game_index', '=', $.gameIndex)
    .where('channel', '=', $.channel)
    .where('at', '>=', $.from)
    .where('at', '<=', $.to)
    .where('result', '=', 'delivered')
    .where('first_seq', '<=', $.seq)
    .where((eb) => eb.or([eb('message_count', '>', 1), eb('first_seq', '=', $.seq)]))
    .orderBy('first_seq', 'desc')
    .orderBy('at')
    .limit(1),
).first;
