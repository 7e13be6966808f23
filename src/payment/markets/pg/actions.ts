// What can be refunded of a payment at a gateway, and what became of a refund, which is found again by our key.
import { Big } from 'big.js';
import { amountText } from '../../money.ts';
import type { Acted, ActionRefused, ActionTraits, SaleState } from '../action.ts';
import type { Unavailable } from '../market.ts';
import type { Gateway, GatewayPayment } from './gateway.ts';

export const pgActions = {
  refund: { part: true, byLine: false, prorated: false, goods: 'taken' },
} as const satisfies ActionTraits;

/** A payment at a gateway. */
export interface Paid {
  readonly gateway: Gateway;
  readonly payment: GatewayPayment;
}

/** What became of the refund with this key. */
export function outcomeOf(
  { gateway, payment }: Paid,
  key: string,
): Exclude<Acted, Unavailable> | 'not done' {
  const refund = payment.refunds.find((each) => each.key === key);
  if (!refund) return 'not done';
  if (refund.state !== 'failed') return refund.state;
  return { refused: `The refund failed at ${gateway.traits.name}: the buyer has no money.` };
}

export function saleStateOf({ gateway, payment }: Paid): SaleState | ActionRefused {
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
  const isWhole = cancellations.some(({ state }) => state === 'given');
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
