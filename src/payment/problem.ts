// Errors of the payment routes: problem+json with an outcome, always with status 400 or 500.
import { Type } from 'typebox';
import { namedObject } from '../base/named.ts';
import type { ProblemDetails } from '../base/problem.ts';
import type { FieldError } from '../base/validation.ts';

export type { FieldError };

const OUTCOMES = {
  INVALID_REQUEST: [1001, 'payment_forbidden', 400, 'The request is not valid'],
  UNAUTHORIZED_REQUEST: [1002, 'payment_forbidden', 400, 'Authentication failed'],
  FORBIDDEN_REQUEST: [1003, 'payment_forbidden', 400, 'The request is not allowed'],
  INVALID_CURSOR: [1004, 'payment_forbidden', 400, 'The cursor is not valid'],
  CURSOR_CONTEXT_MISMATCH: [1005, 'payment_forbidden', 400, 'The conditions changed while paging'],
  APP_NOT_FOUND: [1006, 'app_not_found', 400, 'The app is not known'],
  INVALID_RECEIPT: [2001, 'verify_error', 400, 'The receipt is not valid'],
  PRICE_VERIFY_FAIL: [2002, 'verify_error', 400, 'The price differs'],
  RECEIPT_VERIFY_FAIL: [2003, 'verify_error', 400, 'The sealed receipt is forged or altered'],
  PAYMENT_PENDING: [2004, 'verify_error', 400, 'The purchase is not paid yet'],
  MARKET_UNAVAILABLE: [5001, 'verify_error', 500, 'The market could not be asked'],
  INTERNAL_ERROR: [5002, 'internal_error', 500, 'Something went wrong on our side'],
} as const;

export type OutcomeMessage = keyof typeof OUTCOMES;

/** What an operation answers instead of a result. */
export interface Problem {
  readonly problem: OutcomeMessage;
  /** A sentence a developer can act on. */
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  /** Kept for support, and never sent to the caller. */
  readonly kept?: KeptCause;
}

export interface KeptCause {
  /** Instead of `detail`, where that says less. */
  readonly reason?: string | undefined;
  /** What the market answered. */
  readonly answer?: object | undefined;
}

export const problem = (
  message: OutcomeMessage,
  detail: string,
  errors?: readonly FieldError[],
): Problem => ({ problem: message, detail, ...(errors && { errors }) });

export function problemDetails({ problem: message, detail, errors }: Problem): ProblemDetails {
  const [outcome, code, status, title] = OUTCOMES[message];
  return {
    family: 'payment',
    code,
    title,
    status,
    detail,
    outcome: { code: outcome, message },
    errors,
  };
}

const messages = Object.keys(OUTCOMES) as OutcomeMessage[];

export const ProblemBody = namedObject('PaymentProblem', {
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  instance: Type.String(),
  code: Type.Enum([...new Set(messages.map((message) => OUTCOMES[message][1]))]),
  outcome: Type.Object({ code: Type.Integer(), message: Type.Enum(messages) }),
  errors: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), message: Type.String() }), {
      description: 'Fields that are missing or not valid.',
    }),
  ),
});
