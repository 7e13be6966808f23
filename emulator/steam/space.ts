// What a call of Steam works on: one of the two order spaces with the accounts both share.
import type { ErrorCode } from './errors.ts';
import type { Order, OrderBook } from './orders.ts';
import type { Users } from './users.ts';

export const environments = ['production', 'sandbox'] as const;
export type Environment = (typeof environments)[number];

export const forcibleMethods = ['InitTxn', 'FinalizeTxn', 'RefundTxn', 'QueryTxn', 'any'] as const;
type ForcibleMethod = (typeof forcibleMethods)[number];

/** A failure that a script ordered for an order number, which need not exist yet. */
export interface ForcedFailure {
  orderid: string;
  errorcode: ErrorCode;
  method: ForcibleMethod;
}

export interface Space {
  readonly environment: Environment;
  readonly orders: OrderBook;
  readonly users: Users;
  readonly baseUrl: () => string;
  forced: ForcedFailure[];
}

/** The failure ordered for this call, which is thereby used up. */
export function takeForced(
  space: Space,
  method: Exclude<ForcibleMethod, 'any'>,
  orderid: string,
): ErrorCode | undefined {
  const failure = space.forced.find(
    (forced) =>
      forced.orderid === orderid &&
      // Without a method it meets the next call that would change something.
      (forced.method === method || (forced.method === 'any' && method !== 'QueryTxn')),
  );
  space.forced = space.forced.filter((forced) => forced !== failure);
  return failure?.errorcode;
}

/** Ends an order that was not paid; FinalizeTxn answers the code from then on. */
export function failOrder(space: Space, order: Order, code: ErrorCode): void {
  order.failure = code;
  space.orders.change(order, 'Failed');
}
