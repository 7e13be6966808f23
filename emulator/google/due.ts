// Lets time pass: whatever fell due happens in order, at the moment it fell due.
import type { Purchase } from './model.ts';
import type { Play } from './play.ts';
import { productDue, productFallsDue } from './products.ts';
import { subscriptionDue, subscriptionFallsDue } from './subscriptions.ts';

export function settle(play: Play): void {
  const now = play.world.clock.now();
  for (let next = play.dueQueue.takeDue(now); next; next = play.dueQueue.takeDue(now)) {
    const purchase = play.purchases.get(next.item);
    // An entry whose purchase has since got another date is stale.
    if (!purchase || dueAt(purchase) !== next.at) continue;
    if (purchase.kind === 'product') productFallsDue(play, purchase, next.at);
    else subscriptionFallsDue(play, purchase, next.at);
  }
}

/** Fills the due queue again from the purchases. */
export function plan(play: Play): void {
  play.dueQueue.clear();
  for (const purchase of play.purchases.values()) {
    const at = dueAt(purchase);
    if (at !== undefined) play.dueQueue.add(at, purchase.token);
  }
}

function dueAt(purchase: Purchase): number | undefined {
  return purchase.kind === 'product' ? productDue(purchase) : subscriptionDue(purchase);
}
