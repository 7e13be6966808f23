// Sales that no app server has verified: after a while, it gets what it needs to verify them.
import type { PurchaseTable } from '../../storage/schema.ts';
import type { Subject } from './activity.ts';
import { type Event, purchaseEvent, subscriptionEvent } from './events.ts';
import type { PurchaseName } from './purchases-store.ts';
import { subscriptionIdOf, type UnitOfWork } from './unit-of-work.ts';

export const UNCLAIMED_JOB = 'purchase.unclaimed';

/** In SQL, about a row of `purchase`. A renewal needs no verification, so a cycle is none. Index `purchase_unclaimed`. */
export const IS_UNCLAIMED = `claimed = 0 and kind = 'consumable'`;

export const isUnclaimed = ({ claimed, kind }: Pick<PurchaseTable, 'claimed' | 'kind'>): boolean =>
  claimed === 0 && kind === 'consumable';

/** Waits for the app server. Nothing is acknowledged at the market meanwhile. */
export function watchUnclaimed(work: UnitOfWork, sale: PurchaseTable): void {
  const { appid, gameIndex, claimBy: dueAt } = work;
  const { provider, unique_key } = sale;
  const payload: PurchaseName = { provider, unique_key };
  const id = `${UNCLAIMED_JOB} ${provider} ${unique_key}`;
  if (isWaiting(sale))
    work.jobs.push({ appid, gameIndex, kind: UNCLAIMED_JOB, id, payload, dueAt });
}

/** Once, however often the job runs. */
export function announceUnclaimed(work: UnitOfWork, name: PurchaseName): void {
  const sale = work.purchase(name);
  if (!sale || !isWaiting(sale) || work.isAnnounced(name)) return;
  const event = eventOf(work, sale);
  if (event) work.events.push(event);
}

/** Neither claimed nor taken back. */
export const isWaiting = ({ claimed, cancel_state }: PurchaseTable): boolean =>
  claimed === 0 && cancel_state === 0;

/** Of a subscription, the activity log of its first cycle has it. */
function eventOf(work: UnitOfWork, sale: PurchaseTable): Event | undefined {
  const { provider, receipt, store_transaction_id: storeTransactionId } = sale;
  const id = subscriptionIdOf(sale);
  if (id === undefined) {
    const { quantity, price: amount, currency } = sale;
    return purchaseEvent('purchase.unclaimed', sale, { quantity, amount, currency, receipt });
  }
  const subscription = work.subscription(id);
  if (!subscription) return undefined;
  const about: Subject = { provider, subject: sale.unique_key };
  const { type, data } = subscriptionEvent('subscription.unclaimed', subscription);
  return { type, about, data: { ...data, storeTransactionId, receipt } };
}
