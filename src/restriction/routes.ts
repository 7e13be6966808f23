// Routes of both generations: authentication, validation, operation, answer.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyProblem, NO_OBJECT } from '../base/body.ts';
import type { Clock } from '../base/clock.ts';
import { withoutEmpty } from '../base/validation.ts';
import type { AppToken, Tokens } from '../identity/tokens.ts';
import { type App, type Directory, matchingKey } from '../tenants/directory.ts';
import type { Actor } from './changes.ts';
import {
  type Call,
  type Debts,
  type Endpoint,
  endpoints,
  invalidField,
  type Outcome,
  plainEnvelope,
} from './endpoints.ts';
import { type ResultCode, type TokenVerdict, tokenValidation } from './envelope.ts';
import type { Restrictions } from './restrictions.ts';
import { answer, failure, requestBody, requestHeaders } from './schema.ts';

export interface RestrictionRouteDeps {
  readonly restrictions: Restrictions;
  readonly directory: Directory;
  readonly tokens: Tokens;
  readonly clock: Clock;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: { readonly app: App; readonly actor: Actor } | undefined;
    appToken: AppToken | undefined;
  }
}

export async function restrictionRoutes(
  app: FastifyInstance,
  deps: RestrictionRouteDeps & { readonly debts: Debts },
): Promise<void> {
  const all = endpoints(deps.restrictions, deps.debts);
  app.decorateRequest('caller');
  app.decorateRequest('appToken');
  await app.register(async (scope) => generation1(scope, all, deps));
  await app.register(async (scope) => generation2(scope, all, deps));
}

/** Interface 4.1 to 4.3: the key is in the body. */
function generation1(
  scope: FastifyInstance,
  all: readonly Endpoint[],
  deps: RestrictionRouteDeps,
): void {
  const say = (reply: FastifyReply, outcome: Outcome) =>
    reply.code(200).send({ ...plainEnvelope(outcome), ...dataOf(outcome) });

  scope.addHook('preValidation', async (request, reply) => {
    const body = withoutEmpty(request.body, request.routeOptions.schema?.body);
    if (!body) return say(reply, { field: 'body', problem: NO_OBJECT });
    request.body = body;
    const { appid, service_certification_key: key } = body;
    if (typeof appid !== 'string') return say(reply, { field: 'appid' });
    if (typeof key !== 'string') return say(reply, { field: 'service_certification_key' });
    const app = await deps.directory.app(appid);
    if (!app) return say(reply, { code: 6000 });
    request.appid = appid;
    const keyId = matchingKey(app, key, deps.clock());
    if (!keyId) return say(reply, { code: 4002 });
    if (!isPlain(request)) return say(reply, { field: 'ISCRYPT' });
    request.caller = { app, actor: { kind: 'key', name: keyId } };
  });
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = failureOf(error, request);
    return reply.code(failure.status).send(plainEnvelope(failure.outcome));
  });
  for (const endpoint of all.filter((each) => each.generations.includes(1))) {
    scope.post(endpoint.path, routeOptions(endpoint, 1), async (request, reply) =>
      say(reply, await endpoint.handle(callOf(request))),
    );
  }
}

