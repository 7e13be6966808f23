// The wire of ONE store's IAP server API V7: tokens, purchases, acknowledgement and consumption.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyText, keepBodiesAsText } from '../pg/form.ts';
import type { Environment, Sale, Store } from './store.ts';

const tokenSeconds = 3600;

interface PurchasePath {
  Params: { clientId: string; productId: string; token: string };
}

const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.code(status).send({ error: { code, message } });

export function onestoreRoutes(
  scope: FastifyInstance,
  store: Store,
  environment: Environment,
): void {
  const { world, sales, tokens } = store;
  keepBodiesAsText(scope);

  scope.post('/v7/oauth/token', async (request, reply) => {
    const form = new URLSearchParams(bodyText(request));
    const clientId = form.get('client_id');
    if (form.get('grant_type') !== 'client_credentials' || !clientId) {
      return refuse(reply, 400, 'InvalidRequest', 'Send grant_type, client_id and client_secret.');
    }
    if (form.get('client_secret') !== store.clientSecret) {
      return refuse(reply, 401, 'UnauthorizedAccess', 'The client is not authorized.');
    }
    const access_token = randomUUID();
    const expiresAt = world.clock.now() + tokenSeconds * 1000;
    tokens.set(access_token, { clientId, environment, expiresAt });
    return {
      status: 'SUCCESS',
      client_id: clientId,
      access_token,
      token_type: 'bearer',
      expires_in: tokenSeconds,
      scope: 'DEFAULT',
    };
  });

  /** Undefined when the call has been answered with an error. */
  function find(request: FastifyRequest<PurchasePath>, reply: FastifyReply): Sale | undefined {
    const { clientId, productId, token } = request.params;
    const [, text = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
    const access = tokens.get(text);
    if (!access || access.environment !== environment) {
      refuse(reply, 401, 'InvalidAccessToken', 'The access token is not valid.');
      return undefined;
    }
    if (access.expiresAt <= world.clock.now()) {
      refuse(reply, 401, 'AccessTokenExpired', 'The access token has expired.');
      return undefined;
    }
    if (access.clientId !== clientId) {
      refuse(reply, 403, 'AccessBlocked', 'The client may not read this app.');
      return undefined;
    }
    const sale = sales.get(token);
    const isFound =
      sale?.clientId === clientId &&
      sale.productId === productId &&
      sale.environment === environment &&
      sale.marketCode === (request.headers['x-market-code'] ?? 'MKT_ONE');
    if (!isFound) refuse(reply, 404, 'NoSuchData', 'The requested data does not exist.');
    return isFound ? sale : undefined;
  }

  const path = '/products/:productId/:token';
  scope.get<PurchasePath>(`/v7/apps/:clientId/purchases/inapp${path}`, async (request, reply) => {
    const sale = find(request, reply);
    return sale ? show(sale) : reply;
  });

  function act(kind: 'inapp' | 'all', name: string, change: (sale: Sale) => void): void {
    const address = `/v7/apps/:clientId/purchases/${kind}${path}/${name}`;
    scope.post<PurchasePath>(address, async (request, reply) => {
      const sale = find(request, reply);
      if (!sale) return reply;
      if (sale.isCancelled) {
        return refuse(reply, 409, 'InvalidPurchaseState', 'The purchase was cancelled.');
      }
      change(sale);
      return { result: { code: 'Success', message: 'Request has been completed successfully.' } };
    });
  }
  act('all', 'acknowledge', (sale) => {
    sale.isAcknowledged = true;
  });
  act('inapp', 'consume', (sale) => {
    sale.isAcknowledged = true;
    sale.isConsumed = true;
  });
}

/** Production has no payload, the sandbox an empty one. */
const show = (sale: Sale) => ({
  consumptionState: sale.isConsumed ? 1 : 0,
  developerPayload: sale.environment === 'SANDBOX' ? '' : null,
  purchaseState: sale.isCancelled ? 1 : 0,
  purchaseTime: sale.purchaseTime,
  purchaseId: sale.purchaseId,
  acknowledgeState: sale.isAcknowledged ? 1 : 0,
  quantity: sale.quantity,
});
