// Logins of players: what the app server calls before it lets a player in, and when the player leaves.
import { type Call, type Caller, type CallOptions, resultOf, send } from './call.ts';
import type { CommonError, LoginCode, LoginError, Result } from './errors.ts';
import type { Outcome } from './exchange.ts';
import type { AnswerOf, Camel, Fields, Id } from './names.ts';
import type { Tokens } from './tokens.ts';
import { fromWire, printJson, toWire } from './wire.ts';

export type Login = Camel<AnswerOf<'/auth/v1/login'>>;
export type Logout = Camel<AnswerOf<'/auth/v1/logout'>>;
export type LoginInput = Fields<'/auth/v1/login'>;
export interface LogoutInput {
  readonly playerId: Id;
  /** Only on this device. */
  readonly did?: Id;
}

export type Players = ReturnType<typeof createPlayers>;

export function createPlayers(caller: Caller, tokens: Tokens, appId: string) {
  const post = <Data>(path: string, fields: object, repeatable: boolean, options?: CallOptions) => {
    const call: Call<Data, LoginError | CommonError> = {
      path: `/auth/v1/${path}`,
      body: printJson({ appid: appId, ...(toWire(fields) as object) }),
      headers: (token) => ({ authorization: `Bearer ${token}` }),
      repeatable,
      read: readLogin<Data>,
    };
    return resultOf(send(caller, tokens, call, options));
  };
  return {
    /**
     * Records a login. `accessToken` is null while the player is restricted; `restriction` says why,
     * and with `debtToken` the app client orders what the player owes.
     * Retried after a lost answer only with a `did`: without one each request makes a new device.
     * `/auth/v1/login`
     */
    login: (fields: LoginInput, options?: CallOptions): Promise<Result<Login, PlayerFailure>> =>
      post<Login>('login', fields, fields.did !== undefined, options),
    /** Ends the player's logins, or the one on a device. `/auth/v1/logout` */
    logout: (fields: LogoutInput, options?: CallOptions): Promise<Result<Logout, PlayerFailure>> =>
      post<Logout>('logout', fields, true, options),
  };
}

type PlayerFailure = LoginError | CommonError;

const CODES: Readonly<Record<string, LoginCode>> = {
  invalid_request: 'INVALID_REQUEST',
  unauthorized: 'UNAUTHORIZED',
  app_not_found: 'APP_NOT_FOUND',
};

function readLogin<Data>(status: number, body: unknown): Outcome<Data, PlayerFailure> | undefined {
  const answer = body as { error?: string; message?: string };
  if (status === 200) {
    const isAnswer = 'did' in answer || 'logged_out' in answer;
    return isAnswer ? { ok: true, data: fromWire(body) as Data } : undefined;
  }
  const { error: name, message = '' } = answer;
  const code = CODES[name ?? ''];
  if (code) {
    const error = { code, message };
    return { ok: false, error, ...(code === 'UNAUTHORIZED' && { again: 'token' }) };
  }
  if (status !== 500 || name === undefined) return undefined;
  return { ok: false, error: { code: 'INTERNAL_ERROR', message, status }, again: 'repeatable' };
}
