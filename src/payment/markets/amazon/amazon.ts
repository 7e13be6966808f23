// AMAZON adapter: the receipt names a user and a receipt, and Amazon's answer decides.
import { refundIf } from '../cancellation.ts';
import type { MarketRejection, Provider, VerifiedPurchase } from '../market.ts';
import type { AmazonPurchase, ReadAmazon } from './api.ts';
import { readReceipt } from './receipt.ts';
import type { AmazonApp, amazonShapes } from './settings.ts';

export const createAmazon = (read: ReadAmazon): Provider<typeof amazonShapes> => ({
  asksMarket: () => true,
  async verifyPurchase(app, { receipt: text }) {
    const receipt = readReceipt(text);
    if ('rejected' in receipt) return receipt;
    const purchase = await read(app, receipt);
    if (!('productType' in purchase)) return purchase;
    if (purchase.productType === 'SUBSCRIPTION') return isSubscription;
    return { accepted: describe(app, purchase) };
  },
});

/** Amazon tells neither price nor account. */
function describe({ environment }: AmazonApp, purchase: AmazonPurchase): VerifiedPurchase {
  const { receiptId, productId, productType, quantity, purchaseDate, cancelDate } = purchase;
  return {
    provider: 'AMAZON',
    providerTransactionId: receiptId,
    storeTransactionId: receiptId,
    uniqueKey: receiptId,
    productId,
    quantity,
    price: null,
    currency: null,
    cancellations: refundIf(cancelDate !== null),
    test: purchase.isTest || environment === 'sandbox',
    purchasedAt: purchaseDate,
    purchaseDateSource: purchaseDate === null ? 'VERIFIED' : 'STORE_PAYMENT',
    marketAccountId: null,
    marketResult: purchase.resource,
    priceVerifyKey: null,
    ...(productType === 'ENTITLED' && { permanent: true }),
  };
}

const isSubscription: MarketRejection = {
  rejected: 'INVALID_RECEIPT',
  detail: 'The receipt is of a subscription. Send it to subscription/verify.',
};
