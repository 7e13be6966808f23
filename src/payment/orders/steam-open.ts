// Opens a STEAM order in the currency of the player's wallet, saved before the call to Steam.
import { Big } from 'big.js';
import type { Logger } from 'pino';
import { isRejection, type OperationContext } from '../../audit/operation.ts';
import { type Product, readProduct } from '../../tenants/products.ts';
import { isSteamCurrency, missedIncrement } from '../markets/steam/currencies.ts';
import type { SteamApp } from '../markets/steam/settings.ts';
import {
  isVague,
  type Steam,
  type SteamFailure,
  type SteamSilence,
} from '../markets/steam/steam.ts';
import { type Problem, problem } from '../problem.ts';
import {
  type Buyer,
  notOwed,
  type OrderBook,
  type OrderRequest,
  totalPrice,
  wrongField,
} from './orders.ts';
import type { RefuseAgain } from './permanent.ts';
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
  readonly refuseAgain: RefuseAgain;
  readonly steam: Steam;
  readonly log: Logger;
}

export function createSteamOpening({
  context,
  book,
  refuseAgain,
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
    if (isRejection(product) || product.kind === 'subscription') {
      return wrongField('productId', 'is not a product of this app, or it is a subscription');
    }
    const itemId = product.steam_item_id;
    if (itemId === undefined)
      return wrongField('productId', 'has no Steam item id; set it in the product');
    const again = await refuseAgain(buyer, product, request);
    if (again) return again;
    const payer = await payerOf(app, request);
    if ('problem' in payer) return payer;
    const wallet = await steam.wallet(app, payer.steamId);
    if (!('currency' in wallet)) return failedToOpen(app, wallet);
    // Whatever the order is in, Steam charges the currency of the wallet.
    const forbidden = notOwed(buyer, request, wallet.currency);
    if (forbidden) return forbidden;
    const price = priceFor(product, request.quantity, wallet.currency);
    if ('problem' in price) return price;
    const { amount, currency } = price;
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
      description: shortened(descriptions[request.language] ?? descriptions.en ?? product.name),
    });
    if (!('transactionId' in opened)) {
      if ('failure' in opened) await markFailed(db, order);
      const isUnconverted = 'failure' in opened && opened.failure === OTHER_CURRENCY;
      return isUnconverted && currency !== wallet.currency
        ? noPrice(wallet.currency, `, and Steam does not convert its price in ${currency}`)
        : failedToOpen(app, opened);
    }
    const { transactionId } = opened;
    await setStoreTransaction(db, { ...order, storeTransactionId: transactionId });
    return { order, transactionId };
  };
}

const OTHER_CURRENCY = 8;

const noPrice = (currency: string, more = ''): Problem =>
  wrongField('productId', `has no price in ${currency}, the currency of this Steam wallet${more}`);

/** In the currency of the wallet; without such a price in another one, which Steam may convert. */
function priceFor(
  product: Product,
  quantity: number,
  wallet: string,
): { readonly amount: string; readonly currency: string } | Problem {
  const priced = product.prices.map((each) => each.currency);
  const convertible = ['USD', ...priced].find(
    (each) => priced.includes(each) && isSteamCurrency(each),
  );
  const currency = priced.includes(wallet) ? wallet : convertible;
  const amount = currency && totalPrice(product, quantity, currency);
  if (!amount) return noPrice(wallet);
  const increment = missedIncrement(amount, currency);
  return increment === undefined
    ? { amount, currency }
    : wrongField(
        'productId',
        `costs ${amount} ${currency}, but Steam takes only multiples of ${increment} ${currency}`,
      );
}

/** What Steam takes at most. */
const DESCRIPTION_LENGTH = 128;

/** Cut between characters as readers see them. */
function shortened(text: string): string {
  if (text.length <= DESCRIPTION_LENGTH) return text;
  let short = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (short.length + segment.length >= DESCRIPTION_LENGTH) break;
    short += segment;
  }
  return `${short.trimEnd()}…`;
}
