// The answer envelope: result codes and messages, and the token validation of generation 2.
import type { TokenProblem } from '../identity/tokens.ts';

const messages = {
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
  4017: 'APPEAL_NOT_ALLOWED',
  4018: 'ALREADY_APPEALED',
  5000: 'INTERNAL_ERROR',
  6000: 'INVALID_APPID',
} as const;

export type ResultCode = keyof typeof messages;

export interface Envelope {
  readonly result_code: ResultCode;
  readonly result_msg: string;
}

/** `detail` says what is wrong with which parameter. */
export function envelope(code: ResultCode, detail?: string): Envelope {
  const message = messages[code];
  return {
    result_code: code,
    result_msg: detail === undefined ? message : `${message}: ${detail}`,
  };
}

const tokenCodes = {
  SUCCESS: 0,
  TOKEN_MISSING: 1001,
  TOKEN_MALFORMED: 1002,
  SIGNATURE_INVALID: 1003,
  TOKEN_EXPIRED: 1004,
  TOKEN_NOT_YET_VALID: 1005,
  ISSUER_MISMATCH: 1006,
  AUDIENCE_MISMATCH: 1007,
  APP_MISMATCH: 1008,
  TOKEN_TYPE_NOT_ALLOWED: 1009,
  TOKEN_REVOKED: 1010,
} as const satisfies Record<
  TokenProblem | 'SUCCESS' | 'APP_MISMATCH' | 'TOKEN_TYPE_NOT_ALLOWED',
  number
>;

export type TokenVerdict = keyof typeof tokenCodes;

export interface TokenValidation {
  readonly result_code: number;
  readonly result_msg: TokenVerdict;
}

export function tokenValidation(verdict: TokenVerdict): TokenValidation {
  return { result_code: tokenCodes[verdict], result_msg: verdict };
}
