// What operators do with bulk jobs: list, read, apply, delete; the audit log names who did it.
import type { Actor } from '../../audit/audit.ts';
import { type Desk, isRefusal, makeChange, type Refusal } from '../../audit/operation.ts';
import { DEFAULT_LIMIT, type Page, type PageQuery, toPage } from '../../base/paging.ts';
import { appOf } from '../../tenants/apps.ts';
import type { Directory } from '../../tenants/directory.ts';
import { type BulkJob, type BulkJobKey, bulkAudit, findJob, unknownJob, viewJob } from './jobs.ts';
import { BULK_CHANGED } from './runner.ts';

interface Deps {
  readonly desk: Desk;
  readonly directory: Directory;
}

/** Newest first. */
export async function listBulkJobs(
  { storage }: Desk,
  { appid, after, limit = DEFAULT_LIMIT }: PageQuery & Pick<BulkJobKey, 'appid'>,
): Promise<Page<BulkJob>> {
  let select = storage.db
    .selectFrom('bulk_job')
    .selectAll()
    .where('appid', '=', appid)
    .orderBy('job_id', 'desc')
    .limit(limit + 1);
  if (after !== undefined) select = select.where('job_id', '<', after);
  return toPage(await select.execute(), limit, (job) => job.job_id, viewJob);
}

export async function readBulkJob({ storage }: Desk, key: BulkJobKey): Promise<BulkJob | Refusal> {
  const job = await findJob(storage.db, key);
  return job ? viewJob(job) : unknownJob(key);
}

/** The runner applies it in the background, from the first row to the last, once. */
export async function applyBulkJob(
  { desk, directory }: Deps,
  actor: Actor,
  key: BulkJobKey,
): Promise<BulkJob | Refusal> {
  const app = await appOf(directory, key.appid);
  if (isRefusal(app)) return app;
  const outcome = await makeChange(desk, actor, async (tx, now) => {
    const job = await tx
      .updateTable('bulk_job')
      .set({ state: 'running', due_at: now, actor_kind: actor.kind, actor: actor.name })
      .where('job_id', '=', key.job_id)
      .where('appid', '=', key.appid)
      .where('state', '=', 'ready')
      .returningAll()
      .executeTakeFirst();
    if (job) return { value: job, audit: bulkAudit('apply', app, job) };
    const known = await findJob(tx, key);
    return known
      ? { refused: 'IN_USE', detail: `The bulk job is ${known.state} already.` }
      : unknownJob(key);
  });
  if (isRefusal(outcome)) return outcome;
  desk.storage.signals.emit(BULK_CHANGED);
  return viewJob(outcome);
}

/** Forgets a job that is not running; what it has done stays done. */
export async function deleteBulkJob(
  { desk, directory }: Deps,
  actor: Actor,
  key: BulkJobKey,
): Promise<object | Refusal> {
  const app = await appOf(directory, key.appid);
  if (isRefusal(app)) return app;
  return makeChange(desk, actor, async (tx) => {
    const job = await findJob(tx, key);
    if (!job) return unknownJob(key);
    const gone = await tx
      .deleteFrom('bulk_job')
      .where('job_id', '=', key.job_id)
      .where('state', 'in', ['ready', 'done'])
      .returning('job_id')
      .executeTakeFirst();
    if (!gone) return { refused: 'IN_USE', detail: `The bulk job is ${job.state}.` };
    return { value: {}, audit: bulkAudit('delete', app, job) };
  });
}
