// Admin routes of certification keys.
import type { FastifyInstance } from 'fastify';
import { listOf } from '../base/paging.ts';
import {
  CertificationKey,
  createKey,
  listKeys,
  NewCertificationKey,
  revokeKey,
  rotateKey,
} from '../identity/certification-keys.ts';
import { Rotation } from '../identity/rotation.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

export function keyRoutes(scope: FastifyInstance, { context }: AdminDeps): void {
  adminRoute(scope, 'GET', '/apps/:appid/keys', {
    operation: 'key.list',
    summary: 'Lists the valid certification keys of an app, showing only their last characters.',
    needs: 'viewer',
    answer: listOf(CertificationKey),
    run: ({ app }) => listKeys({ context, app }),
  });
  adminRoute(scope, 'POST', '/apps/:appid/keys', {
    operation: 'key.create',
    summary: 'Creates a certification key and returns it once. An app can have two valid keys.',
    needs: 'admin',
    answer: NewCertificationKey,
    status: 201,
    run: ({ params, actor }) => createKey(context, actor, params),
  });
  adminRoute(scope, 'POST', '/apps/:appid/keys/rotate', {
    operation: 'key.rotate',
    summary: 'Creates a certification key; the previous one expires after the grace period.',
    needs: 'admin',
    body: Rotation,
    answer: NewCertificationKey,
    status: 201,
    run: ({ params, body, actor }) => rotateKey(context, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'DELETE', '/apps/:appid/keys/:key_id', {
    operation: 'key.revoke',
    summary: 'Revokes a certification key immediately.',
    needs: 'admin',
    run: ({ params, actor }) => revokeKey(context, actor, params),
  });
}
