// A call with everything around it: token, retries with backoff, the time limit of the whole.
import type { CommonError, Result } from './errors.ts';
import { exchange, type Failed, type Fetch, type Outcome, type Post, stopped } from './exchange.ts';
import { pause, raceSignal, startLimit } from './limit.ts';
import type { Tokens } from './tokens.ts';

export interface RetryOptions {
  /** Requests per call, the first included. Default: 4. */
  readonly attempts?: number;
  /** The first pause is up to this long, the next up to twice as long, and so on. Default: 250. */
  readonly delayMs?: number;
  /** Longest pause, unless the service asks for a longer one. Default: 5,000. */
  readonly maxDelayMs?: number;
  /** Time limit of one request. Default: 15,000, more than the service allows a market. */
  readonly attemptTimeoutMs?: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Time limit of this call with all its retries. */
  readonly timeoutMs?: number;
  /** W3C trace context, continued by the service. */
  readonly traceparent?: string;
}

export interface Caller {
  readonly url: string;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly retry: Required<RetryOptions>;
}

export interface Call<Data, Failure> {
  readonly path: string;
  readonly body: string;
  /** With the token, if the caller has one. */
  readonly headers: (token: string) => Readonly<Record<string, string>>;
  /** Whether sending it twice does what sending it once does. */
  readonly repeatable: boolean;
  readonly read: Post<Data, Failure>['read'];
}

/** Generation 1 has a key in the body instead of a token. */
export const NO_TOKEN: Tokens = {
  get: async () => ({ ok: true, data: '' }),
  drop() {},
};

export async function send<Data, Failure>(
  caller: Caller,
  tokens: Tokens,
  call: Call<Data, Failure>,
  { signal, timeoutMs = caller.timeoutMs, traceparent }: CallOptions = {},
): Promise<Outcome<Data, Failure | CommonError>> {
  const { attempts, attemptTimeoutMs } = caller.retry;
  const limit = startLimit(timeoutMs, signal);
  const endsAt = Date.now() + timeoutMs;
  let renewed = false;
  const once = async (): Promise<Outcome<Data, Failure | CommonError>> => {
    const token = await raceSignal(tokens.get(), limit.signal);
    if (token === undefined) return stopped(limit, timeoutMs) as Failed<CommonError>;
    // No token, so the call itself was not sent.
    if (!token.ok) return token.again ? { ...token, again: 'always' } : token;
    const post = {
      url: `${caller.url}${call.path}`,
      headers: { ...call.headers(token.data), ...(traceparent !== undefined && { traceparent }) },
      body: call.body,
      read: call.read,
    };
    const outcome = await exchange(caller.fetch, post, {
      ms: attemptTimeoutMs,
      signal: limit.signal,
    });
    if (outcome.ok || outcome.again !== 'token' || renewed) {
      return (!outcome.ok && stopped(limit, timeoutMs)) || outcome;
    }
    renewed = true;
    tokens.drop(token.data);
    return once();
  };
  try {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await once();
      if (outcome.ok || attempt >= attempts || !mayRepeat(outcome, call)) return outcome;
      const wait = Math.max(outcome.waitMs ?? 0, backoff(attempt, caller.retry));
      if (Date.now() + wait >= endsAt) return outcome;
      await pause(wait, limit.signal);
      const ended = stopped(limit, timeoutMs);
      if (ended) return ended;
    }
  } finally {
    limit.end();
  }
}

/** Without what only this file needs to know. */
export async function resultOf<Data, Failure extends Extract<Result<Data>, { ok: false }>['error']>(
  outcome: Promise<Outcome<Data, Failure>>,
): Promise<Result<Data, Failure>> {
  const ended = await outcome;
  return ended.ok ? ended : { ok: false, error: ended.error };
}

const mayRepeat = <Failure>(
  { again }: Failed<Failure>,
  { repeatable }: Pick<Call<unknown, Failure>, 'repeatable'>,
): boolean => again === 'always' || (again === 'repeatable' && repeatable);

/** Somewhere between half and all of a pause that doubles: callers that failed together come back apart. */
function backoff(attempt: number, { delayMs, maxDelayMs }: Required<RetryOptions>): number {
  const longest = Math.min(maxDelayMs, delayMs * 2 ** (attempt - 1));
  return longest * (0.5 + Math.random() / 2);
}
