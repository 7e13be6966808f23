// Steering the payment gateways alike: pay, cancel, refund and dispute an order by the merchant's number.
import type { FastifyInstance } from 'fastify';
import { type Input, readInput, required } from '../input.ts';
import type { Step } from '../record.ts';
import { ControlError } from '../world.ts';

export interface OrderState {
  gateway: string;
  orderId: string;
  /** The gateway's own id of the payment. */
  paymentId: string;
  /** The status as the gateway names it. */
  status: string;
  /** `pending`: paid with a delayed method, whose money is on its way. */
  state: 'open' | 'pending' | 'paid' | 'cancelled' | 'partially_refunded' | 'refunded';
  amount: number;
  amountRefunded: number;
  currency: string;
  test: boolean;
  /** The newest last, each with the status as the gateway names it. */
  refunds?: { id: string; status: string; amount: number }[];
  /** Likewise. */
  disputes?: { id: string; status: string }[];
  payUrl?: string;
  /** For a payment that the merchant's server confirms. */
  paymentToken?: string;
}

export interface GatewayOrder {
  /** Milliseconds, as everywhere but in Stripe's own objects. */
  readonly openedAt: number;
  show(): OrderState;
  pay(input: Input): void;
  cancel(): void;
  /** The money of a delayed payment arrives or does not. */
  settle(succeeds: boolean): void;
  refund(input: Input): void;
  /** The newest refund goes on. */
  stepRefund(step: RefundStep, input: Input): void;
  /** The buyer disputes the payment at the bank. */
  dispute(input: Input): void;
  /** The newest dispute goes on; which steps there are depends on the gateway. */
  stepDispute(step: DisputeStep): void;
  /** The card company suspects fraud. */
  warn(input: Input): void;
}

const refundSteps = ['succeed', 'fail', 'cancel'] as const;
export type RefundStep = (typeof refundSteps)[number];

export const disputeSteps = ['respond', 'escalate', 'win', 'lose'] as const;
export type DisputeStep = (typeof disputeSteps)[number];

/** Genuine webhooks about what is not the merchant's, and one that only looks genuine. */
export const strayWebhooks = [
  'unknown-order',
  'foreign-shop',
  'unknown-payment-dispute',
  'wrong-secret',
] as const;
export type StrayWebhook = (typeof strayWebhooks)[number];

/** What the page offers of a gateway beside what all of them have. */
export interface GatewayPage {
  /** More ways to pay. */
  readonly pay?: readonly Step[];
  /** Status of a refund that is under way. */
  readonly pendingRefund: string;
  /** A refund that was paid out may still fail. */
  readonly takesRefundsBack?: true;
  /** How a dispute of a paid order begins. */
  disputes(order: OrderState): readonly Step[];
}

export interface Gateway {
  readonly name: string;
  readonly page: GatewayPage;
  find(orderId: string): GatewayOrder | undefined;
  newest(count: number): OrderState[];
  /** Sends it to every registered URL; answers with the ids of the deliveries. */
  sendStray(kind: StrayWebhook): string[];
}

interface OrderPath {
  Params: { orderId: string };
}

const shownOrders = 100;
const gatewaysOf = new WeakMap<FastifyInstance, Gateway[]>();

/** All gateways share one set of calls; whichever comes first mounts them. */
export function controlGateway(scope: FastifyInstance, gateway: Gateway): void {
  const gateways = gatewaysOf.get(scope);
  if (gateways) {
    gateways.push(gateway);
    return;
  }
  const all = [gateway];
  gatewaysOf.set(scope, all);
  mount(scope, all);
}

function mount(scope: FastifyInstance, gateways: readonly Gateway[]): void {
  const names = () => gateways.map(({ name }) => name);

  function find(orderId: string, input: Input): GatewayOrder {
    const wanted = input.oneOf('gateway', names());
    const found = gateways
      .filter(({ name }) => name === (wanted ?? name))
      .map((gateway) => gateway.find(orderId))
      .filter((order) => order !== undefined)
      .sort((a, b) => b.openedAt - a.openedAt);
    if (found[0]) return found[0];
    throw new ControlError(`There is no order ${orderId} at a payment gateway.`, 404);
  }

  scope.get('/pg/orders', async () => ({
    orders: gateways.flatMap((gateway) => gateway.newest(shownOrders)),
  }));
  scope.get<OrderPath>('/pg/orders/:orderId', async ({ params, query }) =>
    find(params.orderId, readInput(query)).show(),
  );

  function act(name: string, change: (order: GatewayOrder, input: Input) => void) {
    scope.post<OrderPath>(`/pg/orders/:orderId/${name}`, async ({ params, body }) => {
      const input = readInput(body);
      const order = find(params.orderId, input);
      change(order, input);
      return order.show();
    });
  }
  act('pay', (order, input) => order.pay(input));
  act('cancel', (order, input) => {
    input.only('gateway');
    order.cancel();
  });
  for (const [name, succeeds] of [
    ['succeed', true],
    ['fail', false],
  ] as const) {
    act(`payment/${name}`, (order, input) => {
      input.only('gateway');
      order.settle(succeeds);
    });
  }
  act('refund', (order, input) => order.refund(input));
  for (const step of refundSteps) {
    act(`refund/${step}`, (order, input) => order.stepRefund(step, input));
  }
  act('dispute', (order, input) => order.dispute(input));
  for (const step of disputeSteps) {
    act(`dispute/${step}`, (order, input) => {
      input.only('gateway');
      order.stepDispute(step);
    });
  }
  act('fraud-warning', (order, input) => order.warn(input));

  scope.post('/pg/stray-webhooks', async ({ body }) => {
    const input = readInput(body);
    input.only('gateway', 'kind');
    const wanted = required(input.oneOf('gateway', names()), 'gateway');
    const kind = required(input.oneOf('kind', strayWebhooks), 'kind');
    const gateway = gateways.find(({ name }) => name === wanted);
    return { ids: gateway?.sendStray(kind) ?? [] };
  });
}

export function impossible(orderId: string, status: string, verb: string): ControlError {
  return new ControlError(`Order ${orderId} is ${status} and cannot be ${verb}.`);
}
