// Errors of the admin API: problem details (RFC 9457) with a stable code.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Rejection } from '../../audit/operation.ts';
import { namedObject } from '../../base/named.ts';
import { PROBLEM_TYPE, printProblem, problemBody } from '../../base/problem.ts';
import type { FieldError } from '../../base/validation.ts';

const PROBLEMS = {
  invalid_request: { status: 400, title: 'The request is not valid.' },
  unauthorized: { status: 401, title: 'An admin token is required.' },
  sign_in_failed: { status: 401, title: 'Sign-in failed.' },
  code_needed: { status: 401, title: 'A second factor is required.' },
  code_wrong: { status: 401, title: 'The second factor is wrong.' },
  forbidden: { status: 403, title: 'Your role or scope does not allow this.' },
  second_factor_required: { status: 403, title: 'A second factor is required.' },
  cross_site: { status: 403, title: 'The request does not come from the console.' },
  not_found: { status: 404, title: 'Not found.' },
  exists: { status: 409, title: 'It already exists.' },
  in_use: { status: 409, title: 'It is still in use.' },
  too_many: { status: 409, title: 'The limit is reached.' },
  too_many_attempts: { status: 429, title: 'Too many attempts.' },
  too_many_requests: { status: 429, title: 'Too many requests.' },
  too_many_downloads: { status: 429, title: 'Too many downloads.' },
  market_unavailable: { status: 503, title: 'The market does not answer.' },
  issuer_unavailable: { status: 503, title: 'The issuer does not answer.' },
  internal_error: { status: 500, title: 'Something went wrong on our side.' },
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

export const Problem = namedObject(
  'Problem',
  {
    type: Type.String({ description: '`/errors/admin/<code>`' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What is wrong, and what to do.' }),
    instance: Type.String({ description: 'Path of the request.' }),
    code: Type.Enum(Object.keys(PROBLEMS) as ProblemCode[]),
    errors: Type.Optional(
      Type.Array(Type.Object({ field: Type.String(), message: Type.String() }), {
        description: 'The invalid fields.',
      }),
    ),
  },
  { description: 'Problem details (RFC 9457).' },
);

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ProblemCode,
  detail: string,
  errors?: readonly FieldError[],
): FastifyReply {
  const { status, title } = PROBLEMS[code];
  const problem = { family: 'admin', code, title, status, detail, errors } as const;
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.code(status).type(PROBLEM_TYPE).send(printProblem(request.url, problem));
}

/** For the API reference. */
export function exampleProblem(code: ProblemCode, detail: string): object {
  const errors =
    code === 'invalid_request' ? [{ field: 'name', message: 'is required' }] : undefined;
  const details = { family: 'admin', code, ...PROBLEMS[code], detail, errors } as const;
  return problemBody('/admin/v1/apps/com.tollgate.demo', details);
}

const CODES = {
  EXISTS: 'exists',
  NOT_FOUND: 'not_found',
  IN_USE: 'in_use',
  TOO_MANY: 'too_many',
  INVALID: 'invalid_request',
  FORBIDDEN: 'forbidden',
  UNAVAILABLE: 'market_unavailable',
} as const satisfies Record<Rejection['rejected'], ProblemCode>;

export function sendRejection(
  request: FastifyRequest,
  reply: FastifyReply,
  { rejected, detail, field }: Rejection,
): FastifyReply {
  const errors = field === undefined ? undefined : [{ field, message: detail }];
  return sendProblem(request, reply, CODES[rejected], detail, errors);
}
