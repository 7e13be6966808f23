// PortOne's wire: the API secret, the payment calls, and errors in PortOne's form.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Input, readInput, required } from '../input.ts';
import { bodyText, keepBodiesAsText } from '../pg/form.ts';
import { sameSecret } from '../pg/secret.ts';
import { ControlError } from '../world.ts';
import { errorBody, errorStatus, PortoneError } from './errors.ts';
import { listPayments } from './list-call.ts';
import { isoTime, showCancellation, showPayment } from './objects.ts';
import { channelOf, isUnpaid, type Payment, type Payments, type Store } from './payments.ts';

export interface PortoneApi {
  readonly payments: Payments;
  readonly stores: () => readonly Store[];
  readonly now: () => number;
  /** How many of the next cancellations and confirmations the provider behind PortOne refuses. */
  providerRefusals: number;
  readonly settings: PortoneSettings;
}

/** How this PortOne behaves, where the real one is free to. */
export interface PortoneSettings {
  /** Payments carry the provider's answer, so long, and their webhooks; null: neither. */
  pgResponseBytes: number | null;
}

export const usualSettings: PortoneSettings = { pgResponseBytes: null };

interface PaymentPath {
  Params: { paymentId: string };
  Querystring: { storeId?: string };
}

/** `base` is `/payments`, or nothing where the mount already says so. */
export function portoneRoutes(scope: FastifyInstance, base: string, api: PortoneApi): void {
  const { payments } = api;
  keepBodiesAsText(scope);

  scope.get<PaymentPath>(`${base}/:paymentId`, async (request) => {
    const store = enter(api, request, request.query.storeId);
    const payment = find(payments, store, request.params.paymentId);
    return showPayment(payment, store, api.settings.pgResponseBytes);
  });

  scope.get<{ Querystring: { requestBody?: string } }>(base, async (request) => {
    const store = authenticate(api, request);
    const { pgResponseBytes: bulk } = api.settings;
    return listPayments(payments, store, request.query.requestBody, { now: api.now(), bulk });
  });

  function post(
    action: string,
    answer: (store: Store, paymentId: string, input: Input) => object,
  ): void {
    scope.post<PaymentPath>(`${base}/:paymentId/${action}`, async (request) => {
      authenticate(api, request);
      const input = readBody(request);
      const store = enter(api, request, input.string('storeId'));
      return answer(store, request.params.paymentId, input);
    });
  }

  post('pre-register', (store, paymentId, input) => {
    const totalAmount = input.integer('totalAmount', { min: 0 });
    const taxFreeAmount = input.integer('taxFreeAmount', { min: 0, max: totalAmount ?? Infinity });
    const currency = readCurrency(input);
    payments.preRegister(store.storeId, paymentId, {
      ...(totalAmount !== undefined && { totalAmount }),
      ...(taxFreeAmount !== undefined && { taxFreeAmount }),
      ...(currency !== undefined && { currency }),
    });
    return {};
  });

  post('confirm', (store, paymentId, input) => {
    const token = required(input.string('paymentToken'), 'paymentToken');
    const payment = find(payments, store, paymentId);
    if (!isUnpaid(payment)) {
      throw new PortoneError('ALREADY_PAID', 'This payment has been paid already.');
    }
    if (payment.token === undefined || !sameSecret(token, payment.token)) {
      throw new PortoneError('INVALID_PAYMENT_TOKEN', 'The payment token is not valid.');
    }
    checkClaims(payment, store, input);
    askProvider(api);
    payments.confirm(payment);
    return { pgTxId: payment.pgTxId, paidAt: isoTime(payment.paidAt ?? payment.changedAt) };
  });

  post('cancel', (store, paymentId, input) => {
    const cancelRequest = {
      amount: input.integer('amount', { min: 1 }),
      taxFreeAmount: input.integer('taxFreeAmount', { min: 0 }),
      vatAmount: input.integer('vatAmount', { min: 0 }),
      currentCancellableAmount: input.integer('currentCancellableAmount', { min: 0 }),
      reason: required(input.string('reason'), 'reason'),
      skipWebhook: input.boolean('skipWebhook'),
    };
    const payment = find(payments, store, paymentId);
    askProvider(api);
    return { cancellation: showCancellation(payments.cancel(payment, cancelRequest)) };
  });

  scope.setErrorHandler((error, _request, reply) => send(reply, toPortoneError(error)));
  scope.setNotFoundHandler((_request, reply) =>
    send(reply, new PortoneError('NOT_FOUND', 'There is no such call.')),
  );
}

/** Confirms only what the merchant's server believes it confirms. */
function checkClaims(payment: Payment, store: Store, input: Input): void {
  const claims = [
    ['txId', input.string('txId'), payment.transactionId],
    ['currency', input.string('currency'), payment.currency],
    ['totalAmount', input.integer('totalAmount'), payment.total],
    ['taxFreeAmount', input.integer('taxFreeAmount'), payment.taxFree],
    ['isTest', input.boolean('isTest'), channelOf(payment, store).type === 'TEST'],
  ] as const;
  for (const [name, claimed, actual] of claims) {
    if (claimed === undefined || claimed === actual) continue;
    throw new PortoneError('INFORMATION_MISMATCH', `${name} is ${actual}.`);
  }
}

function askProvider(api: PortoneApi): void {
  if (api.providerRefusals === 0) return;
  api.providerRefusals -= 1;
  throw new PortoneError('PG_PROVIDER', 'The payment provider refused.', {
    pgCode: 'EMULATED',
    pgMessage: 'Refused by the emulated provider.',
  });
}

function authenticate(api: PortoneApi, request: FastifyRequest): Store {
  const [scheme = '', secret = ''] = (request.headers.authorization ?? '').split(' ');
  const store = api.stores().find((candidate) => sameSecret(secret, candidate.secret));
  if (scheme === 'PortOne' && store) return store;
  throw new PortoneError('UNAUTHORIZED', 'The API secret is missing or not valid.');
}

/** The caller's own store; asking for another one is forbidden. */
function enter(api: PortoneApi, request: FastifyRequest, storeId: string | undefined): Store {
  const store = authenticate(api, request);
  if ((storeId ?? store.storeId) === store.storeId) return store;
  throw new PortoneError('FORBIDDEN', 'This secret gives no access to that store.');
}

function find(payments: Payments, { storeId }: Store, paymentId: string): Payment {
  const payment = payments.get(storeId, paymentId);
  if (payment) return payment;
  throw new PortoneError('PAYMENT_NOT_FOUND', 'There is no such payment.');
}

/** PortOne's own package sends JSON without saying so. */
function readBody(request: FastifyRequest): Input {
  try {
    return readInput(JSON.parse(bodyText(request)));
  } catch (error) {
    if (error instanceof ControlError) throw error;
    throw new PortoneError('INVALID_REQUEST', 'The body is not JSON.');
  }
}

function readCurrency(input: Input): string | undefined {
  const currency = input.string('currency');
  if (currency === undefined || /^[A-Z]{3}$/.test(currency)) return currency;
  throw new PortoneError('INVALID_REQUEST', 'currency must be an ISO 4217 code.');
}

function toPortoneError(error: unknown): PortoneError {
  if (error instanceof PortoneError) return error;
  if (error instanceof ControlError) return new PortoneError('INVALID_REQUEST', error.message);
  return new PortoneError('INTERNAL_SERVER_ERROR', 'Something went wrong.');
}

function send(reply: FastifyReply, error: PortoneError): FastifyReply {
  return reply.code(errorStatus(error)).send(errorBody(error));
}
