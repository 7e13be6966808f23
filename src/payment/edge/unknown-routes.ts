// Unknown paths and methods below /payment/v1: 404 and 405 as problem details.
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { PROBLEM_TYPE, pathOf, printProblem } from '../../base/problem.ts';

const BELOW = /^\/payment\/v1(\/|$)/;
const METHODS: readonly HTTPMethods[] = ['GET', 'POST'];

export function unknownRoutes(app: FastifyInstance): void {
  const answer = (request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply => {
    const allowed = METHODS.filter((method) => app.findRoute({ url: path, method }) !== null);
    const isKnown = allowed.length > 0;
    if (isKnown) reply.header('allow', allowed.join(', '));
    const what = isKnown
      ? ({
          code: 'method_not_allowed',
          title: 'The method is not allowed.',
          status: 405,
          detail: `${path} takes ${allowed.join(' or ')}, not ${request.method}.`,
        } as const)
      : ({
          code: 'not_found',
          title: 'Not found.',
          status: 404,
          detail: `There is no ${request.method} ${path}. Check the path.`,
        } as const);
    const outcome = { code: 1001, message: 'INVALID_REQUEST' };
    const body = printProblem(request.url, { family: 'payment', ...what, outcome });
    return reply.code(what.status).type(PROBLEM_TYPE).send(body);
  };
  // Before the body is read, which may be unreadable. A scope with a handler of its own would add 70 routes.
  app.addHook('onRequest', (request, reply, done) => {
    const path = request.is404 ? pathOf(request.url) : '';
    if (BELOW.test(path)) answer(request, reply, path);
    else done();
  });
}
