// Admin routes of bulk work: upload with a dry run, apply, progress, the rows, the file.

import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { isRefusal, makeChange, notFound, type Refusal } from '../audit/operation.ts';
import { printRecord } from '../base/csv.ts';
import { Id64Answer } from '../base/id-shapes.ts';
import { isoTime, isoTimeOrNull } from '../base/iso-time.ts';
import { DEFAULT_LIMIT, type Page, PageQuery, pageOf, toPage } from '../base/paging.ts';
import { COLUMNS, VERDICTS, type Verdict } from '../restriction/bulk/rows.ts';
import { BULK_CHANGED, RESULTS } from '../restriction/bulk/runner.ts';
import { bulkAudit, uploadBulk } from '../restriction/bulk/upload.ts';
import type { Db } from '../storage/db.ts';
import type { BulkJobTable, BulkRowTable } from '../storage/schema.ts';
import { type AdminDeps, adminRoute, appOf } from './edge/route.ts';
import { AppPath, BulkPath, Comment } from './edge/schema.ts';

const Cell = (description: string) =>
  Type.Optional(Type.String({ maxLength: 40, description: `${description} of rows without one.` }));

const UploadQuery = Type.Object(
  {
    action: Type.Enum(['restrict', 'release']),
    skip_blocked: Type.Optional(
      Type.Boolean({ description: 'Leave existing restrictions as they are.' }),
    ),
    comment: Comment,
    status: Cell('Status'),
    block_type: Cell('Type'),
    start_date: Cell('Start'),
    end_date: Cell('End'),
  },
  { additionalProperties: false },
);

const Count = Type.Integer({ minimum: 0 });
const Job = Type.Object({
  job_id: Type.String(),
  appid: Type.String(),
  action: Type.Enum(['restrict', 'release']),
  state: Type.Enum(['reading', 'ready', 'running', 'done']),
  skip_blocked: Type.Boolean(),
  comment: Type.Union([Type.String(), Type.Null()]),
  actor: Type.String({ description: 'Who uploaded it.' }),
  total: Count,
  done: Count,
  verdicts: Type.Record(Type.Enum([...VERDICTS]), Count, {
    description: 'What applying would do, as of the upload: how many rows of each.',
  }),
  results: Type.Record(Type.Enum([...RESULTS]), Count, {
    description: 'What applying has done so far.',
  }),
  created_at: Type.String(),
  finished_at: Type.Union([Type.String(), Type.Null()]),
});

const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const Row = Type.Object({
  row: Type.Integer(),
  player_id: Type.Union([Id64Answer('Player identifier.'), Type.Null()]),
  status: TextOrNull,
  block_type: Type.Union([Type.Integer(), Type.Null()]),
  start_date: TextOrNull,
  end_date: TextOrNull,
  verdict: Type.Enum([...VERDICTS]),
  reason: TextOrNull,
  result: Type.Union([Type.Enum([...RESULTS]), Type.Null()]),
});

const RowQuery = Type.Object(
  {
    limit: PageQuery.properties.limit,
    after: Type.Optional(
      Type.String({ pattern: '^\\d{1,6}$', description: '`next` of the page before.' }),
    ),
    verdict: Type.Optional(Type.Enum([...VERDICTS])),
  },
  { additionalProperties: false },
);

const FILE_PAGE = 1_000;

