// Cycles that no notification has reported, from the App Store's history of a subscription.
import type { Unavailable } from '../market.ts';
import type { SubscriptionState } from '../subscription.ts';
import { appleCredentials } from './api.ts';
import type { AppleDeps } from './lookup.ts';
import type { AppleApp } from './settings.ts';
import { describeCycle, type MissedCycles, readCycle } from './subscription.ts';

/** Twenty cycles each. */
const MOST_PAGES = 50;

type ReadMissedCycles = (
  app: AppleApp,
  missed: MissedCycles,
) => Promise<readonly SubscriptionState[] | Unavailable>;

export const createMissedCycles =
  (deps: AppleDeps): ReadMissedCycles =>
  async (app, { environment, originalTransactionId: id, until, ...missed }) => {
    // Without an API key only notifications and receipts say what was paid.
    if (!appleCredentials(app)) return [];
    // An app that moves to Tollgate leaves behind what was paid before.
    const since = Math.max(missed.since, app.createdAt - 1);
    if (since >= until) return [];
    const range = `startDate=${since}&endDate=${until}`;
    const path = `/inApps/v2/history/${encodeURIComponent(id)}?productType=AUTO_RENEWABLE&sort=ASCENDING&${range}`;
    const states: SubscriptionState[] = [];
    for (let page = 0, revision = ''; page < MOST_PAGES; page += 1) {
      const answer = await deps.api.get(
        app,
        environment,
        'transactionHistory',
        `${path}${revision}`,
      );
      if ('unavailable' in answer) return answer;
      if ('status' in answer) {
        const { status, errorCode = status } = answer;
        return { unavailable: `the App Store rejected the call for its history with ${errorCode}` };
      }
      const { signedTransactions, hasMore, revision: last } = answer.body;
      for (const jws of Array.isArray(signedTransactions) ? signedTransactions : []) {
        const cycle = await readCycle(deps, app, String(jws));
        if ('unavailable' in cycle) return cycle;
        // The customer may have other subscriptions.
        const isMissed =
          'transactionId' in cycle &&
          cycle.originalTransactionId === id &&
          cycle.purchaseDate > since &&
          cycle.purchaseDate < until;
        if (isMissed) states.push(describeCycle(cycle, String(jws)));
      }
      if (hasMore !== true) break;
      revision = `&revision=${encodeURIComponent(String(last))}`;
    }
    return states;
  };
