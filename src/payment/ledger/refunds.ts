// Money that went back, as the markets tell it by themselves: the newest word about a purchase counts.
import type { Db } from '../../storage/db.ts';
import type { PurchaseTable } from '../../storage/schema.ts';
import type { Tally } from '../../tenants/counters.ts';
import { refundTallies } from './counters.ts';
import { type Event, purchaseEvent, subscriptionEvent } from './events.ts';
import { findPurchase, keepRefund } from './store.ts';
import { nextCancellation } from './subscription-state.ts';
import { findSubscriptions, updatePurchase } from './subscriptions-store.ts';

export interface RefundWord {
  readonly provider: PurchaseTable['provider'];
  readonly uniqueKey: string;
  readonly refund: 'given' | 'restored';
  readonly saidAt: number;
}

/** The app's row must be locked. About a purchase that is not on record, the word is kept until it is. */
export async function applyRefunds(
  tx: Db,
  appid: string,
  words: readonly RefundWord[],
): Promise<{ readonly events: Event[]; readonly tallies: Tally[] }> {
  const events: Event[] = [];
  const tallies: Tally[] = [];
  for (const { provider, uniqueKey, refund, saidAt } of words) {
    const old = await findPurchase(tx, { appid, provider, unique_key: uniqueKey });
    if (!old) {
      await keepRefund(tx, { appid, provider, unique_key: uniqueKey, refund, said_at: saidAt });
      continue;
    }
    const cancellation = nextCancellation(old, refund, saidAt);
    if (!cancellation) continue;
    await updatePurchase(tx, { ...old, ...cancellation });
    if (old.cancel_state === cancellation.cancel_state) continue;
    const isGiven = cancellation.cancel_state === 1;
    tallies.push(...refundTallies(old, isGiven ? 'refunded' : 'restored'));
    if (!isGiven) continue;
    const event = await refundEvent(tx, old);
    if (event) events.push(event);
  }
  return { events, tallies };
}

async function refundEvent(tx: Db, purchase: PurchaseTable): Promise<Event | undefined> {
  if (purchase.kind === 'consumable') return purchaseEvent('purchase.refunded', purchase);
  // At GOOGLE the receipt of a cycle is the token that names the subscription.
  const [subscription] = await findSubscriptions(tx, purchase.appid, [purchase.receipt]);
  return subscription && subscriptionEvent(subscription, subscription, true);
}
