// Requests per second, per app and per caller address; off unless configured.
import type { FastifyInstance, FastifyReply, preValidationHookHandler } from 'fastify';

export interface RateLimits {
  readonly perApp: number;
  readonly perAddress: number;
}

const WINDOW_MS = 1_000;
const MAX_TRACKED = 100_000;

/** Counts per second; returns how many seconds to wait when the limit is reached, else 0. */
function createWindow(limit: number): (key: string) => number {
  let windowStart = 0;
  const counts = new Map<string, number>();
  return (key) => {
    const now = performance.now();
    if (now - windowStart >= WINDOW_MS || counts.size > MAX_TRACKED) {
      windowStart = now;
      counts.clear();
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count > limit ? Math.max(1, Math.ceil((windowStart + WINDOW_MS - now) / 1_000)) : 0;
  };
}

export function createRateLimit(app: FastifyInstance, { perApp, perAddress }: RateLimits): void {
  const refuse = (reply: FastifyReply, wait: number) =>
    reply
      .code(429)
      .header('retry-after', wait)
      .send({ error: 'rate_limited', message: `Too many requests. Try again in ${wait} s.` });

  if (perAddress > 0) {
    const waitOf = createWindow(perAddress);
    app.addHook('onRequest', async (request, reply) => {
      const wait = waitOf(request.ip);
      if (wait > 0) return refuse(reply, wait);
    });
  }
  if (perApp > 0) {
    const waitOf = createWindow(perApp);
    // The APIs set the app in their own hooks, when the caller has proved who it is.
    const limit: preValidationHookHandler = async ({ appid }, reply) => {
      const wait = appid === undefined ? 0 : waitOf(appid);
      if (wait > 0) return refuse(reply, wait);
    };
    // A hook of the route runs after those of its API; one of the server would run before them.
    app.addHook('onRoute', (route) => {
      route.preValidation = [route.preValidation ?? [], limit].flat();
    });
  }
}
