// Answers a verification with a problem, and keeps it for support.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { digitsOf } from '../../base/json.ts';
import type { Market } from '../markets/market.ts';
import { marketsOf } from '../markets/markets.ts';
import type { Failures } from '../outcomes/failures.ts';
import type { RefusedRequest, RefusedVerifications } from '../outcomes/refused.ts';
import type { Problem } from '../problem.ts';
import { callerOf, failureOf, sendProblem } from './scope.ts';

export interface RefusedDeps {
  readonly refusedVerifications: RefusedVerifications;
  readonly failures: Pick<Failures, 'add'>;
}

type Kind = RefusedRequest['kind'];

export function refuse(
  { refusedVerifications }: RefusedDeps,
  kind: Kind,
  request: FastifyRequest,
  reply: FastifyReply,
  what: Problem,
): FastifyReply {
  const refused = refusedRequest(kind, request.body);
  if (refused) refusedVerifications.add(callerOf(request).app, refused, what);
  return sendProblem(request, reply, what);
}

/** The error handler of a verification: what does not have its shape is refused as well. */
export const refuseErrors =
  (deps: RefusedDeps, kind: Kind) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const what = failureOf(error, request);
    if (what.problem === 'INTERNAL_ERROR') {
      deps.failures.add(request.appid, marketOf(request.body));
    }
    return refuse(deps, kind, request, reply, what);
  };

const marketOf = (body: unknown): Market | undefined =>
  marketsOf(undefined).find(
    (each) => each === (body as Record<string, unknown> | undefined)?.providerId,
  );

/** Undefined without a receipt or a market: then there is nothing to look for. */
function refusedRequest(kind: Kind, body: unknown): RefusedRequest | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const fields = body as Record<string, unknown>;
  const { serviceReceipt: receipt } = fields;
  const provider = marketOf(body);
  if (typeof receipt !== 'string' || receipt === '' || !provider) return undefined;
  return {
    kind,
    provider,
    receipt,
    accountUuid: fields.accountUuid,
    productId: fields.productId,
    transactionId: fields.storeTransactionId ?? fields.orderId,
    price: digitsOf(body, 'price'),
    currency: fields.currency,
  };
}
