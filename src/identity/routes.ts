// Routes for tokens and logins: OAuth 2.0 for app servers, login and logout of players.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import type { Clock } from '../base/clock.ts';
import { Id64, Id64Answer } from '../base/id-shapes.ts';
import { namedObject } from '../base/named.ts';
import { withoutNulls } from '../base/validation.ts';
import type { Storage } from '../storage/storage.ts';
import type { App, Directory } from '../tenants/directory.ts';
import { endLogin, endLogins, recordLogin } from './logins.ts';
import { authenticateClient } from './oauth-clients.ts';
import { APP_TOKEN_LIFE_S, type Tokens, USER_TOKEN_LIFE_S } from './tokens.ts';

export interface IdentityDeps {
  readonly storage: Storage;
  readonly tokens: Tokens;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly issuer: string;
  /** The shape of what `restrictionOf` answers, null included. */
  readonly restrictionSchema: TSchema;
  /** The player's restriction in the requested language, and whether it is in effect. */
  restrictionOf(
    app: App,
    playerId: bigint,
    language: string | undefined,
  ): Promise<{ readonly in_effect: boolean } | null>;
}

type OauthError = 'invalid_request' | 'invalid_client' | 'unsupported_grant_type';

const OauthFailure = namedObject('OauthError', {
  error: Type.String(),
  error_description: Type.String(),
});
const ClientFields = {
  client_id: Type.Optional(Type.String()),
  client_secret: Type.Optional(Type.String()),
};
const TokenRequest = Type.Object({
  grant_type: Type.Optional(Type.String()),
  scope: Type.Optional(Type.String()),
  ...ClientFields,
});
const RevokeRequest = Type.Object({ token: Type.Optional(Type.String()), ...ClientFields });

export async function oauthRoutes(app: FastifyInstance, deps: IdentityDeps): Promise<void> {
  const { tokens, storage, clock, issuer } = deps;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.validation || (error.statusCode ?? 500) < 500) {
      return refuse(reply, 'invalid_request', error.message);
    }
    request.log.error({ err: error, trace_id: request.trace.traceId }, 'request failed');
    return reply.code(500).send({
      error: 'server_error',
      error_description: 'An internal error occurred. Try again later.',
    });
  });

  async function clientOf(
    request: FastifyRequest,
  ): Promise<{ clientId: string; gameIndex: number } | undefined> {
    const given = basicCredentials(request.headers.authorization) ?? bodyCredentials(request.body);
    if (!given) return undefined;
    return authenticateClient(storage.db, given.id, given.secret, clock());
  }

  app.post<{ Body: Static<typeof TokenRequest> }>(
    '/oauth/token',
    {
      config: { operation: 'oauth.token' },
      schema: {
        tags: ['Tokens'],
        summary: 'Issue an app-server token (RFC 6749, client credentials)',
        body: TokenRequest,
        response: {
          200: Type.Object({
            access_token: Type.String(),
            token_type: Type.Literal('Bearer'),
            expires_in: Type.Integer(),
          }),
          400: OauthFailure,
          401: OauthFailure,
        },
      },
    },
    async (request, reply) => {
      const grant = request.body.grant_type;
      if (!grant) return refuse(reply, 'invalid_request', 'grant_type is missing.');
      if (grant !== 'client_credentials') {
        return refuse(reply, 'unsupported_grant_type', 'Only client_credentials is supported.');
      }
      const client = await clientOf(request);
      if (!client) return refuseClient(request, reply);
      const access_token = await tokens.issueAppToken(client.clientId, client.gameIndex);
      return reply
        .header('cache-control', 'no-store')
        .send({ access_token, token_type: 'Bearer', expires_in: APP_TOKEN_LIFE_S });
    },
  );

  app.post<{ Body: Static<typeof RevokeRequest> }>(
    '/oauth/revoke',
    {
      config: { operation: 'oauth.revoke' },
      schema: {
        tags: ['Tokens'],
        summary: 'Revoke a token (RFC 7009)',
        body: RevokeRequest,
        response: { 200: Type.Object({}), 400: OauthFailure, 401: OauthFailure },
      },
    },
    async (request, reply) => {
      if (!request.body.token) return refuse(reply, 'invalid_request', 'token is missing.');
      const client = await clientOf(request);
      if (!client) return refuseClient(request, reply);
      await tokens.revoke(request.body.token, client.clientId);
      return {};
    },
  );

  app.get('/.well-known/jwks.json', { config: { operation: 'oauth.jwks' } }, async () => {
    await tokens.keys.current();
    return { keys: await tokens.keys.published() };
  });

  app.get(
    '/.well-known/oauth-authorization-server',
    { config: { operation: 'oauth.metadata' } },
    async () => ({
      issuer,
      token_endpoint: `${issuer}/oauth/token`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    }),
  );
}

function refuse(reply: FastifyReply, error: OauthError, description: string, status = 400) {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ error, error_description: description });
}

/** RFC 6749 5.2: answers an Authorization header with the scheme. */
function refuseClient(request: FastifyRequest, reply: FastifyReply) {
  if (request.headers.authorization) reply.header('www-authenticate', 'Basic realm="tollgate"');
  return refuse(reply, 'invalid_client', 'The client id or secret is wrong.', 401);
}

