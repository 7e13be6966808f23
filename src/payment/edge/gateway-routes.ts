// Routes for buyers' browsers and payment gateways: payment page, return page, webhooks.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { isRejection, type OperationContext } from '../../audit/operation.ts';
import { readProduct } from '../../tenants/products.ts';
import { pg as market } from '../markets/pg/market.ts';
import { portonePayPage } from '../markets/pg/portone/pay-page.ts';
import { isCancelledByBuyer } from '../markets/pg/portone/pay-page-script.ts';
import { payPageLanguage } from '../markets/pg/portone/pay-page-texts.ts';
import { atGateway, type PgApp } from '../markets/pg/settings.ts';
import type { Notices } from '../notices/notices.ts';
import type { OrderBook } from '../orders/orders.ts';
import type { PgOrders } from '../orders/pg.ts';
import { orderUrl, titleOf } from '../orders/pg-open.ts';
import type { VisitReturn } from '../orders/return-visits.ts';
import type { Order } from '../orders/store.ts';
import type { MarketApps } from '../settings/market-apps.ts';
import { GatewayPath, noticeReference } from './notice-reference.ts';

export interface GatewayRouteDeps {
  readonly context: OperationContext;
  readonly marketApps: MarketApps;
  readonly orders: {
    readonly book: OrderBook;
    readonly pg: PgOrders;
    readonly visitReturn: VisitReturn;
  };
  readonly notices: Notices;
  readonly portoneScriptUrl: string;
  readonly publicUrl: string;
  readonly log: Logger;
}

interface OrderPath {
  Params: { appid: string; orderId: string };
  /** Of the return page: what PortOne's redirect says. */
  Querystring: { code?: string; message?: string; pgCode?: string };
}

interface Found {
  readonly app: PgApp;
  readonly order: Order;
}

const RELOAD_SECONDS = 3;
const STILL_CHECKING =
  'Your payment is still being checked. This page reloads by itself; you can also return to the game.';

/** Stripe's webhooks about disputes carry the evidence. */
const WEBHOOK_BYTES = 2 * 1024 * 1024;

interface NoticePath {
  Params: { gateway: string; appid: string };
}

/** Any other text is no order of ours, nor of a gateway, and databases cannot hold every one. */
const ORDER_ID = /^[\x21-\x7e]{1,255}$/;

