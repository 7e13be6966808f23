// What the device gets: the purchase as JSON and its signature with the app's licence key.
import { type KeyObject, sign } from 'node:crypto';
import type { Purchase } from './model.ts';
import { linesOf } from './products.ts';
import { itemsOf, latestOrderId } from './subscription-orders.ts';

interface Receipt {
  readonly purchaseData: string;
  readonly signature: string;
}

export function receipt(purchase: Purchase, key: KeyObject): Receipt {
  const purchaseData = JSON.stringify(purchaseJson(purchase));
  return { purchaseData, signature: signPurchase(purchaseData, key) };
}

/** The order a purchase was last paid with. */
export function orderIdOfPurchase(purchase: Purchase): string | undefined {
  if (purchase.kind === 'product') return purchase.orderId;
  return latestOrderId(purchase) ?? purchase.orderBase;
}

/** Everything that the purchase holds. */
export function productIdsOf(purchase: Purchase): string[] {
  const parts = purchase.kind === 'product' ? linesOf(purchase) : itemsOf(purchase);
  return parts.map(({ productId }) => productId);
}

export const forgeries = ['reserialised', 'wrong-key', 'changed'] as const;

/** A receipt that a careful reader must refuse. */
export function forge(
  purchase: Purchase,
  kind: (typeof forgeries)[number],
  { licence, otherKey }: { licence: KeyObject; otherKey: KeyObject },
): Receipt {
  const genuine = receipt(purchase, licence);
  switch (kind) {
    case 'reserialised': {
      const purchaseData = JSON.stringify(JSON.parse(genuine.purchaseData), null, 1);
      return { ...genuine, purchaseData };
    }
    case 'wrong-key':
      return receipt(purchase, otherKey);
    case 'changed': {
      const changed = { ...purchaseJson(purchase), productId: `${purchase.productId}.more` };
      return { ...genuine, purchaseData: JSON.stringify(changed) };
    }
  }
}

function signPurchase(purchaseData: string, key: KeyObject): string {
  return sign('RSA-SHA1', Buffer.from(purchaseData), key).toString('base64');
}

/** The device names some things differently from the server: `obfuscatedAccountId`, state 4. */
function purchaseJson(purchase: Purchase) {
  const { packageName, token, accountId, profileId, developerPayload } = purchase;
  const orderId = orderIdOfPurchase(purchase);
  const [productId, ...others] = productIdsOf(purchase);
  return {
    ...(orderId !== undefined && { orderId }),
    packageName,
    ...(others.length > 0 ? { productIds: [productId, ...others] } : { productId }),
    purchaseTime: purchasedAt(purchase),
    purchaseState: deviceState(purchase),
    purchaseToken: token,
    ...(accountId !== undefined && { obfuscatedAccountId: accountId }),
    ...(profileId !== undefined && { obfuscatedProfileId: profileId }),
    quantity: purchase.kind === 'product' ? purchase.quantity : 1,
    ...(purchase.kind === 'subscription' && { autoRenewing: purchase.autoRenew }),
    ...(developerPayload !== undefined && { developerPayload }),
    acknowledged: purchase.acknowledged,
  };
}

function purchasedAt(purchase: Purchase): number {
  const paidAt = purchase.kind === 'product' ? purchase.paidAt : purchase.startedAt;
  return paidAt ?? purchase.createdAt;
}

function deviceState({ state }: Purchase): 0 | 1 | 4 {
  switch (state) {
    case 'pending':
    case 'PENDING':
      return 4;
    case 'cancelled':
    case 'EXPIRED':
    case 'PENDING_PURCHASE_CANCELED':
      return 1;
    default:
      return 0;
  }
}