function basicCredentials(header: string | undefined): { id: string; secret: string } | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? '')?.[1];
  if (!encoded) return undefined;
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  try {
    return { id: decodeURIComponent(id), secret: decodeURIComponent(secret.join(':')) };
  } catch {
    return undefined;
  }
}

function bodyCredentials(body: unknown): { id: string; secret: string } | undefined {
  const { client_id: id, client_secret: secret } = body as Static<typeof TokenRequest>;
  return id !== undefined && secret !== undefined ? { id, secret } : undefined;
}

const LoginRequest = Type.Object({
  appid: Type.String(),
  player_id: Id64('Player identifier.'),
  did: Type.Optional(Id64('Device identifier from an earlier login. Default: a new one.')),
  account_uuid: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'Account UUID of the purchases to link to the player.',
    }),
  ),
  language: Type.Optional(
    Type.String({ description: 'Language of the restriction texts. Default: `en`.' }),
  ),
});
const LogoutRequest = Type.Object({
  appid: Type.Optional(Type.String()),
  player_id: Type.Optional(Id64('Player to log out. Requires an app-server token.')),
  did: Type.Optional(Id64('Only on this device.')),
});
const Failure = namedObject('LoginError', { error: Type.String(), message: Type.String() });

export async function loginRoutes(app: FastifyInstance, deps: IdentityDeps): Promise<void> {
  const { tokens, storage, directory, clock } = deps;
  const fail = (reply: FastifyReply, status: number, error: string, message: string) =>
    reply.code(status).send({ error, message });

  app.addHook('preValidation', async (request) => {
    // A missing body equals an empty one, and null an absent field.
    request.body ??= {};
    withoutNulls(request.body);
  });

  app.post<{ Body: Static<typeof LoginRequest> }>(
    '/auth/v1/login',
    {
      config: { operation: 'login' },
      schema: {
        tags: ['Logins'],
        summary: "Record a player's login and issue a user token (app-server token)",
        body: LoginRequest,
        response: {
          200: Type.Object({
            access_token: Type.Union([Type.String(), Type.Null()], {
              description: 'Null while the player is restricted.',
            }),
            token_type: Type.Literal('Bearer'),
            expires_in: Type.Union([Type.Integer(), Type.Null()]),
            did: Id64Answer('Device identifier to send with the next login.'),
            restriction: deps.restrictionSchema,
          }),
          400: Failure,
          401: Failure,
          404: Failure,
        },
      },
    },
    async (request, reply) => {
      const check = await tokens.check(bearer(request));
      if ('problem' in check || check.token.use !== 'app') {
        return fail(reply, 401, 'unauthorized', 'Send a valid app-server token.');
      }
      const { body } = request;
      const known = await directory.app(body.appid);
      if (!known || known.gameIndex !== check.token.gameIndex) {
        return fail(
          reply,
          404,
          'app_not_found',
          'appid names no app of the project that the token belongs to.',
        );
      }
      request.appid = known.appid;
      const playerId = body.player_id;
      const restriction = await deps.restrictionOf(known, playerId, body.language);
      const { loginId, did } = await recordLogin(
        storage.db,
        known,
        { playerId, did: body.did, accountUuid: body.account_uuid?.toLowerCase() },
        clock(),
      );
      const access_token = restriction?.in_effect
        ? null
        : await tokens.issueUserToken({
            appid: known.appid,
            playerId,
            did,
            loginId,
            accountUuid: body.account_uuid?.toLowerCase() ?? null,
          });
      return {
        access_token,
        token_type: 'Bearer' as const,
        expires_in: access_token === null ? null : USER_TOKEN_LIFE_S,
        did,
        restriction,
      };
    },
  );

  app.post<{ Body: Static<typeof LogoutRequest> }>(
    '/auth/v1/logout',
    {
      config: { operation: 'logout' },
      schema: {
        tags: ['Logins'],
        summary: 'Log a player out, with the user token or an app-server token',
        body: LogoutRequest,
        response: {
          200: Type.Object({ logged_out: Type.Boolean() }),
          400: Failure,
          401: Failure,
          404: Failure,
        },
      },
    },
    async (request, reply) => {
      const check = await tokens.check(bearer(request));
      if ('problem' in check)
        return fail(reply, 401, 'unauthorized', 'Send a valid user token or app-server token.');
      if (check.token.use === 'user') {
        return { logged_out: await endLogin(storage.db, check.token, clock()) };
      }
      const { appid, player_id, did } = request.body;
      if (appid === undefined || player_id === undefined) {
        const needed = 'With an app-server token, send appid and player_id.';
        return fail(reply, 400, 'invalid_request', needed);
      }
      const known = await directory.app(appid);
      if (!known || known.gameIndex !== check.token.gameIndex) {
        return fail(
          reply,
          404,
          'app_not_found',
          'appid names no app of the project that the token belongs to.',
        );
      }
      request.appid = known.appid;
      return { logged_out: await endLogins(storage.db, known.appid, player_id, did, clock()) };
    },
  );
}

export function bearer(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}
