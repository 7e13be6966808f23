// A payment gateway on the page: its orders with what the buyer or the merchant can do.
import { type Listed, postActions, type ShownRecord, type Step } from '../record.ts';
import type { Gateway, OrderState } from './control.ts';
import { printAmount } from './money.ts';

export function* gatewayRecords(gateway: Gateway): Generator<Listed> {
  for (const order of gateway.newest(Number.POSITIVE_INFINITY)) {
    yield {
      id: order.orderId,
      at: gateway.find(order.orderId)?.openedAt ?? 0,
      names: [order.paymentId],
      show: () => show(gateway, order),
    };
  }
}

const tones = {
  open: 'open',
  paid: 'good',
  cancelled: 'bad',
  partially_refunded: 'bad',
  refunded: 'bad',
} as const satisfies Record<OrderState['state'], ShownRecord['tone']>;

function show({ name }: Gateway, order: OrderState): ShownRecord {
  const { orderId, amount, currency, state, status, test, payUrl } = order;
  return {
    environment: test ? 'sandbox' : 'production',
    product: order.paymentId,
    amount: printAmount(amount, currency),
    state: `${state.replace('_', ' ')} (${status})`,
    tone: tones[state],
    ...(payUrl && { link: { label: 'Pay page', href: payUrl } }),
    actions: postActions(
      `/pg/orders/${encodeURIComponent(orderId)}`,
      stepsOf(order).map(([label, step, body, tone]) => [
        label,
        step,
        { ...body, gateway: name },
        tone,
      ]),
    ),
  };
}

function stepsOf({ state, amount, amountRefunded }: OrderState): Step[] {
  const half = Math.floor((amount - amountRefunded) / 2);
  switch (state) {
    case 'open':
      return [
        ['Pay', 'pay', undefined, 'good'],
        ['Cancel', 'cancel', undefined, 'bad'],
      ];
    case 'paid':
    case 'partially_refunded':
      return [
        ['Refund', 'refund', undefined, 'bad'],
        ...(half > 0 ? [['Refund half', 'refund', { amount: half }, 'bad'] as Step] : []),
      ];
    default:
      return [];
  }
}
