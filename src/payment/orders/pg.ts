// PG orders: paid at a gateway's page, believed only after the gateway was asked.
import type { IncomingHttpHeaders } from 'node:http';
import type { Desk } from '../../audit/operation.ts';
import { markCancelled } from '../ledger/store.ts';
import type { Gateway, GatewayName, GatewayPayment, PgApp } from '../markets/gateway.ts';
import type { Provider, Refused, Unavailable } from '../markets/market.ts';
import { isSameAmount } from '../money.ts';
import type { OrderBook } from './orders.ts';
import { closeOrder, markPaid, type Order } from './store.ts';

export interface PgOrders extends Provider<'PG'> {
  /** How the payment stands, asked from the gateway; what is new is kept. */
  look(app: PgApp, order: Order): Promise<GatewayPayment | Refused | Unavailable>;
  isPayable(app: PgApp, order: Order): Promise<boolean | Unavailable>;
  /** A notice of the gateway: a reason to look, and nothing more. */
  heed(
    app: PgApp,
    body: string,
    headers: IncomingHttpHeaders,
  ): Promise<Heeded | 'forged' | Unavailable>;
  /** Looks at what a genuine notice is about. */
  follow(app: PgApp, body: string): Promise<Heeded | Unavailable>;
}

export interface Heeded {
  /** The order that the notice is about; null when it is none of ours. */
  readonly heeded: string | null;
}

export interface PgOrderDeps {
  readonly desk: Desk;
  readonly book: OrderBook;
  readonly gateways: Readonly<Record<GatewayName, Gateway>>;
}

export function createPgOrders({ desk, book, gateways }: PgOrderDeps): PgOrders {
  const { clock } = desk;
  const { db } = desk.storage;

  async function look(app: PgApp, order: Order): Promise<GatewayPayment | Refused | Unavailable> {
    const { gateway } = app.settings;
    if (order.gateway !== gateway) {
      return { unavailable: `the order is at ${order.gateway}, the app now uses ${gateway}` };
    }
    if (order.gateway_reference === null) return PENDING;
    const payment = await gateways[gateway].read(app, order.gateway_reference);
    if ('unavailable' in payment) return payment;
    if ('declined' in payment) {
      return { refused: 'INVALID_RECEIPT', detail: `The gateway refused: ${payment.declined}` };
    }
    return payment.state === 'paid' ? takeNote(order, payment) : payment;
  }

  /** Whatever was paid must be this order, to the last digit. */
  async function takeNote(
    order: Order,
    payment: GatewayPayment,
  ): Promise<GatewayPayment | Refused> {
    if (payment.orderId !== order.order_id) {
      return { refused: 'INVALID_RECEIPT', detail: 'The payment belongs to another order.' };
    }
    if (payment.currency !== order.currency || !isSameAmount(payment.amount, order.amount)) {
      return { refused: 'PRICE_VERIFY_FAIL', detail: 'Another amount was paid than was ordered.' };
    }
    await markPaid(db, order, payment.paidAt ?? clock(), payment.paymentId);
    if (payment.refunded === 'wholly') {
      const { appid, provider, order_id: unique_key } = order;
      await markCancelled(desk.storage, { appid, provider, unique_key }, clock());
      await closeOrder(db, order, clock());
    }
    return payment;
  }

  async function follow(app: PgApp, body: string): Promise<Heeded | Unavailable> {
    const subject = gateways[app.settings.gateway].subjectOf(body);
    if (subject === 'unrelated') return { heeded: null };
    const number = 'orderId' in subject ? subject.orderId : subject.paymentId;
    const order = await book.find(app.appid, number);
    // The account at the gateway may serve other shops as well.
    if (order?.provider !== 'PG') return { heeded: null };
    const payment = await look(app, order);
    return 'unavailable' in payment ? payment : { heeded: order.order_id };
  }

  return {
    look,
    asksMarket: () => true,
    async verifyPurchase(app, request) {
      const order = await book.sealedOrder(app.appid, 'PG', request);
      if ('refused' in order) return order;
      const payment = await look(app, order);
      if (!('state' in payment)) return payment;
      switch (payment.state) {
        case 'pending':
          return PENDING;
        case 'ended':
          return { refused: 'INVALID_RECEIPT', detail: 'The order was given up without payment.' };
        case 'paid':
          return { accepted: purchaseOf(app, order, payment) };
      }
    },
    async isPayable(app, order) {
      const payment = await look(app, order);
      if ('unavailable' in payment) return payment;
      return 'state' in payment && payment.state === 'paid' && payment.refunded !== 'wholly';
    },
    follow,
    async heed(app, body, headers) {
      const isGenuine = await gateways[app.settings.gateway].isGenuine(app, body, headers);
      return isGenuine ? follow(app, body) : 'forged';
    },
  };
}

const PENDING: Refused = { refused: 'PAYMENT_PENDING', detail: 'The order is not paid yet.' };

function purchaseOf(app: PgApp, order: Order, payment: GatewayPayment) {
  return {
    provider: 'PG',
    providerTransactionId: order.order_id,
    storeTransactionId: payment.paymentId,
    uniqueKey: order.order_id,
    productId: order.product_id,
    quantity: order.quantity,
    price: payment.amount,
    currency: payment.currency,
    cancelState: payment.refunded === 'wholly' ? 1 : 0,
    test: app.environment === 'sandbox',
    purchasedAt: payment.paidAt,
    purchaseDateSource: 'PAYMENT_CONFIRMED',
    marketAccountId: null,
    marketResult: payment.record,
    priceVerifyKey: order.price_verify_key,
  } as const;
}
