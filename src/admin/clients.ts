// Admin routes of OAuth clients.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { PageQuery, pageOf } from '../base/paging.ts';
import {
  ClientCredentials,
  createClient,
  deleteClient,
  listClients,
  OauthClient,
  readClient,
  rotateClientSecret,
} from '../identity/oauth-clients.ts';
import { Rotation } from '../identity/rotation.ts';
import { Name } from '../tenants/projects.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

export function clientRoutes(scope: FastifyInstance, { context }: AdminDeps): void {
  adminRoute(scope, 'GET', '/projects/:game_index/clients', {
    operation: 'client.list',
    summary: 'Lists the OAuth clients of a project, with the last characters of their secrets.',
    needs: 'viewer',
    query: PageQuery,
    answer: pageOf(OauthClient),
    run: ({ params, query }) => listClients(context, { ...query, ...params }),
  });
  adminRoute(scope, 'POST', '/projects/:game_index/clients', {
    operation: 'client.create',
    summary: 'Creates an OAuth client and returns its secret once.',
    needs: 'admin',
    body: Type.Object({ name: Name }, { additionalProperties: false }),
    answer: ClientCredentials,
    status: 201,
    run: ({ params, body, actor }) => createClient(context, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'GET', '/clients/:client_id', {
    operation: 'client.read',
    summary: 'Returns an OAuth client.',
    needs: 'viewer',
    answer: OauthClient,
    run: ({ params }) => readClient(context, params.client_id),
  });
  adminRoute(scope, 'POST', '/clients/:client_id/rotate', {
    operation: 'client.rotate',
    summary: 'Creates a new secret for a client; the previous one expires after the grace period.',
    needs: 'admin',
    body: Rotation,
    answer: ClientCredentials,
    status: 201,
    run: ({ params, body, actor }) => rotateClientSecret(context, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'DELETE', '/clients/:client_id', {
    operation: 'client.delete',
    summary: 'Deletes a client; its tokens stop working.',
    needs: 'admin',
    run: ({ params, actor }) => deleteClient(context, actor, params.client_id),
  });
}
