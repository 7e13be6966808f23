// Limits of what is expensive, for each member and admin token: how many run at a time, and how many within a minute.
import { finished } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import { hashSecret } from '../../base/vault.ts';
import { createWindow } from '../../base/window.ts';
import { bearer } from '../../identity/routes.ts';
import { type ProblemCode, sendProblem } from './problem.ts';

/** All have limits. A file, which is sent while it is read, and what is yielding also give way, to callers and in an overload. */
export type Cost = 'file' | 'yielding' | 'limited';

declare module 'fastify' {
  interface FastifyContextConfig {
    cost?: Cost | undefined;
  }
}

export interface MemberLimits {
  readonly filesAtOnce: number;
  readonly readsAtOnce: number;
  readonly perMinute: number;
}

interface Kind {
  readonly atOnce: number;
  readonly name: string;
  readonly code: ProblemCode;
  /** Seconds. When one of them ends is not known. */
  readonly retryAfter: number;
}

const READS = 'figures, counts, searches, dry runs and starts of replays';

export const NO_LIMITS: MemberLimits = { filesAtOnce: 0, readsAtOnce: 0, perMinute: 0 };

const MINUTE_MS = 60_000;

/** After the caller is known and before anything is read. Each process counts for itself; 0 is no limit. */
export function limitCosts(scope: FastifyInstance, limits: MemberLimits, now: Clock): void {
  const { filesAtOnce, readsAtOnce, perMinute } = limits;
  const files: Kind = {
    atOnce: filesAtOnce,
    name: 'downloads',
    code: 'too_many_downloads',
    retryAfter: 5,
  };
  const reads: Kind = {
    atOnce: readsAtOnce,
    name: READS,
    code: 'too_many_requests',
    retryAfter: 1,
  };
  const running = new Map<string, number>();
  const window = createWindow({ limit: perMinute || Infinity, ms: MINUTE_MS, now });

  scope.addHook('preValidation', async (request, reply) => {
    const { cost } = request.routeOptions.config;
    if (!cost) return undefined;
    const member = memberOf(request);
    const { atOnce, name, code, retryAfter } = cost === 'file' ? files : reads;
    const key = `${name} of ${member}`;
    const count = running.get(key) ?? 0;
    if (atOnce > 0 && count >= atOnce) {
      reply.header('retry-after', retryAfter);
      const detail = `${count} of your ${name} are still running. Wait until one has finished, then try again.`;
      return sendProblem(request, reply, code, detail);
    }
    const wait = window.take(member);
    if (wait > 0) {
      reply.header('retry-after', wait);
      const detail = `You have asked for downloads, ${READS} ${perMinute} times within a minute. Try again in ${wait} s.`;
      return sendProblem(request, reply, 'too_many_requests', detail);
    }
    running.set(key, count + 1);
    finished(reply.raw, () => {
      const left = (running.get(key) ?? 1) - 1;
      if (left > 0) running.set(key, left);
      else running.delete(key);
    });
    return undefined;
  });
}

const memberOf = (request: FastifyRequest): string =>
  request.account
    ? `account ${request.account.accountId}`
    : `token ${hashSecret(bearer(request) ?? '')}`;
