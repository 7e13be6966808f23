// Everything that can go wrong, as a union: a switch over `error.code` covers it.

export type Result<Data, Failure extends AnyError = AnyError> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly error: Failure };

/** What any call may end with. */
export type CommonError =
  /** No connection, or it broke. After a call that is not retried, nobody knows whether it took effect. */
  | { readonly code: 'UNREACHABLE'; readonly message: string; readonly cause: unknown }
  | { readonly code: 'TIMEOUT'; readonly message: string }
  /** The caller's `AbortSignal` ended it. */
  | { readonly code: 'ABORTED'; readonly message: string }
  | {
      readonly code: 'RATE_LIMITED';
      readonly message: string;
      /** How long the service asks to wait. */
      readonly retryAfterMs: number;
    }
  /** The token endpoint rejected `clientId` and `clientSecret`. */
  | { readonly code: 'INVALID_CLIENT'; readonly message: string }
  | { readonly code: 'INTERNAL_ERROR'; readonly message: string; readonly status: number }
  /** Not an answer of this service, or of a newer one: a proxy's page, a redirect, an unknown code. */
  | {
      readonly code: 'UNEXPECTED_ANSWER';
      readonly message: string;
      readonly status: number;
      readonly body: string;
    };

/** `result_code` of the restriction interface, and what it means. */
export const RESTRICTION_CODES = {
  NOT_RESTRICTED: [2002, 'The player is not restricted.'],
  TOKEN_VALIDATION_FAILED: [2499, 'The token is not valid for this app. See tokenValidation.'],
  INVALID_PARAMETER: [4000, 'A field is missing or wrong. See field.'],
  CERTIFICATION_KEY_MISMATCH: [4002, 'The certification key is not a valid key of this app.'],
  UNREGISTERED_TYPE: [4011, 'There is no restriction type with this number. Register it first.'],
  TYPE_IN_USE: [
    4012,
    'Restricted players still have this type. Release them, or change their type.',
  ],
  DID_VERIFICATION_FAILED: [4013, 'The player is not logged in on this device. Leave did out.'],
  POPUP_FORMAT_MISMATCH: [4014, 'Type N needs a title in every language, type O has none.'],
  REQUIRED_LANGUAGE_MISSING: [4015, 'Korean and English texts are required.'],
  BYTE_LIMIT_EXCEEDED: [4016, 'A name or text is too long. A Korean character takes three bytes.'],
  APPEAL_NOT_ALLOWED: [4017, 'The type of the restriction allows no appeals.'],
  ALREADY_APPEALED: [4018, 'The restriction already has an appeal.'],
  INVALID_APPID: [6000, 'There is no app with this appId in this environment.'],
} as const;
export type RestrictionCode = keyof typeof RESTRICTION_CODES;

/** Split by code, so that a switch narrows. */
export type RestrictionError<Code extends RestrictionCode = RestrictionCode> = Code extends Code
  ? {
      readonly code: Code;
      readonly message: string;
      /** `result_code` on the wire. */
      readonly resultCode: number;
    } & (Code extends 'INVALID_PARAMETER'
      ? { /** The offending field, by its wire name. */ readonly field: string | undefined }
      : Code extends 'TOKEN_VALIDATION_FAILED'
        ? { readonly tokenValidation: { readonly resultCode: number; readonly resultMsg: string } }
        : unknown)
  : never;

export type LoginCode = 'INVALID_REQUEST' | 'UNAUTHORIZED' | 'APP_NOT_FOUND';
export type LoginError<Code extends LoginCode = LoginCode> = Code extends Code
  ? { readonly code: Code; readonly message: string }
  : never;

/** `outcome.message` of the payment interface. */
export type PaymentCode =
  | 'INVALID_REQUEST'
  | 'UNAUTHORIZED_REQUEST'
  | 'FORBIDDEN_REQUEST'
  | 'INVALID_CURSOR'
  | 'CURSOR_CONTEXT_MISMATCH'
  | 'APP_NOT_FOUND'
  | 'INVALID_RECEIPT'
  | 'PRICE_VERIFY_FAIL'
  | 'RECEIPT_VERIFY_FAIL'
  | 'PAYMENT_PENDING'
  | 'MARKET_UNAVAILABLE';
export type PaymentError<Code extends PaymentCode = PaymentCode> = Code extends Code
  ? {
      readonly code: Code;
      /** `detail`: what happened and what to do. */
      readonly message: string;
      readonly status: number;
      /** `outcome.code` on the wire. */
      readonly outcomeCode: number;
      /** The fields that are missing or wrong. */
      readonly errors: readonly { readonly field: string; readonly message: string }[];
    }
  : never;

export type AnyError = CommonError | RestrictionError | LoginError | PaymentError;

/** Thrown by `unwrap` and by iterators; `error` is the union. */
export class TollgateError extends Error {
  override readonly name = 'TollgateError';
  readonly error: AnyError;

  constructor(error: AnyError) {
    super(`${error.code}: ${error.message}`);
    this.error = error;
  }
}

/** The data, or a thrown `TollgateError`: for callers that handle failures in one place. */
export function unwrap<Data>(result: Result<Data>): Data {
  if (result.ok) return result.data;
  throw new TollgateError(result.error);
}
