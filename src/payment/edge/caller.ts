// Who calls this half: the app named by X-App-Id, and whose bearer token it is.
import type { IncomingHttpHeaders } from 'node:http';
import type { AppToken, Caller, Tokens, UserToken } from '../../identity/tokens.ts';
import type { App, Directory } from '../../tenants/directory.ts';
import { type Problem, problem } from '../problem.ts';

export type CallerKind = (AppToken | UserToken)['use'];

export interface CallerDeps {
  readonly directory: Directory;
  readonly tokens: Tokens;
  /** False once the login has ended or the player is restricted. */
  readonly isUserActive: (app: App, token: UserToken) => Promise<boolean>;
}

const BEARER = /^Bearer +([^ ]+) *$/i;

/** In the order of the interface: the app, then the token, then whether this kind of token may call. */
export async function identifyCaller(
  headers: IncomingHttpHeaders,
  allowed: readonly CallerKind[],
  deps: CallerDeps,
): Promise<Caller | Problem> {
  const appid = headers['x-app-id'];
  if (typeof appid !== 'string' || appid === '') {
    return problem('INVALID_REQUEST', 'Send the app identifier in the header X-App-Id.', [
      { field: 'X-App-Id', message: 'is required' },
    ]);
  }
  const app = await deps.directory.app(appid);
  if (!app) return problem('APP_NOT_FOUND', 'There is no app with the identifier in X-App-Id.');
  const check = await deps.tokens.check(BEARER.exec(headers.authorization ?? '')?.[1]);
  if ('problem' in check) return unauthorized(`The bearer token was refused: ${check.problem}.`);
  const { token } = check;
  if (!belongsTo(token, app)) return unauthorized('The bearer token belongs to another app.');
  if (!allowed.includes(token.use)) return problem('FORBIDDEN_REQUEST', WRONG_KIND[token.use]);
  if (token.use === 'user' && !(await deps.isUserActive(app, token))) {
    return unauthorized('The login of this player has ended or is restricted.');
  }
  return { app, token };
}

const WRONG_KIND: Record<CallerKind, string> = {
  app: 'This call is made by the app client, with the login token of its user.',
  user: 'This call is made by the app server, with its own token; a user login token is not enough.',
};

const unauthorized = (detail: string): Problem => problem('UNAUTHORIZED_REQUEST', detail);

function belongsTo(token: AppToken | UserToken, app: App): boolean {
  return token.use === 'app' ? token.gameIndex === app.gameIndex : token.appid === app.appid;
}
