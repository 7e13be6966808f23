// Faults per market: what goes wrong, how often, and the hooks that make it happen on the wire.
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readInput, required } from './input.ts';
import { ControlError, type FaultAnswer, type Market } from './world.ts';

export const namesOf = (markets: readonly Market[]) => markets.map(({ name }) => name);

const faultKinds = ['timeout', 'reset', '500', '429', 'garbage', 'slow', 'lost'] as const;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  readonly market: string;
  readonly kind: FaultKind;
  /** How many more requests it strikes; with `rate`, absent. */
  count?: number;
  /** The share of requests it strikes, 0 to 1. */
  readonly rate?: number;
  readonly delayMs?: number;
  /** Strikes only requests whose URL contains this. */
  readonly path?: string;
  /** Strikes only requests with this method. */
  readonly method?: (typeof methods)[number];
}

export interface Faults {
  add(fault: Fault): void;
  list(): readonly Fault[];
  clear(): void;
  /** The fault that strikes this request, which is thereby used up once. */
  strike(market: string, url: string, method: string): Fault | undefined;
}

export function createFaults(random: () => number): Faults {
  let active: Fault[] = [];
  return {
    add: (fault) => active.push(fault),
    list: () => active,
    clear: () => {
      active = [];
    },
    strike(market, url, method) {
      const fault = active.find(
        (candidate) =>
          candidate.market === market &&
          url.includes(candidate.path ?? '') &&
          (candidate.method ?? method) === method &&
          (candidate.rate === undefined || random() < candidate.rate),
      );
      if (fault?.count !== undefined) {
        fault.count -= 1;
        if (fault.count === 0) active = active.filter((other) => other !== fault);
      }
      return fault;
    },
  };
}

export function readFault(body: unknown, markets: readonly Market[]): Fault {
  const input = readInput(body);
  input.only('market', 'kind', 'count', 'rate', 'delayMs', 'path', 'method');
  const market = required(input.oneOf('market', namesOf(markets)), 'market');
  const kind = required(input.oneOf('kind', faultKinds), 'kind');
  const count = input.integer('count', { min: 1 });
  const rate = input.number('rate', { min: 0, max: 1 });
  if ((count === undefined) === (rate === undefined)) {
    throw new ControlError('Give either count or rate.');
  }
  const delayMs = input.integer('delayMs', { min: 0, max: 600_000 });
  const path = input.string('path');
  const method = input.oneOf('method', methods);
  return {
    market,
    kind,
    ...(count !== undefined && { count }),
    ...(rate !== undefined && { rate }),
    ...(delayMs !== undefined && { delayMs }),
    ...(path !== undefined && { path }),
    ...(method !== undefined && { method }),
  };
}

/** Adds the hooks to the scope of a market's wire routes. */
export function exposeToFaults(
  scope: FastifyInstance,
  market: Market,
  faults: Faults,
  now: () => number,
): void {
  const losing = new WeakSet<FastifyRequest>();

  scope.addHook('onRequest', async (request, reply) => {
    const fault = faults.strike(market.name, request.url, request.method);
    switch (fault?.kind) {
      case 'timeout':
        reply.hijack();
        return;
      case 'reset':
        hangUp(request, reply);
        return;
      case '500':
      case '429':
        return answer(reply, market.faultBody?.(fault.kind, now()) ?? plainFault(fault.kind));
      case 'garbage':
        return reply.type('application/json').send(Buffer.from('\u0000<<not json\ufffd', 'utf8'));
      case 'slow':
        await delay(fault.delayMs ?? 2000);
        return;
      case 'lost':
        losing.add(request);
    }
  });
  scope.addHook('onSend', async (request, reply) => {
    if (losing.has(request)) hangUp(request, reply);
  });
}

function hangUp(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  request.raw.socket.destroy();
}

function answer(reply: FastifyReply, { status, headers, body }: FaultAnswer) {
  return reply.code(status).headers(headers).send(body);
}

/** An error that a market says in JSON. */
export const jsonFault = (kind: '500' | '429', body: object): FaultAnswer => ({
  status: Number(kind),
  headers: {
    'content-type': 'application/json',
    ...(kind === '429' && { 'retry-after': '1' }),
  },
  body: JSON.stringify(body),
});

function plainFault(kind: '500' | '429'): FaultAnswer {
  return { status: Number(kind), headers: { 'content-type': 'text/plain' }, body: 'fault' };
}
