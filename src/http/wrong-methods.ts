// Paths of the restriction interface with another method than POST: 405. Unknown paths below them: 404.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../base/problem.ts';

const PREFIXES = ['/game/block', '/v2/game/block'];

/** Without a `result_code`: every answer that has one has the status 200. */
export async function wrongMethods(app: FastifyInstance): Promise<void> {
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { method, url } = request;
    const path = pathOf(url);
    if (app.findRoute({ url: path, method: 'POST' }) === null) {
      return reply
        .code(404)
        .send({ error: 'not_found', message: `There is no ${method} ${path}.` });
    }
    return reply
      .code(405)
      .header('allow', 'POST')
      .send({ error: 'method_not_allowed', message: `${path} takes POST, not ${method}.` });
  };
  for (const prefix of PREFIXES) {
    await app.register(
      async (scope) => {
        // Before the body is read, which may be unreadable.
        scope.addHook('onRequest', async (request, reply) => answer(request, reply));
        scope.setNotFoundHandler(answer);
      },
      { prefix },
    );
  }
}
