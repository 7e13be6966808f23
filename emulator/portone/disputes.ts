// Disputes at PortOne: it says that there is one and that it is over, but not who won.
import type { DisputeStep } from '../pg/control.ts';
import { ControlError, type World } from '../world.ts';
import { cancellable, type Payment, type Payments } from './payments.ts';
import type { Webhooks } from './webhooks.ts';

export function openDispute(
  world: World,
  webhooks: Webhooks,
  payment: Payment,
  reason = 'fraudulent',
): void {
  payment.disputes = [
    ...(payment.disputes ?? []),
    {
      status: 'UNRESOLVED',
      pgDisputeId: world.id('dispute_'),
      reason,
      createdAt: world.clock.now(),
    },
  ];
  webhooks.announce('Transaction.DisputeCreated', payment);
}

/** Whoever loses a dispute loses the money: the provider cancels the payment. */
export function stepDispute(
  world: World,
  webhooks: Webhooks,
  payments: Payments,
  payment: Payment,
  step: DisputeStep,
): void {
  const open = payment.disputes?.findLast(({ status }) => status === 'UNRESOLVED');
  if (!open) throw new ControlError(`Order ${payment.id} has no open dispute.`);
  if (step !== 'win' && step !== 'lose') {
    throw new ControlError(`PortOne has no step ${step}: a dispute is won or lost.`);
  }
  open.status = 'RESOLVED';
  open.resolvedAt = world.clock.now();
  webhooks.announce('Transaction.DisputeResolved', payment);
  // What was refunded before cannot be taken once more.
  const isPaid = payment.status === 'PAID' || payment.status === 'PARTIAL_CANCELLED';
  const isLeft = isPaid && cancellable(payment) > 0;
  if (step === 'lose' && isLeft) payments.cancel(payment, { reason: 'Chargeback.' });
}
