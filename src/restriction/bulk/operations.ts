// Bulk jobs for operators: list, read, apply and delete, with audit entries.
import type { Actor } from '../../audit/audit.ts';
import { printLimits } from '../../audit/limits.ts';
import { isRejection, makeChange, type Rejection } from '../../audit/operation.ts';
import { addTurns } from '../../background/turns.ts';
import type { Page, PageQuery } from '../../base/paging.ts';
import { readPage } from '../../storage/page.ts';
import { ofApp, ofProject } from '../../storage/tenancy.ts';
import type { AppContext } from '../../tenants/apps.ts';
import { forbiddenIf, scopeNotAllowed } from '../limits.ts';
import { type BulkJob, bulkAudit, findJob, unknownJob, viewJob } from './jobs.ts';
import { BULK_CHANGED, bulkTurn } from './runner.ts';

/** Newest first. */
export async function listBulkJobs(
  { context, app }: AppContext,
  query: PageQuery,
): Promise<Page<BulkJob>> {
  const jobs = ofApp(context.storage.db, app).selectFrom('bulk_job').selectAll();
  return readPage(jobs, 'job_id', query, viewJob, 'desc');
}

export async function readBulkJob(
  { context, app }: AppContext,
  jobId: string,
): Promise<BulkJob | Rejection> {
  const job = await findJob(context.storage.db, app, jobId);
  return job ? viewJob(job) : unknownJob(app, jobId);
}

/** The runner applies it in the background, from the first row to the last, once. */
export async function applyBulkJob(
  { context, app }: AppContext,
  actor: Actor,
  jobId: string,
): Promise<BulkJob | Rejection> {
  const outcome = await makeChange(context, actor, async (tx) => {
    const known = await findJob(tx, app, jobId);
    if (!known) return unknownJob(app, jobId);
    const refusal = forbiddenIf(scopeNotAllowed(actor.limits, known.scope));
    if (refusal) return refusal;
    const job = await ofApp(tx, app)
      .updateTable('bulk_job')
      .set({
        state: 'running',
        actor_kind: actor.kind,
        actor: actor.name,
        limits: printLimits(actor.limits),
      })
      .where('job_id', '=', jobId)
      .where('state', '=', 'ready')
      .returningAll()
      .executeTakeFirst();
    if (job) {
      await addTurns(tx, [bulkTurn(job)]);
      return { value: job, audit: bulkAudit('apply', app, job) };
    }
    return { rejected: 'IN_USE', detail: `The bulk job is already ${known.state}.` };
  });
  if (isRejection(outcome)) return outcome;
  context.storage.signals.emit(BULK_CHANGED);
  return viewJob(outcome);
}

/** Deletes a job that is not running; its applied rows stay applied. */
export async function deleteBulkJob(
  { context, app }: AppContext,
  actor: Actor,
  jobId: string,
): Promise<object | Rejection> {
  return makeChange(context, actor, async (tx) => {
    const job = await findJob(tx, app, jobId);
    if (!job) return unknownJob(app, jobId);
    const gone = await ofProject(tx, app)
      .deleteFrom('bulk_job')
      .where('job_id', '=', jobId)
      .where('state', 'in', ['ready', 'done'])
      .returning('job_id')
      .executeTakeFirst();
    if (!gone) {
      const detail = `The bulk job is ${job.state}. Delete it when it has finished.`;
      return { rejected: 'IN_USE', detail };
    }
    return { value: {}, audit: bulkAudit('delete', app, job) };
  });
}
