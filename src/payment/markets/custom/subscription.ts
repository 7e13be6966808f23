// Subscriptions of a market of the studio's own: the answer shows the newest cycle.
import type { Clock } from '../../../base/clock.ts';
import type { SubscriptionProvider, SubscriptionState } from '../subscription.ts';
import { type CustomSubscription, readSubscription } from './answers.ts';
import type { AskStudio } from './api.ts';
import type { customShapes } from './settings.ts';

export const createCustomSubscriptions = (
  ask: AskStudio,
  clock: Clock,
): SubscriptionProvider<typeof customShapes> => ({
  async verifySubscription(app, receipt) {
    const answer = await ask(app, 'verify', { receipt });
    if ('unavailable' in answer) return answer;
    const found = readSubscription(app, answer.found);
    return 'subscriptionId' in found ? describe(found, receipt, clock()) : found;
  },
});

function describe(found: CustomSubscription, receipt: string, now: number): SubscriptionState {
  const { transactionId, number, ...cycle } = found.cycle;
  return {
    provider: 'CUSTOM',
    subscriptionId: found.subscriptionId,
    originalTransactionId: found.subscriptionId,
    marketAccountId: found.account,
    replaces: null,
    test: found.test,
    reportedAt: now,
    cycle: {
      ...cycle,
      uniqueKey: transactionId,
      storeTransactionId: transactionId,
      place: number,
      receipt,
    },
    lifecycle: found.lifecycle,
    marketResult: found.resource,
    beganAt: found.beganAt,
  };
}
