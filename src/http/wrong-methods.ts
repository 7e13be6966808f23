// Paths of the restriction interface with another method than POST: 405. Unknown paths below them: 404.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../base/problem.ts';

const BELOW = /^(\/v2)?\/game\/block(\/|$)/;

/** Without a `result_code`: every answer that has one has the status 200. */
export function wrongMethods(app: FastifyInstance): void {
  const answer = ({ method }: FastifyRequest, reply: FastifyReply, path: string): FastifyReply => {
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
  // Before the body is read, which may be unreadable. A scope with a handler of its own would add 70 routes.
  app.addHook('onRequest', (request, reply, done) => {
    const path = request.is404 ? pathOf(request.url) : '';
    if (BELOW.test(path)) answer(request, reply, path);
    else done();
  });
}
