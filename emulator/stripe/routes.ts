// Stripe's wire: the key, the idempotency key, the calls, and errors in Stripe's form.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyText, keepBodiesAsText, queryText } from '../pg/form.ts';
import { sameSecret } from '../pg/secret.ts';
import type { Call } from './call.ts';
import { errorBody, errorStatus, StripeError } from './errors.ts';
import { apiVersion } from './events.ts';
import { expand } from './expand.ts';
import type { Answer, Idempotency } from './idempotency.ts';
import type { StripeAccount } from './payments.ts';

export interface Keys {
  test: string;
  live: string;
}

export interface Wire {
  readonly account: StripeAccount;
  readonly calls: readonly Call[];
  readonly idempotency: Idempotency;
  readonly keys: () => Keys;
  /** How many of the next POSTs break while being worked on. */
  breakages: number;
}

/** `base` is `/v1`, or nothing where the mount already says so. */
export function stripeRoutes(scope: FastifyInstance, base: string, wire: Wire): void {
  keepBodiesAsText(scope);
  for (const call of wire.calls) {
    scope.route<{ Params: { id?: string } }>({
      method: call.verb,
      url: base + call.path,
      handler: async (request, reply) => {
        const requestId = wire.account.ledger.world.id('req_');
        reply.header('request-id', requestId);
        reply.header('stripe-version', request.headers['stripe-version'] ?? apiVersion);
        const livemode = authenticate(request, wire.keys());
        const source = call.verb === 'POST' ? bodyText(request) : queryText(request);
        const id = request.params.id ?? '';
        const key = call.verb === 'POST' ? idempotencyKey(request) : undefined;

        const work = () =>
          wire.account.events.during({ id: requestId, idempotency_key: key ?? null }, () =>
            perform(wire, call, { livemode, id, source }),
          );
        if (key === undefined) return send(reply, work());
        const scopedKey = `${livemode ? 'live' : 'test'} ${key}`;
        const asked = `${call.path} ${id}\n${source}`;
        const answer = wire.idempotency.once(scopedKey, asked, work);
        reply.header('idempotency-key', key);
        if (answer.replayed) reply.header('idempotent-replayed', 'true');
        return send(reply, answer);
      },
    });
  }
  scope.setErrorHandler((error, _request, reply) => send(reply, failureOf(error)));
  scope.setNotFoundHandler((request, reply) => {
    const message = `Unrecognized request URL (${request.method}: ${request.url}).`;
    return send(reply, failureOf(new StripeError(message, { status: 404 })));
  });
}

function perform(wire: Wire, call: Call, request: Parameters<Call['answer']>[1]): Answer {
  try {
    if (call.verb === 'POST' && wire.breakages > 0) {
      wire.breakages -= 1;
      throw internalError();
    }
    const { object, expand: paths = [] } = call.answer(wire.account, request);
    expand(wire.account.ledger, object, paths);
    return { status: 200, body: JSON.stringify(object) };
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): Answer {
  const answered = error instanceof StripeError ? error : internalError();
  return {
    status: errorStatus(answered),
    body: JSON.stringify(errorBody(answered)),
    forgettable: answered.details.beforeWork === true,
  };
}

export function internalError(): StripeError {
  return new StripeError('An unknown error occurred.', { status: 500, type: 'api_error' });
}

function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return reply.code(status).type('application/json').send(body);
}

/** Whether the key is a live one; live and test objects never meet. */
function authenticate(request: FastifyRequest, keys: Keys): boolean {
  const given = givenKey(request.headers.authorization ?? '');
  if (given === '') {
    throw new StripeError('You did not provide an API key.', { status: 401 });
  }
  if (sameSecret(given, keys.live)) return true;
  if (sameSecret(given, keys.test)) return false;
  const masked = `${given.slice(0, 8)}****${given.slice(-4)}`;
  throw new StripeError(`Invalid API Key provided: ${masked}`, { status: 401 });
}

function givenKey(authorization: string): string {
  const [scheme = '', value = ''] = authorization.split(' ');
  if (/^bearer$/i.test(scheme)) return value;
  if (!/^basic$/i.test(scheme)) return '';
  return Buffer.from(value, 'base64').toString().split(':')[0] ?? '';
}

const longestKey = 255;

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return undefined;
  if (key.length <= longestKey) return key;
  throw new StripeError(`An idempotency key has at most ${longestKey} characters.`);
}
