// Requests per second, per app and per caller address; off unless configured.
import type { FastifyInstance, FastifyReply, preValidationHookHandler } from 'fastify';
import { networkOf } from '../base/network.ts';
import { createWindow } from '../base/window.ts';

export interface RateLimits {
  readonly perApp: number;
  readonly perAddress: number;
}

export function createRateLimit(app: FastifyInstance, { perApp, perAddress }: RateLimits): void {
  const perSecond = (limit: number) =>
    createWindow({ limit, ms: 1_000, now: () => performance.now() });
  const reject = (reply: FastifyReply, wait: number) =>
    reply
      .code(429)
      .header('retry-after', wait)
      .send({ error: 'rate_limited', message: `Too many requests. Try again in ${wait} s.` });

  if (perAddress > 0) {
    const { take } = perSecond(perAddress);
    app.addHook('onRequest', async (request, reply) => {
      const wait = take(networkOf(request.ip));
      if (wait > 0) return reject(reply, wait);
    });
  }
  if (perApp > 0) {
    const { take } = perSecond(perApp);
    // The APIs set the app in their own hooks, when the caller has proved who it is.
    const limit: preValidationHookHandler = async ({ appid }, reply) => {
      const wait = appid === undefined ? 0 : take(appid);
      if (wait > 0) return reject(reply, wait);
    };
    // A hook of the route runs after those of its API; one of the server would run before them.
    app.addHook('onRoute', (route) => {
      route.preValidation = [route.preValidation ?? [], limit].flat();
    });
  }
}
