// Admin routes of refused verifications.
import type { FastifyInstance } from 'fastify';
import { pageOf } from '../base/paging.ts';
import { listRefused, RefusedQuery, readRefused } from '../payment/queries/refused-operations.ts';
import { REFUSED_EXAMPLE, RefusedRecord, RefusedView } from '../payment/queries/refused-view.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';
import { AppPath, RefusedPath } from './edge/schema.ts';

export function refusedRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  adminRoute(scope, 'GET', '/apps/:appid/refused-verifications', {
    operation: 'purchase.refused',
    summary: 'Lists verifications that were refused, newest first.',
    needs: 'viewer',
    params: AppPath,
    query: RefusedQuery,
    answer: pageOf(RefusedView, REFUSED_EXAMPLE),
    run: ({ params, query }) => listRefused(deps, { ...query, ...params }),
  });
  adminRoute(scope, 'GET', '/apps/:appid/refused-verifications/:refused_id', {
    operation: 'purchase.read-refused',
    summary: "Returns a refused verification with the market's answer.",
    needs: 'viewer',
    params: RefusedPath,
    answer: RefusedRecord,
    run: ({ params }) => readRefused(deps, params),
  });
}
