// Admin routes of restriction types, with their texts in all languages.
import type { FastifyInstance } from 'fastify';
import { listOf } from '../base/paging.ts';
import {
  AppealPermission,
  changeAppeals,
  changeType,
  createType,
  deleteType,
  listTypes,
  TypeInput,
  TypeRecord,
} from '../restriction/type-operations.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

export function typeRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  adminRoute(scope, 'GET', '/apps/:appid/types', {
    operation: 'type.list',
    summary: 'Lists the restriction types of an app by number, with their texts in every language.',
    needs: 'viewer',
    answer: listOf(TypeRecord),
    run: ({ app }) => listTypes({ ...deps, app }),
  });
  adminRoute(scope, 'POST', '/apps/:appid/types', {
    operation: 'type.create',
    summary: 'Registers a restriction type.',
    needs: 'admin',
    body: TypeInput,
    answer: TypeRecord,
    status: 201,
    run: ({ app, body, actor }) => createType({ ...deps, app }, actor, body),
  });
  adminRoute(scope, 'PUT', '/apps/:appid/types/:block_type', {
    operation: 'type.change',
    summary:
      'Changes the name and texts of a restriction type, also for players already restricted with it.',
    needs: 'admin',
    body: TypeInput,
    answer: TypeRecord,
    run: ({ app, params, body, actor }) =>
      changeType({ ...deps, app }, actor, params.block_type, body),
  });
  adminRoute(scope, 'PUT', '/apps/:appid/types/:block_type/appeals', {
    operation: 'type.appeals',
    summary:
      'Allows or forbids appeals of players restricted with a type, and sets the ready answers.',
    needs: 'admin',
    body: AppealPermission,
    answer: TypeRecord,
    run: ({ app, params, body, actor }) =>
      changeAppeals({ ...deps, app }, actor, params.block_type, body),
  });
  adminRoute(scope, 'DELETE', '/apps/:appid/types/:block_type', {
    operation: 'type.delete',
    summary: 'Deletes a restriction type that no player is restricted with.',
    needs: 'admin',
    run: ({ app, params, actor }) => deleteType({ ...deps, app }, actor, params.block_type),
  });
}
