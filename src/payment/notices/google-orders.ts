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
import { type Next, readRound } from './rounds.ts';

const MINUTE_MS = 60_000;
/** Studios refund what is recent. */
const REACH_MS = 60 * 24 * 60 * MINUTE_MS;
const AT_ONCE = 100;
const CALLS = 20;

export interface OrderListDeps {
  readonly play: Pick<GooglePlay, 'orders'>;
  readonly storage: Storage;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

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
    read(app, position) {
      const { appid, gameIndex } = app;
      return readRound(position, clock(), {
        reachMs: REACH_MS,
        steps: CALLS,
        next: (wanted) => recentOrders(storage.db, { appid, gameIndex, ...wanted, limit: AT_ONCE }),
        async ask(rows) {
          const ids = [...new Set(rows.map((row) => row.provider_transaction_id))];
          const orders = await play.orders(app, ids);
          if ('unavailable' in orders) return orders;
          const jobs = (await unknownAmong(app, orders)).map(({ orderId = '' }) =>
            refundJob(orderId),
          );
          if (jobs.length > 0) await ledger.apply({ appid, jobs });
          return undefined;
        },
      });
    },
  };
}

type Recent = AppName & Next & { readonly limit: number };

/** In the order of their numbers; purchases without an order have their token in its place. */
const recentOrders = statement((db, $: Params<Recent>) =>
  ofApp(db, $)
    .selectFrom('purchase')
    .select(['number', 'provider_transaction_id'])
    .where('provider', '=', 'GOOGLE')
    .where('number', '>', $.above)
    .where('verified_at', '>', $.since)
    // Of a cycle that was taken back in part, the rest may follow.
    .where((eb) => eb.or([eb('cancel_state', '=', 0), eb('kind', '=', 'subscription')]))
    .where('store_transaction_id', 'is not', null)
    .orderBy('number')
    .limit($.limit),
);
