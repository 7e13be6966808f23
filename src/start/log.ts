// Logs JSON lines. The code logs no secrets; redaction is the second safeguard.
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';

const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'x-access-token',
  'access_token',
  'token',
  'service_certification_key',
  'client_secret',
  'password',
  'private_key',
  'serviceReceipt',
  'gameServerPriceVerifyKey',
  'price_key',
];

const paths = SECRET_FIELDS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);

export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      redact: { paths, censor: '[secret]' },
      serializers: { err: describeError },
    },
    destination ?? pino.destination({ fd: 1, sync: false }),
  );
}

/** Database errors contain the values of the rejected row, so only type, message, code and stack are logged. */
function describeError(error: Error & { code?: unknown }): object {
  const { type, message, stack } = stdSerializers.err(error);
  return { type, message, code: error.code, stack };
}
