// Superseded messages: what no longer describes its subject is not sent, and kept in the log.
import type { Db } from '../../storage/db.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofProject } from '../../storage/tenancy.ts';
import type { QueuedRow } from '../channel.ts';
import { writeAttempt } from './attempts.ts';
import { type SplitRows, splitRows } from './batch-rules.ts';
import type { Batch, LaneWork } from './batches.ts';
import type { Lane } from './lanes.ts';

const SUBJECTS_LOGGED = 100;
/** How an entry of the log begins; the subjects follow. */
export const NOT_SENT = 'not sent, because they changed since';

/** Takes rows from the front until `limit` subjects are in. */
export async function splitSuperseded(
  { tx, lane, port, target, now }: LaneWork,
  rows: readonly QueuedRow[],
  limit = Number.POSITIVE_INFINITY,
): Promise<SplitRows> {
  return splitRows(rows, await port.superseded(tx, lane.gameIndex, rows, now, target.apps), limit);
}

/** After which attempt of which batch they are logged. */
type LogPlace = Pick<Batch, 'batch_id' | 'first_seq' | 'attempts'>;

/** Takes them out of the queue. */
export async function dropSuperseded(
  work: LaneWork,
  rows: readonly QueuedRow[],
  batch: LogPlace,
): Promise<void> {
  if (rows.length === 0) return;
  await removeNumbers(work.tx, { ...work.lane, numbers: rows.map((row) => row.seq) });
  await logSuperseded(work.tx, work.lane, rows, batch, work.now);
}

const removeNumbers = statement((db, $: Params<Lane & { numbers: readonly number[] }>) =>
  ofProject(db, $)
    .deleteFrom('outbox')
    .where('channel', '=', $.channel)
    .where('seq', 'in', $.numbers),
);

/** One entry for all of them. */
export async function logSuperseded(
  tx: Db,
  { gameIndex, channel }: Lane,
  rows: readonly QueuedRow[],
  { batch_id, first_seq, attempts }: LogPlace,
  now: number,
): Promise<void> {
  await writeAttempt(tx, {
    game_index: gameIndex,
    channel,
    at: now,
    first_seq,
    number: attempts + 1,
    batch_id,
    message_count: rows.length,
    result: 'superseded',
    status: null,
    result_code: null,
    duration_ms: 0,
    answer: null,
    answer_headers: null,
    error: `${NOT_SENT}: ${listed(rows)}`,
  });
}

function listed(rows: readonly QueuedRow[]): string {
  const subjects = [...new Set(rows.map((row) => row.subject))];
  const more = subjects.length - SUBJECTS_LOGGED;
  const names = subjects.slice(0, SUBJECTS_LOGGED).join(', ');
  return more > 0 ? `${names} and ${more} more` : names;
}
