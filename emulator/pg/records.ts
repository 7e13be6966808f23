// A payment gateway on the page: its orders with what the buyer or the merchant can do.
import { type Action, type Listed, postActions, type ShownRecord, type Step } from '../record.ts';
import { type Gateway, type GatewayPage, type OrderState, strayWebhooks } from './control.ts';
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
  pending: 'open',
  paid: 'good',
  cancelled: 'bad',
  partially_refunded: 'bad',
  refunded: 'bad',
} as const satisfies Record<OrderState['state'], ShownRecord['tone']>;

function show({ name, page }: Gateway, order: OrderState): ShownRecord {
  const { orderId, amount, currency, state, test, payUrl } = order;
  return {
    environment: test ? 'sandbox' : 'production',
    product: order.paymentId,
    amount: printAmount(amount, currency),
    state: stateOf(order),
    tone: tones[state],
    ...(payUrl && { link: { label: 'Pay page', href: payUrl } }),
    actions: postActions(
      `/pg/orders/${encodeURIComponent(orderId)}`,
      stepsOf(page, order).map(([label, step, body, tone]) => [
        label,
        step,
        { ...body, gateway: name },
        tone,
      ]),
    ),
  };
}

/** In our words, with the gateway's own where they differ. */
function stateOf({ state, status, disputes }: OrderState): string {
  const dispute = disputes?.at(-1);
  const own = state === status ? '' : ` (${status})`;
  return `${state.replace('_', ' ')}${own}${dispute ? `, dispute ${dispute.status}` : ''}`;
}

function stepsOf(page: GatewayPage, order: OrderState): Step[] {
  const { state, amount, amountRefunded } = order;
  const half = Math.floor((amount - amountRefunded) / 2);
  switch (state) {
    case 'open':
      return [
        ['Pay', 'pay', undefined, 'good'],
        ...(page.pay ?? []),
        ['Pay with a delayed method', 'pay', { delayed: true }],
        ['Cancel', 'cancel', undefined, 'bad'],
      ];
    case 'pending':
      return [
        ['The money arrives', 'payment/succeed', undefined, 'good'],
        ['The money does not arrive', 'payment/fail', undefined, 'bad'],
      ];
    case 'paid':
    case 'partially_refunded':
      return [
        ['Refund', 'refund', undefined, 'bad'],
        ...(half > 0 ? [['Refund half', 'refund', { amount: half }, 'bad'] as Step] : []),
        ...laterSteps(page, order),
        ...refundSteps(page, order),
        ...disputeSteps(page, order),
      ];
    case 'refunded':
      return refundSteps(page, order);
    default:
      return [];
  }
}

function laterSteps({ pendingRefund }: GatewayPage, { refunds = [] }: OrderState): Step[] {
  const isUnderWay = refunds.some(({ status }) => status === pendingRefund);
  return isUnderWay ? [] : [['Refund later', 'refund', { status: pendingRefund }, 'bad']];
}

/** The newest refund goes on. */
function refundSteps(page: GatewayPage, { refunds }: OrderState): Step[] {
  const newest = refunds?.at(-1)?.status;
  const fail: Step = ['The refund fails', 'refund/fail', undefined, 'good'];
  if (newest === page.pendingRefund) {
    return [['The refund is paid out', 'refund/succeed', undefined, 'bad'], fail];
  }
  return page.takesRefundsBack && newest === 'succeeded' ? [fail] : [];
}

const OVER = new Set(['won', 'lost', 'prevented', 'warning_closed', 'RESOLVED']);

/** A bank disputes a payment, or first asks about it. */
function disputeSteps(page: GatewayPage, order: OrderState): readonly Step[] {
  const newest = order.disputes?.at(-1);
  if (newest && !OVER.has(newest.status)) {
    return /^(warning_|INQUIRY)/.test(newest.status)
      ? [
          ['Close the inquiry', 'dispute/win', undefined, 'good'],
          ['Escalate to a dispute', 'dispute/escalate', undefined, 'bad'],
        ]
      : [
          ['Win the dispute', 'dispute/win', undefined, 'good'],
          ['Lose the dispute', 'dispute/lose', undefined, 'bad'],
        ];
  }
  return page.disputes(order);
}

export const DISPUTE: Step = ['Dispute', 'dispute', undefined, 'bad'];
export const INQUIRY: Step = ['Inquiry', 'dispute', { inquiry: true }];

export const gatewayActions = (gateway: Gateway['name']): Action[] =>
  strayWebhooks.map((kind) => ({
    group: 'Webhooks that must change nothing',
    label: kind,
    method: 'POST',
    path: '/pg/stray-webhooks',
    body: { gateway, kind },
  }));
