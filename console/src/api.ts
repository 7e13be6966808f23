// One way to the admin API: exact ids, the token that changes need, and problems as errors.
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
    },
    retryAfter?: number,
  ) {
    super(problem.detail ?? problem.title ?? `The service answered with ${status}.`);
    this.status = status;
    this.code = problem.code ?? 'unexpected';
    this.errors = problem.errors ?? [];
    this.retryAfter = retryAfter;
  }
}

/** Player ids have up to 19 digits: those that a number cannot hold exactly come as text. */
export type Id = number | string;

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Values travel as JSON; text and files as they are. */
type Body = object | string | Blob;

let csrf = '';

/** Every change carries it; the session says what it is. */
export function keepCsrf(token: string): void {
  csrf = token;
}

/** Address of a path below `/admin/v1`, for links and downloads; empty filters are left out. */
export function address(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value != null && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `/admin/v1${path}${text === '' ? '' : `?${text}`}`;
}

export async function call<T = void>(
  method: Method,
  path: string,
  { query, body, signal }: { query?: Query; body?: Body; signal?: AbortSignal } = {},
): Promise<T> {
  const isRaw = typeof body === 'string' || body instanceof Blob;
  const response = await fetch(address(path, query), {
    method,
    headers: {
      ...(method !== 'GET' && { 'x-tollgate-csrf': csrf }),
      ...(body !== undefined && { 'content-type': isRaw ? 'text/csv' : 'application/json' }),
    },
    signal,
    ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, { code: 'unreachable', detail: 'The service cannot be reached.' });
  });
  const text = await response.text();
  if (response.ok) return (text === '' ? undefined : parse(text)) as T;
  throw toError(response, text);
}

export const get = <T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> =>
  call<T>('GET', path, { query, signal });

function toError(response: Response, text: string): ApiError {
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  const isProblem = response.headers.get('content-type')?.includes('json');
  return new ApiError(
    response.status,
    isProblem ? (parse(text) as object) : {},
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
