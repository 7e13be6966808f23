// Admin routes of saved views.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { listOf } from '../base/paging.ts';
import {
  deleteView,
  listViews,
  SavedView,
  saveView,
  ViewInput,
  ViewQuery,
} from '../operators/views.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';
import { ProjectPath, ViewPath } from './edge/schema.ts';

export function viewRoutes(scope: FastifyInstance, { context }: AdminDeps): void {
  const ownerOf = ({ account, actor }: Pick<FastifyRequest, 'account' | 'actor'>): string =>
    account?.accountId ?? `token ${actor.name}`;
  adminRoute(scope, 'GET', '/projects/:game_index/views', {
    operation: 'project.views',
    summary: "Lists the caller's saved views, by name.",
    needs: 'viewer',
    params: ProjectPath,
    query: ViewQuery,
    answer: listOf(SavedView),
    run: ({ params, query, ...caller }) =>
      listViews(context, { ...query, ...params, owner: ownerOf(caller) }),
  });
  adminRoute(scope, 'POST', '/projects/:game_index/views', {
    operation: 'project.view-save',
    summary: 'Saves a view of a list for the caller, or replaces the one of that name.',
    needs: 'viewer',
    params: ProjectPath,
    body: ViewInput,
    answer: SavedView,
    status: 201,
    run: ({ params, body, ...caller }) =>
      saveView(context, { ...body, ...params, owner: ownerOf(caller) }),
  });
  adminRoute(scope, 'DELETE', '/projects/:game_index/views/:view_id', {
    operation: 'project.view-delete',
    summary: "Deletes one of the caller's saved views.",
    needs: 'viewer',
    params: ViewPath,
    run: ({ params, ...caller }) => deleteView(context, { ...params, owner: ownerOf(caller) }),
  });
}
