// PG orders: paid on the gateway's page, confirmed only by reading the payment from the gateway.
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { OperationContext } from '../../audit/operation.ts';
import { enqueueJobs, JOBS_CHANGED } from '../../background/jobs.ts';
import { openDisputes } from '../ledger/cancellation.ts';
import { keepDisputes, type SeenDispute } from '../ledger/disputes.ts';
import type { Event } from '../ledger/events.ts';
import type { Alert, Ledger } from '../ledger/ledger.ts';
import { findCancellations, findPurchases, type PurchaseName } from '../ledger/purchases-store.ts';
import { type DisputeReport, isCancelling } from '../markets/cancellation.ts';
import type {
  FollowUp,
  MarketRejection,
  PurchaseRequest,
  Unavailable,
  Verdict,
} from '../markets/market.ts';
import type { Gateway, GatewayName, GatewayPayment } from '../markets/pg/gateway.ts';
import { atGateway, type PgApp } from '../markets/pg/settings.ts';
import { reportJobs } from './external.ts';
import { differenceOf, mismatchColumns } from './mismatch.ts';
import type { OrderBook } from './orders.ts';
import { saleOf } from './sale.ts';
import { closeOrder, keepMismatch, markPaid, type Order, reopenOrder } from './store.ts';

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
  /** Reads a payment from the gateway's own list, unless the order is known to be paid and that is all. */
  readMissed(app: PgApp, orderId: string, isOnlyPaid: boolean): Promise<Unavailable | undefined>;
}

export interface HandledNotice {
  /** The order in the webhook; null when it is not one of ours. */
  readonly handled: string | null;
  /** `kept` when the payment is not one of ours, or not one that this environment accepts. */
  readonly state: 'applied' | 'kept';
  /** For the app server, sent once: in one transaction with the webhook. */
  readonly alerts: readonly Alert[];
  readonly events: readonly Event[];
  /** The webhook as it is stored. */
  readonly kept: string;
}

const UNRELATED: Omit<HandledNotice, 'kept'> = {
  handled: null,
  state: 'kept',
  alerts: [],
  events: [],
};

export interface PgOrderDeps {
  readonly context: OperationContext;
  readonly book: OrderBook;
  readonly gateways: Readonly<Record<GatewayName, Gateway>>;
  readonly ledger: Ledger;
}

