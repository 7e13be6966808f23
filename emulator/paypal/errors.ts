// PayPal's errors: a name, an issue, and the id by which its support finds the call.

const NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_REQUEST',
  403: 'NOT_AUTHORIZED',
  404: 'RESOURCE_NOT_FOUND',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_ENTITY',
  429: 'RATE_LIMIT_REACHED',
  500: 'INTERNAL_SERVER_ERROR',
};

export class PaypalError extends Error {
  readonly status: number;
  readonly issue: string;

  constructor(status: number, issue: string, message = 'An error of the emulator.') {
    super(message);
    this.status = status;
    this.issue = issue;
  }
}

export const errorBody = ({ status, issue, message }: PaypalError, debugId: string): object => ({
  name: NAMES[status] ?? 'INTERNAL_SERVER_ERROR',
  message,
  debug_id: debugId,
  details: [{ issue, description: message }],
  links: [],
});
