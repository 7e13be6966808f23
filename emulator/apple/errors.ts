// The App Store Server API's documented errors. The HTTP status is the first three digits of the code.

const errorMessages = {
  4000000: 'Bad request.',
  4000002: 'Invalid request app identifier.',
  4000005: 'Invalid request revision.',
  4000006: 'Invalid transaction id.',
  4000008: 'Invalid original transaction id.',
  4000009: 'Invalid extend by days value.',
  4000010: 'Invalid extend reason code.',
  4000011: 'Invalid request identifier.',
  4000012: 'Start date is earlier than the earliest allowed date.',
  4000013: 'Start date is not before the end date.',
  4000014: 'Invalid pagination token.',
  4000015: 'Invalid start date.',
  4000016: 'Invalid end date.',
  4000017: 'Pagination token expired.',
  4000018: 'Invalid notification type or subtype.',
  4000019: 'Multiple filters supplied.',
  4000020: 'Invalid test notification token.',
  4000021: 'Invalid sort.',
  4000022: 'Invalid product type.',
  4000023: 'Invalid product id.',
  4000024: 'Invalid subscription group identifier.',
  4000025: 'Invalid exclude revoked.',
  4000026: 'Invalid in-app ownership type.',
  4000030: 'Invalid revoked.',
  4000031: 'Invalid status.',
  4000032: 'Invalid account tenure.',
  4000033: 'Invalid app account token.',
  4000034: 'Invalid consumption status.',
  4000035: 'Invalid customer consented.',
  4000036: 'Invalid delivery status.',
  4000037: 'Invalid lifetime dollars purchased.',
  4000038: 'Invalid lifetime dollars refunded.',
  4000039: 'Invalid platform.',
  4000040: 'Invalid play time.',
  4000041: 'Invalid sample content provided.',
  4000042: 'Invalid user status.',
  4000043: 'The transaction is not a consumable.',
  4000044: 'Invalid refund preference.',
  4000047: 'The transaction type is not supported.',
  4000048: 'An app transaction id is not supported here.',
  4000183: 'The app account token is not a UUID.',
  4000185: 'Family Sharing transactions are not supported.',
  4000187: 'The transaction id is not an original transaction id.',
  4030004: 'The subscription is not eligible for an extension in its state.',
  4030005: 'The subscription has had the maximum of extensions.',
  4030007: 'A family shared subscription is not eligible for an extension.',
  4040001: 'Account not found.',
  4040002: 'Account not found. Please try again.',
  4040003: 'App not found.',
  4040004: 'App not found. Please try again.',
  4040005: 'Original transaction id not found.',
  4040006: 'Original transaction id not found. Please try again.',
  4040007: 'No server notification URL is configured.',
  4040008: 'Test notification not found.',
  4040010: 'Transaction id not found.',
  4040019: 'The customer has no app transaction.',
  4290000: 'Rate limit exceeded.',
  5000000: 'An unknown error occurred.',
  5000001: 'An unknown error occurred. Please try again.',
} as const;

export type ErrorCode = keyof typeof errorMessages;

/** How long a caller over its limit is told to wait. */
const retryAfterMs = 60_000;

/** Thrown anywhere under the API's routes, answered in Apple's form. */
export class StoreError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(errorMessages[code]);
    this.code = code;
  }
}

export function errorAnswer(code: ErrorCode, now: number) {
  return {
    status: Math.floor(code / 10_000),
    headers: {
      'content-type': 'application/json',
      // A point in time in milliseconds, not a number of seconds.
      ...(code === 4290000 && { 'retry-after': String(now + retryAfterMs) }),
    },
    body: JSON.stringify({ errorCode: code, errorMessage: errorMessages[code] }),
  };
}

export function isErrorCode(code: number): code is ErrorCode {
  return code in errorMessages;
}
