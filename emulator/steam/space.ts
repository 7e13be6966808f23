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

/** How this Steam behaves, where the real one is free to. */
export interface SteamSettings {
  /** A report page ends after so many rows; null: as many as are asked for. */
  reportRows: number | null;
  /** What one unit of a currency costs in USD. An order in another currency than the wallet's is
   * converted when both are listed, else refused with error 8. */
  rates: Readonly<Record<string, number>>;
  /** The publisher key works only from these addresses; null: from anywhere. */
  keyAddresses: readonly string[] | null;
}

export const usualSettings: SteamSettings = { reportRows: null, rates: {}, keyAddresses: null };

export interface Space {
  readonly environment: Environment;
  readonly orders: OrderBook;
  readonly users: Users;
  readonly baseUrl: () => string;
  /** Shared by both spaces. */
  readonly settings: SteamSettings;
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
