// Routes for tokens: OAuth 2.0 for app servers.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { readText, UnreadableBody } from '../base/body.ts';
import type { Clock } from '../base/clock.ts';
import { namedObject } from '../base/named.ts';
import { documented } from '../base/reference.ts';
import { LookedUp } from '../base/shapes.ts';
import type { Storage } from '../storage/storage.ts';
import { authenticateClient } from './oauth-clients.ts';
import { APP_TOKEN_LIFE_S, type Tokens } from './tokens.ts';

export interface OauthDeps {
  readonly storage: Storage;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly issuer: string;
}

type OauthError = 'invalid_request' | 'invalid_client' | 'unsupported_grant_type';

const OauthFailure = namedObject('OauthError', {
  error: Type.Enum(['invalid_request', 'invalid_client', 'unsupported_grant_type', 'server_error']),
  error_description: Type.String({ description: 'What is wrong.' }),
});
const oauthErrors = {
  400: documented('OauthRejected', 'The request is not valid (RFC 6749, 5.2).', OauthFailure, {
    invalid_request: { error: 'invalid_request', error_description: 'grant_type is missing.' },
    unsupported_grant_type: {
      error: 'unsupported_grant_type',
      error_description: 'Only client_credentials is supported.',
    },
  }),
  401: documented('OauthUnauthorized', 'The client could not be authenticated.', OauthFailure, {
    invalid_client: {
      error: 'invalid_client',
      error_description: 'The client id or secret is wrong.',
    },
  }),
  500: documented('OauthFailure', 'The service failed. Try again later.', OauthFailure, {
    server_error: {
      error: 'server_error',
      error_description: 'An internal error occurred. Try again later.',
    },
  }),
};
const TAGS = ['Tokens and logins'];
/** RFC 6749, 2.3.1: in a header, or in the body. */
const CLIENT = { tags: TAGS, security: [{ client: [] }, {}] };
/** OAuth takes forms; JSON is taken, too. */
const consumes = ['application/json', 'application/x-www-form-urlencoded'];
const ClientFields = {
  client_id: Type.Optional(LookedUp('Unless in the header.')),
  client_secret: Type.Optional(LookedUp('Unless in the header.')),
};
const EXAMPLE_CLIENT = { client_id: 'tgc_demo', client_secret: 'tgs_…' };
const TokenRequest = Type.Object(
  {
    grant_type: Type.Optional(Type.String({ description: 'Always `client_credentials`.' })),
    scope: Type.Optional(Type.String({ description: 'Ignored.' })),
    ...ClientFields,
  },
  { examples: [{ grant_type: 'client_credentials', ...EXAMPLE_CLIENT }] },
);
const RevokeRequest = Type.Object(
  {
    token: Type.Optional(Type.String({ description: 'The token to revoke.' })),
    ...ClientFields,
  },
  { examples: [{ token: 'eyJhbGciOiJFUzI1NiIs…', ...EXAMPLE_CLIENT }] },
);
const FIELDS = Object.keys({ ...TokenRequest.properties, ...RevokeRequest.properties });
const TokenAnswer = Type.Object(
  {
    access_token: Type.String(),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer({ description: 'Seconds.' }),
  },
  {
    examples: [
      { access_token: 'eyJhbGciOiJFUzI1NiIs…', token_type: 'Bearer', expires_in: APP_TOKEN_LIFE_S },
    ],
  },
);
const Keys = Type.Object({
  keys: Type.Array(Type.Object({}, { additionalProperties: true }), {
    description: 'Public keys that verify access tokens (RFC 7517).',
  }),
});
const Metadata = Type.Object({
  issuer: Type.String(),
  token_endpoint: Type.String(),
  revocation_endpoint: Type.String(),
  jwks_uri: Type.String(),
  grant_types_supported: Type.Array(Type.String()),
  response_types_supported: Type.Array(Type.String()),
  token_endpoint_auth_methods_supported: Type.Array(Type.String()),
});