/** Interface 4.4 to 4.8: the token is in a header, and every answer has `token_validation`. */
export function generation2(
  scope: FastifyInstance,
  all: readonly Endpoint[],
  deps: RestrictionRouteDeps,
): void {
  const say = (reply: FastifyReply, outcome: Outcome, verdict: TokenVerdict = 'SUCCESS') =>
    reply.code(200).send({
      ...plainEnvelope(outcome),
      token_validation: tokenValidation(verdict),
      ...dataOf(outcome),
    });

  scope.addHook('onRequest', async (request, reply) => {
    const header = request.headers['x-access-token'];
    const check = await deps.tokens.check(typeof header === 'string' ? header : undefined);
    if ('problem' in check) return say(reply, { code: 2499 }, check.problem);
    if (check.token.use !== 'app') return say(reply, { code: 2499 }, 'TOKEN_TYPE_NOT_ALLOWED');
    request.appToken = check.token;
  });
  scope.addHook('preValidation', async (request, reply) => {
    const body = withoutEmpty(request.body, request.routeOptions.schema?.body);
    if (!body) return say(reply, { field: 'body', problem: NO_OBJECT });
    request.body = body;
    if (typeof body.appid !== 'string') return say(reply, { field: 'appid' });
    const app = await deps.directory.app(body.appid);
    if (!app) return say(reply, { code: 6000 });
    const token = request.appToken as AppToken;
    if (app.gameIndex !== token.gameIndex) return say(reply, { code: 2499 }, 'APP_MISMATCH');
    request.appid = app.appid;
    if (!isPlain(request)) return say(reply, { field: 'ISCRYPT' });
    request.caller = { app, actor: { kind: 'client', name: token.clientId } };
  });
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = failureOf(error, request);
    return reply.code(failure.status).send({
      ...plainEnvelope(failure.outcome),
      // The token state is unknown when its check failed.
      token_validation: tokenValidation(request.appToken ? 'SUCCESS' : 'TOKEN_MISSING'),
    });
  });
  for (const endpoint of all.filter((each) => each.generations.includes(2))) {
    scope.post(`/v2${endpoint.path}`, routeOptions(endpoint, 2), async (request, reply) =>
      say(reply, await endpoint.handle(callOf(request))),
    );
  }
}

const COMMON_CODES: Record<1 | 2, readonly ResultCode[]> = {
  1: [4000, 4002, 6000],
  2: [2499, 4000, 6000],
};

/** Generation 1 authenticates in the body, which OpenAPI has no word for. */
const AUTHENTICATION = {
  1: {
    security: [],
    words: 'Authenticates with `service_certification_key` in the body.',
  },
  2: {
    security: [{ accessToken: [] }],
    words: 'Authenticates with an app-server token in `X-Access-Token`.',
  },
};

function routeOptions(endpoint: Endpoint, generation: 1 | 2) {
  const { body, example, data, dataExample, codes, summary, operation, prepare } = endpoint;
  const { security, words } = AUTHENTICATION[generation];
  const all: ResultCode[] = [0, ...COMMON_CODES[generation], ...codes].sort(
    (one, two) => one - two,
  ) as ResultCode[];
  return {
    config: { operation: generation === 1 ? operation : `v2.${operation}` },
    ...(prepare && {
      preValidation: async (request: FastifyRequest) =>
        prepare(request.body as Record<string, unknown>),
    }),
    schema: {
      tags: [`Restriction, generation ${generation}`],
      summary,
      description: `${endpoint.description} ${words}`,
      security,
      headers: requestHeaders(generation),
      body: requestBody(generation, body, example),
      response: {
        200: answer(generation, all, data, dataExample),
        500: failure(generation),
      },
    },
  };
}

function callOf(request: FastifyRequest): Call<never> {
  const { app, actor } = request.caller as NonNullable<FastifyRequest['caller']>;
  return { app, actor, body: request.body as never, request };
}

/** Data is never encrypted: the header is always 0. */
function isPlain(request: FastifyRequest): boolean {
  return request.headers.iscrypt === '0';
}

function dataOf(outcome: Outcome): { readonly data?: unknown } {
  return 'data' in outcome && outcome.data !== undefined ? { data: outcome.data } : {};
}

/** Errors outside of operations: 4000 for the caller's, 5000 for ours. */
function failureOf(
  error: FastifyError,
  request: FastifyRequest,
): { status: 200 | 500; outcome: Outcome } {
  if (error.validation) return { status: 200, outcome: { field: invalidField(error.validation) } };
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return { status: 200, outcome: { field: 'body', problem: bodyProblem(error) } };
  }
  request.log.error({ err: error, trace_id: request.trace.traceId }, 'request failed');
  return { status: 500, outcome: { code: 5000 } };
}
