// Steam's error codes, and the two answer forms: the JSON envelope and the HTML of refused requests.

export const errorTexts = {
  2: 'Operation failed',
  3: 'Invalid parameter',
  4: 'Internal error',
  5: 'User has not approved transaction',
  6: 'Transaction has already been committed',
  7: 'User is not logged in',
  8: 'Currency does not match user account currency',
  9: 'Account does not exist or is temporarily unavailable',
  10: 'Transaction has been denied by user',
  11: 'Transaction has been denied because user is in a restricted country',
  12: 'Billing agreement is not active',
  13: 'Billing agreement is not of type GAME',
  14: 'Billing agreement is on hold',
  15: 'Billing agreement is not of type STEAM',
  16: 'User already has an active billing agreement',
  100: 'Insufficient funds',
  101: 'Time limit for finalization has been exceeded',
  102: 'Account is disabled',
  103: 'Account is not allowed to purchase',
  104: 'Transaction denied by fraud detection',
  105: 'No cached payment method',
  106: 'Transaction would exceed the spending limit of the billing agreement',
} as const satisfies Record<number, string>;

export type ErrorCode = keyof typeof errorTexts;

export function isErrorCode(code: number): code is ErrorCode {
  return code in errorTexts;
}

/** Codes that end an order for good when its finalization meets them. */
export function endsOrder(code: ErrorCode): boolean {
  return code >= 10;
}

export type Answer =
  | { response: { result: 'OK'; params: object } }
  | {
      response: {
        result: 'Failure';
        params: object;
        error: { errorcode: number; errordesc: string };
      };
    };

export function ok(params: object): Answer {
  return { response: { result: 'OK', params } };
}

/** Business failures come with HTTP 200; `detail` says more than the code's own text. */
export function failure(errorcode: ErrorCode, params: object = {}, detail?: string): Answer {
  const errordesc = detail ? `${errorTexts[errorcode]}: ${detail}` : errorTexts[errorcode];
  return { response: { result: 'Failure', params, error: { errorcode, errordesc } } };
}

export function html(title: string, text: string): string {
  return `<html><head><title>${title}</title></head><body><h1>${title}</h1>${text}</body></html>`;
}