export function createPgOrders({ context, book, gateways, ledger }: PgOrderDeps): PgOrders {
  const { clock } = context;
  const { db, signals } = context.storage;

  /** Reads it and saves changes; what is paid is a sale, which perhaps no app server verifies. */
  async function readPayment(
    app: PgApp,
    order: Order,
  ): Promise<GatewayPayment | MarketRejection | Unavailable> {
    const payment = await readUnclaimed(app, order);
    if ('state' in payment && payment.state === 'paid') await recordSale(order, payment);
    return payment;
  }

  async function recordSale(order: Order, payment: GatewayPayment): Promise<void> {
    const { appid, game_index: gameIndex } = order;
    const [known] = await findPurchases(db, { appid, gameIndex }, [nameOf(order)]);
    if (known) return;
    const sale = saleOf(order, purchaseOf(order, payment), book.receiptOf(order), clock());
    await ledger.apply({ appid, purchases: [sale] });
  }

  async function readUnclaimed(
    app: PgApp,
    order: Order,
  ): Promise<GatewayPayment | MarketRejection | Unavailable> {
    const at = atGateway(app, order.gateway);
    if (!at) {
      const { gateway } = app.settings;
      return {
        unavailable: `the order was opened at ${order.gateway}, but the app now uses ${gateway}, and its credentials at ${order.gateway} were removed`,
      };
    }
    if (order.gateway_reference === null) return PENDING;
    const readAt = clock();
    const payment = await gateways[at.settings.gateway].read(at, order.gateway_reference);
    if ('unavailable' in payment) return payment;
    if ('declined' in payment) {
      return {
        rejected: 'INVALID_RECEIPT',
        detail: `The gateway rejected the payment: ${payment.declined}`,
      };
    }
    return payment.state === 'paid' ? savePayment(app, order, payment, readAt) : payment;
  }

  /** The payment must match the environment in its money, and the order in number, currency and amount. */
  async function savePayment(
    app: PgApp,
    order: Order,
    payment: GatewayPayment,
    readAt: number,
  ): Promise<GatewayPayment | MarketRejection> {
    if (payment.orderId !== order.order_id) {
      const detail = 'The payment belongs to another order.';
      return { rejected: 'INVALID_RECEIPT', detail, answer: payment.record };
    }
    const difference = differenceOf(app, order, payment);
    if (difference) {
      const columns = mismatchColumns(order, payment, difference, clock());
      if (columns) await keepMismatch(db, { ...order, ...columns });
      const { rejected, detail, answer } = difference;
      return { rejected, detail, answer };
    }
    await savePaid(order, payment, payment.paidAt ?? clock());
    await keepDisputes(db, order, disputesOf(order, payment, readAt), readAt);
    await reportCancellations(order, payment);
    const refund = payment.cancellations.find(({ kind }) => kind === 'refund');
    if (refund?.state === 'given') await closeOrder(db, { ...order, now: clock() });
    else if (refund && order.closed_at !== null) await reopenIfUndelivered(order, order.closed_at);
    return payment;
  }

  /** With the job that reports the sale, if a store wants it. */
  async function savePaid(order: Order, payment: GatewayPayment, paidAt: number): Promise<void> {
    const { paymentId: storeTransactionId, tax, country: taxCountry } = payment;
    const paid = { ...order, paidAt, storeTransactionId, tax, taxCountry };
    const jobs = order.state === 'paid' ? [] : reportJobs(order, 'paid');
    if (jobs.length === 0) {
      await markPaid(db, paid);
      return;
    }
    const { appid, game_index: gameIndex } = order;
    const now = clock();
    await db.transaction().execute(async (tx) => {
      await markPaid(tx, paid);
      await enqueueJobs(
        tx,
        jobs.map((job) => ({ ...job, appid, gameIndex })),
        now,
      );
    });
    signals.emit(JOBS_CHANGED);
  }

  /** The refund that closed the order has failed, so the player gets the goods after all. */
  async function reopenIfUndelivered(order: Order, closedAt: number): Promise<void> {
    const { appid, game_index: gameIndex } = order;
    const name = nameOf(order);
    const refunds = (await findCancellations(db, { appid, gameIndex }, [name]))
      .filter(({ cause }) => cause === 'refund')
      .sort((one, other) => one.reported_at - other.reported_at);
    const isClosedByRefund = refunds.some(
      ({ state, reported_at }, at) =>
        state === 'given' &&
        reported_at <= closedAt &&
        closedAt <= (refunds[at + 1]?.reported_at ?? 0),
    );
    if (!isClosedByRefund) return;
    const [purchase] = await findPurchases(db, { appid, gameIndex }, [name]);
    if (typeof purchase?.delivery !== 'number') await reopenOrder(db, order);
  }

  /** The ledger keeps the reports also for a purchase that is not recorded yet. */
  async function reportCancellations(order: Order, payment: GatewayPayment): Promise<void> {
    const { appid } = order;
    const purchase = nameOf(order);
    const cancellations = payment.cancellations.map((report) => ({ purchase, report }));
    if (cancellations.length === 0) return;
    await ledger.apply({ appid, cancellations, jobs: reportsOf(order, cancellations) });
  }

  /** For a gateway that shows no disputes of a payment once a part of it is refunded. */
  async function endDisputes(
    order: Order,
    { cancellations: shown }: GatewayPayment,
  ): Promise<void> {
    const { appid, game_index: gameIndex } = order;
    const purchase = nameOf(order);
    const state = shown.some((report) => report.state === 'given') ? 'lost' : 'won';
    const now = clock();
    const ended = openDisputes(await findCancellations(db, { appid, gameIndex }, [purchase]))
      .filter((id) => !shown.some((report) => report.kind === 'dispute' && report.id === id))
      .map((id) => ({ kind: 'dispute', id, state }) as const);
    if (ended.length === 0) return;
    await keepDisputes(db, order, disputesIn(order, ended, now), now);
    const cancellations = ended.map((report) => ({ purchase, report }));
    await ledger.apply({ appid, cancellations, jobs: reportsOf(order, cancellations) });
  }

  /** An order that was opened at this gateway. */
  async function findAt(app: PgApp, number: string): Promise<Order | undefined> {
    const order = await book.find(app, number);
    const isHere = order?.provider === 'PG' && order.gateway === app.settings.gateway;
    return isHere ? order : undefined;
  }

  async function readNoticed(app: PgApp, body: string): Promise<HandledNotice | Unavailable> {
    const gateway = gateways[app.settings.gateway];
    const kept = gateway.keptOf?.(body) ?? body;
    const subject = gateway.subjectOf(body);
    if (subject === 'unrelated') return { ...UNRELATED, kept };
    const number = 'orderId' in subject ? subject.orderId : subject.paymentId;
    // The gateway account may serve other shops as well.
    const order = await findAt(app, number);
    if (!order) return { ...UNRELATED, kept };
    const payment = await readPayment(app, order);
    if ('unavailable' in payment) return payment;
    const handled = order.order_id;
    if (!('state' in payment)) return { ...UNRELATED, handled, kept };
    if (gateway.endsDisputes(body)) await endDisputes(order, payment);
    const warning = await gateway.warningOf(app, body, payment);
    if (warning && 'unavailable' in warning) return warning;
    const alerts = warning ? [{ ...warning, purchase: nameOf(order) }] : [];
    const hasFailed = payment.state !== 'paid' && gateway.hasFailed(body);
    const events = hasFailed ? [failureOf(order)] : [];
    return { handled, state: 'applied', alerts, events, kept };
  }

  return {
    readPayment,
    async settle(app, request) {
      const order = await book.sealedOrder(app, 'PG', request);
      if ('rejected' in order) return order;
      const payment = await readUnclaimed(app, order);
      if (!('state' in payment)) return payment;
      switch (payment.state) {
        case 'pending':
          return { ...PENDING, answer: payment.record };
        case 'ended':
          return {
            rejected: 'INVALID_RECEIPT',
            detail: 'The order expired or was cancelled before it was paid.',
            answer: payment.record,
          };
        case 'paid':
          return { accepted: purchaseOf(order, payment) };
      }
    },
    async isPayable(app, order) {
      const payment = await readPayment(app, order);
      if ('unavailable' in payment) return payment;
      return (
        'state' in payment && payment.state === 'paid' && !payment.cancellations.some(isCancelling)
      );
    },
    readNoticed,
    async readMissed(app, orderId, isOnlyPaid) {
      const order = await findAt(app, orderId);
      if (!order || (isOnlyPaid && order.state === 'paid')) return undefined;
      const payment = await readPayment(app, order);
      return 'unavailable' in payment ? payment : undefined;
    },
    async handleNotice(app, body, headers) {
      const isGenuine = await gateways[app.settings.gateway].isGenuine(app, body, headers);
      if (typeof isGenuine === 'object') return isGenuine;
      return isGenuine ? readNoticed(app, body) : 'forged';
    },
  };
}

