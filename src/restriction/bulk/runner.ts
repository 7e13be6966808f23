// Applies bulk jobs in the background: each transaction writes a chunk of rows, their results and the position.
import type { Logger } from 'pino';
import { readLimits } from '../../audit/limits.ts';
import type { OperationContext } from '../../audit/operation.ts';
import {
  dueTurns,
  extendTurn,
  nextTurn,
  putBack,
  removeTurn,
  type Turn,
  type TurnName,
  takeTurn,
} from '../../background/turns.ts';
import { createWorker, type Worker } from '../../background/worker.ts';
import { OUTBOX_CHANGED, takeNumbers } from '../../outbox/outbox.ts';
import type { Db } from '../../storage/db.ts';
import { insertRows } from '../../storage/rows.ts';
import type { BulkJobTable, BulkRowTable } from '../../storage/schema.ts';
import { acrossProjects, ofProject } from '../../storage/tenancy.ts';
import type { App, Directory } from '../../tenants/directory.ts';
import {
  type Actor,
  applyWithin,
  type Change,
  type ChangeAction,
  type ChangeResult,
  isNotAllowed,
  RESTRICTIONS_CHANGED,
} from '../changes.ts';
import { setChange } from '../restrictions.ts';
import { findJob, type RESULTS } from './jobs.ts';
import { dateReason, PERIOD_REASONS, requestOf } from './rows.ts';
import { changedSince } from './undo.ts';

export const BULK_CHANGED = 'bulk';
const BULK = 'bulk';

/** A job has a turn while it is applied. */
export const bulkTurn = ({ game_index, appid, job_id }: BulkJobTable): TurnName => ({
  gameIndex: game_index,
  appid,
  work: BULK,
  subject: job_id,
});

type Result = (typeof RESULTS)[number];

/** Small enough that other changes of the project do not wait long. */
const CHUNK = 500;
const LEASE_MS = 30_000;
const LOOK_EVERY_MS = 60_000;
const HOUR_MS = 3_600_000;
/** How long jobs are kept, and uploads that were never finished. */
const KEEP_MS = 30 * 24 * HOUR_MS;
const KEEP_UNFINISHED_MS = HOUR_MS;

/** Each turn applies every job that is due. On stop it finishes the current chunk. */
export function createBulkRunner(
  context: OperationContext,
  directory: Directory,
  log: Logger,
): Worker {
  const { storage, clock } = context;
  const { db, signals } = storage;

  async function workOff(name: TurnName, stopping: AbortSignal): Promise<void> {
    const turn = await takeTurn(db, name, { now: clock(), leaseMs: LEASE_MS });
    const app = turn && (await directory.app(name.appid));
    if (!app) return;
    while (!stopping.aborted) {
      const outcome = await db.transaction().execute((tx) => applyChunk(tx, app, turn, clock()));
      signals.deliver(RESTRICTIONS_CHANGED);
      if (outcome.notified) signals.emit(OUTBOX_CHANGED);
      if (outcome.ended) return;
    }
    // Another process continues at once.
    await putBack(db, turn, { dueAt: clock() });
  }

  return createWorker({
    name: 'bulk jobs',
    log,
    everyMs: LOOK_EVERY_MS,
    wakeOn: { signals, topics: { [BULK_CHANGED]: 0 } },
    async work(stopping) {
      const due = () => dueTurns.first(db, { work: BULK, now: clock(), limit: 1 });
      for (let next = await due(); next && !stopping.aborted; next = await due()) {
        await workOff(next, stopping);
      }
      await prune(db, clock());
      return nextTurn(db, [BULK], clock());
    },
  });
}

async function applyChunk(
  tx: Db,
  app: App,
  turn: Turn,
  now: number,
): Promise<{ readonly ended: boolean; readonly notified: boolean }> {
  const { gameIndex, subject: jobId } = turn;
  const isHeld = await extendTurn(tx, turn, now + LEASE_MS);
  const job = isHeld && (await findJob(tx, app, jobId));
  if (!job) return { ended: true, notified: false };
  const rows = await ofProject(tx, { gameIndex })
    .selectFrom('bulk_row')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('number', '>', job.position)
    .orderBy('number')
    .limit(CHUNK)
    .execute();
  const { results, notified } = await applyRows(tx, app, job, rows, now);
  const ended = rows.length < CHUNK;
  const counts = JSON.parse(job.results) as Record<string, number>;
  for (const { result } of results) counts[result] = (counts[result] ?? 0) + 1;
  await insertRows(
    tx,
    'bulk_row',
    results,
    `on conflict (game_index, job_id, number)
     do update set result = excluded.result, reason = excluded.reason, seq = excluded.seq`,
  );
  await ofProject(tx, { gameIndex })
    .updateTable('bulk_job')
    .set({
      position: job.position + rows.length,
      results: JSON.stringify(counts),
      ...(ended && { state: 'done', finished_at: now }),
    })
    .where('job_id', '=', jobId)
    .execute();
  if (ended) await removeTurn(tx, turn);
  return { ended, notified };
}

