// Problem details (RFC 9457), shared by every API that uses them.
import { printJson } from './json.ts';
import type { FieldError } from './validation.ts';

export const PROBLEM_TYPE = 'application/problem+json';

export interface ProblemDetails {
  /** `/errors/<family>/<code>` is its type. */
  readonly family: 'admin' | 'payment';
  readonly code: string;
  readonly title: string;
  readonly status: number;
  /** A sentence a developer can act on. */
  readonly detail: string;
  readonly outcome?: { readonly code: number; readonly message: string };
  readonly errors?: readonly FieldError[] | undefined;
}

/** The body; `instance` is the path of the request. */
export function problemBody(url: string, problem: ProblemDetails) {
  const { family, code, title, status, detail, outcome, errors } = problem;
  return {
    type: `/errors/${family}/${code}`,
    title,
    status,
    detail,
    instance: pathOf(url),
    code,
    ...(outcome && { outcome }),
    ...(errors && { errors }),
  };
}

export const printProblem = (url: string, problem: ProblemDetails): string =>
  printJson(problemBody(url, problem));

export const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';
