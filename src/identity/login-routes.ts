// Routes of logins: players log in and out.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import type { Clock } from '../base/clock.ts';
import { Id64, Id64Answer } from '../base/id-shapes.ts';
import { plainError } from '../base/reference.ts';
import { LookedUp } from '../base/shapes.ts';
import { withoutEmpty } from '../base/validation.ts';
import type { Batcher } from '../storage/batcher.ts';
import type { Storage } from '../storage/storage.ts';
import type { App, Directory } from '../tenants/directory.ts';
import { endLogin, endLogins, type Login, newLogin } from './logins.ts';
import { bearer } from './routes.ts';
import { type AppToken, type Tokens, USER_TOKEN_LIFE_S, type UserToken } from './tokens.ts';

export interface LoginDeps {
  readonly storage: Storage;
  readonly tokens: Tokens;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly logins: Batcher<Login, Login>;
  /** The shapes of what `restrictionsOf` answers: the restriction of the login or null, and all of them. */
  readonly restrictionSchema: TSchema;
  readonly restrictionsSchema: TSchema;
  /** The player's restrictions in the requested language, and whether that of the login is in effect. */
  restrictionsOf(
    app: App,
    playerId: bigint,
    language: string | undefined,
    did: bigint | undefined,
  ): Promise<{
    readonly restriction: { readonly in_effect: boolean } | null;
    readonly restrictions?: readonly object[];
  }>;
  /** Links the downloads to the player. True while a parent's consent is withdrawn for the player. */
  meetDownloads(app: App, playerId: bigint, downloads: readonly UsedDownload[]): Promise<boolean>;
  /** The shape of what `debtOf` answers. */
  readonly debtSchema: TSchema;
  /** What the player was refunded for delivered goods and has not paid again. */
  debtOf(app: App, playerId: bigint): Promise<readonly object[]>;
}

/** The id that a store has given the app on this device. */
interface UsedDownload {
  readonly kind: 'app_transaction' | 'install';
  readonly id: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    loginCaller: LoginCaller | undefined;
  }
}

/** Whoever sends a valid token, and the app of the request if it is theirs. */
interface LoginCaller {
  readonly token: AppToken | UserToken;
  readonly app: App | undefined;
}

const StoreId = (description: string) =>
  Type.String({ pattern: '^[\\x21-\\x7e]{1,255}$', description });

const LoginRequest = Type.Object({
  appid: LookedUp('App identifier.'),
  player_id: Id64('Player identifier.'),
  did: Type.Optional(Id64('Device identifier from an earlier login. Default: a new one.')),
  account_uuid: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'Account UUID of the purchases to link to the player.',
    }),
  ),
  app_transaction_id: Type.Optional(
    StoreId(
      'APPLE: `appTransactionId` of the app transaction, which names the download when a parent withdraws consent.',
    ),
  ),
  install_id: Type.Optional(
    StoreId(
      'GOOGLE, AMAZON: the install id for supervised players, which names the install when a parent withdraws consent.',
    ),
  ),
  language: Type.Optional(
    Type.String({ description: 'Language of the restriction texts. Default: `en`.' }),
  ),
});
const downloadsIn = ({
  app_transaction_id: app,
  install_id: install,
}: Static<typeof LoginRequest>): UsedDownload[] => [
  ...(app === undefined ? [] : [{ kind: 'app_transaction', id: app } as const]),
  ...(install === undefined ? [] : [{ kind: 'install', id: install } as const]),
];

const LogoutRequest = Type.Object({
  appid: Type.Optional(LookedUp('App identifier.')),
  player_id: Type.Optional(Id64('Player to log out. Requires an app-server token.')),
  did: Type.Optional(Id64('Only on this device.')),
});

const NO_APP_TOKEN = 'Send a valid app-server token.';
const NO_TOKEN = 'Send a valid user token or app-server token.';
const NO_APP = 'appid names no app of the project that the token belongs to.';

const TAGS = ['Tokens and logins'];
const loginErrors = {
  400: plainError('LoginRejected', 'A field is missing or not valid.', {
    invalid_request: 'player_id must be an integer from 1 to 9223372036854775807.',
  }),
  401: plainError('LoginUnauthorized', 'The bearer token is missing or not valid.', {
    unauthorized: NO_TOKEN,
  }),
  404: plainError('LoginAppNotFound', 'The app is not one of the project of the token.', {
    app_not_found: NO_APP,
  }),
  413: plainError('BodyTooLarge', 'The body exceeds 256 KiB.', {
    invalid_request: 'Request body is too large',
  }),
  500: plainError('ServiceFailure', 'The service failed. Try again later.', {
    internal_error: 'Something went wrong on our side.',
  }),
};

const callerOf = (request: FastifyRequest): LoginCaller => request.loginCaller as LoginCaller;

