// Requests per second, per app and per caller address; off unless configured.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

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
    app.addHook('preValidation', async (request, reply) => {
      const appid = namedApp(request);
      const wait = appid === undefined ? 0 : waitOf(appid);
      if (wait > 0) return refuse(reply, wait);
    });
  }
}

function namedApp({ headers, body }: FastifyRequest): string | undefined {
  const header = headers['x-app-id'];
  if (typeof header === 'string') return header;
  const appid = (body as { appid?: unknown } | null | undefined)?.appid;
  return typeof appid === 'string' ? appid : undefined;
}
