// Admin route of the overview.
import type { FastifyInstance } from 'fastify';
import { Overview, OverviewQuery, readOverview } from '../tenants/overview.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

export function overviewRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  adminRoute(scope, 'GET', '/apps/:appid/overview', {
    operation: 'overview.read',
    summary: 'Returns the counters of an app over time.',
    needs: 'viewer',
    query: OverviewQuery,
    answer: Overview,
    run: ({ params, query }) => readOverview(deps, { ...query, ...params }),
  });
}
