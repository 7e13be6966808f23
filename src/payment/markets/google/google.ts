// GOOGLE adapter: the receipt only identifies the purchase, and Google's answer decides.
import { isCancelling } from '../cancellation.ts';
import { textOf } from '../fields.ts';
import type {
  FollowUp,
  MarketRejection,
  ProductTerms,
  Provider,
  PurchaseRequest,
  VerifiedPurchase,
} from '../market.ts';
import { type PlayOrder, priceJob, refundJob, refundWatch } from './order.ts';
import type { GooglePlay, PurchaseName } from './play.ts';
import {
  type Grant,
  isGranted,
  isNeverPaid,
  isRefundedInPieces,
  type PlayPurchase,
} from './purchase.ts';
import { openSignedPurchase, readReceipt } from './receipt.ts';
import { reportsOf } from './refunds.ts';
import type { GoogleApp, googleShapes } from './settings.ts';

/** The job that acknowledges or consumes a recorded purchase. */
export const GRANT_JOB = 'google.grant';

/** `uniqueKey` is that of the order; several products of one order are several jobs. */
export type GrantPayload = PurchaseName & { readonly grant: Grant; readonly uniqueKey: string };

export function createGoogle(play: GooglePlay): Provider<typeof googleShapes> {
  return {
    asksMarket: () => true,
    isMeant: ({ product_id }, { productId }) => product_id === productId,
    accountIn: ({ obfuscatedExternalAccountId: id }) => textOf(id) ?? null,
    async verifyPurchase(app, request) {
      const receipt = openReceipt(app, request);
      if (!('purchaseToken' in receipt)) return receipt;
      const { purchaseToken } = receipt;
      const { productId } = request;
      const purchase = await play.purchase(app, { productId, purchaseToken });
      if (!('state' in purchase)) return purchase;
      const { resource: answer } = purchase;
      if (!purchase.productIds.includes(productId)) return { ...otherProduct, answer };
      if (purchase.state === 'PENDING') return { ...pending, answer };
      if (isNeverPaid(purchase)) return { ...neverPaid, answer };
      const order =
        purchase.orderId === undefined
          ? undefined
          : await play.order(app, purchase.orderId, productId);
      const isUnread = order !== undefined && 'unavailable' in order;
      // Without the order only the price is unknown, which counts if there is one to compare; and of a refund,
      // whether the buyer kept the goods.
      if (isUnread && (request.price !== undefined || isRefundedInPieces(purchase))) return order;
      const known = isUnread ? undefined : order;
      return {
        accepted: describe(app, { ...request, purchaseToken, purchase, order: known, isUnread }),
      };
    },
  };
}

function openReceipt(
  { secrets, settings }: GoogleApp,
  request: PurchaseRequest,
): { readonly purchaseToken: string } | MarketRejection {
  const receipt = readReceipt(request.receipt);
  if (!('signature' in receipt)) return receipt;
  return secrets.licence_key === undefined
    ? noLicenceKey
    : openSignedPurchase(receipt, secrets.licence_key, settings.package_name, request);
}

const noLicenceKey: MarketRejection = {
  rejected: 'INVALID_REQUEST',
  detail:
    'A signed receipt can be checked only with the licence key of the app. Set licence_key in the GOOGLE settings of the app, or send the purchase token.',
};

const otherProduct: MarketRejection = {
  rejected: 'INVALID_RECEIPT',
  detail: 'The purchase token is for another product than productId.',
};

const pending: MarketRejection = {
  rejected: 'PAYMENT_PENDING',
  detail: 'The purchase is not paid yet at Google Play. Try again later.',
};

const neverPaid: MarketRejection = {
  rejected: 'INVALID_RECEIPT',
  detail: 'The purchase was cancelled at Google Play before it was paid.',
};

interface Answers extends PurchaseName {
  readonly product?: ProductTerms | undefined;
  readonly purchase: PlayPurchase;
  readonly order: PlayOrder | undefined;
  /** Google did not give the order, so the price follows later. */
  readonly isUnread: boolean;
}

function describe(app: GoogleApp, answers: Answers): VerifiedPurchase {
  const { productId, purchaseToken, purchase, order } = answers;
  const { orderId = purchaseToken } = purchase;
  const cancellations = reportsOf(purchase, order);
  const cancelled = cancellations.some(isCancelling);
  return {
    provider: 'GOOGLE',
    providerTransactionId: orderId,
    storeTransactionId: purchase.orderId ?? null,
    uniqueKey: orderId,
    otherKey: purchaseToken,
    productId,
    quantity: purchase.quantity,
    price: order?.price ?? null,
    currency: order?.currency ?? null,
    cancellations,
    test: purchase.test,
    purchasedAt: purchase.purchasedAt ?? null,
    purchaseDateSource: purchase.purchasedAt === undefined ? 'VERIFIED' : 'STORE_PAYMENT',
    marketAccountId: purchase.accountId ?? null,
    marketResult: { ...purchase.resource, order: order?.resource ?? null },
    priceVerifyKey: null,
    followUp: cancelled ? undefined : grantJob(app, answers),
    watch: watchOf(answers, cancelled),
  };
}

function watchOf(
  { productId, purchase, order, isUnread }: Answers,
  cancelled: boolean,
): FollowUp | undefined {
  const { orderId } = purchase;
  if (isUnread && orderId !== undefined) return priceJob(orderId, productId);
  // The request is about one product, and the order does not say whose the refund is.
  const isOfSeveral = order && order.productIds.length > 1 && order.cancellations.length > 0;
  if (isOfSeveral && orderId !== undefined) return refundJob(orderId);
  return cancelled ? undefined : refundWatch(order);
}

export const grantJobId = (transactionId: string, productId: string): string =>
  `${GRANT_JOB} ${transactionId} ${productId}`;

/** Only a consumable is ever consumed: who owns a permanent product must not be able to buy it again. */
function grantOf({ settings }: GoogleApp, product: ProductTerms | undefined): Grant {
  if (product && product.kind !== 'consumable') return 'acknowledge';
  return product?.after_verify ?? settings.after_verify;
}

/** Google refunds purchases that are not acknowledged within three days; consuming acknowledges too. */
function grantJob(app: GoogleApp, answers: Answers): FollowUp | undefined {
  const { productId, purchaseToken, purchase, product } = answers;
  const grant = grantOf(app, product);
  if (isGranted(purchase, grant)) return undefined;
  const uniqueKey = purchase.orderId ?? purchaseToken;
  const payload: GrantPayload = { grant, productId, purchaseToken, uniqueKey };
  return { kind: GRANT_JOB, id: grantJobId(uniqueKey, productId), payload };
}
