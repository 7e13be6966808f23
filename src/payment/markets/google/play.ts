// Google Play calls for one-time purchases: read a purchase, read an order, acknowledge or consume.

import { listOf } from '../fields.ts';
import type { MarketRejection, Unavailable } from '../market.ts';
import type { GoogleAnswer, GoogleApi, GoogleError } from './api.ts';
import { type PlayOrder, readOrder } from './order.ts';
import { type Grant, type PlayPurchase, readPurchaseV1, readPurchaseV2 } from './purchase.ts';
import type { GoogleApp } from './settings.ts';

export interface PurchaseName {
  readonly productId: string;
  readonly purchaseToken: string;
}

/** Google's OrdersReviewRefundRequest. */
export interface RefundOpinion {
  readonly pendingRefundToken: string;
  readonly refundPreference: 'APPROVE' | 'DECLINE' | 'NEUTRAL';
  readonly sampleContentProvided: boolean;
  readonly consumptionUsageEvents?: readonly {
    readonly consumptionTime: string;
    readonly obfuscatedAccountId: string;
    readonly consumptionItemDescription: string;
  }[];
}

export interface GooglePlay {
  purchase(
    app: GoogleApp,
    name: PurchaseName,
  ): Promise<PlayPurchase | MarketRejection | Unavailable>;
  /** All that was bought together. */
  productsOf(
    app: GoogleApp,
    purchaseToken: string,
  ): Promise<readonly string[] | MarketRejection | Unavailable>;
  /** Undefined when Google has no such order, as for some testers. */
  order(
    app: GoogleApp,
    orderId: string,
    productId: string,
  ): Promise<PlayOrder | Unavailable | undefined>;
  /** Those of the orders that Google has. */
  orders(app: GoogleApp, orderIds: readonly string[]): Promise<readonly PlayOrder[] | Unavailable>;
  /** Safe to repeat: at worst Google rejects the second call. */
  grant(
    app: GoogleApp,
    grant: Grant,
    name: PurchaseName,
  ): Promise<'done' | MarketRejection | Unavailable>;
  /** What the studio thinks of a refund that Google is about to decide on. Safe to repeat. */
  reviewRefund(
    app: GoogleApp,
    orderId: string,
    opinion: RefundOpinion,
  ): Promise<'done' | MarketRejection | Unavailable>;
}

export function createGooglePlay(ask: GoogleApi): GooglePlay {
  const purchaseV2 = (app: GoogleApp, purchaseToken: string) =>
    ask(app, {
      operation: 'google.productsv2.get',
      method: 'GET',
      path: `/purchases/productsv2/tokens/${segment(purchaseToken)}`,
    });

  async function purchaseV1(app: GoogleApp, { productId, purchaseToken }: PurchaseName) {
    const answer = await ask(app, {
      operation: 'google.products.get',
      method: 'GET',
      path: `/purchases/products/${segment(productId)}/tokens/${segment(purchaseToken)}`,
    });
    return readAs(answer, (resource) => readPurchaseV1(resource, productId));
  }

  /** One order that Google does not have makes it refuse all of a call. */
  async function readOrders(
    app: GoogleApp,
    orderIds: readonly string[],
  ): Promise<readonly PlayOrder[] | Unavailable> {
    const query = orderIds.map((id) => `orderIds=${segment(id)}`).join('&');
    const path = `/orders:batchGet?${query}`;
    const answer = await ask(app, { operation: 'google.orders.batchGet', method: 'GET', path });
    if ('unavailable' in answer) return answer;
    if ('found' in answer) return listOf(answer.found.orders).map((each) => readOrder(each, ''));
    if (answer.reason === undefined) return strange(answer);
    if (orderIds.length === 1) return [];
    const half = Math.ceil(orderIds.length / 2);
    const parts = [orderIds.slice(0, half), orderIds.slice(half)];
    const found: PlayOrder[] = [];
    for (const part of parts) {
      const orders = await readOrders(app, part);
      if ('unavailable' in orders) return orders;
      found.push(...orders);
    }
    return found;
  }

  return {
    async purchase(app, name) {
      if (!isSegment(name.productId) || !isSegment(name.purchaseToken)) return noSuchPurchase;
      const answer = await purchaseV2(app, name.purchaseToken);
      if ('error' in answer && isUnknownMethod(answer)) return purchaseV1(app, name);
      return readAs(answer, (resource) => readPurchaseV2(resource, name.productId));
    },

    async productsOf(app, purchaseToken) {
      if (!isSegment(purchaseToken)) return noSuchPurchase;
      const answer = await purchaseV2(app, purchaseToken);
      return readAs(answer, (resource) => readPurchaseV2(resource, '')?.productIds);
    },

    async order(app, orderId, productId) {
      const path = `/orders/${segment(orderId)}`;
      const answer = await ask(app, { operation: 'google.orders.get', method: 'GET', path });
      if ('unavailable' in answer) return answer;
      if ('found' in answer) return readOrder(answer.found, productId);
      // Without the order only the price is unknown.
      return answer.reason === undefined ? strange(answer) : undefined;
    },

    orders: readOrders,

    async grant(app, grant, { productId, purchaseToken }) {
      const answer = await ask(app, {
        operation: `google.products.${grant}`,
        method: 'POST',
        path: `/purchases/products/${segment(productId)}/tokens/${segment(purchaseToken)}:${grant}`,
      });
      return readAs(answer, () => 'done' as const);
    },

    async reviewRefund(app, orderId, opinion) {
      const answer = await ask(app, {
        operation: 'google.orders.reviewrefund',
        method: 'POST',
        path: `/orders/${segment(orderId)}:reviewrefund`,
        body: opinion,
      });
      return readAs(answer, () => 'done' as const);
    },
  };
}

export function readAs<T>(
  answer: GoogleAnswer,
  read: (resource: Extract<GoogleAnswer, { found: unknown }>['found']) => T | undefined,
): T | MarketRejection | Unavailable {
  if ('unavailable' in answer) return answer;
  if ('found' in answer) return read(answer.found) ?? unreadable;
  if (answer.reason === undefined) return strange(answer);
  const detail = `Google Play rejects the purchase token: ${answer.reason} (${answer.error}).`;
  const { error: status, reason } = answer;
  const isGone = status === GONE;
  return { rejected: 'INVALID_RECEIPT', detail, answer: { status, reason }, isGone };
}

/** Sixty days after the end of a subscription, or when the account was deleted. */
const GONE = 410;

/** Google's answer for an unknown path, independent of the purchase. */
function isUnknownMethod({ error, reason }: GoogleError): boolean {
  return error === 404 && (reason === undefined || reason === 'notFound');
}

/** An error in another format does not concern the purchase. */
const strange = ({ error }: GoogleError): Unavailable => ({
  unavailable: `Google Play answered ${error} in an unknown format`,
});

const unreadable: Unavailable = {
  unavailable: 'Google Play answered with a purchase without a state',
};

export const noSuchPurchase: MarketRejection = {
  rejected: 'INVALID_RECEIPT',
  detail: 'The receipt or productId has a format that Google Play never issues.',
};

const LONGEST_SEGMENT = 2_000;
const SEGMENT = /^[\x21-\x7e]+$/;

/** A safe path segment: dots alone would leave the path, encoded or not. */
export function isSegment(text: string): boolean {
  return SEGMENT.test(text) && text.length <= LONGEST_SEGMENT && text !== '.' && text !== '..';
}

export const segment = encodeURIComponent;
