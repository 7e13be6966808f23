// STEAM and PG orders: numbers them, saves them before the market call, and seals their receipts.

import { randomInt } from 'node:crypto';
import { Big } from 'big.js';
import type { Clock } from '../../base/clock.ts';
import { assumedAccountUuid } from '../../identity/logins.ts';
import type { UserToken } from '../../identity/tokens.ts';
import type { Db } from '../../storage/db.ts';
import type { App, AppName } from '../../tenants/directory.ts';
import type { Product } from '../../tenants/products.ts';
import type { MarketRejection, PurchaseRequest } from '../markets/market.ts';
import { amountText } from '../money.ts';
import { type FieldError, type Problem, problem } from '../problem.ts';
import type { Seal } from './seal.ts';
import {
  findByStoreTransaction,
  findOrder,
  insertOrder,
  type NewOrder,
  type Order,
} from './store.ts';

export interface Buyer {
  readonly app: App;
  readonly token: UserToken;
}

/** What to buy; each market adds the payer. */
export interface OrderRequest {
  readonly productId: string;
  readonly quantity: number;
  readonly payload: string | null;
}

type OrderTerms = Pick<
  NewOrder,
  'provider' | 'amount' | 'currency' | 'price_verify_key' | 'steam_id' | 'gateway'
>;

export interface OrderBook {
  /** Saves the order under a new number. */
  open(buyer: Buyer, request: OrderRequest, terms: OrderTerms): Promise<NewOrder>;
  receiptOf(order: NewOrder): string;
  find(app: AppName, number: string): Promise<Order | undefined>;
  /** The order of a request, if the receipt is exactly the one sealed for it. */
  sealedOrder(
    app: AppName,
    provider: Order['provider'],
    request: Pick<PurchaseRequest, 'receipt' | 'storeTransactionId' | 'orderId'>,
  ): Promise<Order | MarketRejection>;
}

export function createOrderBook(db: Db, clock: Clock, seal: Seal): OrderBook {
  /** Our order number, or the market's id of the order. */
  async function find({ appid, gameIndex }: AppName, number: string): Promise<Order | undefined> {
    return (
      (await findOrder(db, { game_index: gameIndex, appid, order_id: number })) ??
      (await findByStoreTransaction(db, { appid, gameIndex, storeTransactionId: number }))
    );
  }

  return {
    find,
    async open({ app, token }, { productId, quantity, payload }, terms) {
      for (;;) {
        const created_at = clock();
        const order: NewOrder = {
          ...terms,
          game_index: app.gameIndex,
          appid: app.appid,
          order_id: orderNumber(terms.provider, created_at),
          player_id: token.playerId,
          account_uuid: token.accountUuid ?? assumedAccountUuid(app, token.playerId),
          product_id: productId,
          quantity,
          payload,
          created_at,
        };
        if (await insertOrder(db, order)) return order;
      }
    },
    receiptOf: (order) => seal.seal(contentOf(order)),
    async sealedOrder(app, provider, { receipt, storeTransactionId, orderId }) {
      const number = storeTransactionId ?? orderId ?? seal.orderIdOf(receipt);
      const order = number === undefined ? undefined : await find(app, number);
      const isGenuine = order?.provider === provider && seal.fits(receipt, contentOf(order));
      return order && isGenuine ? order : FORGED;
    },
  };
}

const FORGED: MarketRejection = {
  rejected: 'RECEIPT_VERIFY_FAIL',
  detail: 'The receipt is not the sealed receipt of this order. Send it exactly as it was issued.',
};

/** Seconds and 31 random bits in 63: grows with time, consists of digits as Steam requires, cannot be guessed. */
function orderNumber(provider: Order['provider'], now: number): string {
  const digits = (BigInt(Math.floor(now / 1_000)) << 31n) | BigInt(randomInt(2 ** 31));
  return provider === 'PG' ? `H${digits}` : digits.toString();
}

const contentOf = (order: NewOrder) => ({
  appid: order.appid,
  provider: order.provider,
  orderId: order.order_id,
  amount: order.amount,
  currency: order.currency,
  createdAt: order.created_at,
});

export const wrongField = (field: string, message: string): Problem => {
  const errors: FieldError[] = [{ field, message }];
  return problem('INVALID_REQUEST', `The field ${field} ${message}.`, errors);
};

/** Price of `quantity` pieces in that currency; undefined when the product has none. */
export function totalPrice(
  product: Product,
  quantity: number,
  currency: string,
): string | undefined {
  const price = product.prices.find((each) => each.currency === currency);
  return price && amountText(new Big(price.amount).times(quantity), currency);
}
