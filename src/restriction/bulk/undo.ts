// Undoes a bulk job: a new job that releases those whom the old one restricted and whom nobody has changed since.
import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import { invalid, type OperationContext, type Rejection } from '../../audit/operation.ts';
import type { Db } from '../../storage/db.ts';
import { insertRows } from '../../storage/rows.ts';
import type { BulkJobTable, BulkRowTable } from '../../storage/schema.ts';
import { ofProject } from '../../storage/tenancy.ts';
import type { AppContext } from '../../tenants/apps.ts';
import type { App } from '../../tenants/directory.ts';
import { Comment } from '../schema.ts';
import { readLive } from '../store.ts';
import { draftJob, type Filled } from './draft.ts';
import { type BulkJob, type BulkJobName, findJob, unknownJob } from './jobs.ts';
import type { Verdict } from './rows.ts';

export const BulkUndo = Type.Object({ comment: Comment }, { additionalProperties: false });
export type BulkUndo = Type.Static<typeof BulkUndo>;

const CHUNK = 1_000;

/** With a dry run; it changes players once it is applied. */
export async function undoBulkJob(
  { context, app }: AppContext,
  actor: Actor,
  jobId: string,
  { comment }: BulkUndo,
): Promise<BulkJob | Rejection> {
  const job = await findJob(context.storage.db, app, jobId);
  if (!job) return unknownJob(app, jobId);
  if (job.action === 'release') {
    return invalid('job_id', 'Only a list that restricts players can be undone.');
  }
  if (job.state !== 'done') {
    const detail = `The bulk job is ${job.state}. Undo it when it has finished.`;
    return { rejected: 'IN_USE', detail };
  }
  const fields = {
    action: 'release',
    skip_blocked: 0,
    comment: comment || null,
    undoes: job.job_id,
  } as const;
  return draftJob(context, actor, app, fields, (undo) => fill(context, app, job, undo));
}

async function fill(
  { storage: { db }, clock }: OperationContext,
  app: App,
  job: BulkJobTable,
  undo: BulkJobTable,
): Promise<Filled | Rejection> {
  const counts: Partial<Record<Verdict, number>> = {};
  let total = 0;
  for (let after = 0; ; ) {
    const rows = await restrictedBy(db, job, after);
    const judged = await judge(db, app, rows, clock());
    const made = judged.map(({ player_id, seq, verdict }) => {
      total += 1;
      counts[verdict] = (counts[verdict] ?? 0) + 1;
      return { ...EMPTY, ...nameOf(undo), number: total, source: '', player_id, seq, verdict };
    });
    await db.transaction().execute((tx) => insertRows(tx, 'bulk_row', made));
    const last = rows.length === CHUNK ? rows.at(-1) : undefined;
    if (!last) break;
    after = last.number;
  }
  if (total > 0) return { total, verdicts: JSON.stringify(counts) };
  const { registered = 0 } = JSON.parse(job.results) as Record<string, number>;
  return invalid(
    'job_id',
    registered === 0
      ? 'This list restricted nobody, so there is nothing to undo.'
      : 'This list was applied by a version of Tollgate that could not undo lists. Upload its players as a list to release.',
  );
}

const nameOf = ({ game_index, job_id }: BulkJobTable): BulkJobName => ({ game_index, job_id });

const EMPTY = {
  status: null,
  block_type: null,
  start_date: null,
  end_date: null,
  reason: null,
  result: null,
} as const;

/** Rows that restricted a player who was not restricted before. */
function restrictedBy(
  db: Db,
  { game_index, job_id }: BulkJobName,
  after: number,
): Promise<BulkRowTable[]> {
  return ofProject(db, { gameIndex: game_index })
    .selectFrom('bulk_row')
    .selectAll()
    .where('job_id', '=', job_id)
    .where('number', '>', after)
    .where('result', '=', 'registered')
    .where('seq', 'is not', null)
    .orderBy('number')
    .limit(CHUNK)
    .execute();
}

/** What undoing the rows would do now. */
async function judge(
  db: Db,
  { appid, gameIndex }: App,
  rows: readonly BulkRowTable[],
  now: number,
): Promise<(BulkRowTable & { readonly verdict: Verdict })[]> {
  const players = rows.map((row) => String(row.player_id));
  const live = await readLive(db, gameIndex, players, now);
  return rows.map((row) => {
    const found = live.get(String(row.player_id))?.find((each) => each.appid === appid);
    if (!found) return { ...row, verdict: 'not_restricted' };
    return { ...row, verdict: found.seq === row.seq ? 'release' : 'changed_since' };
  });
}
