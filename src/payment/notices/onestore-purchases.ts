// Reads recent purchases at ONE store again: notifications may get lost, and no list of refunds is documented.
import type { Clock } from '../../base/clock.ts';
import { type Params, statement } from '../../storage/statement.ts';
import type { Storage } from '../../storage/storage.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { refundIf } from '../markets/cancellation.ts';
import type { Onestore } from '../markets/onestore/api.ts';
import type { onestoreShapes } from '../markets/onestore/settings.ts';
import type { PollSource } from './pollers.ts';
import { type Next, readRound } from './rounds.ts';

const MINUTE_MS = 60_000;
/** Buyers get their money back for what is recent. */
const REACH_MS = 30 * 24 * 60 * MINUTE_MS;
/** One call for each; few, because after an outage those of a step are asked again. */
const AT_ONCE = 10;
/** They leave quota for verifications. */
const STEPS = 10;

export interface OnestorePurchasesDeps {
  readonly api: Pick<Onestore, 'purchase'>;
  readonly storage: Storage;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

export function onestorePurchases(deps: OnestorePurchasesDeps): PollSource<typeof onestoreShapes> {
  const { api, storage, ledger, clock } = deps;
  return {
    source: 'onestore.purchases',
    market: 'ONESTORE',
    everyMs: 10 * MINUTE_MS,
    read(app, position) {
      const { appid, gameIndex } = app;
      return readRound(position, clock(), {
        reachMs: REACH_MS,
        steps: STEPS,
        next: (wanted) =>
          recentPurchases(storage.db, { appid, gameIndex, ...wanted, limit: AT_ONCE }),
        async ask(rows) {
          for (const { receipt, product_id: productId, unique_key } of rows) {
            const purchase = await api.purchase(app, { productId, purchaseToken: receipt });
            if ('unavailable' in purchase) return purchase;
            const isCancelled = 'purchaseId' in purchase && purchase.isCancelled;
            const cancellations = refundIf(isCancelled).map((report) => ({
              purchase: { provider: 'ONESTORE', unique_key } as const,
              report,
            }));
            if (cancellations.length > 0) await ledger.apply({ appid, cancellations });
          }
          return undefined;
        },
      });
    },
  };
}

type Recent = AppName & Next & { readonly limit: number };

/** In the order of their numbers. */
const recentPurchases = statement((db, $: Params<Recent>) =>
  ofApp(db, $)
    .selectFrom('purchase')
    .select(['number', 'receipt', 'product_id', 'unique_key'])
    .where('provider', '=', 'ONESTORE')
    .where('number', '>', $.above)
    .where('verified_at', '>', $.since)
    .where('cancel_state', '=', 0)
    .orderBy('number')
    .limit($.limit),
);
