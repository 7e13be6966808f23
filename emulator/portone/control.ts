// Steering PortOne: where its notices go, their deliveries, and a provider that refuses.
import type { FastifyInstance } from 'fastify';
import { steerCourier } from '../courier.ts';
import { readInput, required } from '../input.ts';
import { ControlError } from '../world.ts';
import type { Desk } from './routes.ts';
import type { Webhooks } from './webhooks.ts';

export function portoneControl(scope: FastifyInstance, webhooks: Webhooks, desk: Desk): void {
  scope.post('/portone/webhooks', async (request) => {
    const input = readInput(request.body);
    input.only('url', 'storeId');
    const url = required(input.httpUrl('url'), 'url');
    const storeId = input.string('storeId');
    if (storeId !== undefined && !desk.stores().some((store) => store.storeId === storeId)) {
      throw new ControlError(`There is no store ${storeId}.`, 404);
    }
    webhooks.register({ url, ...(storeId !== undefined && { storeId }) });
    return { secret: webhooks.secret() };
  });
  steerCourier(scope, '/portone/webhooks', 'id', webhooks.courier);

  scope.post('/portone/provider-refusals', async (request) => {
    const input = readInput(request.body);
    input.only('count');
    desk.providerRefusals = required(input.integer('count', { min: 0 }), 'count');
    return { count: desk.providerRefusals };
  });
}
