// GetReport: orders by their last change, in pages that may be shorter than asked for.
import { type Answer, failure, ok } from './errors.ts';
import { type Order, type OrderStatus, refundKinds, showOrder } from './orders.ts';
import { integer, rfc3339, uint32Max } from './params.ts';
import type { Space } from './space.ts';

const ended: readonly OrderStatus[] = ['Succeeded', 'Failed', ...refundKinds];
/** Which orders a report lists; two kinds hold what in-game purchases never become. */
const reports: Record<string, readonly OrderStatus[]> = {
  SETTLEMENT: ended,
  GAMESALES: ended,
  CHARGEBACK: refundKinds,
  STEAMSTORESALES: [],
  SUBSCRIPTION: [],
};
const usualLength = 1000;
const longestReport = 50_000;

export function getReport(space: Space, params: URLSearchParams): Answer {
  const appid = integer(params.get('appid'), 1, uint32Max);
  if (!appid) return failure(3, {}, 'appid');
  const time = params.get('time') ?? '';
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time) || Number.isNaN(Date.parse(time))) {
    return failure(3, {}, 'time');
  }
  const listed = reports[params.get('type') ?? 'GAMESALES'];
  if (!listed) return failure(3, {}, 'type');
  const most = params.has('maxresults')
    ? integer(params.get('maxresults'), 1, longestReport)
    : usualLength;
  if (!most) return failure(3, {}, 'maxresults');

  const orders: Order[] = [];
  for (const order of space.orders.changedSince(Date.parse(time))) {
    if (order.appid !== appid || !listed.includes(order.status)) continue;
    if (orders.length === most || isShort(space, orders, order)) break;
    orders.push(order);
  }
  return ok({
    count: orders.length,
    orders: orders.map((order) => ({
      ...showOrder(order),
      timecreated: rfc3339(order.created),
    })),
  });
}

/** A short page still holds the whole second that it begins with: else nobody could read on. */
function isShort({ settings }: Space, [first, ...others]: readonly Order[], next: Order): boolean {
  const { reportRows } = settings;
  return (
    first !== undefined &&
    reportRows !== null &&
    others.length + 1 >= reportRows &&
    rfc3339(first.changed) !== rfc3339(next.changed)
  );
}
