// Routes for STEAM and PG orders, called by the app client, and for delivery results.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isoTime } from '../../base/iso-time.ts';
import { digitsOf } from '../../base/json.ts';
import type { PlayerToken } from '../../identity/tokens.ts';
import type { Market } from '../markets/market.ts';
import { missingSetting } from '../markets/markets.ts';
import type { ReportDelivery } from '../orders/delivery.ts';
import { type Buyer, type OrderBook, wrongField } from '../orders/orders.ts';
import type { OpenPgOrder, PgOrderRequest } from '../orders/pg-open.ts';
import type { RestoredOrder, Restoring } from '../orders/restore.ts';
import type { OpenSteamOrder } from '../orders/steam-open.ts';
import { type Problem, problem } from '../problem.ts';
import { fieldProblems } from '../rules.ts';
import type { MarketApps } from '../settings/market-apps.ts';
import type { CallerKind } from './caller.ts';
import { languageCode } from './codes.ts';
import {
  finalizeAnswers,
  ItemResult,
  initAnswers,
  itemResultAnswers,
  PayPageUrl,
  PurchaseFinalize,
  PurchaseInit,
  PurchaseRestore,
  payPageAnswers,
  restoreAnswers,
} from './order-schema.ts';
import { callerOf, sendData, sendProblem } from './scope.ts';

export interface OrderRouteDeps {
  readonly marketApps: MarketApps;
  readonly orders: {
    readonly book: OrderBook;
    readonly openSteam: OpenSteamOrder;
    readonly openPg: OpenPgOrder;
    readonly restoring: Restoring;
    readonly reportDelivery: ReportDelivery;
  };
}

const TAGS = ['Orders'];
/** With a login token, or with a debt token for what they owe. */
const PLAYERS = ['user', 'debt'] as const;
const DEFAULT_LANGUAGE = 'en';
/** The calls that are not safe to repeat. */
const OPENING: ReadonlySet<string> = new Set(['purchase/init', 'order/pay-page-url']);

/** The `data` and `meta` of an answer; amounts in it are JSON text already. */
type Outcome = { readonly data: object; readonly meta?: object } | Problem;

export function orderRoutes(scope: FastifyInstance, deps: OrderRouteDeps): void {
  const { marketApps, orders } = deps;

  function post<Body>(
    name: string,
    [summary, description]: readonly [string, string],
    body: object,
    response: object,
    callers: readonly CallerKind[],
    answer: (request: FastifyRequest, body: Body) => Promise<Outcome>,
  ): void {
    const opensOrder = OPENING.has(name);
    const config = { operation: name.replace('/', '.'), callers, opensOrder };
    const schema = { tags: TAGS, summary, description, body, response };
    scope.post(`/payment/v1/${name}`, { config, schema }, async (request, reply) => {
      const outcome = await answer(request, request.body as Body);
      return 'problem' in outcome
        ? sendProblem(request, reply, outcome)
        : sendData(reply, JSON.stringify(outcome.data), outcome.meta);
    });
  }

  post<PurchaseInit>(
    'purchase/init',
    [
      'Open a STEAM order and get its sealed receipt',
      'Steam asks the player to approve the payment. Send `serviceReceipt` to the app server, which verifies it and thereby charges.',
    ],
    PurchaseInit,
    initAnswers,
    PLAYERS,
    async (request, body) => {
      const wrong = codeProblem(body);
      if (wrong) return wrong;
      const buyer = buyerOf(request);
      const app = await marketApps(buyer.app.appid, 'STEAM');
      if (!app) return notSetUp('STEAM');
      const missing = missingSetting('STEAM', app);
      if (missing) return problem('INVALID_REQUEST', missing.detail);
      const opened = await orders.openSteam(app, buyer, {
        ...orderRequestOf(body),
        steamId: body.steamId,
        ticket: body.steamTicket
          ? { text: body.steamTicket, identity: body.steamTicketIdentity }
          : undefined,
        language: languageCode(body.language ?? DEFAULT_LANGUAGE) ?? DEFAULT_LANGUAGE,
      });
      if ('problem' in opened) return opened;
      const { order, transactionId: storeTransactionId } = opened;
      const { order_id: orderId, currency } = order;
      const serviceReceipt = orders.book.receiptOf(order);
      const price = JSON.rawJSON(order.amount);
      return { data: { orderId, storeTransactionId, serviceReceipt, price, currency } };
    },
  );

  post<PayPageUrl>(
    'order/pay-page-url',
    [
      'Open a PG order and get the URL of its payment page',
      'Open `payUrl` in a browser. After the payment, `purchase/restore` has the sealed receipt.',
    ],
    PayPageUrl,
    payPageAnswers,
    PLAYERS,
    async (request, body) => {
      const custom = customOf(body);
      if (custom && 'problem' in custom) return custom;
      const wrong = codeProblem(body);
      if (wrong) return wrong;
      const buyer = buyerOf(request);
      const app = await marketApps(buyer.app.appid, 'PG');
      if (!app) return notSetUp('PG');
      const missing = missingSetting('PG', app);
      if (missing) return problem('INVALID_REQUEST', missing.detail);
      const { currency: wantedCurrency, customer } = body;
      const { externalPurchaseToken, externalTransactionToken } = body;
      const wanted: PgOrderRequest = {
        ...orderRequestOf(body),
        currency: wantedCurrency,
        customer,
        custom,
        external: { externalPurchaseToken, externalTransactionToken },
      };
      const opened = await orders.openPg(app, buyer, wanted);
      if ('problem' in opened) return opened;
      const { order, payUrl } = opened;
      const { order_id: orderId, currency } = order;
      return { data: { orderId, payUrl, price: JSON.rawJSON(order.amount), currency } };
    },
  );

  post<PurchaseRestore>(
    'purchase/restore',
    [
      'List paid but undelivered STEAM and PG orders with their sealed receipts',
      'Call it at the start of the app and after a payment. Send each `serviceReceipt` to the app server. The app server calls it with `targetPlayerId`, for a player who cannot log in.',
    ],
    PurchaseRestore,
    restoreAnswers,
    [...PLAYERS, 'app'],
    async (request, { targetPlayerId }) => {
      const { app, token } = callerOf(request);
      const playerId = token.use === 'app' ? targetPlayerId : token.playerId;
      if (playerId === undefined) return problem('FORBIDDEN_REQUEST', NO_TARGET);
      if (token.use !== 'app' && targetPlayerId !== undefined) {
        return problem('FORBIDDEN_REQUEST', NOT_FOR_PLAYERS);
      }
      const restored = await orders.restoring.restore(app, playerId);
      const { unasked } = restored;
      return {
        data: restored.orders.map(viewOrder),
        ...(unasked.length > 0 && { meta: { incomplete: true, markets: unasked } }),
      };
    },
  );

  post<PurchaseFinalize>(
    'purchase/finalize',
    [
      'Close a STEAM or PG order after delivery',
      'A closed order is no longer listed by `purchase/restore`.',
    ],
    PurchaseFinalize,
    finalizeAnswers,
    PLAYERS,
    async (request, { orderId }) => {
      const { app, token } = buyerOf(request);
      const order = await orders.restoring.finalize(app, token.playerId, orderId);
      return 'problem' in order ? order : { data: { orderId } };
    },
  );

  post<ItemResult>(
    'item/result',
    [
      'Record the delivery result of a purchase',
      'Apple and Google get it when they ask about a refund. The last result counts.',
    ],
    ItemResult,
    itemResultAnswers,
    ['user', 'app'],
    async (request, { serviceTransactionId, result, consumptionPercentage }) => {
      const { app, token } = callerOf(request);
      const used = consumptionPercentage === undefined ? {} : { consumptionPercentage };
      const delivery = { serviceTransactionId, result, ...used };
      const saved = await orders.reportDelivery(app, token, delivery);
      return 'problem' in saved ? saved : { data: saved };
    },
  );
}

