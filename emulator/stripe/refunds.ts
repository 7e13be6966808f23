// What happens to refunds: made, paid out, failed at the bank, cancelled.
import type { RefundStep } from '../pg/control.ts';
import { ControlError } from '../world.ts';
import { showCharge } from './charge-object.ts';
import { StripeError } from './errors.ts';
import type { Charge, Refund, RefundState } from './ledger.ts';
import { showRefund } from './objects.ts';
import type { StripeAccount } from './payments.ts';

export interface RefundWish {
  amount?: number | undefined;
  reason?: string | undefined;
  metadata?: Record<string, string> | undefined;
  /** What becomes of it first. */
  status?: RefundState | undefined;
}

export function refundCharge(
  { ledger, events }: StripeAccount,
  charge: Charge,
  { amount, reason, metadata = {}, status = 'succeeded' }: RefundWish,
): Refund {
  const left = charge.amount - charge.amountRefunded;
  if (left === 0) {
    throw new StripeError(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  if (amount !== undefined && amount > left) {
    throw new StripeError(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      { param: 'amount' },
    );
  }
  const refund = ledger.refunds.add({
    id: ledger.world.id('re_'),
    livemode: charge.livemode,
    created: ledger.now(),
    charge: charge.id,
    intent: charge.intent,
    amount: amount ?? left,
    currency: charge.currency,
    metadata,
    ...(reason !== undefined && { reason }),
    ...(status !== 'succeeded' && { status }),
  });
  charge.amountRefunded += refund.amount;
  charge.refunds.push(refund.id);
  events.announce('refund.created', refund.livemode, showRefund(refund));
  events.announce('charge.refunded', charge.livemode, showCharge(ledger, charge));
  return refund;
}

/** From which states each step is possible, and the state that it leads to. */
const steps: Record<RefundStep, { from: readonly RefundState[]; to: RefundState }> = {
  succeed: { from: ['pending', 'requires_action'], to: 'succeeded' },
  // A bank may send back what was paid out.
  fail: { from: ['pending', 'requires_action', 'succeeded'], to: 'failed' },
  cancel: { from: ['pending', 'requires_action'], to: 'canceled' },
};

export const stateOfRefund = ({ status = 'succeeded' }: Refund): RefundState => status;

export function stepRefund(
  account: StripeAccount,
  refund: Refund,
  step: RefundStep,
  reason = 'expired_or_canceled_card',
): void {
  const { ledger, events } = account;
  const { from, to } = steps[step];
  const before = stateOfRefund(refund);
  if (!from.includes(before)) throw new ControlError(`Refund ${refund.id} is ${before}.`);
  refund.status = to;
  if (to !== 'succeeded') takeBack(account, refund);
  if (to === 'failed') refund.failure = { reason, balanceTransaction: ledger.world.id('txn_') };
  const object = showRefund(refund);
  const announce = (type: string) => events.announce(type, refund.livemode, object);
  events.announce('refund.updated', refund.livemode, object, { status: before });
  if (to === 'failed') announce('refund.failed');
  events.announce('charge.refund.updated', refund.livemode, object, { status: before });
}

/** The money is the studio's again: the charge counts it as never refunded. */
function takeBack({ ledger }: StripeAccount, refund: Refund): void {
  const charge = ledger.charges.get(refund.charge);
  if (charge) charge.amountRefunded -= refund.amount;
}

/** A merchant can cancel a refund that still waits for the customer. */
export function cancelRefund(account: StripeAccount, refund: Refund): void {
  const status = stateOfRefund(refund);
  if (status !== 'requires_action') {
    throw new StripeError(`You cannot cancel a refund that has a status of ${status}.`, {
      code: 'charge_not_refundable',
    });
  }
  stepRefund(account, refund, 'cancel');
}
