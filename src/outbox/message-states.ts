// The states of messages about one subject: delivered, waiting, refused, dead, or never sent.
import type { Db } from '../storage/db.ts';
import type { OutboxAttemptTable, OutboxSentTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { ofProject } from '../storage/tenancy.ts';
import { attemptsOfBatch } from './relay/attempts.ts';
import type { Lane } from './relay/lanes.ts';
import { findOldestSent, sentAround } from './relay/sent.ts';

export type MessageState =
  | 'delivered'
  | 'waiting'
  | 'refused'
  | 'dead'
  /** Replaced by a later change, or there was no receiver. */
  | 'not_sent'
  /** Sent or not, before the time for which requests are kept. */
  | 'not_kept';

export interface MessageDelivery {
  readonly state: MessageState;
  /** The newest request that contained it. */
  readonly sent: OutboxSentTable | undefined;
  /** Of that request, oldest first. */
  readonly attempts: readonly OutboxAttemptTable[];
}

interface Message {
  readonly seq: number;
  /** When it was queued. */
  readonly at: number;
}

/** A message that is queued is attempted long before; later ones are known not to be in a request. */
const SURELY_ATTEMPTED_MS = 60 * 60_000;

/** `isIn` says whether a request is about the subject. */
export async function deliveriesOf(
  db: Db,
  lane: Lane,
  messages: readonly Message[],
  isIn: (sent: OutboxSentTable) => boolean,
): Promise<readonly MessageDelivery[]> {
  const oldest = await findOldestSent(db, lane);
  return Promise.all(
    messages.map(async ({ seq: number, at }) => {
      const sent = (await sentAround(db, lane, number)).find(isIn);
      const { gameIndex } = lane;
      const attempts = sent ? await attemptsOfBatch(db, { gameIndex, batchId: sent.batch_id }) : [];
      const state = await stateOf(db, lane, number, attempts);
      const isOld =
        oldest === undefined ||
        (number < oldest.first_seq && at + SURELY_ATTEMPTED_MS < oldest.sent_at);
      return { state: state ?? (isOld && !sent ? 'not_kept' : 'not_sent'), sent, attempts };
    }),
  );
}

async function stateOf(
  db: Db,
  lane: Lane,
  number: number,
  attempts: readonly OutboxAttemptTable[],
): Promise<MessageState | undefined> {
  if (attempts.some(({ result }) => result === 'delivered')) return 'delivered';
  if (await findQueued(db, { ...lane, number })) return 'waiting';
  const unqueued = await findOutOfQueue(db, { ...lane, number });
  return unqueued && (unqueued.state === 'dead' ? 'dead' : 'refused');
}

const findQueued = statement((db, $: Params<Lane & { number: number }>) =>
  ofProject(db, $)
    .selectFrom('outbox')
    .select('seq')
    .where('channel', '=', $.channel)
    .where('seq', '=', $.number),
).first;

/** The rows of refused and dead batches are not in the queue. */
const findOutOfQueue = statement((db, $: Params<Lane & { number: number }>) =>
  ofProject(db, $)
    .selectFrom('outbox_batch as b')
    .innerJoin('outbox_dead as d', (join) =>
      join.onRef('d.game_index', '=', 'b.game_index').onRef('d.batch_id', '=', 'b.batch_id'),
    )
    .select('b.state')
    .where('b.channel', '=', $.channel)
    .where('b.first_seq', '<=', $.number)
    .where('b.last_seq', '>=', $.number)
    .where('d.game_index', '=', $.gameIndex)
    .where('d.seq', '=', $.number),
).first;
