// Admin routes of bulk jobs: upload with a dry run, apply, progress, rows, file.
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
import { ReleaseMatching, releaseMatching } from '../restriction/bulk/release-matching.ts';
import {
  BulkRow,
  BulkRowQuery,
  listBulkRows,
  printBulkRows,
} from '../restriction/bulk/row-list.ts';
import { BulkUndo, undoBulkJob } from '../restriction/bulk/undo.ts';
import { BulkInput, uploadBulk } from '../restriction/bulk/upload.ts';
import { sendFile } from './edge/download.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

export function bulkRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  scope.register(async (upload) => {
    // Every content type is accepted and read as a stream of text.
    upload.removeAllContentTypeParsers();
    upload.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    adminRoute(upload, 'POST', '/apps/:appid/bulk', {
      operation: 'bulk.create',
      summary:
        'Uploads a list of players (CSV, or one player id per line, at most 100,000 rows) and returns what applying it would do.',
      needs: 'operator',
      query: BulkInput,
      upload: Type.String({
        description: 'CSV with a header line, or one player id per line.',
        examples: ['player_id\n20001\n20002\n'],
      }),
      answer: BulkJob,
      status: 201,
      run({ app, query, actor, request }) {
        const body = (request.body ?? Readable.from([])) as Readable;
        // Not destroyed when reading ends early, because the response uses the same connection; the rest
        // is discarded so that the connection becomes free.
        const chunks = body.iterator({ destroyOnReturn: false });
        return uploadBulk({ ...deps, app }, actor, query, chunks).finally(() => body.resume());
      },
    });
  });
  adminRoute(scope, 'POST', '/apps/:appid/bulk/release', {
    operation: 'bulk.release',
    summary:
      'Creates a bulk job that releases all restricted players who match, at most 100,000. Returns what applying it would do.',
    needs: 'operator',
    body: ReleaseMatching,
    answer: BulkJob,
    status: 201,
    run: ({ app, body, actor }) => releaseMatching({ ...deps, app }, actor, body),
  });
  adminRoute(scope, 'GET', '/apps/:appid/bulk', {
    operation: 'bulk.list',
    summary: 'Lists the bulk jobs of the last 30 days, newest first.',
    needs: 'viewer',
    query: PageQuery,
    answer: pageOf(BulkJob),
    run: ({ app, query }) => listBulkJobs({ ...deps, app }, query),
  });
  adminRoute(scope, 'GET', '/apps/:appid/bulk/:job_id', {
    operation: 'bulk.read',
    summary: 'Returns a bulk job and its progress.',
    needs: 'viewer',
    answer: BulkJob,
    run: ({ app, params }) => readBulkJob({ ...deps, app }, params.job_id),
  });
  adminRoute(scope, 'POST', '/apps/:appid/bulk/:job_id/apply', {
    operation: 'bulk.apply',
    summary: 'Applies a bulk job once, in the background, in the order of its rows.',
    needs: 'operator',
    answer: BulkJob,
    run: ({ app, params, actor }) => applyBulkJob({ ...deps, app }, actor, params.job_id),
  });
  adminRoute(scope, 'POST', '/apps/:appid/bulk/:job_id/undo', {
    operation: 'bulk.undo',
    summary:
      'Creates a bulk job that undoes a finished one: it releases the players whom that one restricted, or restricts those whom it released as they were, unless somebody has changed them since. Returns what applying it would do.',
    needs: 'operator',
    body: BulkUndo,
    answer: BulkJob,
    status: 201,
    run: ({ app, params, body, actor }) =>
      undoBulkJob({ ...deps, app }, actor, params.job_id, body),
  });
  adminRoute(scope, 'DELETE', '/apps/:appid/bulk/:job_id', {
    operation: 'bulk.delete',
    summary: 'Deletes a bulk job that is not running. Changes it has made stay.',
    needs: 'operator',
    run: ({ app, params, actor }) => deleteBulkJob({ ...deps, app }, actor, params.job_id),
  });
  adminRoute(scope, 'GET', '/apps/:appid/bulk/:job_id/rows', {
    operation: 'bulk.rows',
    summary: 'Lists the rows of a bulk job, all or those with one verdict.',
    needs: 'viewer',
    query: BulkRowQuery,
    answer: pageOf(BulkRow),
    run: ({ app, params, query }) => listBulkRows({ ...deps, app }, params.job_id, query),
  });
  adminRoute(scope, 'GET', '/apps/:appid/bulk/:job_id/file', {
    operation: 'bulk.file',
    summary: 'Downloads all rows with verdict, reason and result as CSV.',
    needs: 'viewer',
    answer: Type.String({
      examples: ['row,player_id,verdict,reason,result\n1,20001,new,,registered\n'],
    }),
    produces: ['text/csv'],
    async run({ app, params, reply }) {
      const file = await printBulkRows({ ...deps, app }, params.job_id);
      if (isRejection(file)) return file;
      return sendFile(reply, {
        contentType: 'text/csv; charset=utf-8',
        name: `bulk-${params.job_id}.csv`,
        chunks: file.chunks,
      });
    },
  });
}
