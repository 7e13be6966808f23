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

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Buyers get their money back for what is recent. */
const REACH_MS = 30 * 24 * HOUR_MS;
/** After a whole round. */
const PAUSE_MS = 6 * HOUR_MS;
/** Calls of one look, so that it ends within its lease and leaves quota for verifications. */
const CALLS = 100;

export interface OnestorePurchasesDeps {
  readonly api: Pick<Onestore, 'purchase'>;
  readonly storage: Storage;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

/** The position is the number of the last purchase; below 0 it is the time of the next round. */
export function onestorePurchases(deps: OnestorePurchasesDeps): PollSource<typeof onestoreShapes> {
  const { api, storage, ledger, clock } = deps;
  return {
    source: 'onestore.purchases',
    market: 'ONESTORE',
    everyMs: 10 * MINUTE_MS,
    async read(app, position) {
      const now = clock();
      if (position < 0 && now < -position) return { position };
      const { appid, gameIndex } = app;
      let above = Math.max(position, 0);
      const since = now - REACH_MS;
      const name = { appid, gameIndex };
      const rows = await recentPurchases(storage.db, { ...name, above, since, limit: CALLS });
      for (const { number, receipt, product_id: productId, unique_key } of rows) {
        const purchase = await api.purchase(app, { productId, purchaseToken: receipt });
        if ('unavailable' in purchase) return { ...purchase, position: above };
        const isCancelled = 'purchaseId' in purchase && purchase.isCancelled;
        const cancellations = refundIf(isCancelled).map((report) => ({
          purchase: { provider: 'ONESTORE', unique_key } as const,
          report,
        }));
        if (cancellations.length > 0) await ledger.apply({ appid, cancellations });
        above = number;
      }
      return { position: rows.length < CALLS ? -(now + PAUSE_MS) : above };
    },
  };
}

interface Recent extends AppName {
  readonly above: number;
  readonly since: number;
  readonly limit: number;
}

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
