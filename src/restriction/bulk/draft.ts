// Stores a new bulk job while its rows are written; nothing stays of a job that cannot be filled.
import { type Actor, writeAudit } from '../../audit/audit.ts';
import { printLimits } from '../../audit/limits.ts';
import { isRejection, type OperationContext, type Rejection } from '../../audit/operation.ts';
import { timeOrderedId } from '../../base/ids.ts';
import type { BulkJobTable } from '../../storage/schema.ts';
import { ofProject } from '../../storage/tenancy.ts';
import type { App } from '../../tenants/directory.ts';
import { forbiddenIf, scopeNotAllowed } from '../limits.ts';
import { type BulkJob, bulkAudit, viewJob } from './jobs.ts';

/** What the rows of a job come to; `verdicts` is JSON. */
export interface Filled {
  readonly total: number;
  readonly verdicts: string;
}

type Fields = Pick<BulkJobTable, 'action' | 'skip_blocked' | 'comment' | 'scope'> &
  Partial<Pick<BulkJobTable, 'undoes'>>;

export async function draftJob(
  context: OperationContext,
  actor: Actor,
  app: App,
  fields: Fields,
  fill: (job: BulkJobTable) => Promise<Filled | Rejection>,
): Promise<BulkJob | Rejection> {
  const refusal = forbiddenIf(scopeNotAllowed(actor.limits, fields.scope));
  if (refusal) return refusal;
  const { db } = context.storage;
  const now = context.clock();
  const job: BulkJobTable = {
    game_index: app.gameIndex,
    job_id: timeOrderedId(now),
    appid: app.appid,
    state: 'reading',
    actor_kind: actor.kind,
    actor: actor.name,
    total: 0,
    position: 0,
    verdicts: '{}',
    results: '{}',
    created_at: now,
    finished_at: null,
    undoes: null,
    limits: printLimits(actor.limits),
    ...fields,
  };
  await db.insertInto('bulk_job').values(job).execute();
  let kept = false;
  try {
    const filled = await fill(job);
    if (isRejection(filled)) return filled;
    const ready = { ...job, ...filled, state: 'ready' as const };
    await db.transaction().execute(async (tx) => {
      await ofProject(tx, { gameIndex: job.game_index })
        .updateTable('bulk_job')
        .set({ state: 'ready', total: ready.total, verdicts: ready.verdicts })
        .where('job_id', '=', job.job_id)
        .execute();
      const verb = job.undoes === null ? 'create' : 'undo';
      await writeAudit(tx, now, actor, bulkAudit(verb, app, ready));
    });
    kept = true;
    return viewJob(ready);
  } finally {
    if (!kept) {
      await ofProject(db, { gameIndex: job.game_index })
        .deleteFrom('bulk_job')
        .where('job_id', '=', job.job_id)
        .execute();
    }
  }
}
