// Authenticates requests to the admin API by token or cookie, and rejects cross-site changes.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TObject } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import type { OperationContext } from '../../audit/operation.ts';
import { bearer } from '../../identity/routes.ts';
import {
  type Access,
  accessOf,
  type Demand,
  isGranted,
  type Subject,
  tokenAccess,
  tokenCaller,
} from '../../operators/access.ts';
import type { TokenCaller } from '../../operators/admin-tokens.ts';
import type { OidcContext } from '../../operators/oidc/context.ts';
import { confirmSession } from '../../operators/oidc/sessions.ts';
import type { Role } from '../../operators/roles.ts';
import type { Area } from '../../operators/scopes.ts';
import { findSession, type SignedIn } from '../../operators/sessions.ts';
import { mayUsePassword, type PasswordSignIn } from '../../operators/sign-in.ts';
import { readCookie } from './cookie.ts';
import { sendProblem, sendRejection } from './problem.ts';

/**
 * What a route requires: a role in the project of the request (without a project, only owners of the
 * installation have it), any caller, a signed-in account, nothing, or a token in the body that the
 * route itself checks.
 */
export type Needed = Role | 'caller' | 'session' | 'nothing' | 'logout token';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, as recorded in the audit log. */
    actor: Actor;
    /** The signed-in account; undefined for an admin token. */
    account: SignedIn | undefined;
    /** What the admin token is for; undefined for an account. */
    adminToken: TokenCaller | undefined;
  }
  interface FastifyContextConfig {
    needs?: Needed;
    area?: Area;
  }
}

export interface AccessDeps {
  readonly context: OperationContext;
  /** An additional admin token from the configuration. */
  readonly adminToken?: string | undefined;
  readonly cookieName: string;
  /** The address at which browsers reach the console. */
  readonly publicUrl: string;
  readonly oidc: OidcContext;
  readonly passwordSignIn: PasswordSignIn;
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const CSRF_HEADER = 'x-tollgate-csrf';

/** Runs before the body is read; sends the response when the request is not allowed. */
export async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AccessDeps,
): Promise<FastifyReply | undefined> {
  // Unknown paths require a caller too, so that strangers cannot probe for paths.
  const { needs: needed = 'caller', area = 'access' } = request.routeOptions.config;
  if (needed === 'logout token') return undefined;
  const changes = !SAFE.has(request.method);
  const token = bearer(request);
  if (token !== undefined) {
    const caller = await tokenCaller(deps.context, token, deps.adminToken);
    if (!caller || needed === 'session') return sendUnauthorized(request, reply);
    request.adminToken = caller;
    request.actor = { kind: 'admin', name: caller.name };
    if (needed === 'caller' || needed === 'nothing') return undefined;
    const demand = { role: needed, area, subject: subjectOf(request) };
    return settle(request, reply, await tokenAccess(deps.context, caller, demand));
  }
  if (needed === 'nothing') {
    return changes && !isSameOrigin(request, deps) ? sendCrossSite(request, reply) : undefined;
  }
  const cookie = readCookie(request, deps.cookieName);
  if (cookie === undefined) return sendUnauthorized(request, reply);
  const account = await findSession(deps.context, cookie);
  const problem = account ? await sessionProblem(account, deps) : SESSION_ENDED;
  if (!account || problem !== undefined) {
    return sendProblem(request, reply, 'unauthorized', problem ?? SESSION_ENDED);
  }
  if (changes && !(isSameOrigin(request, deps) && carriesToken(request, account))) {
    return sendCrossSite(request, reply);
  }
  request.account = account;
  request.actor = { kind: 'console', name: account.email };
  if (needed === 'caller' || needed === 'session') return undefined;
  const demand: Demand = { role: needed, area, subject: subjectOf(request) };
  return settle(request, reply, await accessOf(deps.context, account, demand));
}

const SESSION_ENDED = 'The session has ended. Sign in again.';

/** Why the session is worth nothing now. */
async function sessionProblem(account: SignedIn, deps: AccessDeps): Promise<string | undefined> {
  if (!account.issued) {
    return mayUsePassword(deps.passwordSignIn, account) ? undefined : SESSION_ENDED;
  }
  switch (await confirmSession(deps.oidc, account)) {
    case 'good':
      return undefined;
    case 'ended':
      return SESSION_ENDED;
    case 'away':
      return `${account.issued.issuer} does not answer, so the session cannot be confirmed. Try again later.`;
  }
}

function settle(
  request: FastifyRequest,
  reply: FastifyReply,
  access: Access,
): FastifyReply | undefined {
  if (isGranted(access)) {
    const { limits, role } = access;
    request.actor = { ...request.actor, limits, role };
    return undefined;
  }
  if ('forbidden' in access) return sendProblem(request, reply, 'forbidden', access.forbidden);
  if ('secondFactor' in access) {
    return sendProblem(request, reply, 'second_factor_required', access.secondFactor);
  }
  return sendRejection(request, reply, access);
}

/** Reads the query only if the route declares it; otherwise callers could name any project. */
function subjectOf({ params, query, routeOptions }: FastifyRequest): Subject {
  if (Object.keys(params as object).length > 0) return params as Subject;
  const declared = (routeOptions.schema?.querystring as TObject | undefined)?.properties;
  const { game_index } = query as Subject;
  return declared?.game_index && game_index !== undefined ? { game_index } : {};
}

/** Browsers send the origin; a request without one does not come from the console. */
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

const carriesToken = (request: FastifyRequest, account: SignedIn): boolean =>
  account.isCsrf(String(request.headers[CSRF_HEADER] ?? ''));

const sendUnauthorized = (request: FastifyRequest, reply: FastifyReply) =>
  sendProblem(
    request,
    reply,
    'unauthorized',
    'Send a valid admin token as Authorization: Bearer <token>.',
  );

const sendCrossSite = (request: FastifyRequest, reply: FastifyReply) =>
  sendProblem(
    request,
    reply,
    'cross_site',
    `A session can change something only from the console's own pages, with the header ${CSRF_HEADER}.`,
  );
