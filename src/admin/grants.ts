// Admin routes of grants: what operators give to players without a purchase.
import type { FastifyInstance } from 'fastify';
import { pageOf } from '../base/paging.ts';
import {
  addGrant,
  Grant,
  GrantInput,
  GrantQuery,
  listGrants,
  revokeGrant,
} from '../payment/owned/grants.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

export function grantRoutes(scope: FastifyInstance, { context }: AdminDeps): void {
  adminRoute(scope, 'GET', '/apps/:appid/grants', {
    operation: 'grant.list',
    summary: 'Lists grants, newest first.',
    needs: 'viewer',
    query: GrantQuery,
    answer: pageOf(Grant),
    run: ({ app, query }) => listGrants({ context, app }, query),
  });
  adminRoute(scope, 'POST', '/apps/:appid/grants', {
    operation: 'grant.create',
    summary: 'Gives a product to an account or player without a purchase.',
    needs: 'operator',
    body: GrantInput,
    answer: Grant,
    status: 201,
    run: ({ app, body, actor }) => addGrant({ context, app }, actor, body),
  });
  adminRoute(scope, 'DELETE', '/apps/:appid/grants/:grant_id', {
    operation: 'grant.revoke',
    summary: 'Revokes a grant. It stays in the list, with the time.',
    needs: 'operator',
    run: ({ app, params, actor }) => revokeGrant({ context, app }, actor, params),
  });
}