const PENDING: MarketRejection = {
  rejected: 'PAYMENT_PENDING',
  detail: 'The order is not paid yet. Try again after the buyer has paid.',
};

/** For the app server, which may have told the buyer that the money is on its way. */
const failureOf = (order: Order): Event => ({
  type: 'purchase.payment_failed',
  about: { provider: order.provider, subject: order.order_id },
  data: {
    appid: order.appid,
    providerId: order.provider,
    orderId: order.order_id,
    accountUuid: order.account_uuid,
    productId: order.product_id,
    quantity: order.quantity,
    amount: order.amount,
    currency: order.currency,
  },
});

/** The same refunds and disputes are reported once. */
const reportsOf = (order: Order, cancellations: readonly object[]): FollowUp[] =>
  reportJobs(order, hash('sha256', JSON.stringify(cancellations), 'base64url'));

/** The order's purchase in the ledger. */
const nameOf = ({ provider, order_id }: Order): PurchaseName => ({
  provider,
  unique_key: order_id,
});

/** A gateway that shows no deadlines still reports its disputes. */
const disputesOf = (order: Order, payment: GatewayPayment, at: number): readonly SeenDispute[] =>
  payment.disputes ??
  disputesIn(
    order,
    payment.cancellations.filter((report) => report.kind === 'dispute'),
    at,
  );

const disputesIn = (
  order: Order,
  reports: readonly DisputeReport[],
  at: number,
): readonly SeenDispute[] =>
  reports.map(({ id, state, reason, amount, reportedAt }) => ({
    id,
    state,
    inquiry: false,
    reason: reason ?? null,
    networkReason: null,
    amount: amount ?? null,
    currency: amount == null ? null : order.currency,
    openedAt: reportedAt ?? at,
    dueAt: null,
    submissions: 0,
  }));

function purchaseOf(order: Order, payment: GatewayPayment) {
  return {
    provider: 'PG',
    providerTransactionId: order.order_id,
    storeTransactionId: payment.paymentId,
    uniqueKey: order.order_id,
    productId: order.product_id,
    quantity: order.quantity,
    price: payment.amount,
    currency: payment.currency,
    cancellations: payment.cancellations,
    test: !payment.live,
    purchasedAt: payment.paidAt,
    purchaseDateSource: 'PAYMENT_CONFIRMED',
    marketAccountId: null,
    marketResult: payment.record,
    priceVerifyKey: order.price_verify_key,
  } as const;
}
