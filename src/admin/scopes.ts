// Admin routes of the scopes of restrictions.
import type { FastifyInstance } from 'fastify';
import { listOf } from '../base/paging.ts';
import {
  listScopes,
  removeScope,
  ScopeInput,
  ScopeRecord,
  setScope,
} from '../restriction/scope-operations.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

const SCOPES = '/projects/:game_index/scopes';

export function scopeRoutes(scope: FastifyInstance, { context }: AdminDeps): void {
  adminRoute(scope, 'GET', SCOPES, {
    operation: 'scope.list',
    summary: 'Lists the scopes of restrictions: the ready ones, then those of the project.',
    needs: 'viewer',
    answer: listOf(ScopeRecord),
    run: ({ params }) => listScopes(context, params.game_index),
  });
  adminRoute(scope, 'PUT', `${SCOPES}/:scope`, {
    operation: 'scope.set',
    summary: 'Adds a scope to a project, or changes its names.',
    needs: 'admin',
    body: ScopeInput,
    answer: ScopeRecord,
    run: ({ params, body, actor }) => setScope(context, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'DELETE', `${SCOPES}/:scope`, {
    operation: 'scope.remove',
    summary: 'Removes a scope that nobody is restricted in.',
    needs: 'admin',
    run: ({ params, actor }) => removeScope(context, actor, params),
  });
}
