// Opens a PG order with a registered price or a custom amount, and its payment page.
import type { Logger } from 'pino';
import { isRejection, type OperationContext } from '../../audit/operation.ts';
import { enqueueJobs } from '../../background/jobs.ts';
import { type Product, readProduct } from '../../tenants/products.ts';
import type { Gateway, GatewayName, OrderCustomer } from '../markets/pg/gateway.ts';
import type { PgApp } from '../markets/pg/settings.ts';
import { type Problem, problem } from '../problem.ts';
import type { MarketApps } from '../settings/market-apps.ts';
import { type CustomPrice, customTerms } from './custom-price.ts';
import { type SentTokens, tokenJobs, visitOf } from './external.ts';
import {
  type Buyer,
  notOwed,
  type OrderBook,
  type OrderRequest,
  totalPrice,
  wrongField,
} from './orders.ts';
import type { RefuseAgain } from './permanent.ts';
import { watchOrder } from './pg-watch.ts';
import { type ExternalVisit, markFailed, type NewOrder, setGatewayReference } from './store.ts';

export interface PgOrderRequest extends OrderRequest {
  /** One of the product's currencies; required when it has several. */
  readonly currency?: string | undefined;
  /** For the gateway only. */
  readonly customer?: OrderCustomer | undefined;
  /** Set by the app server for the whole order, with a key by which it recognizes the amount. */
  readonly custom?: CustomPrice | undefined;
  /** The app of a store that the buyer came from. */
  readonly external?: SentTokens | undefined;
}

interface OpenedPgOrder {
  readonly order: NewOrder;
  readonly payUrl: string;
}

export type OpenPgOrder = (
  app: PgApp,
  buyer: Buyer,
  request: PgOrderRequest,
) => Promise<OpenedPgOrder | Problem>;

export interface PgOpeningDeps {
  readonly context: OperationContext;
  readonly book: OrderBook;
  readonly refuseAgain: RefuseAgain;
  readonly gateways: Readonly<Record<GatewayName, Gateway>>;
  /** Base URL of this environment, for the return page. */
  readonly publicUrl: string;
  readonly log: Logger;
  readonly marketApps: MarketApps;
}

/** See the setting. */
const NO_SALE_DAYS = 5;

interface Terms {
  readonly amount: string;
  readonly currency: string;
}

export function createPgOpening(deps: PgOpeningDeps): OpenPgOrder {
  const { context, book, gateways, log, refuseAgain } = deps;
  const { db } = context.storage;

  async function watchToken(app: Buyer['app'], visit: ExternalVisit): Promise<void> {
    const apple = visit.external_market === 'APPLE' && (await deps.marketApps(app.appid, 'APPLE'));
    if (!apple) return;
    const waitDays = apple.settings.external_no_sale_days ?? NO_SALE_DAYS;
    const now = context.clock();
    await enqueueJobs(db, tokenJobs(app, visit, waitDays, now), now);
  }

  return async (app, buyer, request) => {
    const { productId: product_id, quantity } = request;
    const product = await readProduct(context, { appid: app.appid, product_id });
    if (isRejection(product) || product.kind === 'subscription') {
      return wrongField('productId', 'is not a product of this app, or it is a subscription');
    }
    const again = await refuseAgain(buyer, product, request);
    if (again) return again;
    const terms = request.custom
      ? await customTerms(context, buyer, product, quantity, request.custom)
      : listedTerms(product, request);
    if ('problem' in terms) return terms;
    const forbidden = notOwed(buyer, request, terms.currency);
    if (forbidden) return forbidden;
    const visit = await visitOf(
      deps.marketApps,
      buyer.app,
      request.external ?? {},
      context.clock(),
    );
    if ('problem' in visit) return visit;
    await watchToken(buyer.app, visit);
    const { gateway } = app.settings;
    const order = await book.open(buyer, request, {
      ...terms,
      ...visit,
      provider: 'PG',
      price_verify_key: request.custom?.key ?? null,
      steam_id: null,
      gateway,
    });
    const opened = await gateways[gateway].open(app, {
      ...terms,
      orderId: order.order_id,
      title: titleOf(product.name, quantity),
      returnUrl: orderUrl(deps.publicUrl, 'return', order),
      pageUrl: orderUrl(deps.publicUrl, 'pay', order),
      customer: request.customer ?? {},
    });
    if ('declined' in opened) {
      await markFailed(db, order);
      return problem('FORBIDDEN_REQUEST', `The gateway rejected the order: ${opened.declined}`);
    }
    if ('unavailable' in opened) {
      log.warn(
        { app: app.appid, provider: 'PG', reason: opened.unavailable },
        'market unavailable',
      );
      return problem(
        'MARKET_UNAVAILABLE',
        'The gateway did not answer correctly. Open a new order.',
      );
    }
    await setGatewayReference(db, { ...order, gatewayReference: opened.reference });
    if (gateways[gateway].chargesApproved) await watchOrder(db, order, context.clock());
    return { order, payUrl: opened.payUrl };
  };
}

/** Shown to the buyer on the payment page. */
export const titleOf = (name: string, quantity: number): string =>
  quantity === 1 ? name : `${name} × ${quantity}`;

/** URL of the order's payment page or return page. */
export const orderUrl = (
  publicUrl: string,
  what: 'pay' | 'return',
  { appid, order_id }: Pick<NewOrder, 'appid' | 'order_id'>,
): string => `${publicUrl}/payment/v1/order/${what}/${encodeURIComponent(appid)}/${order_id}`;

function listedTerms(product: Product, { quantity, currency }: PgOrderRequest): Terms | Problem {
  const [first, second] = product.prices;
  const chosen = currency ?? (second ? undefined : first?.currency);
  if (chosen === undefined)
    return wrongField(
      'currency',
      'is required because the product has prices in several currencies',
    );
  const amount = totalPrice(product, quantity, chosen);
  if (amount === undefined)
    return wrongField('currency', `is not a currency in which ${product.product_id} has a price`);
  return { amount, currency: chosen };
}
