// Answers paths that the router cannot read: a bad percent encoding, or a part that is too long.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PROBLEM_TYPE, pathOf, printProblem } from '../base/problem.ts';

const DETAIL = 'The path cannot be read. Check its percent encoding and the length of its parts.';
const UNKNOWN = { code: 1001, message: 'INVALID_REQUEST' };

/** Each API answers in its own form. */
export function answerBadPath(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const path = pathOf(request.url);
  if (path.startsWith('/payment/v1/')) {
    const problem = { code: 'not_found', title: 'Not found.', status: 404, outcome: UNKNOWN };
    reply
      .code(404)
      .type(PROBLEM_TYPE)
      .send(printProblem(path, { family: 'payment', ...problem, detail: DETAIL }));
  } else if (path.startsWith('/admin/v1/')) {
    const problem = { code: 'invalid_request', title: 'The request is not valid.', status: 400 };
    reply
      .code(400)
      .type(PROBLEM_TYPE)
      .send(printProblem(path, { family: 'admin', ...problem, detail: DETAIL }));
  } else {
    reply.code(400).send({ error: 'invalid_request', message: DETAIL });
  }
}
