// SAMSUNG adapter: the receipt is the purchase ID, and Samsung's answer decides.
import { amountText, currencyDigits } from '../../money.ts';
import { refundIf } from '../cancellation.ts';
import { type Fields, textOf } from '../fields.ts';
import type { MarketRejection, Provider, VerifiedPurchase } from '../market.ts';
import type { ReadSamsung, SamsungPurchase } from './api.ts';
import type { SamsungApp, samsungShapes } from './settings.ts';

export const createSamsung = (read: ReadSamsung): Provider<typeof samsungShapes> => ({
  asksMarket: () => true,
  async verifyPurchase(app, { receipt: purchaseId }) {
    const purchase = await read(app, purchaseId);
    if (!('paymentId' in purchase)) return purchase;
    return refusalOf(app, purchase) ?? { accepted: describe(purchase) };
  },
});

function refusalOf(
  { settings, environment }: SamsungApp,
  { packageName, isCancelled, isTest, resource }: SamsungPurchase,
): MarketRejection | undefined {
  const isOurs = packageName === settings.package_name || (packageName === null && isCancelled);
  if (!isOurs) return invalid('The purchase is of another app at the Galaxy Store.');
  if (environment === 'sandbox' && !isTest) {
    return invalid('The purchase is for real money, and this is the sandbox environment.');
  }
  return resource.itemType === 'subscription'
    ? invalid('Subscriptions of the Galaxy Store are not offered.')
    : undefined;
}

const invalid = (detail: string): MarketRejection => ({ rejected: 'INVALID_RECEIPT', detail });

function describe(purchase: SamsungPurchase): VerifiedPurchase {
  const { paymentId, orderId, itemId, isCancelled, isTest, resource } = purchase;
  const purchasedAt = timeOf(resource.purchaseDate);
  return {
    provider: 'SAMSUNG',
    providerTransactionId: paymentId,
    storeTransactionId: orderId,
    uniqueKey: paymentId,
    productId: itemId,
    quantity: 1,
    ...priceOf(resource),
    cancellations: refundIf(isCancelled),
    test: isTest,
    purchasedAt,
    purchaseDateSource: purchasedAt === null ? 'VERIFIED' : 'STORE_PAYMENT',
    marketAccountId: null,
    marketResult: resource,
    priceVerifyKey: null,
  };
}

/** In GMT, without saying so. */
export function timeOf(text: unknown): number | null {
  const isTime = typeof text === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text);
  const at = isTime ? Date.parse(`${text.replace(' ', 'T')}Z`) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** An amount is a price only with its currency, which older receipts lack. */
export function priceOf({ paymentAmount, currencyCode }: Fields) {
  const currency = textOf(currencyCode);
  const isAmount =
    typeof paymentAmount === 'string' && /^\d{1,15}(\.\d{1,6})?$/.test(paymentAmount);
  if (!isAmount || currency === undefined || currencyDigits(currency) === undefined) {
    return { price: null, currency: null };
  }
  return { price: amountText(paymentAmount, currency), currency };
}
