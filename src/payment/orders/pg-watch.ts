// Reads an open PG order although nobody asks: at a gateway that charges only when it is told to, a buyer may have
// approved the payment and closed the page, and the webhook may be lost.
import { enqueueJobs, type JobHandler } from '../../background/jobs.ts';
import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../storage/db.ts';
import type { MarketApps } from '../settings/market-apps.ts';
import type { PgOrders } from './pg.ts';
import { findOrder, type NewOrder } from './store.ts';

export const WATCH_JOB = 'order.watch';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Most buyers are back by then, so that the job finds the order paid and asks nobody. */
const FIRST_MS = 10 * MINUTE_MS;
/** Approvals end after some hours. */
const APPROVABLE_MS = 6 * HOUR_MS;
/** Electronic cheques and reviews take days. */
const PENDING_MS = 30 * DAY_MS;

/** When the order is read next; undefined when there is nothing to wait for. */
export function nextRead(age: number, isUnderWay: boolean): number | undefined {
  if (age < HOUR_MS) return FIRST_MS;
  if (age < APPROVABLE_MS) return HOUR_MS;
  return isUnderWay && age < PENDING_MS ? DAY_MS : undefined;
}

export const watchOrder = (
  db: Db,
  { appid, game_index, order_id }: Pick<NewOrder, 'appid' | 'game_index' | 'order_id'>,
  now: number,
): Promise<void> => {
  const payload = { orderId: order_id };
  const id = `${WATCH_JOB} ${order_id}`;
  const job = { appid, gameIndex: game_index, kind: WATCH_JOB, id, payload };
  return enqueueJobs(db, [{ ...job, dueAt: now + FIRST_MS }], now);
};

export interface WatchDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly marketApps: MarketApps;
  readonly pg: Pick<PgOrders, 'readPayment'>;
}

export const watchJob =
  ({ db, clock, marketApps, pg }: WatchDeps): JobHandler =>
  async ({ appid, gameIndex, payload }) => {
    const { orderId } = payload as { readonly orderId: string };
    const order = await findOrder(db, { game_index: gameIndex, appid, order_id: orderId });
    const app = await marketApps(appid, 'PG');
    if (order?.state !== 'open' || !app) return 'done';
    const payment = await pg.readPayment(app, order);
    const age = clock() - order.created_at;
    if ('unavailable' in payment) {
      return age < PENDING_MS ? { retry: payment.unavailable } : 'done';
    }
    if (!('state' in payment) || payment.state !== 'pending') return 'done';
    const againInMs = nextRead(age, payment.paymentId !== null);
    return againInMs === undefined ? 'done' : { againInMs };
  };
