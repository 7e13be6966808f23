// Admin routes of server ids.
import type { FastifyInstance } from 'fastify';
import { PageQuery, pageOf } from '../base/paging.ts';
import {
  listServers,
  readServer,
  removeServer,
  ServerInput,
  ServerRecord,
  setServer,
} from '../tenants/servers.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

export function serverRoutes(scope: FastifyInstance, { context }: AdminDeps): void {
  adminRoute(scope, 'GET', '/apps/:appid/servers', {
    operation: 'server.list',
    summary: 'Lists the server ids of an app.',
    needs: 'viewer',
    query: PageQuery,
    answer: pageOf(ServerRecord),
    run: ({ app, query }) => listServers({ context, app }, query),
  });
  adminRoute(scope, 'GET', '/apps/:appid/servers/:server_id', {
    operation: 'server.read',
    summary: 'Returns a server id.',
    needs: 'viewer',
    answer: ServerRecord,
    run: ({ params }) => readServer(context, params),
  });
  adminRoute(scope, 'PUT', '/apps/:appid/servers/:server_id', {
    operation: 'server.set',
    summary: 'Adds or renames a server id.',
    needs: 'admin',
    body: ServerInput,
    answer: ServerRecord,
    run: ({ params, body, actor }) => setServer(context, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'DELETE', '/apps/:appid/servers/:server_id', {
    operation: 'server.remove',
    summary: 'Removes a server id.',
    needs: 'admin',
    run: ({ params, actor }) => removeServer(context, actor, params),
  });
}
