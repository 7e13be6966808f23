// Paid but undelivered orders of a player: lists them with their receipts, and closes them.

import type { OperationContext } from '../../audit/operation.ts';
import type { App } from '../../tenants/directory.ts';
import { isCancelled } from '../ledger/cancellation.ts';
import { findCancellations, findPurchase } from '../ledger/purchases-store.ts';
import type { Market, Unavailable } from '../markets/market.ts';
import { type Problem, problem } from '../problem.ts';
import type { MarketApps } from '../settings/market-apps.ts';
import type { OrderBook } from './orders.ts';
import type { PgOrders } from './pg.ts';
import type { SteamOrders } from './steam.ts';
import { closeOrder, findOrder, type Order, unclosedOrders } from './store.ts';

export interface RestoredOrder {
  readonly order: Order;
  readonly receipt: string;
}

export interface Restored {
  /** Newest first. */
  readonly orders: readonly RestoredOrder[];
  /** The markets that were not asked about all other orders, or gave no answer. */
  readonly unasked: readonly Market[];
}

export interface Restoring {
  restore(app: App, playerId: bigint): Promise<Restored>;
  /** Closes an order whose purchase was verified and delivered. Idempotent. */
  finalize(app: App, playerId: bigint, orderId: string): Promise<Order | Problem>;
  /** Why the game cannot get the order with its next restore, or undefined; asks the market if need be. */
  hindranceOf(order: Order): Promise<Hindrance | undefined>;
}

export type Hindrance = 'unpaid' | 'cancelled' | 'unavailable';

export interface RestoreDeps {
  readonly context: OperationContext;
  readonly book: OrderBook;
  readonly marketApps: MarketApps;
  readonly steam: Pick<SteamOrders, 'isPayable'>;
  readonly pg: Pick<PgOrders, 'isPayable'>;
}

/** Bank transfers take days; older unpaid orders are not checked any more. */
const ASKED_ABOUT_MS = 7 * 24 * 60 * 60_000;
/** A market is asked about the newest. */
const MOST_ASKED = 20;

export function createRestoring(deps: RestoreDeps): Restoring {
  const { context, book, marketApps } = deps;
  const { clock } = context;
  const { db } = context.storage;

  async function isPayable(order: Order): Promise<boolean | Unavailable> {
    if (order.state === 'paid') return true;
    if (order.provider === 'STEAM') {
      const app = await marketApps(order.appid, 'STEAM');
      return app ? deps.steam.isPayable(app, order) : false;
    }
    const app = await marketApps(order.appid, 'PG');
    return app ? deps.pg.isPayable(app, order) : false;
  }

  /** PG orders that are refunded or disputed, as far as is known. */
  async function cancelledOrders(app: App, orders: readonly Order[]): Promise<ReadonlySet<string>> {
    const names = orders
      .filter(({ provider }) => provider === 'PG')
      .map(({ provider, order_id }) => ({ provider, unique_key: order_id }));
    const reports = await findCancellations(db, app, names);
    const byOrder = Map.groupBy(reports, ({ unique_key }) => unique_key);
    return new Set([...byOrder].filter(([, all]) => isCancelled(all)).map(([order]) => order));
  }

  return {
    async restore(app, playerId) {
      const since = clock() - ASKED_ABOUT_MS;
      const list = () =>
        unclosedOrders(db, {
          appid: app.appid,
          gameIndex: app.gameIndex,
          playerId,
          since,
          limit: MOST_ASKED + 1,
        });
      const all = await list();
      const unpaid = Map.groupBy(
        all.filter(({ state }) => state !== 'paid'),
        ({ provider }) => provider,
      );
      const tooMany = new Set([...unpaid.values()].flatMap((some) => some.slice(MOST_ASKED)));
      const orders = all.filter((order) => !tooMany.has(order));
      const answers = await Promise.all(orders.map(isPayable));
      const unanswered = orders.filter((_, index) => typeof answers[index] === 'object');
      const unasked = [...tooMany, ...unanswered].map(({ provider }) => provider);
      const cancelled = await cancelledOrders(app, orders);
      const payable = orders.filter(
        ({ order_id }, index) => answers[index] === true && !cancelled.has(order_id),
      );
      const numbers = new Set(payable.map((order) => order.order_id));
      // The checks above may have changed orders, so they are read again.
      const paid = (await list())
        .filter((order) => numbers.has(order.order_id))
        .map((order) => ({ order, receipt: book.receiptOf(order) }));
      return { orders: paid, unasked: [...new Set(unasked)].sort() };
    },
    async hindranceOf(order) {
      const payable = await isPayable(order);
      if (typeof payable === 'object') return 'unavailable';
      if (!payable) return 'unpaid';
      const { game_index: gameIndex, appid, provider, order_id: unique_key } = order;
      const reports = await findCancellations(db, { gameIndex, appid }, [{ provider, unique_key }]);
      return isCancelled(reports) ? 'cancelled' : undefined;
    },
    async finalize(app, playerId, orderId) {
      const { appid, gameIndex: game_index } = app;
      const order = await findOrder(db, { game_index, appid, order_id: orderId });
      if (!order || BigInt(order.player_id) !== playerId) {
        return problem('INVALID_REQUEST', `The player has no order ${orderId}.`);
      }
      const { provider } = order;
      const key = { game_index, appid, provider, unique_key: orderId };
      if ((await findPurchase(db, key))?.claimed !== 1) {
        return problem(
          'INVALID_REQUEST',
          `Order ${orderId} is not verified yet. Verify its receipt before you close it.`,
        );
      }
      await closeOrder(db, { ...order, now: clock() });
      return order;
    },
  };
}
