// Steering PortOne: webhook endpoints, their deliveries, and a provider that refuses.
import type { FastifyInstance } from 'fastify';
import { readInput, required } from '../input.ts';
import { webhookControl } from '../webhook-sender.ts';
import { ControlError } from '../world.ts';
import type { PortoneApi } from './routes.ts';
import type { Webhooks } from './webhooks.ts';

export function portoneControl(scope: FastifyInstance, webhooks: Webhooks, api: PortoneApi): void {
  scope.post('/portone/webhooks', async (request) => {
    const input = readInput(request.body);
    input.only('url', 'storeId');
    const url = required(input.httpUrl('url'), 'url');
    const storeId = input.string('storeId');
    if (storeId !== undefined && !api.stores().some((store) => store.storeId === storeId)) {
      throw new ControlError(`There is no store ${storeId}.`, 404);
    }
    webhooks.register({ url, ...(storeId !== undefined && { storeId }) });
    return { secret: webhooks.secret() };
  });
  scope.delete('/portone/webhooks', async () => {
    webhooks.forget();
    return {};
  });
  webhookControl(scope, '/portone/webhooks', 'id', webhooks.sender);

  scope.post('/portone/provider-refusals', async (request) => {
    const input = readInput(request.body);
    input.only('count');
    api.providerRefusals = required(input.integer('count', { min: 0 }), 'count');
    return { count: api.providerRefusals };
  });

  scope.get('/portone/settings', async () => api.settings);
  scope.post('/portone/settings', async (request) => {
    const input = readInput(request.body);
    input.only('pgResponseBytes');
    const pgResponseBytes = input.integer('pgResponseBytes', { min: 0, max: 1e6 }) ?? null;
    return Object.assign(api.settings, { pgResponseBytes });
  });
}
