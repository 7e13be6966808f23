// Verifies a subscription: asks the market for its state, and records the state and the newest cycle.
import type { Clock } from '../../base/clock.ts';
import { createReads } from '../../storage/batcher.ts';
import type { Storage } from '../../storage/storage.ts';
import type { App } from '../../tenants/directory.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { AppliedSubscription, Claim } from '../ledger/subscriptions.ts';
import {
  type AccountName,
  findSubscriptions,
  type SubscriptionStatus,
  subscriptionsOf,
} from '../ledger/subscriptions-store.ts';
import type {
  FollowUp,
  Market,
  MarketApp,
  MarketRejection,
  Provider,
  Unavailable,
} from '../markets/market.ts';
import { missingSetting } from '../markets/markets.ts';
import {
  addOnId,
  type SubscriptionProvider,
  type SubscriptionState,
} from '../markets/subscription.ts';
import type { Problem } from '../problem.ts';
import type { MarketApps } from '../settings/market-apps.ts';
import { failedOutcome, notSetUp, type OutcomeDeps } from './outcome.ts';
import {
  createRefresh,
  type Receipt,
  type Refresh,
  readRefreshed,
} from './subscription-refresh.ts';

export interface SubscriptionRequest extends Claim {
  readonly provider: Market;
  readonly receipt: string;
  readonly storeTransactionId?: string | undefined;
}

export interface VerifiedSubscription extends AppliedSubscription {
  readonly state: SubscriptionState;
}

export interface Subscriptions {
  verify(app: App, request: SubscriptionRequest): Promise<VerifiedSubscription | Problem>;
  /** An account's subscriptions, newest first; the market is asked about those whose end has passed. */
  of(app: App, accountUuid: string): Promise<readonly SubscriptionStatus[]>;
  /** Reads a subscription from its market again, after a notification or its end. */
  reread(receipt: Receipt): Promise<'done' | MarketRejection | Unavailable>;
  readonly refresh: Refresh;
  close(): Promise<void>;
}

const MAX_BATCH = 256;

export interface SubscriptionDeps extends OutcomeDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly marketApps: MarketApps;
  readonly ledger: Ledger;
  readonly providers: Readonly<Partial<Record<Market, SubscriptionMarket>>>;
}

type SubscriptionMarket = SubscriptionProvider & Pick<Provider, 'asksMarket'>;

interface Asked {
  readonly state: SubscriptionState;
  /** With its add-ons, and cycles that were missed before. */
  readonly states: readonly SubscriptionState[];
  /** For what is not decided or could not be read yet. */
  readonly jobs: readonly FollowUp[];
}

export function createSubscriptions(deps: SubscriptionDeps): Subscriptions {
  const { storage, clock, marketApps, providers, ledger, metrics, usage } = deps;

  async function ask(
    { appid, provider, receipt }: Receipt,
    storeTransactionId?: string,
  ): Promise<Asked | MarketRejection | Unavailable | 'no settings'> {
    const app = await marketApps(appid, provider);
    const market = providers[provider];
    if (!app || !market) return 'no settings';
    const missing = missingSetting(provider, app);
    if (missing) return missing;
    const state = await market.verifySubscription(app, receipt, storeTransactionId);
    if (!('cycle' in state)) return state;
    const states: SubscriptionState[] = [];
    const jobs: FollowUp[] = [];
    for (const each of [state, ...(state.addOns ?? [])]) {
      const cycles = await withMissed(app, market, each);
      states.push(...cycles.states);
      jobs.push(...cycles.jobs);
    }
    return { state, states, jobs: [...jobs, ...states.flatMap(({ watch }) => watch ?? [])] };
  }

  /** A cycle that was missed is a renewal, or of a subscription that is new only completes the history. */
  async function withMissed(
    app: MarketApp,
    market: SubscriptionMarket,
    state: SubscriptionState,
  ): Promise<Pick<Asked, 'states' | 'jobs'>> {
    if (!market.missedCycles) return { states: [state], jobs: [] };
    const [known] = await findSubscriptions(storage.db, app, [
      { provider: state.provider, subscription_id: state.subscriptionId },
    ]);
    const missed = await market.missedCycles(app, state, known?.cycle_key);
    // The state decides, whatever was paid before.
    if ('kind' in missed) return { states: [state], jobs: [missed] };
    return { states: known ? [...missed, state] : [state, ...missed], jobs: [] };
  }

  async function reread(name: Receipt) {
    const { appid, provider } = name;
    const app = await marketApps(appid, provider);
    // The old receipt alone says nothing new.
    if (app && providers[provider]?.asksMarket(app) === false) return noApiKey;
    const asked = await ask(name);
    if (asked === 'no settings') {
      return { unavailable: `the app has no settings for ${provider}` };
    }
    // The subscription itself is not rejected: its owner may set what is missing.
    if ('rejected' in asked && asked.rejected === 'INVALID_REQUEST') {
      return { unavailable: asked.detail };
    }
    // Where subscriptions disappear, the receipt is their id.
    const { receipt, subscriptionId = receipt } = name;
    if ('rejected' in asked && asked.isGone) {
      const gone = [...new Set([receipt, subscriptionId])];
      await ledger.apply({
        appid,
        gone: gone.map((subscription_id) => ({ provider, subscription_id })),
      });
    }
    if ('rejected' in asked || 'unavailable' in asked) return asked;
    const { state, states, jobs } = asked;
    const isAddOn = subscriptionId.startsWith(addOnId(state.subscriptionId, ''));
    const isListed = states.some((each) => each.subscriptionId === subscriptionId);
    await ledger.apply({
      appid,
      subscriptions: states.map((each) => ({ state: each })),
      // An add-on that the market does not list any more has ended.
      gone: isAddOn && !isListed ? [{ provider, subscription_id: subscriptionId }] : [],
      jobs,
    });
    return 'done';
  }
  const refresh = createRefresh({ storage, clock, reread });

  const lookups = createReads<AccountName, SubscriptionStatus[]>({
    name: 'read subscriptions',
    maxSize: MAX_BATCH,
    read: (names) => subscriptionsOf(storage.db, names),
  });

  return {
    of({ appid, gameIndex }, account) {
      const name = { appid, gameIndex, accountUuid: account.toLowerCase() };
      return readRefreshed(() => lookups.submit(name), refresh, clock);
    },
    close: lookups.close,
    async verify({ appid }, { provider, receipt, storeTransactionId, ...claim }) {
      const asked = await ask({ appid, provider, receipt }, storeTransactionId);
      if (asked === 'no settings') return notSetUp(provider);
      if ('unavailable' in asked || 'rejected' in asked) {
        return failedOutcome(deps, { appid, provider }, asked);
      }
      const { state, states, jobs } = asked;
      // What was missed is left for those that the market has told.
      const current = [state, ...(state.addOns ?? [])];
      const subscriptions = states.map((each) =>
        current.includes(each) ? { state: each, claim } : { state: each },
      );
      const applied = await ledger.apply({ appid, subscriptions, jobs });
      const newest = applied.subscriptions[states.indexOf(state)] as AppliedSubscription;
      metrics.verification(provider, newest.duplicated ? 'duplicate' : 'verified');
      if (newest.duplicated) usage.repeated(appid, provider);
      else usage.verified(appid, provider);
      return { ...newest, state };
    },
    reread,
    refresh,
  };
}

const noApiKey: Unavailable = { unavailable: 'the app has no key to ask the market with' };
