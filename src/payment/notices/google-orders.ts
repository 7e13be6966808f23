// Polls the orders of recent purchases at Google: a refund that leaves the goods with the player is in no other list.
import type { Clock } from '../../base/clock.ts';
import { type Params, statement } from '../../storage/statement.ts';
import type { Storage } from '../../storage/storage.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { findCancellations, lineOf } from '../ledger/purchases-store.ts';
import { type PlayOrder, refundJob } from '../markets/google/order.ts';
import type { GooglePlay } from '../markets/google/play.ts';
import type { googleShapes } from '../markets/google/settings.ts';
import type { PollSource } from './pollers.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Studios refund what is recent. */
const REACH_MS = 60 * 24 * HOUR_MS;
/** After a whole round. */
const PAUSE_MS = 6 * HOUR_MS;
const AT_ONCE = 100;
/** Calls of one look, so that it ends within its lease. */
const CALLS = 20;

export interface OrderListDeps {
  readonly play: Pick<GooglePlay, 'orders'>;
  readonly storage: Storage;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

/** The position is the number of the last purchase; below 0 it is the time of the next round. */
export function googleOrders(deps: OrderListDeps): PollSource<typeof googleShapes> {
  const { play, storage, ledger, clock } = deps;

  /** Refunds that are on record already are not read again. */
  async function unknownAmong(app: AppName, orders: readonly PlayOrder[]): Promise<PlayOrder[]> {
    const refunded = orders.filter((order) => order.cancellations.length > 0);
    if (refunded.length === 0) return [];
    const names = refunded.flatMap(({ orderId = '', productIds }) => {
      const name = { provider: 'GOOGLE', unique_key: orderId } as const;
      return [name, ...productIds.map((productId) => lineOf(name, productId))];
    });
    const reports = await findCancellations(storage.db, app, names);
    return refunded.filter(({ orderId, cancellations: [shown] }) => {
      const known = reports.filter(({ unique_key }) => unique_key.split(' ', 1)[0] === orderId);
      const newest = Math.max(0, ...known.map(({ last_at }) => last_at));
      return known.length === 0 || newest < (shown?.reportedAt ?? 0);
    });
  }

  return {
    source: 'google.orders',
    market: 'GOOGLE',
    everyMs: 10 * MINUTE_MS,
    async read(app, position) {
      const now = clock();
      if (position < 0 && now < -position) return { position };
      const { appid, gameIndex } = app;
      let above = Math.max(position, 0);
      for (let call = 0; call < CALLS; call++) {
        const since = now - REACH_MS;
        const rows = await recentOrders(storage.db, {
          appid,
          gameIndex,
          above,
          since,
          limit: AT_ONCE,
        });
        if (rows.length === 0) return { position: -(now + PAUSE_MS) };
        const ids = [...new Set(rows.map((row) => row.provider_transaction_id))];
        const orders = await play.orders(app, ids);
        if ('unavailable' in orders) return { ...orders, position: above };
        const jobs = (await unknownAmong(app, orders)).map(({ orderId = '' }) =>
          refundJob(orderId),
        );
        if (jobs.length > 0) await ledger.apply({ appid, jobs });
        above = rows.at(-1)?.number ?? above;
      }
      return { position: above };
    },
  };
}

interface Recent extends AppName {
  readonly above: number;
  readonly since: number;
  readonly limit: number;
}

/** In the order of their numbers; purchases without an order have their token in its place. */
const recentOrders = statement((db, $: Params<Recent>) =>
  ofApp(db, $)
    .selectFrom('purchase')
    .select(['number', 'provider_transaction_id'])
    .where('provider', '=', 'GOOGLE')
    .where('number', '>', $.above)
    .where('verified_at', '>', $.since)
    .where('cancel_state', '=', 0)
    .where('store_transaction_id', 'is not', null)
    .orderBy('number')
    .limit($.limit),
);
