// What the return page shows of an order. Anybody can visit it, so visitors share a small budget of gateway calls.
import { createCache } from '../../base/cache.ts';
import type { Clock } from '../../base/clock.ts';
import type { PgApp } from '../markets/pg/settings.ts';
import type { PgOrders } from './pg.ts';
import type { Order } from './store.ts';

/** `checking` when all calls of the budget are under way. */
export type Visited = 'paid' | 'unpaid' | 'checking';

export type VisitReturn = (app: PgApp, order: Order) => Promise<Visited>;

/** Leaves the gateway's connections to verifications. */
const MOST_AT_ONCE = 4;
/** Long enough for a browser that reloads, short enough for a buyer who waits. */
const REMEMBERED_MS = 3_000;
const MOST_REMEMBERED = 1_000;

export function createReturnVisits(
  readPayment: PgOrders['readPayment'],
  clock: Clock,
): VisitReturn {
  const underWay = new Map<string, Promise<Visited>>();
  const remembered = createCache<string, Visited>(clock, REMEMBERED_MS, MOST_REMEMBERED);

  async function ask(key: string, app: PgApp, order: Order): Promise<Visited> {
    try {
      const payment = await readPayment(app, order);
      const visited = 'state' in payment && payment.state === 'paid' ? 'paid' : 'unpaid';
      remembered.set(key, visited);
      return visited;
    } finally {
      underWay.delete(key);
    }
  }

  return async (app, order) => {
    if (order.state === 'paid') return 'paid';
    const key = `${order.order_id} ${order.appid}`;
    const known = remembered.get(key) ?? underWay.get(key);
    if (known) return known;
    if (underWay.size >= MOST_AT_ONCE) return 'checking';
    const visit = ask(key, app, order);
    underWay.set(key, visit);
    return visit;
  };
}
