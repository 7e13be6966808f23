// Admin routes of restriction types, with their texts in all languages.
import type { FastifyInstance } from 'fastify';
import { listOf } from '../base/paging.ts';
import {
  changeType,
  createType,
  deleteType,
  listTypes,
  TypeInput,
  TypeRecord,
} from '../restriction/type-operations.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';
import { AppPath, TypePath } from './edge/schema.ts';

export function typeRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  adminRoute(scope, 'GET', '/apps/:appid/types', {
    operation: 'type.list',
    summary: 'Lists the restriction types of an app by number, with their texts in every language.',
    needs: 'viewer',
    params: AppPath,
    answer: listOf(TypeRecord),
    run: ({ params }) => listTypes(deps, params.appid),
  });
  adminRoute(scope, 'POST', '/apps/:appid/types', {
    operation: 'type.create',
    summary: 'Registers a restriction type.',
    needs: 'admin',
    params: AppPath,
    body: TypeInput,
    answer: TypeRecord,
    status: 201,
    run: ({ params, body, actor }) => createType(deps, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'PUT', '/apps/:appid/types/:block_type', {
    operation: 'type.change',
    summary:
      'Changes the name and texts of a restriction type, also for players already restricted with it.',
    needs: 'admin',
    params: TypePath,
    body: TypeInput,
    answer: TypeRecord,
    run: ({ params, body, actor }) => changeType(deps, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'DELETE', '/apps/:appid/types/:block_type', {
    operation: 'type.delete',
    summary: 'Deletes a restriction type that no player is restricted with.',
    needs: 'admin',
    params: TypePath,
    run: ({ params, actor }) => deleteType(deps, actor, params),
  });
}
