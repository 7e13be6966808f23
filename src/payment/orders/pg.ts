// PG orders: paid on the gateway's page, confirmed only by reading the payment from the gateway.
import type { IncomingHttpHeaders } from 'node:http';
import type { OperationContext } from '../../audit/operation.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { findPurchase } from '../ledger/purchases-store.ts';
import { refundIf } from '../markets/cancellation.ts';
import type { Gateway, GatewayName, GatewayPayment, PgApp } from '../markets/gateway.ts';
import type { MarketRejection, PurchaseRequest, Unavailable, Verdict } from '../markets/market.ts';
import { isSameAmount } from '../money.ts';
import type { OrderBook } from './orders.ts';
import { closeOrder, markPaid, type Order } from './store.ts';

export interface PgOrders {
  /** Verifies a sealed receipt: reads the payment from the gateway, saves it, and decides. */
  settle(app: PgApp, request: PurchaseRequest): Promise<Verdict>;
  /** Reads the payment from the gateway and saves changes. */
  readPayment(app: PgApp, order: Order): Promise<GatewayPayment | MarketRejection | Unavailable>;
  isPayable(app: PgApp, order: Order): Promise<boolean | Unavailable>;
  /** A webhook is only a reason to read the payment; its content is not trusted. */
  handleNotice(
    app: PgApp,
    body: string,
    headers: IncomingHttpHeaders,
  ): Promise<HandledNotice | 'forged' | Unavailable>;
  /** Reads the payment that an authentic webhook names. */
  readNoticed(app: PgApp, body: string): Promise<HandledNotice | Unavailable>;
}

export interface HandledNotice {
  /** The order in the webhook; null when it is not one of ours. */
  readonly handled: string | null;
}

export interface PgOrderDeps {
  readonly context: OperationContext;
  readonly book: OrderBook;
  readonly gateways: Readonly<Record<GatewayName, Gateway>>;
  readonly ledger: Ledger;
}

export function createPgOrders({ context, book, gateways, ledger }: PgOrderDeps): PgOrders {
  const { clock } = context;
  const { db } = context.storage;

  async function readPayment(
    app: PgApp,
    order: Order,
  ): Promise<GatewayPayment | MarketRejection | Unavailable> {
    const { gateway } = app.settings;
    if (order.gateway !== gateway) {
      return {
        unavailable: `the order was opened at ${order.gateway}, but the app now uses ${gateway}`,
      };
    }
    if (order.gateway_reference === null) return PENDING;
    const payment = await gateways[gateway].read(app, order.gateway_reference);
    if ('unavailable' in payment) return payment;
    if ('declined' in payment) {
      return {
        rejected: 'INVALID_RECEIPT',
        detail: `The gateway rejected the payment: ${payment.declined}`,
      };
    }
    return payment.state === 'paid' ? savePayment(order, payment) : payment;
  }

  /** The payment must match the order in number, currency and amount. */
  async function savePayment(
    order: Order,
    payment: GatewayPayment,
  ): Promise<GatewayPayment | MarketRejection> {
    if (payment.orderId !== order.order_id) {
      return { rejected: 'INVALID_RECEIPT', detail: 'The payment belongs to another order.' };
    }
    if (payment.currency !== order.currency || !isSameAmount(payment.amount, order.amount)) {
      return {
        rejected: 'PRICE_VERIFY_FAIL',
        detail: `The order is ${order.amount} ${order.currency}, but ${payment.amount} ${payment.currency} was paid.`,
      };
    }
    const paidAt = payment.paidAt ?? clock();
    await markPaid(db, { ...order, paidAt, storeTransactionId: payment.paymentId });
    if (payment.refunded === 'wholly') {
      await reportRefund(order);
      await closeOrder(db, { ...order, now: clock() });
    }
    return payment;
  }

  async function reportRefund({ appid, provider, order_id }: Order): Promise<void> {
    const purchase = await findPurchase(db, { appid, provider, unique_key: order_id });
    // A purchase that is not recorded yet will be recorded as refunded.
    if (purchase?.cancel_state !== 0) return;
    const report = { kind: 'refund', state: 'given' } as const;
    const cancellation = { purchase: { provider, unique_key: order_id }, report };
    await ledger.apply({ appid, cancellations: [cancellation] });
  }

  async function readNoticed(app: PgApp, body: string): Promise<HandledNotice | Unavailable> {
    const subject = gateways[app.settings.gateway].subjectOf(body);
    if (subject === 'unrelated') return { handled: null };
    const number = 'orderId' in subject ? subject.orderId : subject.paymentId;
    const order = await book.find(app.appid, number);
    // The gateway account may serve other shops as well.
    if (order?.provider !== 'PG') return { handled: null };
    const payment = await readPayment(app, order);
    return 'unavailable' in payment ? payment : { handled: order.order_id };
  }

  return {
    readPayment,
    async settle(app, request) {
      const order = await book.sealedOrder(app.appid, 'PG', request);
      if ('rejected' in order) return order;
      const payment = await readPayment(app, order);
      if (!('state' in payment)) return payment;
      switch (payment.state) {
        case 'pending':
          return PENDING;
        case 'ended':
          return {
            rejected: 'INVALID_RECEIPT',
            detail: 'The order expired or was cancelled before it was paid.',
          };
        case 'paid':
          return { accepted: purchaseOf(app, order, payment) };
      }
    },
    async isPayable(app, order) {
      const payment = await readPayment(app, order);
      if ('unavailable' in payment) return payment;
      return 'state' in payment && payment.state === 'paid' && payment.refunded !== 'wholly';
    },
    readNoticed,
    async handleNotice(app, body, headers) {
      const isGenuine = await gateways[app.settings.gateway].isGenuine(app, body, headers);
      return isGenuine ? readNoticed(app, body) : 'forged';
    },
  };
}

const PENDING: MarketRejection = {
  rejected: 'PAYMENT_PENDING',
  detail: 'The order is not paid yet. Try again after the buyer has paid.',
};

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
    cancellations: refundIf(payment.refunded === 'wholly'),
    test: app.environment === 'sandbox',
    purchasedAt: payment.paidAt,
    purchaseDateSource: 'PAYMENT_CONFIRMED',
    marketAccountId: null,
    marketResult: payment.record,
    priceVerifyKey: order.price_verify_key,
  } as const;
}