type Outcome = BulkRowTable & { readonly result: Result };

async function applyRows(
  tx: Db,
  app: App,
  job: BulkJobTable,
  rows: readonly BulkRowTable[],
  now: number,
): Promise<{ readonly results: Outcome[]; readonly notified: boolean }> {
  const attempted: { readonly row: BulkRowTable; readonly change: Change }[] = [];
  const results = new Map<number, Outcome>();
  const changed = await changedRows(tx, app, job, rows, now);
  for (const row of rows) {
    if (changed.has(row.number)) {
      results.set(row.number, { ...row, result: 'changed_since' });
      continue;
    }
    const change = changeOf(app, job, row, now);
    if (typeof change === 'object') attempted.push({ row, change });
    else results.set(row.number, { ...row, result: 'invalid', reason: change });
  }
  const applied = await applyWithin(
    tx,
    attempted.map(({ change }) => change),
  );
  attempted.forEach(({ row }, index) => {
    const code = applied.results[index] as ChangeResult;
    const result = resultOf(code, applied.actions[index]);
    const seq = applied.numbers[index] ?? row.seq;
    results.set(row.number, { ...row, result, seq, reason: reasonOf(code) ?? row.reason });
  });
  return {
    results: rows.map((row) => results.get(row.number) as Outcome),
    notified: applied.notified,
  };
}

/** The numbers of the rows of an undo whose player somebody has changed since. */
async function changedRows(
  tx: Db,
  app: App,
  job: BulkJobTable,
  rows: readonly BulkRowTable[],
  now: number,
): Promise<ReadonlySet<number>> {
  if (job.undoes === null) return new Set();
  // Takes no number, but the lock of the project's changes: what is read now holds until the commit.
  await takeNumbers(tx, app.gameIndex, 'restriction', 0);
  return changedSince(tx, app, job, rows, now);
}

/** The change for a row, or why it is impossible. */
function changeOf(app: App, job: BulkJobTable, row: BulkRowTable, now: number): Change | string {
  if (row.verdict === 'invalid') return row.reason ?? '';
  const actor: Actor = { kind: job.actor_kind, name: job.actor, limits: readLimits(job) };
  const who = { actor, ...(job.comment !== null && { comment: job.comment }) };
  if (job.action === 'release') {
    const playerId = BigInt(row.player_id as number | bigint);
    return { kind: 'release', app, playerId, scope: job.scope, ...who, now };
  }
  // Players who had exactly this restriction at the dry run get no new change and no notification.
  const skip = job.skip_blocked === 1 || row.verdict === 'already_restricted';
  const change = setChange(app, job.scope, requestOf(row, skip), who, now);
  return 'field' in change ? dateReason(change) : change;
}

function reasonOf(code: ChangeResult): string | undefined {
  if (isNotAllowed(code)) return code.notAllowed;
  return typeof code === 'string' ? PERIOD_REASONS[code] : undefined;
}

function resultOf(code: ChangeResult, action: ChangeAction): Result {
  if (isNotAllowed(code)) return 'not_allowed';
  switch (code) {
    case 0:
      return action === undefined || action === 'expired' ? 'unchanged' : action;
    case 2002:
      return 'not_restricted';
    case 4011:
      return 'unknown_type';
    case 4013:
    // A period may have ended since the dry run.
    case 'start_after_end':
    case 'end_in_past':
      return 'invalid';
  }
}

async function prune(db: Db, now: number): Promise<void> {
  await acrossProjects(db)
    .deleteFrom('bulk_job')
    .where('state', '<>', 'running')
    .where((job) =>
      job.or([
        job('created_at', '<', now - KEEP_MS),
        job.and([job('state', '=', 'reading'), job('created_at', '<', now - KEEP_UNFINISHED_MS)]),
      ]),
    )
    .execute();
}
