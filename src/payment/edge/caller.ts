// Identifies the caller of a payment route: the app in X-App-Id, and the owner of the bearer token.
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
    return problem('INVALID_REQUEST', 'Send the app identifier in the X-App-Id header.', [
      { field: 'X-App-Id', message: 'is required' },
    ]);
  }
  const app = await deps.directory.app(appid);
  if (!app)
    return problem('APP_NOT_FOUND', 'X-App-Id names no app of this service. Check the identifier.');
  const check = await deps.tokens.check(BEARER.exec(headers.authorization ?? '')?.[1]);
  if ('problem' in check) return unauthorized(`The bearer token is not valid: ${check.problem}.`);
  const { token } = check;
  if (!belongsTo(token, app))
    return unauthorized('The bearer token was issued for another app than the one in X-App-Id.');
  if (!allowed.includes(token.use)) return problem('FORBIDDEN_REQUEST', WRONG_KIND[token.use]);
  if (token.use === 'user' && !(await deps.isUserActive(app, token))) {
    return unauthorized('The player has logged out or is restricted.');
  }
  return { app, token };
}

const WRONG_KIND: Record<CallerKind, string> = {
  app: 'Only the app client may call this. Use the login token of the player.',
  user: 'Only the app server may call this. Use an app-server token, not the login token of a player.',
};

const unauthorized = (detail: string): Problem => problem('UNAUTHORIZED_REQUEST', detail);

function belongsTo(token: AppToken | UserToken, app: App): boolean {
  return token.use === 'app' ? token.gameIndex === app.gameIndex : token.appid === app.appid;
}
