// The calls on an order: QueryTxn, FinalizeTxn, RefundTxn.
import { type Answer, endsOrder, failure, ok } from './errors.ts';
import { type Order, showOrder } from './orders.ts';
import { integer, uint32Max, uint64 } from './params.ts';
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
