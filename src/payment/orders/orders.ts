// STEAM and PG orders: numbers them, saves them before the market call, and seals their receipts.

import { randomInt } from 'node:crypto';
import { Big } from 'big.js';
import type { Clock } from '../../base/clock.ts';
import { assumedAccountUuid } from '../../identity/logins.ts';
import type { PlayerToken } from '../../identity/tokens.ts';
import type { Db } from '../../storage/db.ts';
import type { App, AppName } from '../../tenants/directory.ts';
import type { Product } from '../../tenants/products.ts';
import type { KnownIds, MarketRejection, PurchaseRequest } from '../markets/market.ts';
import { marketOf } from '../markets/markets.ts';
import { amountText } from '../money.ts';
import { type FieldError, type Problem, problem } from '../problem.ts';
import type { Seal } from './seal.ts';
import {
  type ExternalVisit,
  findByStoreTransaction,
  findOrder,
  insertOrder,
  type NewOrder,
  NO_VISIT,
  type Order,
} from './store.ts';

export interface Buyer {
  readonly app: App;
  readonly token: PlayerToken;
  /** With a debt token, or while purchases are restricted: all that may be ordered. */
  readonly owed?: readonly Owed[] | undefined;
}

export interface Owed {
  readonly productId: string;
  readonly currency: string;
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
> &
  Partial<ExternalVisit>;

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

  /** The order of that number, if the receipt is the one sealed for it. */
  async function genuine(
    app: AppName,
    provider: Order['provider'],
    receipt: string,
    number: string | undefined,
  ): Promise<Order | undefined> {
    const order = number === undefined ? undefined : await find(app, number);
    const isGenuine = order?.provider === provider && seal.fits(receipt, contentOf(order));
    return isGenuine ? order : undefined;
  }

  return {
    find,
    async open({ app, token }, { productId, quantity, payload }, terms) {
      for (;;) {
        const created_at = clock();
        const order: NewOrder = {
          ...NO_VISIT,
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
      const named = storeTransactionId ?? orderId;
      const order = await genuine(app, provider, receipt, named ?? seal.orderIdOf(receipt));
      if (order || named === undefined) return order ?? FORGED;
      const own = await genuine(app, provider, receipt, seal.orderIdOf(receipt));
      if (!own) return FORGED;
      const field = storeTransactionId === undefined ? 'orderId' : 'storeTransactionId';
      return anotherOrder(field, named, own.order_id);
    },
  };
}

/** A request may name the order, or the transaction at the market, or neither. */
export function namesOrder(
  { provider_transaction_id, store_transaction_id }: KnownIds,
  { storeTransactionId, orderId }: PurchaseRequest,
): boolean {
  const name = storeTransactionId ?? orderId;
  return name === undefined || name === provider_transaction_id || name === store_transaction_id;
}

/** Why a buyer who may only pay debts may not order this: a payment in another currency settles none. */
export function notOwed(
  { owed, token }: Buyer,
  { productId }: OrderRequest,
  paidIn: string,
): Problem | undefined {
  if (!owed) return undefined;
  const currencies = owed
    .filter((each) => each.productId === productId)
    .map((each) => each.currency);
  if (currencies.includes(paidIn)) return undefined;
  const choice = [...new Set(currencies)].join(' or ');
  return problem(
    'FORBIDDEN_REQUEST',
    choice === ''
      ? `The player owes nothing for ${productId}. ${ONLY_DEBTS[token.use]}, order only the products in debt.`
      : `The player owes ${choice} for ${productId}, and a payment in ${paidIn} does not settle that. Pay in ${choice}.`,
  );
}

const ONLY_DEBTS = {
  debt: 'With a debt token',
  user: 'While purchases are restricted',
} as const;

const FORGED: MarketRejection = {
  rejected: 'RECEIPT_VERIFY_FAIL',
  detail: 'The receipt is not the sealed receipt of this order. Send it exactly as it was issued.',
};

/** The receipt is genuine, so its sender may know its number. */
const anotherOrder = (field: string, sent: string, orderId: string): MarketRejection => ({
  rejected: 'RECEIPT_VERIFY_FAIL',
  detail: `The receipt is for order ${orderId}, but ${field} is ${sent}. Send the number of that order, or leave ${field} out.`,
});

/** Seconds and 31 random bits in 63: grows with time, consists of digits as Steam requires, cannot be guessed. */
function orderNumber(provider: Order['provider'], now: number): string {
  const digits = (BigInt(Math.floor(now / 1_000)) << 31n) | BigInt(randomInt(2 ** 31));
  return `${marketOf(provider).orders?.numberPrefix}${digits}`;
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
