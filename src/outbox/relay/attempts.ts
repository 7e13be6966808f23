// The log of delivery attempts: one row per attempt.
import { textStart } from '../../base/text-start.ts';
import type { Db } from '../../storage/db.ts';
import { insertRows } from '../../storage/rows.ts';
import type { OutboxAttemptTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofProject } from '../../storage/tenancy.ts';
import type { Lane } from './lanes.ts';

const ANSWER_BYTES = 4_096;

export async function writeAttempt(tx: Db, attempt: OutboxAttemptTable): Promise<void> {
  await insertRows(tx, 'outbox_attempt', [attempt]);
}

/** The first 4 KiB of an answer. */
export const answerStart = (text: string): string => textStart(text, ANSWER_BYTES);

/** The key of the last row of the previous page. */
export type AttemptPosition = Pick<OutboxAttemptTable, 'at' | 'first_seq' | 'number' | 'batch_id'>;

/** Newest first; of one batch where that is asked for. */
export async function listAttempts(
  db: Db,
  { gameIndex, channel }: Lane,
  page: {
    readonly limit: number;
    readonly after?: AttemptPosition | undefined;
    readonly batchId?: string | undefined;
  },
): Promise<OutboxAttemptTable[]> {
  const { limit, after, batchId } = page;
  let select = ofProject(db, { gameIndex })
    .selectFrom('outbox_attempt')
    .selectAll()
    .where('channel', '=', channel);
  if (batchId !== undefined) select = select.where('batch_id', '=', batchId);
  if (after) {
    select = select.where((eb) =>
      eb(
        eb.refTuple('at', 'first_seq', 'number', 'batch_id'),
        '<',
        eb.tuple(after.at, after.first_seq, after.number, after.batch_id),
      ),
    );
  }
  return select
    .orderBy('at', 'desc')
    .orderBy('first_seq', 'desc')
    .orderBy('number', 'desc')
    .orderBy('batch_id', 'desc')
    .limit(limit)
    .execute();
}

interface BatchKey {
  readonly gameIndex: number;
  readonly batchId: string;
}

/** A receiver that is away for days is probed thousands of times. */
const MOST_ATTEMPTS = 100;

const newestOfBatch = statement((db, $: Params<BatchKey>) =>
  ofProject(db, $)
    .selectFrom('outbox_attempt')
    .selectAll()
    .where('batch_id', '=', $.batchId)
    .orderBy('at', 'desc')
    .orderBy('number', 'desc')
    .limit(MOST_ATTEMPTS),
);

/** The newest of one batch, oldest first. */
export const attemptsOfBatch = async (db: Db, batch: BatchKey): Promise<OutboxAttemptTable[]> =>
  (await newestOfBatch(db, batch)).toReversed();