export async function oauthRoutes(app: FastifyInstance, deps: OauthDeps): Promise<void> {
  const { tokens, storage, clock, issuer } = deps;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => {
      try {
        done(null, readForm(body as Buffer));
      } catch (error) {
        done(error as Error);
      }
    },
  );
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.validation || (error.statusCode ?? 500) < 500) {
      return reject(reply, 'invalid_request', error.message);
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
        ...CLIENT,
        summary: 'Issue an app-server token (RFC 6749, client credentials)',
        description:
          'The token is valid for every app of the project of the client. Fetch a new one before it ends.',
        consumes,
        body: TokenRequest,
        response: { 200: TokenAnswer, ...oauthErrors },
      },
    },
    async (request, reply) => {
      const grant = request.body.grant_type;
      if (!grant) return reject(reply, 'invalid_request', 'grant_type is missing.');
      if (grant !== 'client_credentials') {
        return reject(reply, 'unsupported_grant_type', 'Only client_credentials is supported.');
      }
      const mixed = mixedCredentials(request);
      if (mixed) return reject(reply, 'invalid_request', mixed);
      const client = await clientOf(request);
      if (!client) return rejectClient(request, reply);
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
        ...CLIENT,
        summary: 'Revoke a token (RFC 7009)',
        description:
          'Ends a token of the same client at once. A token that is unknown is no error.',
        consumes,
        body: RevokeRequest,
        response: { 200: Type.Object({}), ...oauthErrors },
      },
    },
    async (request, reply) => {
      if (!request.body.token) return reject(reply, 'invalid_request', 'token is missing.');
      const mixed = mixedCredentials(request);
      if (mixed) return reject(reply, 'invalid_request', mixed);
      const client = await clientOf(request);
      if (!client) return rejectClient(request, reply);
      await tokens.revoke(request.body.token, client.clientId);
      return {};
    },
  );

  app.get(
    '/.well-known/jwks.json',
    {
      config: { operation: 'oauth.jwks' },
      schema: {
        tags: TAGS,
        security: [],
        summary: 'Get the public keys that verify access tokens (RFC 7517)',
        description:
          'For servers that check tokens themselves. Cache it, and read it again when a key is unknown.',
        response: { 200: Keys, 500: oauthErrors[500] },
      },
    },
    async () => {
      await tokens.keys.current();
      return { keys: await tokens.keys.published() };
    },
  );

  app.get(
    '/.well-known/oauth-authorization-server',
    {
      config: { operation: 'oauth.metadata' },
      schema: {
        tags: TAGS,
        security: [],
        summary: 'Get the addresses of the token endpoints (RFC 8414)',
        description: 'Libraries for OAuth 2.0 configure themselves with it.',
        response: { 200: Metadata, 500: oauthErrors[500] },
      },
    },
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

function reject(reply: FastifyReply, error: OauthError, description: string, status = 400) {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ error, error_description: description });
}

/** RFC 6749 5.2: answers an Authorization header with the scheme. */
function rejectClient(request: FastifyRequest, reply: FastifyReply) {
  if (request.headers.authorization) reply.header('www-authenticate', 'Basic realm="tollgate"');
  return reject(reply, 'invalid_client', 'The client id or secret is wrong.', 401);
}

/** RFC 6749 3.2: no parameter is sent twice. Unknown ones are ignored; some extensions repeat theirs. */
function readForm(body: Buffer): Record<string, string> {
  const form = new URLSearchParams(readText(body));
  const twice = FIELDS.find((name) => form.getAll(name).length > 1);
  if (twice)
    throw new UnreadableBody('with a field twice', `${twice} is sent twice. Send each field once.`);
  return Object.fromEntries(form);
}

/** RFC 6749 2.3: a request authenticates the client in one way. What is wrong with one that does not. */
function mixedCredentials({ headers, body }: FastifyRequest): string | undefined {
  const { client_id: id, client_secret: secret } = body as Static<typeof TokenRequest>;
  if (secret && /^Basic /i.test(headers.authorization ?? '')) {
    return 'The client secret is in the Authorization header and in the body. Send it in one of them.';
  }
  const basic = basicCredentials(headers.authorization);
  return basic && id && id !== basic.id
    ? 'client_id is another client than that of the Authorization header.'
    : undefined;
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

export function bearer(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}
