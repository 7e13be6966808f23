// Opens a STEAM order in the currency of the player's wallet, saved before the call to Steam.
import { Big } from 'big.js';
import type { Logger } from 'pino';
import { isRejection, type OperationContext } from '../../audit/operation.ts';
import { readProduct } from '../../tenants/products.ts';
import {
  isVague,
  type Steam,
  type SteamApp,
  type SteamFailure,
  type SteamSilence,
} from '../markets/steam/steam.ts';
import { type Problem, problem } from '../problem.ts';
import { type Buyer, type OrderBook, type OrderRequest, totalPrice, wrongField } from './orders.ts';
import { markFailed, type NewOrder, setStoreTransaction } from './store.ts';

interface SteamOrderRequest extends OrderRequest {
  readonly steamId?: string | undefined;
  /** A ticket from GetAuthTicketForWebApi, which proves the account and overrides `steamId`. */
  readonly ticket?: { readonly text: string; readonly identity?: string | undefined } | undefined;
  readonly language: string;
}

interface OpenedSteamOrder {
  readonly order: NewOrder;
  readonly transactionId: string;
}

export type OpenSteamOrder = (
  app: SteamApp,
  buyer: Buyer,
  request: SteamOrderRequest,
) => Promise<OpenedSteamOrder | Problem>;

export interface SteamOpeningDeps {
  readonly context: OperationContext;
  readonly book: OrderBook;
  readonly steam: Steam;
  readonly log: Logger;
}

export function createSteamOpening({
  context,
  book,
  steam,
  log,
}: SteamOpeningDeps): OpenSteamOrder {
  const { db } = context.storage;

  async function payerOf(
    app: SteamApp,
    { steamId, ticket }: SteamOrderRequest,
  ): Promise<{ readonly steamId: string } | Problem> {
    if (!ticket) {
      return steamId === undefined
        ? wrongField('steamId', 'or steamTicket is required')
        : { steamId };
    }
    const owner = await steam.steamIdOf(app, ticket.text, ticket.identity);
    return 'steamId' in owner ? owner : failedToOpen(app, owner);
  }

  /** Why an order could not be opened. */
  function failedToOpen({ appid }: SteamApp, answer: SteamFailure | SteamSilence): Problem {
    if ('failure' in answer && !isVague(answer)) {
      const { failure, description } = answer;
      return problem(
        'FORBIDDEN_REQUEST',
        `Steam rejected the request: ${description} (error ${failure}).`,
      );
    }
    const reason = 'failure' in answer ? answer.description : answer.unavailable;
    log.warn({ app: appid, provider: 'STEAM', reason }, 'market unavailable');
    return problem('MARKET_UNAVAILABLE', 'Steam did not answer correctly. Open a new order.');
  }

  return async (app, buyer, request) => {
    const product = await readProduct(context, { appid: app.appid, product_id: request.productId });
    if (isRejection(product) || product.kind !== 'consumable') {
      return wrongField('productId', 'is not a consumable product of this app');
    }
    const itemId = product.steam_item_id;
    if (itemId === undefined)
      return wrongField('productId', 'has no Steam item id; set it in the product');
    const payer = await payerOf(app, request);
    if ('problem' in payer) return payer;
    const wallet = await steam.wallet(app, payer.steamId);
    if (!('currency' in wallet)) return failedToOpen(app, wallet);
    const { currency } = wallet;
    const amount = totalPrice(product, request.quantity, currency);
    if (amount === undefined)
      return wrongField(
        'productId',
        `has no price in ${currency}, the currency of this Steam wallet`,
      );
    if (!new Big(amount).times(app.settings.amount_divisor).mod(1).eq(0)) {
      return wrongField('productId', `has a price in ${currency} that Steam cannot express`);
    }

    const order = await book.open(buyer, request, {
      provider: 'STEAM',
      amount,
      currency,
      price_verify_key: null,
      steam_id: payer.steamId,
      gateway: null,
    });
    const { descriptions = {} } = product;
    const opened = await steam.open(app, {
      orderId: order.order_id,
      steamId: payer.steamId,
      itemId,
      quantity: request.quantity,
      amount,
      currency,
      language: request.language,
      description: descriptions[request.language] ?? descriptions.en ?? product.name,
    });
    if (!('transactionId' in opened)) {
      if ('failure' in opened) await markFailed(db, order);
      return failedToOpen(app, opened);
    }
    const { transactionId } = opened;
    await setStoreTransaction(db, { ...order, storeTransactionId: transactionId });
    return { order, transactionId };
  };
}
