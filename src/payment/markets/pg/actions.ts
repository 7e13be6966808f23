// Refunds of payments at gateways: any amount, found again by our key.
import { Big } from 'big.js';
import type { GatewayName } from '../../../base/market.ts';
import { amountText } from '../../money.ts';
import {
  type Acted,
  type ActionRefused,
  type Actions,
  type ActionTraits,
  type SaleState,
  type Sold,
  unlessDone,
} from '../action.ts';
import type { Unavailable } from '../market.ts';
import type { Gateway, GatewayPayment, GatewayRejection } from './gateway.ts';
import { atGateway, type PgApp, type pgShapes } from './settings.ts';

export const pgActions = {
  refund: { part: true, byLine: false, prorated: false, goods: 'taken' },
} as const satisfies ActionTraits;

interface Found {
  readonly at: PgApp;
  readonly gateway: Gateway;
  readonly payment: GatewayPayment;
}

export function createGatewayActions(
  gateways: Readonly<Record<GatewayName, Gateway>>,
): Actions<typeof pgShapes> {
  async function find(app: PgApp, sold: Sold): Promise<Found | ActionRefused | Unavailable> {
    const { gateway: name, gatewayReference } = sold;
    if (name === null || gatewayReference === null) return noOrder;
    const at = atGateway(app, name);
    if (!at) return { refused: `The app has no credentials of ${name} any more. Add them again.` };
    const gateway = gateways[name];
    const payment = await gateway.read(at, gatewayReference);
    if ('declined' in payment) return refusedBy(gateway, payment);
    if ('unavailable' in payment) return payment;
    return payment.state === 'paid' ? { at, gateway, payment } : notPaid;
  }

  async function settle(app: PgApp, sold: Sold, key: string): Promise<Acted | 'not done'> {
    const found = await find(app, sold);
    return 'payment' in found ? outcomeOf(found, key) : found;
  }

  return {
    async read(app, sold) {
      const found = await find(app, sold);
      return 'payment' in found ? saleStateOf(found) : found;
    },
    async act(app, sold, { action, key, before }) {
      const { refundable } = before;
      if (action.kind !== 'refund' || action.line !== undefined || refundable === null) {
        return onlyAmounts;
      }
      if (action.amount === 'prorated') return onlyAmounts;
      const found = await find(app, sold);
      if (!('payment' in found)) return found;
      const known = outcomeOf(found, key);
      if (known !== 'not done') return known;
      const { at, gateway, payment } = found;
      const amount = action.amount === 'rest' ? refundable : action.amount;
      const answer = await gateway.refund(at, payment, { amount, key, refundable });
      if (typeof answer === 'string' || 'unavailable' in answer) return answer;
      return unlessDone(refusedBy(gateway, answer), () => settle(app, sold, key));
    },
    settle: (app, sold, { key }) => settle(app, sold, key),
  };
}

/** What became of the refund with this key. */
export function outcomeOf(
  { gateway, payment }: Pick<Found, 'gateway' | 'payment'>,
  key: string,
): Exclude<Acted, Unavailable> | 'not done' {
  const refund = payment.refunds.find((each) => each.key === key);
  if (!refund) return 'not done';
  if (refund.state !== 'failed') return refund.state;
  return { refused: `The refund failed at ${gateway.traits.name}: the buyer has no money.` };
}

export function saleStateOf({
  gateway,
  payment,
}: Pick<Found, 'gateway' | 'payment'>): SaleState | ActionRefused {
  const { amount: paid, currency, cancellations, refunds } = payment;
  const dispute = cancellations.find(({ kind, state }) => kind === 'dispute' && state !== 'won');
  if (dispute) {
    const { name } = gateway.traits;
    return {
      refused:
        dispute.state === 'open'
          ? `The buyer disputes the payment. ${name} pays nothing back beside a dispute: answer it there.`
          : 'The payment was lost in a dispute, so the buyer has the money.',
    };
  }
  const given = refunds
    .filter(({ state }) => state !== 'failed')
    .reduce((sum, { amount }) => sum.plus(amount), new Big(0));
  const isWhole = cancellations.some(({ kind, state }) => kind === 'refund' && state === 'given');
  const left = isWhole ? new Big(0) : new Big(paid).minus(given);
  return {
    currency,
    paid,
    refunded: amountText(new Big(paid).minus(left), currency),
    refundable: amountText(left, currency),
    lines: [],
    subscription: null,
    can: left.gt(0) ? pgActions : {},
    version: null,
  };
}

const refusedBy = ({ traits }: Gateway, { declined }: GatewayRejection): ActionRefused => ({
  refused: `${traits.name} refuses: ${declined}`,
});

const noOrder: ActionRefused = { refused: 'The order of the payment is not on record here.' };
const notPaid: ActionRefused = { refused: 'The payment gateway has no payment for the order.' };
const onlyAmounts: ActionRefused = {
  refused: 'A payment gateway refunds amounts. It knows no products and no subscriptions.',
};
