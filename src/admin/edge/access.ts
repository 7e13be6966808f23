// Who calls the admin API, an admin token or a signed-in account, and whether they may.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TObject } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import type { Desk, Refusal } from '../../audit/operation.ts';
import { hashSecret, sameHash } from '../../base/vault.ts';
import { unknownClient } from '../../identity/oauth-clients.ts';
import { bearer } from '../../identity/routes.ts';
import { checkAdminToken } from '../../operators/admin-tokens.ts';
import { roleIn } from '../../operators/members.ts';
import { isAtLeast } from '../../operators/roles.ts';
import { findSession, type SignedIn } from '../../operators/sessions.ts';
import type { Role } from '../../storage/schema.ts';
import { unknownApp } from '../../tenants/apps.ts';
import { unknownProject } from '../../tenants/projects.ts';
import { readCookie } from './cookie.ts';
import { sendProblem, sendRefusal } from './problem.ts';

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
  readonly desk: Desk;
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
    const name = await tokenName(token, deps);
    if (name === undefined || needed === 'session') return sendUnauthorized(request, reply);
    request.actor = { kind: 'admin', name };
    return undefined;
  }
  if (needed === 'nothing') {
    return changes && !isSameOrigin(request, deps) ? sendCrossSite(request, reply) : undefined;
  }
  const cookie = readCookie(request, deps.cookieName);
  if (cookie === undefined) return sendUnauthorized(request, reply);
  const account = await findSession(deps.desk, cookie);
  if (!account) {
    return sendProblem(request, reply, 'unauthorized', 'The session has ended: sign in again.');
  }
  if (changes && !(isSameOrigin(request, deps) && carriesToken(request, account))) {
    return sendCrossSite(request, reply);
  }
  request.account = account;
  request.actor = { kind: 'console', name: account.email };
  if (needed === 'caller' || needed === 'session' || account.owner) return undefined;
  return checkRole(request, reply, deps.desk, account, needed);
}

async function tokenName(
  token: string,
  { desk, adminToken }: AccessDeps,
): Promise<string | undefined> {
  if (adminToken !== undefined && sameHash(hashSecret(adminToken), hashSecret(token))) {
    return 'TOLLGATE_ADMIN_TOKEN';
  }
  return checkAdminToken(desk, token);
}

async function checkRole(
  request: FastifyRequest,
  reply: FastifyReply,
  { storage }: Desk,
  account: SignedIn,
  needed: Role,
): Promise<FastifyReply | undefined> {
  const named = namedBy(request);
  if (!named) {
    const detail = 'Only owners of the installation may do this.';
    return sendProblem(request, reply, 'forbidden', detail);
  }
  const { gameIndex, unknown } = await named.find(storage.db);
  const role =
    gameIndex === undefined ? undefined : await roleIn(storage.db, account.accountId, gameIndex);
  // Another project's things are as unknown as things that do not exist.
  if (!role) return sendRefusal(request, reply, unknown);
  if (isAtLeast(role, needed)) return undefined;
  const detail = `This needs the role ${needed}; yours is ${role}.`;
  return sendProblem(request, reply, 'forbidden', detail);
}

type Find = (
  db: Desk['storage']['db'],
) => Promise<{ readonly gameIndex: number | undefined; readonly unknown: Refusal }>;

interface Names {
  readonly game_index?: string;
  readonly appid?: string;
  readonly client_id?: string;
}

/** The project a request is about, by itself or through what belongs to it. */
function namedBy(request: FastifyRequest): { readonly find: Find } | undefined {
  const { appid, client_id: clientId, game_index: number } = namesIn(request);
  if (appid !== undefined) {
    return {
      async find(db) {
        const app = await db
          .selectFrom('app')
          .select('game_index')
          .where('appid', '=', appid)
          .executeTakeFirst();
        return { gameIndex: app?.game_index, unknown: unknownApp(appid) };
      },
    };
  }
  if (clientId !== undefined) {
    return {
      async find(db) {
        const client = await db
          .selectFrom('oauth_client')
          .select('game_index')
          .where('client_id', '=', clientId)
          .executeTakeFirst();
        return { gameIndex: client?.game_index, unknown: unknownClient(clientId) };
      },
    };
  }
  if (number === undefined) return undefined;
  const gameIndex = Number(number);
  return {
    find: async () => ({
      gameIndex: Number.isSafeInteger(gameIndex) ? gameIndex : undefined,
      unknown: unknownProject(gameIndex),
    }),
  };
}

/** In the path; in the query only where the route itself looks at it, else anybody could name anything. */
function namesIn({ params, query, routeOptions }: FastifyRequest): Names {
  if (Object.keys(params as object).length > 0) return params as Names;
  const declared = (routeOptions.schema?.querystring as TObject | undefined)?.properties;
  const { game_index } = query as Names;
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
