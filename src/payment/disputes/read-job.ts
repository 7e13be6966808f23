// Reads a payment whose disputes an earlier release knew only by their state.
import type { JobHandler } from '../../background/jobs.ts';
import type { Db } from '../../storage/db.ts';
import type { PgOrders } from '../orders/pg.ts';
import { findOrder } from '../orders/store.ts';
import type { MarketApps } from '../settings/market-apps.ts';

export const READ_DISPUTES_JOB = 'dispute.read';

export interface ReadDisputesDeps {
  readonly db: Db;
  readonly marketApps: MarketApps;
  readonly pg: Pick<PgOrders, 'readPayment'>;
}

export const readDisputesJob =
  ({ db, marketApps, pg }: ReadDisputesDeps): JobHandler =>
  async ({ appid, gameIndex, payload }) => {
    const { orderId } = payload as { readonly orderId: string };
    const order = await findOrder(db, { game_index: gameIndex, appid, order_id: orderId });
    const app = await marketApps(appid, 'PG');
    if (!order || !app) return 'done';
    const payment = await pg.readPayment(app, order);
    return 'unavailable' in payment ? { retry: payment.unavailable } : 'done';
  };
