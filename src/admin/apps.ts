// Admin routes of apps.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { PageQuery, pageOf } from '../base/paging.ts';
import {
  AppChange,
  AppRecord,
  changeApp,
  createApp,
  deleteApp,
  listApps,
  NewApp,
  readApp,
} from '../tenants/apps.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

const { game_index: _, ...newAppFields } = NewApp.properties;

export function appRoutes(scope: FastifyInstance, { context }: AdminDeps): void {
  adminRoute(scope, 'GET', '/projects/:game_index/apps', {
    operation: 'app.list',
    summary: 'Lists the apps of a project by appid.',
    needs: 'viewer',
    query: PageQuery,
    answer: pageOf(AppRecord),
    run: ({ params, query }) => listApps(context, { ...query, ...params }),
  });
  adminRoute(scope, 'POST', '/projects/:game_index/apps', {
    operation: 'app.create',
    summary: 'Creates an app.',
    needs: 'admin',
    body: Type.Object(newAppFields, { additionalProperties: false }),
    answer: AppRecord,
    status: 201,
    run: ({ params, body, actor }) => createApp(context, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'GET', '/apps/:appid', {
    operation: 'app.read',
    summary: 'Returns an app.',
    needs: 'viewer',
    answer: AppRecord,
    run: ({ params }) => readApp(context, params.appid),
  });
  adminRoute(scope, 'PATCH', '/apps/:appid', {
    operation: 'app.change',
    summary: 'Changes the name or the time zone of an app.',
    needs: 'admin',
    body: AppChange,
    answer: AppRecord,
    run: ({ params, body, actor }) => changeApp(context, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'DELETE', '/apps/:appid', {
    operation: 'app.delete',
    summary: 'Deletes an app with all its data: purchases, restrictions, keys, settings.',
    needs: 'owner',
    run: ({ params, actor }) => deleteApp(context, actor, params.appid),
  });
}
