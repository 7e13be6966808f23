// One payment on several papers: restores, which get a new transaction id, and copies for the family.
import { ControlError } from '../world.ts';
import type { Shop } from './shop.ts';
import { statuses } from './subscription.ts';
import { isFamilyShared, lineItemOf, subscriptionType, type Transaction } from './transaction.ts';

/** The customer gets the purchase again, on another device or after a new installation. */
export function restore({ store, world }: Shop, bought: Transaction): Transaction {
  if (bought.type === 'Consumable') throw new ControlError('A consumable cannot be restored.');
  const first = store.transaction(bought.restoredFrom ?? '') ?? bought;
  const { finished, orderId, ...kept } = first;
  const now = world.clock.now();
  const isCycle = first.type === subscriptionType;
  const restored: Transaction = {
    ...kept,
    transactionId: store.nextTransactionId(first.app.environment),
    restoredFrom: first.transactionId,
    // A cycle was charged when it was charged, on all devices.
    ...(!isCycle && { purchaseDate: now }),
    modifiedDate: now,
    ...(isCycle && { extra: { ...first.extra, webOrderLineItemId: lineItemOf(first) } }),
  };
  store.addCopy(first.transactionId, restored);
  return restored;
}

/** A family member gets a purchase of their own, without paying and without the account of the payer. */
export function share(
  shop: Shop,
  bought: Transaction,
  omit: readonly string[] | undefined,
): Transaction {
  const { store, world, lifecycle, notifications } = shop;
  if (bought.type === 'Consumable') throw new ControlError('A consumable cannot be shared.');
  if (isFamilyShared(bought)) throw new ControlError('Only the payer can share a purchase.');
  if (bought.revocation) throw new ControlError('The purchase is revoked.');
  const { appAccountToken, finished, orderId, restoredFrom, extra, omit: left, ...kept } = bought;
  const { webOrderLineItemId, ...carried } = extra ?? {};
  const transactionId = store.nextTransactionId(bought.app.environment);
  const at = world.clock.now();
  const copy: Transaction = {
    ...kept,
    transactionId,
    originalTransactionId: transactionId,
    appTransactionId: `7${transactionId}`,
    purchaseDate: at,
    originalPurchaseDate: at,
    modifiedDate: at,
    extra: { ...carried, inAppOwnershipType: 'FAMILY_SHARED' },
    ...(omit && { omit }),
  };
  const payer = store.subscriptions.get(bought.originalTransactionId);
  if (payer && payer.status !== statuses.active) {
    throw new ControlError('Only an active subscription can be shared.');
  }
  store.addCopy(bought.originalTransactionId, copy);
  if (!payer) {
    notifications.announce('ONE_TIME_CHARGE', { at, transaction: copy });
    return copy;
  }
  const { dueAt, graceUntil, expirationIntent, ...terms } = payer;
  lifecycle.start({
    ...terms,
    originalTransactionId: transactionId,
    latestTransactionId: transactionId,
    recentStartDate: at,
    extendedAt: [],
    sharedFrom: bought.originalTransactionId,
  });
  notifications.announce('SUBSCRIBED', { at, transaction: copy, subtype: 'INITIAL_BUY' });
  return copy;
}
