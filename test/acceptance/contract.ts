// What the contract promises, as values: result codes, outcomes, shapes of answers, and checks against them.
import assert from 'node:assert/strict';
import type { Answer, Generation, RestrictionAnswer } from './client.ts';

export const LANGUAGES = [
  ...['ko', 'en', 'ja', 'zh-hans', 'zh-hant', 'de', 'fr', 'ru', 'es'],
  ...['pt', 'id', 'th', 'vi', 'it', 'tr', 'ar', 'tl'],
] as const;

const RESULTS: Readonly<Record<number, string>> = {
  0: 'SUCCESS',
  2002: 'NOT_RESTRICTED',
  2499: 'TOKEN_VALIDATION_FAILED',
  4000: 'INVALID_PARAMETER',
  4002: 'CERTIFICATION_KEY_MISMATCH',
  4011: 'UNREGISTERED_TYPE',
  4012: 'TYPE_IN_USE',
  4013: 'DID_VERIFICATION_FAILED',
  4014: 'POPUP_FORMAT_MISMATCH',
  4015: 'REQUIRED_LANGUAGE_MISSING',
  4016: 'BYTE_LIMIT_EXCEEDED',
  6000: 'INVALID_APPID',
};

const TOKEN_VALIDATIONS: Readonly<Record<number, string>> = {
  0: 'SUCCESS',
  1001: 'TOKEN_MISSING',
  1002: 'TOKEN_MALFORMED',
  1003: 'SIGNATURE_INVALID',
  1008: 'APP_MISMATCH',
  1009: 'TOKEN_TYPE_NOT_ALLOWED',
  1010: 'TOKEN_REVOKED',
};

/** What is wrong may follow the names of these codes. */
const DETAILED = [4000, 4014, 4015, 4016];

/** HTTP 200 with this result code and its message. */
export function assertResult(
  { status, body }: Answer<RestrictionAnswer>,
  code: number,
  { number }: Pick<Generation, 'number'>,
): void {
  const { result_code, result_msg, token_validation } = body;
  const message = DETAILED.includes(code) ? result_msg.replace(/: .*/s, '') : result_msg;
  assert.deepEqual([status, result_code, message], [200, code, RESULTS[code]], result_msg);
  if (number === 1) assert.equal(token_validation, undefined);
  else if (code !== 2499) assert.deepEqual(token_validation, tokenValidation(0));
}

/** 2499, and why. */
export function assertTokenRefused(answer: Answer<RestrictionAnswer>, validation: number): void {
  assertResult(answer, 2499, { number: 2 });
  assert.deepEqual(answer.body.token_validation, tokenValidation(validation));
}

const tokenValidation = (code: number) => ({
  result_code: code,
  result_msg: TOKEN_VALIDATIONS[code],
});

const OUTCOMES = {
  INVALID_REQUEST: [1001, 'payment_forbidden', 400],
  UNAUTHORIZED_REQUEST: [1002, 'payment_forbidden', 400],
  FORBIDDEN_REQUEST: [1003, 'payment_forbidden', 400],
  INVALID_CURSOR: [1004, 'payment_forbidden', 400],
  CURSOR_CONTEXT_MISMATCH: [1005, 'payment_forbidden', 400],
  APP_NOT_FOUND: [1006, 'app_not_found', 400],
  INVALID_RECEIPT: [2001, 'verify_error', 400],
  PRICE_VERIFY_FAIL: [2002, 'verify_error', 400],
  RECEIPT_VERIFY_FAIL: [2003, 'verify_error', 400],
  PAYMENT_PENDING: [2004, 'verify_error', 400],
  MARKET_UNAVAILABLE: [5001, 'verify_error', 500],
} as const;
export type Outcome = keyof typeof OUTCOMES;

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: string;
  readonly outcome: { readonly code: number; readonly message: string };
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}

/** A problem body, complete, with this outcome; the fields are those that its `errors` name. */
export function assertProblem(
  answer: Answer<unknown>,
  message: Outcome,
  instance: string,
  fields?: readonly string[],
): void {
  const { title, detail, errors, ...rest } = answer.body as Problem;
  const [outcome, code, status] = OUTCOMES[message];
  assert.deepEqual(
    { http: answer.status, ...rest },
    {
      http: status,
      type: `/errors/payment/${code}`,
      status,
      instance: `/payment/v1/${instance}`,
      code,
      outcome: { code: outcome, message },
    },
    `${title}: ${detail}`,
  );
  assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json\b/);
  assert.ok(title.length > 0 && detail.length > 0);
  if (!fields) return;
  const named = new Set(errors?.map(({ field }) => field));
  assert.deepEqual([...named].sort(), [...fields].sort(), detail);
}

/** `data` of purchase/verify (2.4). */
export interface Purchase {
  readonly serviceAccountUuidCompare: 1 | 2 | 9;
  readonly serviceCurrency: string | null;
  readonly serviceDuplicated: boolean;
  readonly serviceGameServerPriceVerifyKey: string | null;
  readonly servicePayload: string | null;
  readonly servicePrice: number | null;
  readonly serviceProductId: string;
  readonly serviceProviderId: string;
  readonly serviceProviderTransactionId: string;
  readonly servicePurchaseCancelState: 0 | 1;
  readonly servicePurchaseTest: 'N' | 'Y';
  readonly serviceQuantity: number;
  readonly serviceReceipt: string;
  readonly serviceReceiptVerifyResult: Readonly<Record<string, unknown>> | null;
  readonly serviceStoreTransactionId: string | null;
  readonly serviceTransactionId: string;
}

/** `data` of subscription/verify (2.5). */
export interface Subscription {
  readonly serviceAccountUuidCompare: 1 | 2 | 9;
  readonly serviceAutoRenewProductId: string | null;
  readonly serviceCurrency: string | null;
  readonly serviceDuplicated: boolean;
  readonly serviceExpiresDate: number | null;
  readonly serviceOriginalStoreTransactionId: string | null;
  readonly servicePayload: string | null;
  readonly servicePrice: number | null;
  readonly serviceProductId: string;
  readonly serviceQuantity: number;
  readonly serviceReceiptVerifyResult: Readonly<Record<string, unknown>>;
  readonly serviceRefundDate: number | null;
  readonly serviceStoreTransactionId: string;
  readonly serviceTransactionId: string;
}

/** One item of purchase history (2.6). */
export interface HistoryItem {
  readonly providerId: string;
  readonly purchaseAmount: string;
  readonly purchaseCurrency: string;
  readonly purchaseDate: string;
  readonly purchaseDateSource: string;
  readonly storeTransactionId: string;
  readonly transactionId: string;
  readonly verifiedDate: string;
}

/** A payment answer of status 200 with `{data, meta}`. */
export function dataOf<Data>({ status, body, text }: Answer<{ data: Data; meta: unknown }>): Data {
  assert.equal(status, 200, text);
  assert.equal(body.meta, null);
  return body.data;
}

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
