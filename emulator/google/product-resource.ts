// The two wire forms of a one-time purchase: ProductPurchase and ProductPurchaseV2.
import type { Product, ProductLine } from './model.ts';
import { linesOf } from './products.ts';

const stateNumber = { purchased: 0, cancelled: 1, pending: 2 } as const;

export function productPurchase(product: Product) {
  const { type, orderId, quantity, developerPayload } = product;
  return {
    kind: 'androidpublisher#productPurchase',
    purchaseTimeMillis: String(product.paidAt ?? product.createdAt),
    purchaseState: stateNumber[product.state],
    consumptionState: product.consumed ? 1 : 0,
    acknowledgementState: product.acknowledged ? 1 : 0,
    ...(developerPayload !== undefined && { developerPayload }),
    ...(orderId !== undefined && { orderId }),
    ...(type !== 'standard' && { purchaseType: type === 'test' ? 0 : 1 }),
    // An absent quantity means one.
    ...(quantity > 1 && { quantity }),
    ...buyer(product),
    regionCode: product.regionCode,
    refundableQuantity: refundable(product, product),
  };
}

export function productPurchaseV2(product: Product) {
  const { orderId, paidAt } = product;
  return {
    kind: 'androidpublisher#productPurchaseV2',
    productLineItem: linesOf(product).map((line) => lineItem(product, line)),
    purchaseStateContext: { purchaseState: product.state.toUpperCase() },
    ...(product.type === 'test' && { testPurchaseContext: { fopType: 'TEST' } }),
    ...(orderId !== undefined && { orderId }),
    ...buyer(product),
    regionCode: product.regionCode,
    ...(paidAt !== undefined && { purchaseCompletionTime: new Date(paidAt).toISOString() }),
    acknowledgementState: product.acknowledged
      ? 'ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED'
      : 'ACKNOWLEDGEMENT_STATE_PENDING',
  };
}

function lineItem(product: Product, line: ProductLine) {
  const { releaseAt } = product;
  return {
    productId: line.productId,
    productOfferDetails: {
      quantity: line.quantity,
      refundableQuantity: refundable(product, line),
      consumptionState: line.consumed
        ? 'CONSUMPTION_STATE_CONSUMED'
        : 'CONSUMPTION_STATE_YET_TO_BE_CONSUMED',
      ...(releaseAt !== undefined && {
        preorderOfferDetails: { preorderReleaseTime: new Date(releaseAt).toISOString() },
      }),
    },
  };
}

function buyer({ accountId, profileId }: Product) {
  return {
    ...(accountId !== undefined && { obfuscatedExternalAccountId: accountId }),
    ...(profileId !== undefined && { obfuscatedExternalProfileId: profileId }),
  };
}

function refundable({ state }: Product, { quantity, refunded }: ProductLine): number {
  return state === 'purchased' ? quantity - refunded : 0;
}
