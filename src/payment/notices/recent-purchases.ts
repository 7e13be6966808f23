// Reads recent purchases again at markets whose notifications may get lost and that have no list of what has changed.
import type { Clock } from '../../base/clock.ts';
import { type Params, statement } from '../../storage/statement.ts';
import type { Storage } from '../../storage/storage.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type Cancellation, refundIf } from '../markets/cancellation.ts';
import type { Market, MarketApp, Provider, Unavailable, Verdict } from '../markets/market.ts';
import type { Subscriptions } from '../verify/subscriptions.ts';
import type { PollSource } from './pollers.ts';
import { type Next, readRound } from './rounds.ts';

const MINUTE_MS = 60_000;
/** Buyers get their money back for what is recent. */
const REACH_MS = 30 * 24 * 60 * MINUTE_MS;
/** One call for each; few, because after an outage those of a step are asked again. */
const AT_ONCE = 10;
/** They leave quota for verifications. */
const STEPS = 10;

export interface RecentPurchasesDeps {
  readonly market: Market;
  readonly provider: Pick<Provider, 'verifyPurchase'>;
  readonly subscriptions: Pick<Subscriptions, 'reread'>;
  readonly storage: Storage;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

export function recentPurchases(deps: RecentPurchasesDeps): PollSource {
  const { market, provider, subscriptions, storage, ledger, clock } = deps;

  async function readAgain(app: MarketApp, row: Recorded): Promise<Unavailable | undefined> {
    const { receipt, product_id: productId, unique_key } = row;
    const { appid } = app;
    if (row.kind === 'subscription') {
      const read = await subscriptions.reread({ appid, provider: market, receipt });
      return read !== 'done' && 'unavailable' in read ? read : undefined;
    }
    const request = { receipt, productId, accountUuid: '' };
    const verdict = await provider.verifyPurchase(app, request);
    if ('unavailable' in verdict) return verdict;
    const purchase = { provider: market, unique_key };
    const cancellations = cancellationsOf(verdict).map((report) => ({ purchase, report }));
    if (cancellations.length > 0) await ledger.apply({ appid, cancellations });
    return undefined;
  }

  return {
    source: `${market.toLowerCase()}.purchases`,
    market,
    everyMs: 10 * MINUTE_MS,
    read(app, position) {
      const { appid, gameIndex } = app;
      return readRound(position, clock(), {
        reachMs: REACH_MS,
        steps: STEPS,
        next: (wanted) =>
          findRecent(storage.db, { appid, gameIndex, market, ...wanted, limit: AT_ONCE }),
        async ask(rows) {
          for (const row of rows) {
            const failed = await readAgain(app, row);
            if (failed) return failed;
          }
          return undefined;
        },
      });
    },
  };
}

/** A purchase that the market has forgotten was given back. */
const cancellationsOf = (verdict: Exclude<Verdict, Unavailable>): readonly Cancellation[] =>
  'accepted' in verdict ? verdict.accepted.cancellations : refundIf(verdict.isGone === true);

type Recent = AppName & Next & { readonly market: Market; readonly limit: number };
type Recorded = Awaited<ReturnType<typeof findRecent>>[number];

/** In the order of their numbers. */
export const findRecent = statement((db, $: Params<Recent>) =>
  ofApp(db, $)
    .selectFrom('purchase')
    .select(['number', 'receipt', 'product_id', 'unique_key', 'kind'])
    .where('provider', '=', $.market)
    .where('number', '>', $.above)
    .where('verified_at', '>', $.since)
    .where('cancel_state', '=', 0)
    .orderBy('number')
    .limit($.limit),
);
