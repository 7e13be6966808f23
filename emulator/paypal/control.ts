// Steering PayPal: where webhooks go, what the REST app may read, and tokens that end early.
import type { FastifyInstance } from 'fastify';
import { readInput, required } from '../input.ts';
import { webhookControl } from '../webhook-sender.ts';
import type { Paypal } from './acts.ts';
import { environments } from './store.ts';

export function paypalControl(scope: FastifyInstance, { store, webhooks }: Paypal): void {
  scope.post('/paypal/webhooks', async (request) => {
    const input = readInput(request.body);
    input.only('url', 'environment');
    const url = required(input.httpUrl('url'), 'url');
    const environment = input.oneOf('environment', environments) ?? 'live';
    webhooks.register({ url, environment });
    return { webhookId: store.apps[environment].webhookId };
  });
  scope.delete('/paypal/webhooks', async () => {
    webhooks.forget();
    return {};
  });
  webhookControl(scope, '/paypal/webhooks', 'id', webhooks.sender);

  scope.get('/paypal/settings', async () => ({ readsDisputes: store.readsDisputes }));
  scope.post('/paypal/settings', async (request) => {
    const input = readInput(request.body);
    input.only('readsDisputes');
    store.readsDisputes = input.boolean('readsDisputes') ?? true;
    return { readsDisputes: store.readsDisputes };
  });

  scope.delete('/paypal/access-tokens', async () => {
    store.tokens.clear();
    return { revoked: true };
  });
}