export function gatewayRoutes(scope: FastifyInstance, deps: GatewayRouteDeps): void {
  const { marketApps, notices, publicUrl, log } = deps;
  const { book, pg, visitReturn } = deps.orders;
  keepBodiesAsText(scope);

  const lookups = new Map<string, Promise<Found | undefined>>();

  async function read(appid: string, orderId: string): Promise<Found | undefined> {
    const app = ORDER_ID.test(orderId) ? await marketApps(appid, market.code) : undefined;
    const order = app && (await book.find(app, orderId));
    if (!app || order?.provider !== market.code) return undefined;
    return { app: atGateway(app, order.gateway) ?? app, order };
  }

  /** Visitors of one moment share it, so that they do not use up the connections of the database. */
  function find(appid: string, orderId: string): Promise<Found | undefined> {
    const key = `${orderId} ${appid}`;
    const lookup = lookups.get(key) ?? read(appid, orderId).finally(() => lookups.delete(key));
    lookups.set(key, lookup);
    return lookup;
  }

  scope.get<OrderPath>(
    '/payment/v1/order/pay/:appid/:orderId',
    { config: { operation: 'order.pay' }, schema: { hide: true } },
    async ({ params, headers }, reply) => {
      const found = await find(params.appid, params.orderId);
      // Without its credentials, nobody would learn of the payment.
      const isPortone = found?.app.settings.gateway === 'PORTONE';
      if (found?.order.gateway !== 'PORTONE' || !isPortone || found.order.state !== 'open') {
        return sendText(reply, 404, 'No payment is open at this address.');
      }
      const { app, order } = found;
      const { order_id: orderId, product_id, quantity, amount, currency } = order;
      const product = await readProduct(deps.context, { appid: order.appid, product_id });
      const returnUrl = orderUrl(publicUrl, 'return', order);
      const { cancel_url } = app.settings;
      const name = isRejection(product) ? product_id : product.name;
      const payPageOrder = {
        orderId,
        title: titleOf(name, quantity),
        goods: { id: product_id, name, quantity },
        amount,
        currency,
        returnUrl,
        cancelUrl: cancel_url ? withOrder(cancel_url, order) : returnUrl,
      };
      const language = payPageLanguage(headers['accept-language']);
      const page = portonePayPage(deps.portoneScriptUrl, app, payPageOrder, language);
      return reply
        .headers({
          'content-security-policy': page.contentSecurityPolicy,
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
          vary: 'accept-language',
        })
        .type('text/html; charset=utf-8')
        .send(page.html);
    },
  );

  // Query parameters from the browser prove nothing, so the payment is read from the gateway.
  scope.get<OrderPath>(
    '/payment/v1/order/return/:appid/:orderId',
    { config: { operation: 'order.return' }, schema: { hide: true } },
    async ({ params, query }, reply) => {
      const found = await find(params.appid, params.orderId);
      if (!found) return sendText(reply, 404, 'This order does not exist.');
      const { app, order } = found;
      const visited = await visitReturn(app, order);
      if (visited === 'checking') {
        return sendText(reply.header('refresh', RELOAD_SECONDS), 200, STILL_CHECKING);
      }
      const isPaid = visited === 'paid';
      // PortOne redirects with a code when the payment failed: the buyer may try again.
      const hasFailed = query.code !== undefined && !isCancelledByBuyer(query);
      if (!isPaid && hasFailed && order.gateway === 'PORTONE' && order.state === 'open') {
        return reply.redirect(`${orderUrl(publicUrl, 'pay', order)}?failed=1`, 303);
      }
      const { success_url, cancel_url } = app.settings;
      const shop = isPaid ? success_url : (cancel_url ?? success_url);
      if (shop) return reply.redirect(withOrder(shop, order), 303);
      return sendText(
        reply,
        200,
        isPaid
          ? 'Payment received. You can return to the game.'
          : 'Payment not received yet. You can return to the game.',
      );
    },
  );

  scope.post<NoticePath>(
    '/market/v1/pg/:gateway/:appid',
    {
      config: { operation: 'market.pg' },
      bodyLimit: WEBHOOK_BYTES,
      schema: noticeReference(market.notices, GatewayPath),
    },
    async (request, reply) => {
      const { gateway, appid } = request.params;
      const set = await marketApps(appid, market.code);
      const app = set && atGateway(set, gateway.toUpperCase());
      if (!app) {
        return reply.code(404).send({ error: 'not_found', message: 'No such app or gateway.' });
      }
      request.appid = appid;
      const outcome = await pg.handleNotice(app, request.body as string, request.headers);
      if (outcome === 'forged') {
        return reply
          .code(400)
          .send({ error: 'forged', message: 'The webhook signature is not valid.' });
      }
      if ('handled' in outcome) {
        const { body, headers } = request;
        await notices.keepPg(appid, { body: body as string, headers, outcome });
        return { received: true };
      }
      log.warn(
        { app: appid, gateway, reason: outcome.unavailable },
        'gateway webhook not processed; the gateway will retry',
      );
      return reply
        .code(503)
        .send({ error: 'unavailable', message: 'Not processed yet. Retry later.' });
    },
  );
}

/** The signature covers the raw body. */
export function keepBodiesAsText(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  // Their type does not matter, and Fastify refuses one that it cannot read.
  scope.addHook('onRequest', async ({ headers }) => {
    if (headers['content-type'] !== undefined) headers['content-type'] = 'text/plain';
  });
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
}

function withOrder(shopUrl: string, { order_id }: Order): string {
  const url = new URL(shopUrl);
  url.searchParams.set('orderId', order_id);
  return url.href;
}

const sendText = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.code(status).type('text/plain; charset=utf-8').send(text);
