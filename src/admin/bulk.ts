// Admin routes of bulk work: upload with a dry run, apply, progress, the rows, the file.
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { isRejection } from '../audit/operation.ts';
import { PageQuery, pageOf } from '../base/paging.ts';
import { BulkJob } from '../restriction/bulk/jobs.ts';
import {
  applyBulkJob,
  deleteBulkJob,
  listBulkJobs,
  readBulkJob,
} from '../restriction/bulk/operations.ts';
import {
  BulkRow,
  BulkRowQuery,
  listBulkRows,
  printBulkRows,
} from '../restriction/bulk/row-list.ts';
import { BulkInput, uploadBulk } from '../restriction/bulk/upload.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';
import { AppPath, BulkPath } from './edge/schema.ts';

export function bulkRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  const { context } = deps;

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
      query: BulkInput,
      answer: BulkJob,
      status: 201,
      run({ params, query, actor, request }) {
        const body = (request.body ?? Readable.from([])) as Readable;
        // Not destroyed when the reading ends early, since the answer goes the same way; the rest is
        // thrown away, or the connection would never come free.
        const chunks = body.iterator({ destroyOnReturn: false });
        const input = { ...query, ...params };
        return uploadBulk(deps, actor, input, chunks).finally(() => body.resume());
      },
    });
  });
  adminRoute(scope, 'GET', '/apps/:appid/bulk', {
    operation: 'bulk.list',
    summary: 'Bulk jobs of the last 30 days, newest first.',
    needs: 'viewer',
    params: AppPath,
    query: PageQuery,
    answer: pageOf(BulkJob),
    run: ({ params, query }) => listBulkJobs(context, { ...query, ...params }),
  });
  adminRoute(scope, 'GET', '/apps/:appid/bulk/:job_id', {
    operation: 'bulk.read',
    summary: 'How far a bulk job is.',
    needs: 'viewer',
    params: BulkPath,
    answer: BulkJob,
    run: ({ params }) => readBulkJob(context, params),
  });
  adminRoute(scope, 'POST', '/apps/:appid/bulk/:job_id/apply', {
    operation: 'bulk.apply',
    summary: 'Applies a bulk job in the background, from the first row to the last, once.',
    needs: 'operator',
    params: BulkPath,
    answer: BulkJob,
    run: ({ params, actor }) => applyBulkJob(deps, actor, params),
  });
  adminRoute(scope, 'DELETE', '/apps/:appid/bulk/:job_id', {
    operation: 'bulk.delete',
    summary: 'Forgets a bulk job that is not running; what it has done stays done.',
    needs: 'operator',
    params: BulkPath,
    run: ({ params, actor }) => deleteBulkJob(deps, actor, params),
  });
  adminRoute(scope, 'GET', '/apps/:appid/bulk/:job_id/rows', {
    operation: 'bulk.rows',
    summary: 'Rows of a bulk job, of one verdict or all.',
    needs: 'viewer',
    params: BulkPath,
    query: BulkRowQuery,
    answer: pageOf(BulkRow),
    run: ({ params, query }) => listBulkRows(context, { ...query, ...params }),
  });
  adminRoute(scope, 'GET', '/apps/:appid/bulk/:job_id/file', {
    operation: 'bulk.file',
    summary: 'All rows with verdict, reason and result as a CSV file.',
    needs: 'viewer',
    params: BulkPath,
    answer: Type.String({ description: 'CSV.' }),
    async run({ params, reply }) {
      const file = await printBulkRows(context, params);
      if (isRejection(file)) return file;
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="bulk-${params.job_id}.csv"`)
        .send(Readable.from(file.chunks));
    },
  });
}
