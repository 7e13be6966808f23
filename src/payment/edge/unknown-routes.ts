// Unknown paths and methods below /payment/v1: 404 and 405 as problem details.
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { PROBLEM_TYPE, pathOf, printProblem } from '../../base/problem.ts';

const PREFIX = '/payment/v1';
const METHODS: readonly HTTPMethods[] = ['GET', 'POST'];

export async function unknownRoutes(app: FastifyInstance): Promise<void> {
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = pathOf(request.url);
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
  await app.register(
    async (scope) => {
      // Before the body is read, which may be unreadable.
      scope.addHook('onRequest', async (request, reply) => answer(request, reply));
      scope.setNotFoundHandler(answer);
    },
    { prefix: PREFIX },
  );
}
