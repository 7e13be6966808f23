// Admin routes of reports of external sales.
import type { FastifyInstance } from 'fastify';
import { columnsOf } from '../base/csv-list.ts';
import { countReports, listReports, ReportQuery, readReport } from '../payment/external/list.ts';
import {
  CloseInput,
  CorrectInput,
  closeReport,
  correctReport,
  SendInput,
  sendReport,
} from '../payment/external/operations.ts';
import { REPORT_EXAMPLE, ReportRecord, ReportView } from '../payment/external/view.ts';
import { listRoutes } from './edge/list.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

const REPORT = '/apps/:appid/reports/:report_id';

export function reportRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  listRoutes(scope, '/apps/:appid/reports', {
    operation: 'report.list',
    summary: 'Lists reports of external sales to Apple and Google, newest first.',
    noun: 'reports of external sales',
    query: ReportQuery,
    item: ReportView,
    example: REPORT_EXAMPLE,
    file: { name: 'external-reports', columns: columnsOf(ReportView) },
    list: (query, { app }) => listReports({ ...deps, app }, query),
    count: (query, { app }) => countReports({ ...deps, app }, query),
  });
  adminRoute(scope, 'GET', REPORT, {
    operation: 'report.read',
    summary: 'Returns a report with what was sent.',
    needs: 'viewer',
    answer: ReportRecord,
    run: ({ app, params }) => readReport({ ...deps, app }, params),
  });
  adminRoute(scope, 'POST', `${REPORT}/send`, {
    operation: 'report.send',
    summary: 'Sends a refused report again, with another tax or country if the sale needs it.',
    needs: 'operator',
    body: SendInput,
    answer: ReportRecord,
    run: ({ app, params, body, actor }) =>
      sendReport({ ...deps, app }, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'POST', `${REPORT}/correct`, {
    operation: 'report.correct',
    summary: 'Restates to Apple the tax or country of a reported sale and of its refunds.',
    needs: 'operator',
    body: CorrectInput,
    answer: ReportRecord,
    run: ({ app, params, body, actor }) =>
      correctReport({ ...deps, app }, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'POST', `${REPORT}/close`, {
    operation: 'report.close',
    summary: 'Closes a due or refused report that was settled at the store.',
    needs: 'operator',
    body: CloseInput,
    answer: ReportRecord,
    run: ({ app, params, body, actor }) =>
      closeReport({ ...deps, app }, actor, { ...body, ...params }),
  });
}
