// One order space of Steam (live or sandbox): its orders, and the log of changes that reports read.
import type { ErrorCode } from './errors.ts';
import { rfc3339 } from './params.ts';

export const refundKinds = [
  'Refunded',
  'PartialRefund',
  'Chargedback',
  'RefundedSuspectedFraud',
  'RefundedFriendlyFraud',
] as const;
type RefundKind = (typeof refundKinds)[number];
export type OrderStatus = 'Init' | 'Approved' | 'Succeeded' | 'Failed' | RefundKind;

export interface Item {
  itemid: number;
  qty: number;
  /** Less VAT; the user pays `amount + vat`. */
  amount: number;
  vat: number;
  description: string;
  /** Where it differs from the order's, after a partial refund. */
  status?: OrderStatus;
}

export interface Order {
  orderid: string;
  transid: string;
  appid: number;
  steamid: string;
  status: OrderStatus;
  currency: string;
  country: string;
  usstate: string;
  created: number;
  changed: number;
  /** Counts the changes, so that older entries of the log are known as such. */
  revision: number;
  items: Item[];
  /** How often money was taken: never more than once, unless the emulator is wrong. */
  charges: number;
  /** Why the order failed: what FinalizeTxn answers from then on. */
  failure?: ErrorCode;
}

interface Change {
  at: number;
  revision: number;
  order: Order;
}

type NewOrder = Pick<
  Order,
  'orderid' | 'appid' | 'steamid' | 'currency' | 'country' | 'usstate' | 'items'
>;

export interface OrderBook {
  readonly size: number;
  get(orderid: string): Order | undefined;
  byTransid(transid: string): Order | undefined;
  open(order: NewOrder): Order;
  change(order: Order, status: OrderStatus): void;
  /** Every order by its last change, oldest first, from that time on. */
  changedSince(time: number): Iterable<Order>;
  newestFirst(): Generator<Order>;
  exportState(): Order[];
  importState(orders: Order[]): void;
}

/** `digit` tells the transaction ids of two spaces apart. */
export function createOrderBook(now: () => number, digit: 0 | 1): OrderBook {
  let orders = new Map<string, Order>();
  let byTransid = new Map<string, Order>();
  let changes: Change[] = [];

  function record(order: Order) {
    const change = { at: order.changed, revision: order.revision, order };
    // The clock may have been moved back: keep the log sorted.
    changes.splice(firstAt(changes, change.at + 1), 0, change);
  }

  function keep(order: Order) {
    orders.set(order.orderid, order);
    byTransid.set(order.transid, order);
    record(order);
  }

  return {
    get size() {
      return orders.size;
    },
    get: (orderid) => orders.get(orderid),
    byTransid: (transid) => byTransid.get(transid),
    open(fields) {
      const created = now();
      const transid = `3${digit}${String(orders.size + 1).padStart(17, '0')}`;
      const order: Order = {
        ...fields,
        transid,
        status: 'Init',
        created,
        changed: created,
        revision: 0,
        charges: 0,
      };
      keep(order);
      return order;
    },
    change(order, status) {
      order.status = status;
      order.changed = now();
      order.revision += 1;
      record(order);
    },
    *changedSince(time) {
      for (let index = firstAt(changes, time); index < changes.length; index++) {
        const { revision, order } = changes[index] as Change;
        if (order.revision === revision) yield order;
      }
    },
    *newestFirst() {
      for (let index = changes.length - 1; index >= 0; index--) {
        const { revision, order } = changes[index] as Change;
        if (order.revision === revision) yield order;
      }
    },
    exportState: () => [...orders.values()],
    importState(imported) {
      orders = new Map();
      byTransid = new Map();
      changes = [];
      for (const order of imported) keep({ ...order });
    },
  };
}

/** The order as QueryTxn and GetReport print it. */
export function showOrder(order: Order) {
  return {
    orderid: order.orderid,
    transid: order.transid,
    steamid: order.steamid,
    status: order.status,
    currency: order.currency,
    time: rfc3339(order.changed),
    country: order.country,
    usstate: order.usstate,
    items: order.items.map(({ itemid, qty, amount, vat, status }) => ({
      itemid,
      qty,
      amount,
      vat,
      itemstatus: status ?? order.status,
    })),
  };
}

function firstAt(changes: readonly Change[], time: number): number {
  let low = 0;
  let high = changes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle] as Change).at < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