export async function loginRoutes(app: FastifyInstance, deps: LoginDeps): Promise<void> {
  const { tokens, storage, directory, clock, logins } = deps;
  const fail = (reply: FastifyReply, status: number, error: string, message: string) =>
    reply.code(status).send({ error, message });

  app.decorateRequest('loginCaller');
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if ((error.statusCode ?? 500) < 500) return fail(reply, 400, 'invalid_request', error.message);
    request.log.error({ err: error, trace_id: request.trace.traceId }, 'request failed');
    return fail(reply, 500, 'internal_error', 'Something went wrong on our side.');
  });
  app.addHook('preValidation', async (request, reply) => {
    // A missing body equals an empty one, and null or empty text an absent field.
    request.body ??= {};
    withoutEmpty(request.body, request.routeOptions.schema?.body);
    const check = await tokens.check(bearer(request));
    const isLogin = request.routeOptions.config.operation === 'login';
    const token = 'token' in check ? check.token : undefined;
    if (!token || token.use === 'debt' || (isLogin && token.use !== 'app')) {
      return fail(reply, 401, 'unauthorized', isLogin ? NO_APP_TOKEN : NO_TOKEN);
    }
    const { appid } = token.use === 'user' ? token : (request.body as { appid?: unknown });
    const known = typeof appid === 'string' ? await directory.app(appid) : undefined;
    const isTheirs = token.use === 'user' || known?.gameIndex === token.gameIndex;
    request.loginCaller = { token, app: isTheirs ? known : undefined };
    request.appid = request.loginCaller.app?.appid;
  });

  app.post<{ Body: Static<typeof LoginRequest> }>(
    '/auth/v1/login',
    {
      config: { operation: 'login' },
      schema: {
        tags: TAGS,
        security: [{ appServerToken: [] }],
        summary: "Record a player's login and issue a user token",
        description:
          'Called by the app server, which has authenticated the player. While a restriction of the login is in effect, `access_token` is null and `restriction` has the texts to show. `restrictions` has those of other scopes, such as `chat`, too: the game applies them. `debt` is what the player could pay again; a restricted player pays it with `debt_token`.',
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
            restrictions: deps.restrictionsSchema,
            consent_withdrawn: Type.Optional(
              Type.Literal(true, {
                description:
                  'Only with `app_transaction_id` or `install_id`, while a parent has withdrawn consent for the player.',
              }),
            ),
            debt: deps.debtSchema,
            debt_token: Type.Optional(
              Type.String({
                description:
                  'Only while the player is restricted and owes something. The app client opens STEAM and PG orders for the products in `debt` with it. It ends with the debt, the restriction or the login, at the latest after a day.',
              }),
            ),
          }),
          ...loginErrors,
        },
      },
    },
    async (request, reply) => {
      const { app: known } = callerOf(request);
      const { body } = request;
      if (!known) return fail(reply, 404, 'app_not_found', NO_APP);
      const playerId = body.player_id;
      const downloads = downloadsIn(body);
      const isWithdrawn =
        downloads.length > 0 && (await deps.meetDownloads(known, playerId, downloads));
      const told = await deps.restrictionsOf(known, playerId, body.language, body.did);
      const accountUuid = body.account_uuid?.toLowerCase() ?? null;
      const { loginId, did } = await logins.submit(
        newLogin(known, { playerId, did: body.did, accountUuid }, clock()),
      );
      const debt = await deps.debtOf(known, playerId);
      const isRestricted = told.restriction?.in_effect ?? false;
      const player = { appid: known.appid, playerId, did, loginId, accountUuid };
      const access_token = isRestricted ? null : await tokens.issueUserToken(player);
      reply.header('cache-control', 'no-store');
      return {
        access_token,
        token_type: 'Bearer' as const,
        expires_in: access_token === null ? null : USER_TOKEN_LIFE_S,
        did,
        ...told,
        ...(isWithdrawn && { consent_withdrawn: true as const }),
        debt,
        ...(isRestricted && debt.length > 0 && { debt_token: await tokens.issueDebtToken(player) }),
      };
    },
  );

  app.post<{ Body: Static<typeof LogoutRequest> }>(
    '/auth/v1/logout',
    {
      config: { operation: 'logout' },
      schema: {
        tags: TAGS,
        security: [{ userToken: [] }, { appServerToken: [] }],
        summary: 'Log a player out',
        description:
          'With a user token: ends its login. With an app-server token: ends the logins of `player_id` in `appid`, on one device or on all.',
        body: LogoutRequest,
        response: {
          200: Type.Object({ logged_out: Type.Boolean() }),
          ...loginErrors,
        },
      },
    },
    async (request, reply) => {
      const { token, app: known } = callerOf(request);
      if (token.use === 'user') {
        // The logins of a deleted app are gone.
        if (!known) return { logged_out: false };
        const login = { ...token, gameIndex: known.gameIndex };
        return { logged_out: await endLogin(storage.db, login, clock()) };
      }
      const { appid, player_id, did } = request.body;
      if (appid === undefined || player_id === undefined) {
        const needed = 'With an app-server token, send appid and player_id.';
        return fail(reply, 400, 'invalid_request', needed);
      }
      if (!known) return fail(reply, 404, 'app_not_found', NO_APP);
      return { logged_out: await endLogins(storage.db, known, player_id, did, clock()) };
    },
  );
}
