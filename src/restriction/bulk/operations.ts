// Bulk jobs for operators: list, read, apply and delete, with audit entries.
import type { Actor } from '../../audit/audit.ts';
import {
  isRejection,
  makeChange,
  type OperationContext,
  type Rejection,
} from '../../audit/operation.ts';
import { DEFAULT_LIMIT, type Page, type PageQuery, toPage } from '../../base/paging.ts';
import { appOf } from '../../tenants/apps.ts';
import type { Directory } from '../../tenants/directory.ts';
import { type BulkJob, type BulkJobKey, bulkAudit, findJob, unknownJob, viewJob } from './jobs.ts';
import { BULK_CHANGED } from './runner.ts';

interface Deps {
  readonly context: OperationContext;
  readonly directory: Directory;
}

/** Newest first. */
export async function listBulkJobs(
  { context, directory }: Deps,
  { appid, after, limit = DEFAULT_LIMIT }: PageQuery & Pick<BulkJobKey, 'appid'>,
): Promise<Page<BulkJob> | Rejection> {
  const app = await appOf(directory, appid);
  if (isRejection(app)) return app;
  let select = context.storage.db
    .selectFrom('bulk_job')
    .selectAll()
    .where('game_index', '=', app.gameIndex)
    .where('appid', '=', appid)
    .orderBy('job_id', 'desc')
    .limit(limit + 1);
  if (after !== undefined) select = select.where('job_id', '<', after);
  return toPage(await select.execute(), limit, (job) => job.job_id, viewJob);
}

export async function readBulkJob(
  { context, directory }: Deps,
  key: BulkJobKey,
): Promise<BulkJob | Rejection> {
  const app = await appOf(directory, key.appid);
  if (isRejection(app)) return app;
  const job = await findJob(context.storage.db, app, key.job_id);
  return job ? viewJob(job) : unknownJob(key);
}

/** The runner applies it in the background, from the first row to the last, once. */
export async function applyBulkJob(
  { context, directory }: Deps,
  actor: Actor,
  key: BulkJobKey,
): Promise<BulkJob | Rejection> {
  const app = await appOf(directory, key.appid);
  if (isRejection(app)) return app;
  const outcome = await makeChange(context, actor, async (tx, now) => {
    const job = await tx
      .updateTable('bulk_job')
      .set({ state: 'running', due_at: now, actor_kind: actor.kind, actor: actor.name })
      .where('game_index', '=', app.gameIndex)
      .where('job_id', '=', key.job_id)
      .where('appid', '=', key.appid)
      .where('state', '=', 'ready')
      .returningAll()
      .executeTakeFirst();
    if (job) return { value: job, audit: bulkAudit('apply', app, job) };
    const known = await findJob(tx, app, key.job_id);
    return known
      ? { rejected: 'IN_USE', detail: `The bulk job is already ${known.state}.` }
      : unknownJob(key);
  });
  if (isRejection(outcome)) return outcome;
  context.storage.signals.emit(BULK_CHANGED);
  return viewJob(outcome);
}

/** Deletes a job that is not running; its applied rows stay applied. */
export async function deleteBulkJob(
  { context, directory }: Deps,
  actor: Actor,
  key: BulkJobKey,
): Promise<object | Rejection> {
  const app = await appOf(directory, key.appid);
  if (isRejection(app)) return app;
  return makeChange(context, actor, async (tx) => {
    const job = await findJob(tx, app, key.job_id);
    if (!job) return unknownJob(key);
    const gone = await tx
      .deleteFrom('bulk_job')
      .where('game_index', '=', app.gameIndex)
      .where('job_id', '=', key.job_id)
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
