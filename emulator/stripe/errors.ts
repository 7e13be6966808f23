// Stripe's error form. Thrown by the calls, rendered once where the answer is sent.

interface ErrorDetails {
  status?: number;
  type?: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  code?: string;
  param?: string;
  /** More fields of the error object, such as `decline_code` or the payment intent. */
  extra?: Record<string, unknown>;
  /** Found before any work began: an idempotency key does not remember it. */
  beforeWork?: boolean;
}

export class StripeError extends Error {
  readonly details: ErrorDetails;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message);
    this.details = details;
  }
}

export function errorStatus({ details }: StripeError): number {
  return details.status ?? 400;
}

export function errorBody({ message, details }: StripeError): object {
  const { code, param, type = 'invalid_request_error', extra } = details;
  return {
    error: {
      ...(code !== undefined && {
        code,
        doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`,
      }),
      message,
      ...(param !== undefined && { param }),
      type,
      ...extra,
    },
  };
}

/** A parameter that is wrong in itself. */
export function badParameter(message: string, param: string, code?: string): StripeError {
  return new StripeError(message, { param, ...(code !== undefined && { code }), beforeWork: true });
}

/** A path that names nothing is a 404, a parameter that does a 400. */
export function noSuch(kind: string, id: string, param = 'id', hint = ''): StripeError {
  return new StripeError(`No such ${kind}: '${id}'${hint}`, {
    status: param === 'id' ? 404 : 400,
    code: 'resource_missing',
    param,
  });
}
