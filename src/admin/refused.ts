// Admin routes of refused verifications.
import type { FastifyInstance } from 'fastify';
import { columnsOf } from '../base/csv-list.ts';
import {
  countRefused,
  listRefused,
  RefusedQuery,
  readRefused,
} from '../payment/queries/refused-operations.ts';
import { REFUSED_EXAMPLE, RefusedRecord, RefusedView } from '../payment/queries/refused-view.ts';
import { listRoutes } from './edge/list.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

export function refusedRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  listRoutes(scope, '/apps/:appid/refused-verifications', {
    operation: 'purchase.refused',
    summary: 'Lists verifications that were refused, newest first.',
    noun: 'refused verifications',
    query: RefusedQuery,
    item: RefusedView,
    example: REFUSED_EXAMPLE,
    file: { name: 'refused-verifications', columns: columnsOf(RefusedView) },
    list: (query, { app }) => listRefused({ ...deps, app }, query),
    count: (query, { app }) => countRefused({ ...deps, app }, query),
  });
  adminRoute(scope, 'GET', '/apps/:appid/refused-verifications/:refused_id', {
    operation: 'purchase.read-refused',
    summary: "Returns a refused verification with the market's answer.",
    needs: 'viewer',
    answer: RefusedRecord,
    run: ({ app, params }) => readRefused({ ...deps, app }, params),
  });
}
