// The client of the admin API: exact ids, the CSRF token for changes, and problems as errors.
import { isGatewayError, noteAnswer } from './connection.ts';
import type {
  Answer,
  Body,
  Endpoint,
  Item,
  Method,
  PagedPath,
  PathWith,
  Query,
} from './endpoint.ts';

export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** What the service refused, as a sentence; `errors` names the fields that are to blame. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldProblem[];
  /** Seconds until another attempt makes sense. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    problem: {
      readonly code?: string;
      readonly detail?: string;
      readonly title?: string;
      readonly errors?: readonly FieldProblem[];
      /** In place of them, before a request is read: too many, or more than the service can do. */
      readonly error?: string;
      readonly message?: string;
    },
    retryAfter?: number,
  ) {
    super(
      problem.detail ??
        problem.message ??
        problem.title ??
        `Tollgate answered with HTTP ${status}.`,
    );
    this.status = status;
    this.code = problem.code ?? problem.error ?? 'unexpected';
    this.errors = problem.errors ?? [];
    this.retryAfter = retryAfter;
  }
}

/** Player ids have up to 19 digits: those that a number cannot hold exactly come as text. */
export type Id = number | string;

let csrf = '';

/** Every change carries it; the session says what it is. */
export function keepCsrf(token: string): void {
  csrf = token;
}

/** Address with a query, for links and downloads; empty filters are left out. */
export function address<P extends PathWith<'GET'>>(at: Endpoint<P>, query?: Query<P>): string {
  return withQuery(at, query);
}

function withQuery(at: string, query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value != null && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `/admin/v1${at}${text === '' ? '' : `?${text}`}`;
}

/** `body` where the call has one. */
export function call<M extends Method, P extends PathWith<M>>(
  method: M,
  at: Endpoint<P>,
  ...[body]: [Body<P, M>] extends [never] ? [] : [Body<P, M>]
): Promise<Answer<P, M>> {
  const json = body === undefined ? undefined : JSON.stringify(body);
  return send(method, withQuery(at), { body: json, type: 'application/json' });
}

export const get = <P extends PathWith<'GET'>>(
  at: Endpoint<P>,
  query?: Query<P>,
  signal?: AbortSignal,
): Promise<Answer<P, 'GET'>> => send('GET', withQuery(at, query), { signal });

/** One page of a list. */
export interface Page<P extends PagedPath> {
  readonly items: readonly Item<P>[];
  readonly next: string | null;
}

export const getPage = <P extends PagedPath>(
  at: Endpoint<P>,
  query: Query<P> | { readonly after?: string | null; readonly limit: number },
  signal: AbortSignal,
): Promise<Page<P>> => send('GET', withQuery(at, query), { signal });

/** Sends a table as it is. */
export const upload = <P extends PathWith<'POST'>>(
  at: Endpoint<P>,
  query: Query<P, 'POST'>,
  table: string | Blob,
): Promise<Answer<P, 'POST'>> =>
  send('POST', withQuery(at, query), { body: table, type: 'text/csv' });

/** A file as the browser keeps it, on the disk when it is large, and its name. */
export async function fetchFile(url: string): Promise<{ content: Blob; name: string }> {
  const response = await ask(url, {});
  if (!response.ok) throw await problemOf(response);
  const [, name = 'download'] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { content: await response.blob(), name };
}

async function send<T>(
  method: Method,
  url: string,
  { body, type = '', signal }: { body?: string | Blob; type?: string; signal?: AbortSignal },
): Promise<T> {
  const response = await ask(url, {
    method,
    headers: {
      ...(method !== 'GET' && { 'x-tollgate-csrf': csrf }),
      ...(body !== undefined && { 'content-type': type }),
    },
    signal,
    body,
  });
  if (!response.ok) throw await problemOf(response);
  const text = await response.text();
  return (text === '' ? undefined : parse(text)) as T;
}

async function ask(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    noteAnswer(false);
    throw new ApiError(0, {
      code: 'unreachable',
      detail: 'Tollgate cannot be reached. Check your connection and try again.',
    });
  });
  noteAnswer(isJson(response) || !isGatewayError(response.status));
  return response;
}

const isJson = (response: Response): boolean =>
  response.headers.get('content-type')?.includes('json') ?? false;

async function problemOf(response: Response): Promise<ApiError> {
  const text = isJson(response) ? await response.text() : '{}';
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError(
    response.status,
    parse(text) as object,
    Number.isNaN(wait) ? undefined : wait,
  );
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

const exact: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? (source ?? value)
    : value;

/** JSON whose numbers keep every digit. */
// The context with the source text is newer than the compiler's idea of JSON.parse.
export const parse = (text: string): unknown => JSON.parse(text, exact as (key: string) => unknown);
