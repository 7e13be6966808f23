// Who asks the App Store Server API, and which customer the question is about.
import type { FastifyRequest } from 'fastify';
import { StoreError } from './errors.ts';
import { isKnown, type Shop } from './shop.ts';
import type { App, Transaction } from './transaction.ts';

/** What every route has at hand once the bearer token is checked. */
export interface Api extends Shop {
  app(request: FastifyRequest): App;
}

export type WithId = { Params: { id: string } };

/** The purchases of the customer that any of the customer's ids names. */
export function customerOf(
  api: Api,
  request: FastifyRequest<WithId>,
): readonly [Transaction, ...Transaction[]] {
  const { id } = request.params;
  if (!/^\d+$/.test(id)) throw new StoreError(4000006);
  const named = api.store.transaction(id);
  if (named && !isKnown(api, named)) throw new StoreError(4040010);
  const purchases = api.store.customer(api.app(request), id) ?? [];
  const [first, ...others] = purchases.filter((one) => isKnown(api, one));
  if (!first) throw new StoreError(4040010);
  return [first, ...others];
}

export function about({ environment, bundleId, appAppleId }: App) {
  return { environment, bundleId, ...(environment === 'Production' && { appAppleId }) };
}

export function isWithin(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}
