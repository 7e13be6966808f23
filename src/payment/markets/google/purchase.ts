// Parses one-time purchases from Google Play.
import { type Fields, fieldsOf, listOf, textOf } from '../fields.ts';
import { millisOf, timeOf } from './time.ts';

export interface PlayPurchase {
  readonly state: PlayState;
  readonly productIds: readonly string[];
  /** A part of the order that was refunded was not for this one of its products. */
  readonly refundIsElsewhere: boolean;
  readonly quantity: number;
  /** Pieces that were refunded so far. */
  readonly refundedQuantity: number;
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

/** A pending purchase that was cancelled has no time of payment. */
export const isNeverPaid = ({ state, purchasedAt }: PlayPurchase): boolean =>
  state === 'CANCELLED' && purchasedAt === undefined;

/** Every piece went back, and the purchase still stands: perhaps the buyer kept them. */
export const isRefundedInPieces = ({ state, quantity, refundedQuantity }: PlayPurchase): boolean =>
  state === 'PURCHASED' && refundedQuantity >= quantity;

/** No piece of any of its products is left to refund, and the purchase still stands: the buyer kept them all. */
export const isKeptWhole = (purchase: PlayPurchase): boolean =>
  isRefundedInPieces(purchase) &&
  listOf(purchase.resource.productLineItem).every((item) => {
    const { quantity, refundedQuantity } = piecesOf(fieldsOf(item.productOfferDetails) ?? {});
    return refundedQuantity >= quantity;
  });

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
  const others = items.filter((each) => each !== item);
  return {
    ...commonFields(resource),
    state,
    productIds: items.map((each) => textOf(each.productId)).filter((id) => id !== undefined),
    // A part that shows on no product is counted with the first one.
    refundIsElsewhere: others.some(isRefunded) || (others.length > 0 && items[0] !== item),
    ...piecesOf(details ?? {}),
    purchasedAt: timeOf(resource.purchaseCompletionTime),
    test: resource.testPurchaseContext !== undefined,
    acknowledged: resource.acknowledgementState === 'ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED',
    consumed: details?.consumptionState === 'CONSUMPTION_STATE_CONSUMED',
  };
}

const isRefunded = (item: Fields): boolean =>
  piecesOf(fieldsOf(item.productOfferDetails) ?? {}).refundedQuantity > 0;

const STATES: ReadonlyMap<unknown, PlayState> = new Map([
  [0, 'PURCHASED'],
  [1, 'CANCELLED'],
  [2, 'PENDING'],
]);

/** ProductPurchase: names are numbers, and the product is the one that was asked for. */
export function readPurchaseV1(resource: Fields, productId: string): PlayPurchase | undefined {
  const state = STATES.get(resource.purchaseState);
  if (state === undefined) return undefined;
  return {
    ...commonFields(resource),
    state,
    productIds: [textOf(resource.productId) ?? productId],
    refundIsElsewhere: false,
    ...piecesOf(resource),
    purchasedAt: millisOf(resource.purchaseTimeMillis),
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

/** An absent quantity is one; Google says how many pieces can still be refunded. */
function piecesOf({ quantity: bought, refundableQuantity: left }: Fields) {
  const quantity = isCount(bought) && bought > 0 ? bought : 1;
  return { quantity, refundedQuantity: isCount(left) ? Math.max(quantity - left, 0) : 0 };
}

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;
