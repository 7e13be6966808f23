// Bulk jobs: how they are read, shown and named in the audit log.
import { Type } from 'typebox';
import { notFound, type Rejection } from '../../audit/operation.ts';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import { namedObject } from '../../base/named.ts';
import { orNull } from '../../base/shapes.ts';
import type { Db } from '../../storage/db.ts';
import type { BulkJobTable } from '../../storage/schema.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import { OtherScope } from '../schema.ts';
import { otherScope } from '../scopes.ts';
import { VERDICTS } from './rows.ts';

const Count = Type.Integer({ minimum: 0 });

export const RESULTS = [
  'registered',
  'changed',
  'released',
  'unchanged',
  'not_restricted',
  'changed_since',
  'unknown_type',
  'not_allowed',
  'invalid',
] as const;

export const BulkAction = Type.Enum(['restrict', 'release']);

export const BulkJob = namedObject('BulkJob', {
  job_id: Type.String(),
  appid: Type.String(),
  action: BulkAction,
  state: Type.Enum(['reading', 'ready', 'running', 'done']),
  skip_blocked: Type.Boolean(),
  scope: OtherScope,
  comment: orNull(Type.String()),
  actor: Type.String({ description: 'Who uploaded it, applied it or made the call.' }),
  actor_kind: Type.String({
    description: '`console`, `admin`, `cli`, or `client` for an app server.',
  }),
  undoes: orNull(Type.String(), 'The job that this one undoes.'),
  total: Count,
  done: Count,
  verdicts: Type.Partial(Type.Record(Type.Enum([...VERDICTS]), Count), {
    description: 'Dry run at upload: number of rows by result.',
  }),
  results: Type.Partial(Type.Record(Type.Enum([...RESULTS]), Count), {
    description: 'Rows applied so far, by result.',
  }),
  created_at: Type.String(),
  finished_at: orNull(Type.String()),
});
export type BulkJob = Type.Static<typeof BulkJob>;

/** Where the rows of a job are. */
export type BulkJobName = Pick<BulkJobTable, 'game_index' | 'job_id'>;

export const unknownJob = ({ appid }: AppName, jobId: string): Rejection =>
  notFound(`App ${appid} has no bulk job ${jobId}.`);

export function findJob(
  db: Db,
  { appid, gameIndex }: AppName,
  jobId: string,
): Promise<BulkJobTable | undefined> {
  return ofApp(db, { gameIndex, appid })
    .selectFrom('bulk_job')
    .selectAll()
    .where('job_id', '=', jobId)
    .executeTakeFirst();
}

export const viewJob = (job: BulkJobTable): BulkJob => ({
  job_id: job.job_id,
  appid: job.appid,
  action: job.action,
  state: job.state,
  skip_blocked: job.skip_blocked === 1,
  ...otherScope(job.scope),
  comment: job.comment,
  actor: job.actor,
  actor_kind: job.actor_kind,
  undoes: job.undoes,
  total: job.total,
  done: job.position,
  verdicts: JSON.parse(job.verdicts) as BulkJob['verdicts'],
  results: JSON.parse(job.results) as BulkJob['results'],
  created_at: isoTime(job.created_at),
  finished_at: isoTimeOrNull(job.finished_at),
});

export const bulkAudit = (
  verb: 'create' | 'undo' | 'apply' | 'delete',
  app: AppName,
  job: BulkJobTable,
) => ({
  action: `bulk.${verb}`,
  gameIndex: app.gameIndex,
  target: `apps/${app.appid}/bulk/${job.job_id}`,
  after: {
    action: job.action,
    ...otherScope(job.scope),
    rows: job.total,
    ...(job.undoes !== null && { undoes: job.undoes }),
    verdicts: JSON.parse(job.verdicts) as object,
    ...(job.comment !== null && { comment: job.comment }),
  },
});
