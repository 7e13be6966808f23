// Admin routes of admin tokens and of the keys that sign access tokens.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { PageQuery, pageOf } from '../base/paging.ts';
import { KeyRotation } from '../identity/signing-keys.ts';
import {
  AdminToken,
  CreatedAdminToken,
  createAdminToken,
  listAdminTokens,
  NewAdminToken,
  revokeAdminToken,
} from '../operators/admin-tokens.ts';
import { unknownLimits } from '../restriction/limits.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

export function tokenRoutes(scope: FastifyInstance, { context, tokens }: AdminDeps): void {
  adminRoute(scope, 'GET', '/admin-tokens', {
    operation: 'admin-token.list',
    summary: 'Lists admin tokens, without the secret values.',
    needs: 'owner',
    query: PageQuery,
    answer: pageOf(AdminToken),
    run: ({ query }) => listAdminTokens(context, query),
  });
  adminRoute(scope, 'POST', '/admin-tokens', {
    operation: 'admin-token.create',
    summary: 'Creates an admin token and returns it once.',
    needs: 'owner',
    body: NewAdminToken,
    answer: CreatedAdminToken,
    status: 201,
    run: async ({ body, actor }) =>
      (await unknownLimits(context, body.projects ?? null, body.limits)) ??
      createAdminToken(context, actor, body),
  });
  adminRoute(scope, 'DELETE', '/admin-tokens/:token_id', {
    operation: 'admin-token.revoke',
    summary: 'Revokes an admin token immediately.',
    needs: 'owner',
    run: ({ params, actor }) => revokeAdminToken(context, actor, params.token_id),
  });
  adminRoute(scope, 'POST', '/signing-keys/rotate', {
    operation: 'signing-key.rotate',
    summary:
      'Signs new access tokens with a new key; issued tokens stay valid, unless `end_now` ends the earlier keys.',
    needs: 'owner',
    body: KeyRotation,
    answer: Type.Object({ kid: Type.String({ description: 'Id of the new key.' }) }),
    status: 201,
    run: ({ actor, body }) => tokens.keys.rotate(actor, body),
  });
}
