// Undoes a bulk job: a new job that releases those whom the old one restricted, or restricts those whom it released
// as they were; in both cases only whom nobody has changed since.
import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import { invalid, type OperationContext, type Rejection } from '../../audit/operation.ts';
import type { Db } from '../../storage/db.ts';
import { insertRows } from '../../storage/rows.ts';
import type { BulkJobTable, BulkRowTable } from '../../storage/schema.ts';
import { ofProject } from '../../storage/tenancy.ts';
import type { AppContext } from '../../tenants/apps.ts';
import type { App } from '../../tenants/directory.ts';
import { hasExpired } from '../rules.ts';
import { Comment } from '../schema.ts';
import { readSnapshot } from '../snapshot.ts';
import { newestChanges, readChanges, readScope } from '../store.ts';
import { draftJob, type Filled } from './draft.ts';
import { type BulkJob, type BulkJobName, findJob, unknownJob } from './jobs.ts';
import { EMPTY_ROW, judgeRows, type Verdict } from './rows.ts';

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
  if (job.state !== 'done') {
    const detail = `The bulk job is ${job.state}. Undo it when it has finished.`;
    return { rejected: 'IN_USE', detail };
  }
  const fields = {
    action: job.action === 'restrict' ? 'release' : 'restrict',
    skip_blocked: 0,
    comment: comment || null,
    undoes: job.job_id,
    scope: job.scope,
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
    const rows = await changedBy(db, job, after);
    const judged = await judge(db, app, undo, await undoing(db, undo, rows), clock());
    const made = judged.map((row) => {
      total += 1;
      counts[row.verdict] = (counts[row.verdict] ?? 0) + 1;
      return { ...row, ...nameOf(undo), number: total };
    });
    await db.transaction().execute((tx) => insertRows(tx, 'bulk_row', made));
    const last = rows.length === CHUNK ? rows.at(-1) : undefined;
    if (!last) break;
    after = last.number;
  }
  if (total > 0) return { total, verdicts: JSON.stringify(counts) };
  const { registered = 0, released = 0 } = JSON.parse(job.results) as Record<string, number>;
  return invalid('job_id', registered + released === 0 ? NOTHING : TOO_OLD);
}

const NOTHING = 'This list restricted or released nobody, so there is nothing to undo.';
const TOO_OLD =
  'This list was applied by a version of Tollgate that could not undo lists. Upload its players as a list.';

const nameOf = ({ game_index, job_id }: BulkJobTable): BulkJobName => ({ game_index, job_id });

/** Rows that restricted a player who was not restricted before, or released one. Erased players are left out. */
function changedBy(
  db: Db,
  { game_index, job_id }: BulkJobName,
  after: number,
): Promise<BulkRowTable[]> {
  return ofProject(db, { gameIndex: game_index })
    .selectFrom('bulk_row')
    .selectAll()
    .where('job_id', '=', job_id)
    .where('number', '>', after)
    .where('result', 'in', ['registered', 'released'])
    .where('seq', 'is not', null)
    .where('player_id', 'is not', null)
    .orderBy('number')
    .limit(CHUNK)
    .execute();
}

/** What would undo the rows: nothing but the player, or the restriction before the release. */
async function undoing(
  db: Db,
  undo: BulkJobTable,
  rows: readonly BulkRowTable[],
): Promise<readonly BulkRowTable[]> {
  const bare = rows.map((row) => ({ ...row, ...EMPTY_ROW, seq: row.seq }));
  if (undo.action === 'release') return bare;
  const numbers = rows.map(({ seq }) => seq as number);
  const changes = await readChanges(db, { gameIndex: undo.game_index, numbers });
  const before = new Map(changes.map((each) => [each.seq, readSnapshot(each.before_change)]));
  return bare.map((row) => {
    const terms = before.get(row.seq as number);
    return terms ? { ...row, ...terms } : { ...row, reason: FORGOTTEN };
  });
}

const FORGOTTEN = 'The restriction before the release is not kept any more.';

/** What undoing the rows would do now. */
async function judge(
  db: Db,
  app: App,
  undo: BulkJobTable,
  rows: readonly BulkRowTable[],
  now: number,
): Promise<readonly (BulkRowTable & { readonly verdict: Verdict })[]> {
  const judged = await judgeRows(db, app, undo, rows, now);
  const changed = await changedSince(db, app, undo, rows, now);
  return judged.map((row) =>
    changed.has(row.number) ? { ...row, verdict: 'changed_since', reason: null } : row,
  );
}

/** The numbers of the rows of an undo whose player somebody has changed since. */
export async function changedSince(
  db: Db,
  { appid, gameIndex }: App,
  { action, scope }: Pick<BulkJobTable, 'action' | 'scope'>,
  rows: readonly BulkRowTable[],
  now: number,
): Promise<ReadonlySet<number>> {
  const players = rows.map((row) => BigInt(row.player_id as number | bigint));
  const newest = await newestChanges(db, { appid, gameIndex, scope, players });
  const seqOf = new Map(newest.map(({ player_id, seq }) => [BigInt(player_id), seq]));
  const current = await readScope(db, { appid, gameIndex }, scope, players);
  const changed = rows.filter((row, index) => {
    const player = players[index] as bigint;
    const found = current.get(player);
    const isLive = found !== undefined && !hasExpired(found, now);
    // Who is free already is as the release would leave them.
    return seqOf.get(player) !== row.seq && (action === 'restrict' || isLive);
  });
  return new Set(changed.map(({ number }) => number));
}
