// The Google Play Developer API: who may call, the quota, and each method of purchases and orders.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { settle } from './due.ts';
import {
  backendError,
  GoogleError,
  notFound,
  ordersForbidden,
  permissionDenied,
  quotaExceeded,
  sendError,
  unauthenticated,
} from './errors.ts';
import type { PackageParams } from './lookup.ts';
import type { AccessTokens } from './oauth.ts';
import { orderRoutes } from './order-api.ts';
import type { Play } from './play.ts';
import { productRoutes } from './product-api.ts';
import { type Bucket, type OrderAccess, type Quota, takeAnswer } from './quota.ts';
import { subscriptionRoutes } from './subscription-api.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The quota that a call to the Play Developer API counts against. */
    playBucket?: Bucket;
  }
}

/** Everything under `/androidpublisher`. */
export function apiRoutes(
  scope: FastifyInstance,
  play: Play,
  tokens: AccessTokens,
  quota: Quota,
  orderAccess: OrderAccess,
): void {
  scope.addHook('onRequest', async (request: FastifyRequest) => {
    const account = tokens.find(request.headers.authorization);
    if (!account) throw unauthenticated;
    const { packageName } = request.params as PackageParams;
    if (account.packageNames && !account.packageNames.includes(packageName)) throw permissionDenied;
    const bucket = request.routeOptions.config.playBucket;
    if (bucket && !quota.spend(bucket, play.world.clock.now())) throw quotaExceeded;
    const refused = bucket === 'orders' ? takeAnswer(orderAccess) : null;
    if (refused !== null) throw refused === 403 ? ordersForbidden : quotaExceeded;
    settle(play);
  });
  productRoutes(scope, play);
  subscriptionRoutes(scope, play);
  orderRoutes(scope, play);
}

/** Google's manners, for everything under `/google`. */
export function speakGoogle(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => {
      // Clients name a content type even when a call has no body.
      if (text === '') return {};
      try {
        return JSON.parse(text);
      } catch {
        throw badJson;
      }
    },
  );
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => new URLSearchParams(text),
  );
  scope.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    if (error instanceof GoogleError) return sendError(reply, error);
    return sendError(reply, (error.statusCode ?? 500) < 500 ? badJson : backendError);
  });
  scope.setNotFoundHandler((_request, reply) => sendError(reply, notFound));
}

const badJson = new GoogleError({
  status: 400,
  reason: 'parseError',
  message: 'The request body cannot be read.',
  domain: 'global',
});
