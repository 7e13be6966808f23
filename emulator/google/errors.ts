// Errors in the form of Google's APIs.
import type { FastifyReply } from 'fastify';

interface ErrorForm {
  readonly status: number;
  readonly reason: string;
  readonly message: string;
  readonly domain?: string;
  readonly location?: { name: string; type: 'parameter' | 'header' };
}

/** Thrown by wire routes and answered in Google's form. */
export class GoogleError extends Error {
  readonly form: ErrorForm;

  constructor(form: ErrorForm) {
    super(form.message);
    this.form = form;
  }
}

export function errorBody({ status, reason, message, domain, location }: ErrorForm) {
  return {
    error: {
      code: status,
      message,
      errors: [
        {
          message,
          domain: domain ?? 'androidpublisher',
          reason,
          ...(location && { location: location.name, locationType: location.type }),
        },
      ],
    },
  };
}

export function sendError(reply: FastifyReply, error: GoogleError): FastifyReply {
  if (error.form.status === 401) {
    reply.header(
      'www-authenticate',
      'Bearer realm="https://accounts.google.com/", error="invalid_token"',
    );
  }
  return reply.code(error.form.status).send(errorBody(error.form));
}

export function invalid(parameter: string, message = 'Invalid Value'): GoogleError {
  return new GoogleError({
    status: 400,
    reason: 'invalid',
    message,
    location: { name: parameter, type: 'parameter' },
  });
}

export function tokenError(status: 400 | 404 | 410, reason: string, message: string): GoogleError {
  return new GoogleError({
    status,
    reason,
    message,
    location: { name: 'token', type: 'parameter' },
  });
}

export const unauthenticated = new GoogleError({
  status: 401,
  reason: 'authError',
  message: 'The request carries no access token that is valid.',
  domain: 'global',
  location: { name: 'Authorization', type: 'header' },
});

export const permissionDenied = new GoogleError({
  status: 403,
  reason: 'permissionDenied',
  message: 'The service account has no rights to this application.',
});

export const ordersForbidden = new GoogleError({
  status: 403,
  reason: 'permissionDenied',
  message: 'The service account has no right to view financial data.',
});

export const quotaExceeded = new GoogleError({
  status: 429,
  reason: 'rateLimitExceeded',
  message: 'The quota of queries per minute is used up.',
  domain: 'usageLimits',
});

export const backendError = new GoogleError({
  status: 500,
  reason: 'backendError',
  message: 'Internal error encountered.',
  domain: 'global',
});

export const notFound = new GoogleError({
  status: 404,
  reason: 'notFound',
  message: 'The requested URL was not found on this server.',
  domain: 'global',
});

export const externalNotFound = new GoogleError({
  status: 404,
  reason: 'notFound',
  message: 'The external transaction was not found for this application.',
});

export const alreadyExists = new GoogleError({
  status: 409,
  reason: 'alreadyExists',
  message: 'An external transaction with this id was reported before.',
  location: { name: 'externalTransactionId', type: 'parameter' },
});

export const orderNotFound = new GoogleError({
  status: 404,
  reason: 'orderNotFound',
  message: 'The order was not found for this application.',
  location: { name: 'orderId', type: 'parameter' },
});
