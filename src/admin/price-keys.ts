// Admin routes of custom price keys.
import type { FastifyInstance } from 'fastify';
import { listOf } from '../base/paging.ts';
import {
  listPriceKeys,
  NewPriceKey,
  PriceKey,
  revokePriceKey,
  rotatePriceKey,
} from '../identity/price-keys.ts';
import { Rotation } from '../identity/rotation.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

export function priceKeyRoutes(scope: FastifyInstance, { context }: AdminDeps): void {
  adminRoute(scope, 'GET', '/apps/:appid/price-keys', {
    operation: 'price-key.list',
    summary: 'Lists the valid custom price keys of an app, showing only their last characters.',
    needs: 'viewer',
    answer: listOf(PriceKey),
    run: ({ app }) => listPriceKeys({ context, app }),
  });
  adminRoute(scope, 'POST', '/apps/:appid/price-keys/rotate', {
    operation: 'price-key.rotate',
    summary:
      'Creates a custom price key and returns it once; the previous one expires after the grace period.',
    needs: 'admin',
    body: Rotation,
    answer: NewPriceKey,
    status: 201,
    run: ({ params, body, actor }) => rotatePriceKey(context, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'DELETE', '/apps/:appid/price-keys/:key_id', {
    operation: 'price-key.revoke',
    summary: 'Revokes a custom price key immediately.',
    needs: 'admin',
    run: ({ params, actor }) => revokePriceKey(context, actor, params),
  });
}
