// Shared by all payment routes: authentication, body checks and problem answers.

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UnreadableBody } from '../../base/body.ts';
import { PROBLEM_TYPE, printProblem } from '../../base/problem.ts';
import { fieldErrors, onlyNamed, withoutEmpty } from '../../base/validation.ts';
import { type Problem, problem, problemDetails } from '../problem.ts';
import { type CallerDeps, type CallerKind, identifyCaller, type PaymentCaller } from './caller.ts';
import { describePayment } from './reference.ts';

declare module 'fastify' {
  interface FastifyRequest {
    paymentCaller: PaymentCaller | undefined;
  }
  interface FastifyContextConfig {
    /** Token types that a route accepts. Default: app server only. */
    callers?: readonly CallerKind[];
    /** Each request opens another order. */
    opensOrder?: boolean;
  }
}

const APP_SERVER_ONLY: readonly CallerKind[] = ['app'];

/** `routes` adds calls that need a caller; their handlers answer with `say` or `sendProblem`. */
export async function paymentScope(
  app: FastifyInstance,
  deps: CallerDeps,
  routes: (scope: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (scope) => {
    scope.decorateRequest('paymentCaller');
    scope.addHook('onRoute', (route) =>
      describePayment(route, route.config?.callers ?? APP_SERVER_ONLY),
    );
    scope.addHook('onRequest', async (request, reply) => {
      const allowed = request.routeOptions.config.callers ?? APP_SERVER_ONLY;
      const caller = await identifyCaller(request.headers, allowed, deps);
      if ('problem' in caller) return sendProblem(request, reply, caller);
      request.appid = caller.app.appid;
      request.paymentCaller = caller;
    });
    scope.addHook('preValidation', (request, reply, done) => {
      const shape = request.routeOptions.schema?.body;
      const body = withoutEmpty(request.body, shape);
      if (!body) return sendProblem(request, reply, problem('INVALID_REQUEST', NOT_AN_OBJECT));
      request.body = onlyNamed(body, shape);
      done();
    });
    scope.setErrorHandler((error: FastifyError, request, reply) =>
      sendProblem(request, reply, failureOf(error, request)),
    );
    routes(scope);
  });
}

const NOT_AN_OBJECT = 'The body must be a JSON object.';

export function callerOf(request: FastifyRequest): PaymentCaller {
  return request.paymentCaller as PaymentCaller;
}

/** Takes `data` as JSON text, so that amounts keep their digits. */
export function sendData(reply: FastifyReply, data: string, meta?: object): FastifyReply {
  return sendJson(reply, `{"data":${data},"meta":${meta ? JSON.stringify(meta) : null}}`);
}

/** Takes the whole body as JSON text. */
export function sendJson(reply: FastifyReply, body: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(body);
}

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  what: Problem,
): FastifyReply {
  const details = problemDetails(what);
  return reply.code(details.status).type(PROBLEM_TYPE).send(printProblem(request.url, details));
}

export function failureOf(error: FastifyError, request: FastifyRequest): Problem {
  if (error.validation) {
    return problem(
      'INVALID_REQUEST',
      'Some fields are missing or not valid. See errors.',
      fieldErrors(error.validation),
    );
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return problem('INVALID_REQUEST', 'The body exceeds 256 KiB.');
  }
  if (error.statusCode !== undefined && error.statusCode < 500) {
    const isUnreadable = error instanceof UnreadableBody;
    return problem('INVALID_REQUEST', isUnreadable ? error.message : NOT_AN_OBJECT);
  }
  request.log.error({ err: error, trace_id: request.trace.traceId }, 'request failed');
  return problem('INTERNAL_ERROR', `An internal error occurred. ${repetition(request)}`);
}

const repetition = ({ routeOptions }: FastifyRequest): string =>
  routeOptions.config.opensOrder
    ? 'An order may have been opened and not be paid; sending the request again opens another one.'
    : 'It is safe to send the request again.';
