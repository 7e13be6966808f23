// Identifies the caller of a payment route: the app in X-App-Id, and the owner of the bearer token.
import type { IncomingHttpHeaders } from 'node:http';
import type { AnyToken, Caller, DebtToken, Tokens, UserToken } from '../../identity/tokens.ts';
import type { PlayerAccess } from '../../identity/user-access.ts';
import type { App, Directory } from '../../tenants/directory.ts';
import type { Owed } from '../orders/orders.ts';
import { type Problem, problem } from '../problem.ts';

export type CallerKind = AnyToken['use'];

export interface PaymentCaller extends Caller {
  /** With a debt token, or while purchases are restricted: all that may be ordered. */
  readonly owed?: readonly Owed[];
}

export interface CallerDeps {
  readonly directory: Directory;
  readonly tokens: Tokens;
  readonly accessOf: (app: App, token: UserToken | DebtToken) => Promise<PlayerAccess>;
  /** Empty once the debt is paid. */
  readonly owedBy: (app: App, token: UserToken | DebtToken) => Promise<readonly Owed[]>;
}

const BEARER = /^Bearer +([^ ]+) *$/i;

/** In the order of the interface: the app, then the token, then whether this kind of token may call. */
export async function identifyCaller(
  headers: IncomingHttpHeaders,
  allowed: readonly CallerKind[],
  deps: CallerDeps,
): Promise<PaymentCaller | Problem> {
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
  if ('problem' in check) {
    const what = `The bearer token is not valid: ${check.problem}.`;
    return unauthorized(check.problem === 'ISSUER_MISMATCH' ? `${what} ${ELSEWHERE}` : what);
  }
  const { token } = check;
  if (!belongsTo(token, app))
    return unauthorized('The bearer token was issued for another app than the one in X-App-Id.');
  if (!allowed.includes(token.use)) return problem('FORBIDDEN_REQUEST', WRONG_KIND[token.use]);
  if (token.use === 'app') return { app, token };
  const access = await deps.accessOf(app, token);
  if (token.use === 'debt') {
    const owed = access === 'none' ? await deps.owedBy(app, token) : [];
    return owed.length > 0 ? { app, token, owed } : unauthorized(DEBT_TOKEN_ENDED);
  }
  if (access === 'whole') return { app, token };
  if (access !== 'without_purchases')
    return unauthorized('The player has logged out or is restricted.');
  return { app, token, owed: await deps.owedBy(app, token) };
}

const WRONG_KIND: Record<CallerKind, string> = {
  app: 'Only the app client may call this. Use the login token of the player.',
  user: 'Only the app server may call this. Use an app-server token, not the login token of a player.',
  debt: 'A debt token opens, restores and finalizes STEAM and PG orders for what the player owes. Nothing else accepts it.',
};

const DEBT_TOKEN_ENDED =
  'The debt is paid, the restriction is over, or the player has logged out. Log the player in again.';

const ELSEWHERE =
  'Another environment or service issued it: production and sandbox each have their own tokens. Get one from /oauth/token of this environment.';

const unauthorized = (detail: string): Problem => problem('UNAUTHORIZED_REQUEST', detail);

function belongsTo(token: AnyToken, app: App): boolean {
  return token.use === 'app' ? token.gameIndex === app.gameIndex : token.appid === app.appid;
}
