// The calls on an open order: QueryTxn, FinalizeTxn, RefundTxn, and GetReport over all of them.
import { type Answer, endsOrder, failure, ok } from './errors.ts';
import { type Order, type OrderStatus, showOrder } from './orders.ts';
import { integer, rfc3339, uint32Max, uint64 } from './params.ts';
import { failOrder, type Space, takeForced } from './space.ts';

export function queryTxn(space: Space, params: URLSearchParams): Answer {
  const order = findOrder(space, params);
  if ('response' in order) return order;
  const forced = takeForced(space, 'QueryTxn', order.orderid);
  return forced ? failure(forced, { orderid: order.orderid }) : ok(showOrder(order));
}

export function finalizeTxn(space: Space, params: URLSearchParams): Answer {
  const order = findOrder(space, params);
  if ('response' in order) return order;
  const { orderid, transid } = order;
  const refuse = (code: Parameters<typeof failure>[0]) => failure(code, { orderid, transid });

  const forced = takeForced(space, 'FinalizeTxn', orderid);
  if (forced) {
    if (endsOrder(forced) && isOpen(order)) failOrder(space, order, forced);
    return refuse(forced);
  }
  if (order.status === 'Init') return refuse(5);
  if (order.status === 'Failed') return refuse(order.failure ?? 2);
  if (order.status !== 'Approved') return refuse(6);
  order.charges += 1;
  space.orders.change(order, 'Succeeded');
  return ok({ orderid, transid });
}

export function refundTxn(space: Space, params: URLSearchParams): Answer {
  const order = findOrder(space, params);
  if ('response' in order) return order;
  const { orderid, transid } = order;
  const forced = takeForced(space, 'RefundTxn', orderid);
  if (forced) return failure(forced, { orderid, transid });
  if (order.status !== 'Succeeded' && order.status !== 'PartialRefund') {
    return failure(2, { orderid, transid }, `the order is ${order.status}`);
  }
  for (const item of order.items) delete item.status;
  space.orders.change(order, 'Refunded');
  return ok({ orderid, transid });
}

const chargebacks: readonly OrderStatus[] = [
  'Chargedback',
  'RefundedSuspectedFraud',
  'RefundedFriendlyFraud',
];
const sales: readonly OrderStatus[] = ['Succeeded', 'Refunded', 'PartialRefund', ...chargebacks];
/** Which orders a report lists; the last three kinds hold what in-game purchases never become. */
const reports: Record<string, readonly OrderStatus[]> = {
  GAMESALES: sales,
  CHARGEBACK: chargebacks,
  STEAMSTORESALES: [],
  SETTLEMENT: [],
  SUBSCRIPTION: [],
};
const longestReport = 1000;

export function getReport(space: Space, params: URLSearchParams): Answer {
  const appid = integer(params.get('appid'), 1, uint32Max);
  if (!appid) return failure(3, {}, 'appid');
  const time = params.get('time') ?? '';
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(time) || Number.isNaN(Date.parse(time))) {
    return failure(3, {}, 'time');
  }
  const listed = reports[params.get('type') ?? 'GAMESALES'];
  if (!listed) return failure(3, {}, 'type');
  const most = params.has('maxresults')
    ? integer(params.get('maxresults'), 1, longestReport)
    : longestReport;
  if (!most) return failure(3, {}, 'maxresults');

  const orders = [];
  for (const order of space.orders.changedSince(Date.parse(time))) {
    if (orders.length === most) break;
    if (order.appid !== appid || !listed.includes(order.status)) continue;
    orders.push({ ...showOrder(order), timecreated: rfc3339(order.created) });
  }
  return ok({ count: orders.length, orders });
}

/** Not paid yet, and not lost either. */
export function isOpen(order: Order): boolean {
  return order.status === 'Init' || order.status === 'Approved';
}

function findOrder(space: Space, params: URLSearchParams): Order | Answer {
  const orderid = uint64(params.get('orderid'));
  const transid = uint64(params.get('transid'));
  if (!orderid && !transid) return failure(3, {}, 'orderid');
  const appid = integer(params.get('appid'), 1, uint32Max);
  const named = { ...(orderid && { orderid }), ...(transid && { transid }) };
  if (!appid) return failure(3, named, 'appid');
  const order = orderid ? space.orders.get(orderid) : space.orders.byTransid(transid as string);
  // Another application's order is as unknown as none.
  return order?.appid === appid ? order : failure(3, named, 'no such order');
}
