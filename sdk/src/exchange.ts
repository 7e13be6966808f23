// One request and its answer: what came back, and whether sending the same again could help.
import type { CommonError, Result } from './errors.ts';
import { type Limit, startLimit } from './limit.ts';
import { parseJson } from './wire.ts';

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Failed<Failure> {
  readonly ok: false;
  readonly error: Failure;
  /**
   * `always`: the service did nothing, so any call may be sent again. `repeatable`: it may have taken
   * effect, so only a call that may take effect twice is sent again. `token`: with a new token.
   */
  readonly again?: 'always' | 'repeatable' | 'token';
  /** Not before this has passed. */
  readonly waitMs?: number;
}
export type Outcome<Data, Failure> = Extract<Result<Data>, { ok: true }> | Failed<Failure>;

export interface Post<Data, Failure> {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Undefined, or an exception, for an answer that this call does not know. */
  readonly read: (status: number, body: unknown) => Outcome<Data, Failure> | undefined;
}

export async function exchange<Data, Failure>(
  fetch: Fetch,
  post: Post<Data, Failure>,
  { ms, signal }: { readonly ms: number; readonly signal?: AbortSignal | undefined },
): Promise<Outcome<Data, Failure | CommonError>> {
  const limit = startLimit(ms, signal);
  try {
    // A redirect would take the token to wherever it leads.
    const response = await fetch(post.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...post.headers },
      body: post.body,
      redirect: 'manual',
      signal: limit.signal,
    });
    const text = await response.text();
    return readAnswer(post, response, text);
  } catch (cause) {
    return stopped(limit, ms) ?? unreachable(post.url, cause);
  } finally {
    limit.end();
  }
}

function readAnswer<Data, Failure>(
  post: Post<Data, Failure>,
  { status, headers }: Response,
  text: string,
): Outcome<Data, Failure | CommonError> {
  const waitMs = retryAfter(headers.get('retry-after'));
  if (status === 429) {
    const message = 'Too many requests. Send fewer, or wait as long as retryAfterMs says.';
    const error = { code: 'RATE_LIMITED', message, retryAfterMs: waitMs ?? 0 } as const;
    return { ok: false, error, again: 'always', waitMs: waitMs ?? 0 };
  }
  const outcome = readBody(post, status, text) ?? unexpected(status, text);
  return outcome.ok || waitMs === undefined ? outcome : { ...outcome, waitMs };
}

/** Undefined for what is not JSON, or not of the shape that the call expects. */
function readBody<Data, Failure>(post: Post<Data, Failure>, status: number, text: string) {
  try {
    return post.read(status, parseJson(text));
  } catch {
    return undefined;
  }
}

function unexpected(status: number, text: string): Failed<CommonError> {
  const message = `The answer (HTTP ${status}) is none of this call. Check url, and what stands before the service.`;
  const error = { code: 'UNEXPECTED_ANSWER', message, status, body: text.slice(0, 1_000) } as const;
  return { ok: false, error, ...(status >= 500 && { again: 'repeatable' }) };
}

/** Set when the caller's signal or the time limit ended the exchange. */
export function stopped(limit: Limit, ms: number): Failed<CommonError> | undefined {
  const code = limit.reason();
  if (code === 'ABORTED') {
    return { ok: false, error: { code, message: 'The caller aborted the call.' } };
  }
  if (code === undefined) return undefined;
  const message = `No answer within ${ms} ms.`;
  return { ok: false, error: { code, message }, again: 'repeatable' };
}

function unreachable(url: string, cause: unknown): Failed<CommonError> {
  const message = `The connection to ${new URL(url).origin} failed. Check url and the network.`;
  return { ok: false, error: { code: 'UNREACHABLE', message, cause }, again: 'repeatable' };
}

/** Seconds or a date; undefined when the header is missing or wrong. */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
