// Overload: while the process is late and many requests are under way, it answers 429 before it reads them. Console
// and files give way first, calls of games last. Neither sign is enough alone: a slow market has many under way,
// and a database that pauses is late, but then waiting is better.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Counter, type Registry } from 'prom-client';
import { pathOf } from '../base/problem.ts';

/** How late the process may be, in milliseconds, by what is asked. */
const LATE_MS = { file: 200, admin: 500, call: 1_000 } as const;

export type Priority = keyof typeof LATE_MS;

const MANY = 200;
/** Spread, so that not all come back at once. */
const RETRY_AFTER_S = [1, 2, 3];
const PROBE_EVERY_MS = 100;
/** After so long without a request, nobody knows. */
const KNOWN_FOR_MS = 1_000;

export interface Overload {
  /** Every request of this server is let through or answered. */
  guard(server: Server): void;
}

export interface OverloadOptions {
  /** Passes through what every request passes through: the event loop, and the queue of the database. */
  readonly probe: () => Promise<unknown>;
  readonly registry: Registry;
  /** How many requests count as many; fewer in tests. */
  readonly many?: number | undefined;
  readonly now?: () => number;
}

export function createOverload(options: OverloadOptions): Overload {
  const { probe, registry, many = MANY, now = () => performance.now() } = options;
  const lateness = watchLateness(probe, now);
  const rejected = new Counter({
    name: 'tollgate_overload_rejections_total',
    help: 'Requests that were answered 429 because the process was late, by what they asked: call, admin or file.',
    labelNames: ['asked'],
    registers: [registry],
  });
  const watched = many / 4;
  let underWay = 0;

  function isTooMuch(request: IncomingMessage): boolean {
    const late = lateness();
    if (underWay < many) return false;
    const priority = priorityOf(request.url ?? '');
    if (priority === undefined || late <= LATE_MS[priority]) return false;
    rejected.inc({ asked: priority });
    return true;
  }

  return {
    guard(server) {
      const [answer] = server.listeners('request') as ((...args: unknown[]) => void)[];
      if (!answer) throw new Error('the server has no listener yet');
      server.removeAllListeners('request');
      server.on('request', (request: IncomingMessage, response: ServerResponse) => {
        if (underWay >= watched && isTooMuch(request)) return reject(request, response);
        underWay += 1;
        response.once('close', () => {
          underWay -= 1;
        });
        answer.call(server, request, response);
      });
    },
  };
}

/** Undefined for health and metrics, which are always answered. */
export function priorityOf(url: string): Priority | undefined {
  const path = pathOf(url);
  if (path === '/metrics' || path.startsWith('/health/')) return undefined;
  if (!path.startsWith('/admin/')) return 'call';
  return /\/(figures|file|export|count|groups|dry-run|configuration)(\/|$)/.test(path)
    ? 'file'
    : 'admin';
}

/** How late the process is now, in milliseconds. It looks only while it is asked. */
function watchLateness(probe: () => Promise<unknown>, now: () => number): () => number {
  let startedAt: number | undefined;
  let endedAt = Number.NEGATIVE_INFINITY;
  let last = 0;
  const finish = (began: number) => (): void => {
    endedAt = now();
    last = endedAt - began;
    startedAt = undefined;
  };
  return () => {
    const at = now();
    if (startedAt !== undefined) return Math.max(last, at - startedAt);
    if (at - endedAt >= PROBE_EVERY_MS) {
      startedAt = at;
      // A failure is an answer, too: callers get their own.
      probe().then(finish(at), finish(at));
    }
    return at - endedAt > KNOWN_FOR_MS ? 0 : last;
  };
}

function reject(request: IncomingMessage, response: ServerResponse): void {
  const wait = RETRY_AFTER_S[Math.floor(Math.random() * RETRY_AFTER_S.length)];
  const message = `The service has more to do than it can. Try again in ${wait} s.`;
  const body = JSON.stringify({ error: 'overloaded', message });
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'retry-after': wait,
  };
  response.writeHead(429, headers as Record<string, string | number>).end(body);
  // What was sent is read to its end, so that the connection can be used again.
  request.resume();
}
