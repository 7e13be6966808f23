// Admin routes of saved views.
import type { FastifyInstance } from 'fastify';
import { listOf } from '../base/paging.ts';
import type { SignedIn } from '../operators/sessions.ts';
import {
  deleteView,
  listViews,
  SavedView,
  saveView,
  ViewInput,
  ViewProject,
  ViewQuery,
} from '../operators/views.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';
import { ViewPath } from './edge/schema.ts';

export function viewRoutes(scope: FastifyInstance, { context }: AdminDeps): void {
  adminRoute(scope, 'GET', '/session/views', {
    operation: 'session.views',
    summary: "Lists the account's saved views in a project, by name.",
    needs: 'session',
    query: ViewQuery,
    answer: listOf(SavedView),
    run: ({ query, account }) => listViews(context, account as SignedIn, query),
  });
  adminRoute(scope, 'POST', '/session/views', {
    operation: 'session.view-save',
    summary: 'Saves a view of a list for the account, or replaces the one of that name.',
    needs: 'session',
    body: ViewInput,
    answer: SavedView,
    status: 201,
    run: ({ body, account }) => saveView(context, account as SignedIn, body),
  });
  adminRoute(scope, 'DELETE', '/session/views/:view_id', {
    operation: 'session.view-delete',
    summary: "Deletes one of the account's saved views.",
    needs: 'session',
    params: ViewPath,
    query: ViewProject,
    run: ({ params, query, account }) =>
      deleteView(context, account as SignedIn, { ...params, ...query }),
  });
}
