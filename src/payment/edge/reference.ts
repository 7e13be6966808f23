// What the API reference says about every payment call: who may call, headers, and problems with their outcomes.
import type { RouteOptions } from 'fastify';
import { Type } from 'typebox';
import { named } from '../../base/named.ts';
import { problemBody } from '../../base/problem.ts';
import { documented, REFERENCE_KEYWORD } from '../../base/reference.ts';
import { type OutcomeMessage, ProblemBody, problem, problemDetails } from '../problem.ts';
import type { CallerKind } from './caller.ts';

const header = (name: string, description: string) => named(name, Type.String({ description }));
const optional = (name: string, description: string) => Type.Optional(header(name, description));

const HEADERS = Type.Object({
  'X-App-Id': named(
    'AppIdHeader',
    Type.String({ description: 'App identifier.', examples: ['com.tollgate.demo'] }),
  ),
  'X-SDK-Version': optional(
    'SdkVersion',
    'Version of the client SDK; stored as `appVersion` if that is missing.',
  ),
  'X-Platform': optional('Platform', 'Platform of the client.'),
  'X-OS-Version': optional('OsVersion', 'Version of the operating system.'),
  'Accept-Language': optional('AcceptLanguage', 'Language of the client.'),
  traceparent: optional('Traceparent', 'W3C Trace Context, continued in logs and notifications.'),
});

const SCHEMES: Record<CallerKind, object> = {
  app: { appServerToken: [] },
  user: { userToken: [] },
  debt: { debtToken: [] },
};

/** Adds to a route what its callers need. */
export function describePayment(route: RouteOptions, callers: readonly CallerKind[]): void {
  route.schema = {
    ...route.schema,
    security: callers.map((kind) => SCHEMES[kind] as Record<string, string[]>),
    [REFERENCE_KEYWORD]: { headers: HEADERS },
  } as NonNullable<RouteOptions['schema']>;
}

const DETAILS: Readonly<Record<OutcomeMessage, string>> = {
  INVALID_REQUEST: 'Some fields are missing or not valid. See errors.',
  UNAUTHORIZED_REQUEST: 'The bearer token is not valid: TOKEN_EXPIRED.',
  FORBIDDEN_REQUEST:
    'Only the app server may call this. Use an app-server token, not the login token of a player.',
  INVALID_CURSOR: 'The cursor is not one of this service. Start again without a cursor.',
  CURSOR_CONTEXT_MISMATCH: 'The cursor belongs to other conditions. Start again without a cursor.',
  APP_NOT_FOUND: 'X-App-Id names no app of this service. Check the identifier.',
  INVALID_RECEIPT: 'The market does not know this receipt.',
  PRICE_VERIFY_FAIL:
    'price is 9.99 but the App Store charged 8.99 USD. Send the price the player paid, or leave it out.',
  RECEIPT_VERIFY_FAIL: 'The sealed receipt was not issued for this order.',
  PAYMENT_PENDING: 'The purchase is not paid yet. Verify it again when it is.',
  MARKET_UNAVAILABLE: 'The market did not answer. It is safe to send the request again.',
  INTERNAL_ERROR: 'An internal error occurred. It is safe to send the request again.',
};

const COMMON: readonly OutcomeMessage[] = [
  'INVALID_REQUEST',
  'UNAUTHORIZED_REQUEST',
  'FORBIDDEN_REQUEST',
  'APP_NOT_FOUND',
];
const MARKET: readonly OutcomeMessage[] = ['MARKET_UNAVAILABLE', 'INTERNAL_ERROR'];

/** The outcomes of a call in addition to those of every call, by the name of its answers. */
const OUTCOMES = {
  common: { name: 'Payment', rejected: [], failed: ['INTERNAL_ERROR'] },
  order: { name: 'Order', rejected: ['PAYMENT_PENDING'], failed: MARKET },
  verify: {
    name: 'Verify',
    rejected: ['INVALID_RECEIPT', 'PRICE_VERIFY_FAIL', 'RECEIPT_VERIFY_FAIL', 'PAYMENT_PENDING'],
    failed: MARKET,
  },
  history: {
    name: 'History',
    rejected: ['INVALID_CURSOR', 'CURSOR_CONTEXT_MISMATCH'],
    failed: ['INTERNAL_ERROR'],
  },
} as const satisfies Record<string, object>;
export type Outcomes = keyof typeof OUTCOMES;

export function problemAnswers(outcomes: Outcomes = 'common') {
  const { name, rejected, failed } = OUTCOMES[outcomes];
  return {
    400: answerOf(
      `${name}Rejected`,
      'Rejected. Sending it again unchanged does not help, except after PAYMENT_PENDING.',
      [...COMMON, ...rejected],
    ),
    500: answerOf(
      failed.length > 1 ? 'MarketFailed' : 'PaymentFailed',
      'The market did not answer, or the service failed. `detail` says whether to send the request again.',
      failed,
    ),
  };
}

const answerOf = (name: string, description: string, messages: readonly OutcomeMessage[]) =>
  documented(
    name,
    description,
    ProblemBody,
    Object.fromEntries(messages.map((message) => [message, exampleOf(message)])),
    'application/problem+json',
  );

function exampleOf(message: OutcomeMessage): object {
  const errors =
    message === 'INVALID_REQUEST'
      ? [{ field: 'serviceReceipt', message: 'is required' }]
      : undefined;
  const details = problemDetails(problem(message, DETAILS[message], errors));
  return problemBody('/payment/v1/purchase/verify', details);
}
