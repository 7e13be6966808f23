// Parses one-time purchases and orders from Google Play.
import { scaledAmount } from '../../money.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../fields.ts';

export interface PlayPurchase {
  readonly state: PlayState;
  readonly productIds: readonly string[];
  readonly quantity: number;
  readonly orderId: string | undefined;
  readonly accountId: string | undefined;
  readonly purchasedAt: number | undefined;
  readonly test: boolean;
  readonly acknowledged: boolean;
  readonly consumed: boolean;
  /** As Google sent it. */
  readonly resource: Fields;
}

type PlayState = 'PURCHASED' | 'CANCELLED' | 'PENDING';

/** How the purchase is confirmed at Google; consuming acknowledges too. */
export type Grant = 'acknowledge' | 'consume';

export function isGranted({ acknowledged, consumed }: PlayPurchase, grant: Grant): boolean {
  return grant === 'consume' ? consumed : acknowledged;
}

/** ProductPurchaseV2: names are spelled out, several products are possible. */
export function readPurchaseV2(resource: Fields, productId: string): PlayPurchase | undefined {
  const state = fieldsOf(resource.purchaseStateContext)?.purchaseState;
  if (state !== 'PURCHASED' && state !== 'CANCELLED' && state !== 'PENDING') return undefined;
  const items = listOf(resource.productLineItem);
  const item = items.find((each) => each.productId === productId);
  const details = fieldsOf(item?.productOfferDetails);
  return {
    ...commonFields(resource),
    state,
    productIds: items.map((each) => textOf(each.productId)).filter((id) => id !== undefined),
    quantity: quantityOf(details?.quantity),
    purchasedAt: timeOf(resource.purchaseCompletionTime),
    test: resource.testPurchaseContext !== undefined,
    acknowledged: resource.acknowledgementState === 'ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED',
    consumed: details?.consumptionState === 'CONSUMPTION_STATE_CONSUMED',
  };
}

const STATES: ReadonlyMap<unknown, PlayState> = new Map([
  [0, 'PURCHASED'],
  [1, 'CANCELLED'],
  [2, 'PENDING'],
]);

/** ProductPurchase: names are numbers, and the product is the one that was asked for. */
export function readPurchaseV1(resource: Fields, productId: string): PlayPurchase | undefined {
  const state = STATES.get(resource.purchaseState);
  if (state === undefined) return undefined;
  const millis = Number(textOf(resource.purchaseTimeMillis));
  return {
    ...commonFields(resource),
    state,
    productIds: [textOf(resource.productId) ?? productId],
    quantity: quantityOf(resource.quantity),
    purchasedAt: Number.isSafeInteger(millis) ? millis : undefined,
    test: resource.purchaseType === 0,
    acknowledged: resource.acknowledgementState === 1,
    consumed: resource.consumptionState === 1,
  };
}

const commonFields = (resource: Fields) => ({
  orderId: textOf(resource.orderId),
  accountId: textOf(resource.obfuscatedExternalAccountId),
  resource,
});

/** An absent quantity is one. */
function quantityOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 1;
}

export function timeOf(value: unknown): number | undefined {
  const time = Date.parse(textOf(value) ?? '');
  return Number.isNaN(time) ? undefined : time;
}

export interface PlayOrder {
  /** Fully refunded; a partial refund is not a cancellation. */
  readonly refunded: boolean;
  readonly price: string | undefined;
  readonly currency: string | undefined;
  /** As Google sent it, without the buyer's address. */
  readonly resource: Fields;
}

export function readOrder(order: Fields, productId: string): PlayOrder {
  const { buyerAddress: _private, ...resource } = order;
  const item = listOf(order.lineItems).find((each) => each.productId === productId);
  const paid = fieldsOf(item?.total) ?? fieldsOf(order.total);
  const currency = textOf(paid?.currencyCode);
  return {
    refunded: order.state === 'REFUNDED' || order.state === 'CANCELED',
    price: paid && currency && amountOf(paid, currency),
    currency,
    resource,
  };
}

const INT64 = /^-?\d{1,19}$/;
const BILLION = 1_000_000_000n;

/** Google's Money: whole units as text and billionths as a number; either may be missing. */
function amountOf({ units = '0', nanos = 0 }: Fields, currency: string): string | undefined {
  if (!INT64.test(String(units)) || !Number.isSafeInteger(nanos)) return undefined;
  return scaledAmount(BigInt(String(units)) * BILLION + BigInt(nanos as number), 9, currency);
}
