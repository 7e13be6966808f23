// Refunds of payments at gateways: any amount, found again by our key.
import type { GatewayName } from '../../../base/market.ts';
import { type Acted, type ActionRefused, type Actions, type Sold, unlessDone } from '../action.ts';
import type { Unavailable } from '../market.ts';
import { outcomeOf, type Paid, saleStateOf } from './actions.ts';
import type { Gateway, GatewayRejection } from './gateway.ts';
import { atGateway, type PgApp, type pgShapes } from './settings.ts';

interface Found extends Paid {
  readonly at: PgApp;
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

const refusedBy = ({ traits }: Gateway, { declined }: GatewayRejection): ActionRefused => ({
  refused: `${traits.name} refuses: ${declined}`,
});

const noOrder: ActionRefused = { refused: 'The order of the payment is not on record here.' };
const notPaid: ActionRefused = { refused: 'The payment gateway has no payment for the order.' };
const onlyAmounts: ActionRefused = {
  refused: 'A payment gateway refunds amounts. It knows no products and no subscriptions.',
};
