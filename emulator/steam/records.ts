// Steam on the page: its orders with what the user or Valve can do to them, and how Steam behaves.
import { type Action, type Listed, postActions, type ShownRecord, type Step } from '../record.ts';
import type { Order, OrderStatus } from './orders.ts';
import type { Space, SteamSettings } from './space.ts';

export function* steamRecords(spaces: readonly Space[]): Generator<Listed> {
  const orders = spaces
    .flatMap((space) => space.orders.exportState().map((order) => ({ space, order })))
    // Sorting keeps the places of equals, so of two orders of one millisecond the later comes first.
    .reverse()
    .sort((one, other) => other.order.created - one.order.created);
  for (const { space, order } of orders) {
    yield {
      id: order.orderid,
      at: order.created,
      names: [order.transid, order.steamid],
      show: () => show(space, order),
    };
  }
}

const tones: Readonly<Partial<Record<OrderStatus, ShownRecord['tone']>>> = {
  Init: 'open',
  Approved: 'open',
  Succeeded: 'good',
  PartialRefund: 'good',
};

function show({ environment }: Space, order: Order): ShownRecord {
  const total = order.items.reduce((sum, { amount, vat }) => sum + amount + vat, 0);
  return {
    environment,
    product: order.items.map(({ description, qty }) => `${description} × ${qty}`).join(', '),
    amount: `${(total / 100).toFixed(2)} ${order.currency}`,
    state: order.status,
    tone: tones[order.status] ?? 'bad',
    actions: postActions(
      `/steam/orders/${order.orderid}`,
      (steps[order.status] ?? []).map(([label, name, body, tone]) => [
        label,
        name,
        { ...body, environment },
        tone,
      ]),
    ),
  };
}

const failing = (label: string, errorcode: number): Step => [
  label,
  'fail',
  { errorcode, method: 'FinalizeTxn' },
  'bad',
];
const unpaid: readonly Step[] = [
  ['Deny', 'deny', undefined, 'bad'],
  ['Let it expire', 'expire', undefined, 'bad'],
  failing('No funds at the charge', 100),
  failing('Fraud check at the charge', 104),
];
const refunding = (label: string, kind: string): Step => [label, 'refund', { kind }, 'bad'];
const reversals: readonly Step[] = [
  refunding('Refund', 'Refunded'),
  refunding('Charge back', 'Chargedback'),
  refunding('Suspected fraud', 'RefundedSuspectedFraud'),
  refunding('Friendly fraud', 'RefundedFriendlyFraud'),
];
const steps: Readonly<Partial<Record<OrderStatus, readonly Step[]>>> = {
  Init: [['Approve', 'approve', undefined, 'good'], ...unpaid],
  Approved: unpaid,
  Succeeded: [...reversals, refunding('Refund a part', 'PartialRefund')],
  PartialRefund: reversals,
};

const someRates = { USD: 1, EUR: 1.1, GBP: 1.3, JPY: 0.0065, KRW: 0.00073 };

export function steamActions({ reportRows, rates, keyAddresses }: SteamSettings): Action[] {
  const isConverting = Object.keys(rates).length > 0;
  const set = (group: string, label: string, body: object): Action => ({
    group,
    label,
    method: 'POST',
    path: '/steam/settings',
    body,
  });
  return [
    reportRows === null
      ? set('Reports', 'Pages of 7 rows', { reportRows: 7 })
      : set('Reports', 'Full pages again', { reportRows: null }),
    isConverting
      ? set('Other currencies', 'Refuse with error 8', { rates: {} })
      : set('Other currencies', 'Convert', { rates: someRates }),
    keyAddresses === null
      ? set('Publisher key', 'Bind to another address', { keyAddresses: ['203.0.113.7'] })
      : set('Publisher key', 'Unbind', { keyAddresses: null }),
  ];
}
