// The two wire forms of a one-time purchase: ProductPurchase and ProductPurchaseV2.
import type { Product } from './model.ts';

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
    refundableQuantity: refundable(product),
  };
}

export function productPurchaseV2(product: Product) {
  const { orderId, paidAt, quantity } = product;
  return {
    kind: 'androidpublisher#productPurchaseV2',
    productLineItem: [
      {
        productId: product.productId,
        productOfferDetails: {
          quantity,
          refundableQuantity: refundable(product),
          consumptionState: product.consumed
            ? 'CONSUMPTION_STATE_CONSUMED'
            : 'CONSUMPTION_STATE_YET_TO_BE_CONSUMED',
        },
      },
    ],
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

function buyer({ accountId, profileId }: Product) {
  return {
    ...(accountId !== undefined && { obfuscatedExternalAccountId: accountId }),
    ...(profileId !== undefined && { obfuscatedExternalProfileId: profileId }),
  };
}

function refundable({ state, quantity, refunded }: Product): number {
  return state === 'purchased' ? quantity - refunded : 0;
}
