// Lets requests into the admin API: the token or cookie that they carry, and where they come from.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TObject } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import type { OperationContext } from '../../audit/operation.ts';
import { bearer } from '../../identity/routes.ts';
import { accessProblem, adminTokenName, type Subject } from '../../operators/access.ts';
import type { Role } from '../../operators/roles.ts';
import { findSession, type SignedIn } from '../../operators/sessions.ts';
import { readCookie } from './cookie.ts';
import { sendProblem, sendRejection } from './problem.ts';

/**
 * What a route needs: a role in the project that the request names (where it names none, only owners
 * of the installation have it), any caller, a signed-in account, or nothing at all.
 */
export type Needed = Role | 'caller' | 'session' | 'nothing';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls the admin API, as the audit log names them. */
    actor: Actor;
    /** The signed-in account; undefined for an admin token, which may do everything. */
    account: SignedIn | undefined;
  }
  interface FastifyContextConfig {
    needs?: Needed;
  }
}

export interface AccessDeps {
  readonly context: OperationContext;
  /** A further admin token, from the configuration. */
  readonly adminToken?: string | undefined;
  readonly cookieName: string;
  /** The address under which browsers reach the console. */
  readonly publicUrl: string;
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const CSRF_HEADER = 'x-tollgate-csrf';

/** Before a body is read: nothing when the request may go on, else its answer. */
export async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AccessDeps,
): Promise<FastifyReply | undefined> {
  // A path that does not exist needs a caller, so that strangers cannot tell it from others.
  const needed = request.routeOptions.config.needs ?? 'caller';
  const changes = !SAFE.has(request.method);
  const token = bearer(request);
  if (token !== undefined) {
    const name = await adminTokenName(deps.context, token, deps.adminToken);
    if (name === undefined || needed === 'session') return sendUnauthorized(request, reply);
    request.actor = { kind: 'admin', name };
    return undefined;
  }
  if (needed === 'nothing') {
    return changes && !isSameOrigin(request, deps) ? sendCrossSite(request, reply) : undefined;
  }
  const cookie = readCookie(request, deps.cookieName);
  if (cookie === undefined) return sendUnauthorized(request, reply);
  const account = await findSession(deps.context, cookie);
  if (!account) {
    return sendProblem(request, reply, 'unauthorized', 'The session has ended: sign in again.');
  }
  if (changes && !(isSameOrigin(request, deps) && carriesToken(request, account))) {
    return sendCrossSite(request, reply);
  }
  request.account = account;
  request.actor = { kind: 'console', name: account.email };
  if (needed === 'caller' || needed === 'session') return undefined;
  const problem = await accessProblem(deps.context, account, needed, subjectOf(request));
  if (!problem) return undefined;
  return 'forbidden' in problem
    ? sendProblem(request, reply, 'forbidden', problem.forbidden)
    : sendRejection(request, reply, problem);
}

/** In the path; in the query only where the route itself looks at it, else anybody could name anything. */
function subjectOf({ params, query, routeOptions }: FastifyRequest): Subject {
  if (Object.keys(params as object).length > 0) return params as Subject;
  const declared = (routeOptions.schema?.querystring as TObject | undefined)?.properties;
  const { game_index } = query as Subject;
  return declared?.game_index && game_index !== undefined ? { game_index } : {};
}

/** Browsers say where a request comes from; who says nothing is not a page of ours. */
function isSameOrigin(request: FastifyRequest, { publicUrl }: AccessDeps): boolean {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined) return site === 'same-origin';
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  const outside = new URL(publicUrl);
  if (outside.protocol === 'https:' && protocol !== 'https:') return false;
  const own = `${protocol}//${request.host}`;
  return host === outside.host || (URL.canParse(own) && host === new URL(own).host);
}

function carriesToken(request: FastifyRequest, { csrf }: SignedIn): boolean {
  const given = Buffer.from(String(request.headers[CSRF_HEADER] ?? ''));
  const expected = Buffer.from(csrf);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const sendUnauthorized = (request: FastifyRequest, reply: FastifyReply) =>
  sendProblem(
    request,
    reply,
    'unauthorized',
    'Send Authorization: Bearer with a valid admin token.',
  );

const sendCrossSite = (request: FastifyRequest, reply: FastifyReply) =>
  sendProblem(
    request,
    reply,
    'cross_site',
    `Changes by a session come from the console's own pages and carry ${CSRF_HEADER}.`,
  );
