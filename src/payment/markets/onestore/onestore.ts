// ONESTORE adapter: the receipt is the purchase token, and ONE store's answer decides.
import { refundIf } from '../cancellation.ts';
import type { FollowUp, ProductTerms, Provider, VerifiedPurchase } from '../market.ts';
import type { Grant, Onestore, OnestorePurchase, PurchaseName } from './api.ts';
import type { OnestoreApp, onestoreShapes } from './settings.ts';

/** The job that acknowledges or consumes a recorded purchase. */
export const GRANT_JOB = 'onestore.grant';

export type GrantPayload = PurchaseName & { readonly grant: Grant; readonly purchaseId: string };

export const createOnestore = (api: Onestore): Provider<typeof onestoreShapes> => ({
  asksMarket: () => true,
  async verifyPurchase(app, { receipt: purchaseToken, productId, product }) {
    const purchase = await api.purchase(app, { productId, purchaseToken });
    if (!('purchaseId' in purchase)) return purchase;
    return { accepted: describe(app, purchase, { productId, purchaseToken }, product) };
  },
});

/** ONE store reports neither price nor buyer here; a notification brings the price. */
function describe(
  app: OnestoreApp,
  purchase: OnestorePurchase,
  name: PurchaseName,
  product: ProductTerms | undefined,
): VerifiedPurchase {
  const { purchaseId, purchasedAt, quantity, isCancelled, resource } = purchase;
  return {
    provider: 'ONESTORE',
    providerTransactionId: purchaseId,
    storeTransactionId: purchaseId,
    uniqueKey: purchaseId,
    otherKey: name.purchaseToken,
    productId: name.productId,
    quantity,
    price: null,
    currency: null,
    cancellations: refundIf(isCancelled),
    test: app.environment === 'sandbox',
    purchasedAt,
    purchaseDateSource: purchasedAt === null ? 'VERIFIED' : 'STORE_PAYMENT',
    marketAccountId: null,
    marketResult: resource,
    priceVerifyKey: null,
    followUp: isCancelled ? undefined : grantJob(app, purchase, name, product),
  };
}

export const isGranted = (
  { isAcknowledged, isConsumed }: OnestorePurchase,
  grant: Grant,
): boolean => isConsumed || (grant === 'acknowledge' && isAcknowledged);

/** Only a consumable is ever consumed: who owns a permanent product must not be able to buy it again. */
function grantOf({ settings }: OnestoreApp, product: ProductTerms | undefined): Grant {
  if (product && product.kind !== 'consumable') return 'acknowledge';
  return product?.after_verify ?? settings.after_verify;
}

/** ONE store refunds purchases that are neither acknowledged nor consumed within three days. */
function grantJob(
  app: OnestoreApp,
  purchase: OnestorePurchase,
  name: PurchaseName,
  product: ProductTerms | undefined,
): FollowUp | undefined {
  const grant = grantOf(app, product);
  if (isGranted(purchase, grant)) return undefined;
  const { purchaseId } = purchase;
  const payload: GrantPayload = { ...name, grant, purchaseId };
  return { kind: GRANT_JOB, id: `${GRANT_JOB} ${purchaseId}`, payload };
}