function buyerOf(request: FastifyRequest): Buyer {
  const { app, token, owed } = callerOf(request);
  return { app, token: token as PlayerToken, owed };
}

const orderRequestOf = ({ productId, quantity = 1, iapPayload }: PurchaseInit | PayPageUrl) => ({
  productId,
  quantity,
  payload: iapPayload ?? null,
});

const NO_TARGET =
  'With an app-server token, send targetPlayerId. Without it, this call needs the login token of the player.';
const NOT_FOR_PLAYERS =
  'targetPlayerId requires an app-server token. With a token of a player, leave it out: the list has only the orders of that player.';

const notSetUp = (market: Market): Problem =>
  problem(
    'INVALID_REQUEST',
    `The app has no settings for ${market}. Add them in the console or with the admin API.`,
  );

function codeProblem(body: { currency?: string; iapPayload?: string }) {
  const errors = fieldProblems({ ...body, serviceReceipt: '' });
  return errors.length > 0
    ? problem('INVALID_REQUEST', 'Some fields are not valid. See errors.', errors)
    : undefined;
}

/** A custom amount needs all three fields. */
function customOf(body: PayPageUrl): PgOrderRequest['custom'] | Problem {
  const { customPrice, fixedCurrency, gameServerPriceVerifyKey } = body;
  const given = { customPrice, fixedCurrency, gameServerPriceVerifyKey };
  const missing = Object.entries(given).find(([, value]) => value === undefined)?.[0];
  if (missing === undefined) {
    return {
      price: digitsOf(body, 'customPrice') ?? String(customPrice),
      currency: String(fixedCurrency),
      key: String(gameServerPriceVerifyKey),
    };
  }
  const isNone = Object.values(given).every((value) => value === undefined);
  return isNone ? undefined : wrongField(missing, 'is required when a custom amount is sent');
}

const viewOrder = ({ order, receipt }: RestoredOrder) => ({
  providerId: order.provider,
  orderId: order.order_id,
  storeTransactionId: order.store_transaction_id,
  productId: order.product_id,
  quantity: order.quantity,
  price: JSON.rawJSON(order.amount),
  currency: order.currency,
  iapPayload: order.payload,
  serviceReceipt: receipt,
  orderDate: isoTime(order.created_at),
});