export function bulkRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  const { desk } = deps;
  const { db, signals } = desk.storage;

  scope.register(async (upload) => {
    // Whatever it is called, it is a text that is read as it comes in.
    upload.removeAllContentTypeParsers();
    upload.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    adminRoute(upload, 'POST', '/apps/:appid/bulk', {
      operation: 'bulk.create',
      summary:
        'Takes a list of players in the body (CSV, or one player id a line; at most 100,000 rows) and says what applying it would do.',
      needs: 'operator',
      params: AppPath,
      query: UploadQuery,
      answer: Job,
      status: 201,
      async run({ params, query, actor, request }) {
        const app = await appOf(deps, params.appid);
        if (isRefusal(app)) return app;
        const { action, skip_blocked: skipBlocked = false, comment, ...defaults } = query;
        const input = { action, skipBlocked, comment: comment || null, defaults };
        const body = (request.body ?? Readable.from([])) as Readable;
        // Not destroyed when the reading ends early, since the answer goes the same way; the rest is
        // thrown away, or the connection would never come free.
        const chunks = body.iterator({ destroyOnReturn: false });
        const job = await uploadBulk(desk, actor, app, input, chunks).finally(() => body.resume());
        return isRefusal(job) ? job : viewJob(job);
      },
    });
  });
  adminRoute(scope, 'GET', '/apps/:appid/bulk', {
    operation: 'bulk.list',
    summary: 'Bulk jobs of the last 30 days, newest first.',
    needs: 'viewer',
    params: AppPath,
    query: PageQuery,
    answer: pageOf(Job),
    async run({ params, query: { after, limit = DEFAULT_LIMIT } }) {
      let select = db
        .selectFrom('bulk_job')
        .selectAll()
        .where('appid', '=', params.appid)
        .orderBy('job_id', 'desc')
        .limit(limit + 1);
      if (after !== undefined) select = select.where('job_id', '<', after);
      const rows = await select.execute();
      return toPage(rows, limit, (job) => job.job_id, viewJob);
    },
  });
  adminRoute(scope, 'GET', '/apps/:appid/bulk/:job_id', {
    operation: 'bulk.read',
    summary: 'How far a bulk job is.',
    needs: 'viewer',
    params: BulkPath,
    answer: Job,
    async run({ params }) {
      const job = await findJob(db, params);
      return job ? viewJob(job) : unknownJob(params);
    },
  });
  adminRoute(scope, 'POST', '/apps/:appid/bulk/:job_id/apply', {
    operation: 'bulk.apply',
    summary: 'Applies a bulk job in the background, from the first row to the last, once.',
    needs: 'operator',
    params: BulkPath,
    answer: Job,
    async run({ params, actor }) {
      const app = await appOf(deps, params.appid);
      if (isRefusal(app)) return app;
      const outcome = await makeChange(desk, actor, async (tx, now) => {
        const job = await tx
          .updateTable('bulk_job')
          .set({ state: 'running', due_at: now, actor_kind: actor.kind, actor: actor.name })
          .where('job_id', '=', params.job_id)
          .where('appid', '=', params.appid)
          .where('state', '=', 'ready')
          .returningAll()
          .executeTakeFirst();
        if (job) return { value: job, audit: bulkAudit('apply', app, job) };
        const known = await findJob(tx, params);
        return known
          ? { refused: 'IN_USE', detail: `The bulk job is ${known.state} already.` }
          : unknownJob(params);
      });
      if (isRefusal(outcome)) return outcome;
      signals.emit(BULK_CHANGED);
      return viewJob(outcome);
    },
  });
  adminRoute(scope, 'DELETE', '/apps/:appid/bulk/:job_id', {
    operation: 'bulk.delete',
    summary: 'Forgets a bulk job that is not running; what it has done stays done.',
    needs: 'operator',
    params: BulkPath,
    async run({ params, actor }) {
      const app = await appOf(deps, params.appid);
      if (isRefusal(app)) return app;
      return makeChange(desk, actor, async (tx) => {
        const job = await findJob(tx, params);
        if (!job) return unknownJob(params);
        const gone = await tx
          .deleteFrom('bulk_job')
          .where('job_id', '=', params.job_id)
          .where('state', 'in', ['ready', 'done'])
          .returning('job_id')
          .executeTakeFirst();
        if (!gone) return { refused: 'IN_USE', detail: `The bulk job is ${job.state}.` };
        return { value: {}, audit: bulkAudit('delete', app, job) };
      });
    },
  });
  adminRoute(scope, 'GET', '/apps/:appid/bulk/:job_id/rows', {
    operation: 'bulk.rows',
    summary: 'Rows of a bulk job, of one verdict or all.',
    needs: 'viewer',
    params: BulkPath,
    query: RowQuery,
    answer: pageOf(Row),
    async run({ params, query: { limit = DEFAULT_LIMIT, after = '0', verdict } }) {
      if (!(await findJob(db, params))) return unknownJob(params);
      const rows = await readRows(db, params.job_id, Number(after), limit + 1, verdict);
      return toPage(rows, limit, (row) => String(row.number), viewRow) as Page<Static<typeof Row>>;
    },
  });
  adminRoute(scope, 'GET', '/apps/:appid/bulk/:job_id/file', {
    operation: 'bulk.file',
    summary: 'All rows with verdict, reason and result as a CSV file.',
    needs: 'viewer',
    params: BulkPath,
    answer: Type.String({ description: 'CSV.' }),
    async run({ params, reply }) {
      if (!(await findJob(db, params))) return unknownJob(params);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="bulk-${params.job_id}.csv"`)
        .send(Readable.from(printRows(db, params.job_id)));
    },
  });
}

type Path = Static<typeof BulkPath>;

const unknownJob = ({ appid, job_id: jobId }: Path): Refusal =>
  notFound(`The app ${appid} has no bulk job ${jobId}.`);

function findJob(db: Db, { appid, job_id: jobId }: Path): Promise<BulkJobTable | undefined> {
  return db
    .selectFrom('bulk_job')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('appid', '=', appid)
    .executeTakeFirst();
}

function readRows(
  db: Db,
  jobId: string,
  after: number,
  limit: number,
  verdict?: Verdict,
): Promise<BulkRowTable[]> {
  let select = db
    .selectFrom('bulk_row')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit);
  if (verdict !== undefined) select = select.where('verdict', '=', verdict);
  return select.execute();
}

async function* printRows(db: Db, jobId: string): AsyncGenerator<string> {
  yield printRecord(['row', ...COLUMNS, 'verdict', 'reason', 'result', 'source']);
  for (let after = 0; ; ) {
    const rows = await readRows(db, jobId, after, FILE_PAGE);
    yield rows
      .map((row) =>
        printRecord([
          row.number,
          row.player_id,
          row.status,
          row.block_type,
          row.start_date,
          row.end_date,
          row.verdict,
          row.reason,
          row.result,
          row.source,
        ]),
      )
      .join('');
    const last = rows.at(-1);
    if (!last || rows.length < FILE_PAGE) return;
    after = last.number;
  }
}

const viewRow = ({ job_id: _, number, source: __, ...row }: BulkRowTable) => ({
  row: number,
  ...row,
});

const viewJob = (job: BulkJobTable): Static<typeof Job> => ({
  job_id: job.job_id,
  appid: job.appid,
  action: job.action,
  state: job.state,
  skip_blocked: job.skip_blocked === 1,
  comment: job.comment,
  actor: job.actor,
  total: job.total,
  done: job.position,
  verdicts: JSON.parse(job.verdicts) as Static<typeof Job>['verdicts'],
  results: JSON.parse(job.results) as Static<typeof Job>['results'],
  created_at: isoTime(job.created_at),
  finished_at: isoTimeOrNull(job.finished_at),
});
