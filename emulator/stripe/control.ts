// Steering Stripe: webhook endpoints, their deliveries, and requests that break halfway.
import type { FastifyInstance } from 'fastify';
import { readInput, required } from '../input.ts';
import { webhookControl } from '../webhook-sender.ts';
import { ControlError } from '../world.ts';
import type { StripeAccount } from './payments.ts';
import type { Wire } from './routes.ts';

export function stripeControl(
  scope: FastifyInstance,
  { events, settings }: StripeAccount,
  wire: Wire,
): void {
  // An endpoint that is registered twice still gets each event once.
  scope.post('/stripe/webhooks', async (request) => {
    const input = readInput(request.body);
    input.only('url', 'events', 'livemode');
    const url = required(input.httpUrl('url'), 'url');
    const wanted = input.fields.events ?? ['*'];
    if (!isTextList(wanted)) throw new ControlError('events must be a list of event types.');
    const livemode = input.boolean('livemode');
    const secret = events.webhookSecret();
    const known = events
      .endpoints()
      .find((each) => each.url === url && each.secret === secret && each.livemode === livemode);
    if (known) known.events = wanted;
    const { id } =
      known ??
      events.register({
        url,
        secret,
        events: wanted,
        metadata: {},
        ...(livemode !== undefined && { livemode }),
      });
    return { id, secret };
  });
  scope.delete('/stripe/webhooks', async () => {
    for (const endpoint of events.endpoints()) endpoint.deleted = true;
    return {};
  });
  webhookControl(scope, '/stripe/webhooks', 'id', events.sender);

  // The 500 fault strikes before the work; this one breaks it, and the idempotency key remembers.
  scope.post('/stripe/breakages', async (request) => {
    const input = readInput(request.body);
    input.only('count');
    wire.breakages = required(input.integer('count', { min: 0 }), 'count');
    return { count: wire.breakages };
  });

  scope.get('/stripe/settings', async () => settings);
  scope.post('/stripe/settings', async (request) => {
    const input = readInput(request.body);
    input.only('refundStatus');
    const states = ['succeeded', 'pending', 'requires_action'] as const;
    const refundStatus = required(input.oneOf('refundStatus', states), 'refundStatus');
    return Object.assign(settings, { refundStatus });
  });
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}
