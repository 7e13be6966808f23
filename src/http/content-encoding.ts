// Rejects compressed bodies by name: read as JSON, they would only be called unreadable.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { namedObject } from '../base/named.ts';
import { PROBLEM_TYPE, type ProblemDetails, pathOf, problemBody } from '../base/problem.ts';
import { type DocumentedAnswer, documented, plainError } from '../base/reference.ts';

const CODE = 'unsupported_encoding';
const TITLE = 'The encoding of the body is not supported.';
const WORDS = 'The body has a Content-Encoding other than identity.';

const detailOf = (encoding: string): string =>
  `The body is encoded with ${encoding}, which is not supported. Send it without Content-Encoding.`;

/** Each API answers in its own form. */
const FAMILIES: readonly {
  readonly prefix: string;
  readonly family: ProblemDetails['family'];
  readonly outcome?: NonNullable<ProblemDetails['outcome']>;
  /** In the reference: of the answer, and the path in it. */
  readonly name: string;
  readonly example: string;
}[] = [
  {
    prefix: '/payment/v1/',
    family: 'payment',
    outcome: { code: 1001, message: 'INVALID_REQUEST' },
    name: 'PaymentEncoding',
    example: '/payment/v1/purchase/verify',
  },
  {
    prefix: '/admin/v1/',
    family: 'admin',
    name: 'AdminEncoding',
    example: '/admin/v1/projects',
  },
];

/** Undefined where answers have no form of their own. */
const familyOf = (route: string) => FAMILIES.find(({ prefix }) => route.startsWith(prefix));

function problemIn(
  { family, outcome }: (typeof FAMILIES)[number],
  path: string,
  encoding: string,
): object {
  const what = { code: CODE, title: TITLE, status: 415, detail: detailOf(encoding) };
  return problemBody(path, { family, ...(outcome && { outcome }), ...what });
}

const LONGEST = 50;
const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

export function rejectEncodings(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const given = request.headers['content-encoding'];
    const { url: route } = request.routeOptions;
    if (given === undefined || route === undefined || BODILESS.has(request.method)) return done();
    const encoding = given.trim().toLowerCase().slice(0, LONGEST);
    if (encoding === '' || encoding === 'identity') return done();
    // By the route, because the path may be written with percent signs.
    const family = familyOf(route);
    const body = family
      ? problemIn(family, pathOf(request.url), encoding)
      : { error: CODE, message: detailOf(encoding) };
    reply
      .code(415)
      .header('accept-encoding', 'identity')
      .type(family ? PROBLEM_TYPE : 'application/json; charset=utf-8')
      .send(JSON.stringify(body));
  });
}

const EncodingProblem = namedObject('EncodingProblem', {
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  instance: Type.String(),
  code: Type.String(),
  outcome: Type.Optional(Type.Object({ code: Type.Integer(), message: Type.String() })),
});

/** What the reference says about it. */
export function encodingAnswer(path: string): DocumentedAnswer {
  const found = familyOf(path);
  if (!found) return plainError('UnsupportedEncoding', WORDS, { [CODE]: detailOf('gzip') });
  const { name, example } = found;
  const body = problemIn(found, example, 'gzip');
  return documented(name, WORDS, EncodingProblem, { [CODE]: body }, PROBLEM_TYPE);
}
