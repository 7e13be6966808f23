// Admin route of the overview.
import type { FastifyInstance } from 'fastify';
import { Overview, OverviewQuery, readOverview } from '../figures/overview.ts';
import { MARKET_CODES } from '../payment/markets/markets.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

export function overviewRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  adminRoute(scope, 'GET', '/apps/:appid/overview', {
    operation: 'overview.read',
    summary: 'Returns purchases, refunds, restrictions and market calls of an app over time.',
    needs: 'viewer',
    query: OverviewQuery,
    answer: Overview,
    run: ({ app, query }) => readOverview(deps.context, app, query, MARKET_CODES),
  });
}
