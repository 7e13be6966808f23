// PortOne's typed errors and the HTTP status each comes with.

const statuses = {
  INVALID_REQUEST: 400,
  INFORMATION_MISMATCH: 400,
  INVALID_PAYMENT_TOKEN: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  PAYMENT_NOT_FOUND: 404,
  ALREADY_PAID: 409,
  PAYMENT_NOT_PAID: 409,
  PAYMENT_ALREADY_CANCELLED: 409,
  CANCEL_AMOUNT_EXCEEDS_CANCELLABLE_AMOUNT: 409,
  CANCEL_TAX_FREE_AMOUNT_EXCEEDS_CANCELLABLE_TAX_FREE_AMOUNT: 409,
  CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN: 409,
  SUM_OF_PARTS_EXCEEDS_CANCEL_AMOUNT: 409,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  PG_PROVIDER: 502,
} as const;

type ErrorType = keyof typeof statuses;

/** Thrown by the calls, rendered once where the answer is sent. */
export class PortoneError extends Error {
  readonly type: ErrorType;
  readonly extra: Record<string, string>;

  constructor(type: ErrorType, message: string, extra: Record<string, string> = {}) {
    super(message);
    this.type = type;
    this.extra = extra;
  }
}

export function errorStatus({ type }: PortoneError): number {
  return statuses[type];
}

export function errorBody({ type, message, extra }: PortoneError): object {
  return { type, message, ...extra };
}
