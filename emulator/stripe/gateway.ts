// Stripe's side of the shared order control: what the customer or the merchant does by order number.
import { type Gateway, type GatewayOrder, impossible, type OrderState } from '../pg/control.ts';
import { ControlError } from '../world.ts';
import { openDispute, stepDispute, warnOfFraud } from './disputes.ts';
import { type Charge, type Intent, type Session, sessionTotal } from './ledger.ts';
import { payUrl } from './objects.ts';
import {
  cancelIntent,
  paidCharge,
  payIntent,
  refundCharge,
  type StripeAccount,
} from './payments.ts';
import { expireSession, paySession } from './sessions.ts';
import { sendStray } from './stray.ts';

export function stripeGateway(account: StripeAccount): Gateway {
  const { ledger } = account;
  return {
    name: 'stripe',
    find(orderId) {
      const thing = ledger.orders.get(orderId);
      return thing && orderOf(account, orderId, thing);
    },
    sendStray: (kind) => sendStray(account, kind),
    newest: (count) =>
      [...ledger.orders]
        .slice(-count)
        .reverse()
        .map(([orderId, thing]) => orderOf(account, orderId, thing).show()),
  };
}

function orderOf(account: StripeAccount, orderId: string, thing: Intent | Session): GatewayOrder {
  const { ledger } = account;
  const isSession = 'items' in thing;
  const intent = () => (isSession ? ledger.intents.get(thing.intent ?? '') : thing);
  const open = () =>
    isSession
      ? thing.status === 'open'
      : thing.status !== 'succeeded' && thing.status !== 'canceled';

  function show(): OrderState {
    const paidBy = intent();
    const charge = paidBy && paidCharge(account, paidBy);
    const amount = isSession ? sessionTotal(thing) : thing.amount;
    return {
      gateway: 'stripe',
      orderId,
      paymentId: paidBy?.id ?? thing.id,
      status: paidBy?.status ?? thing.status,
      state: charge
        ? refundState(charge.amountRefunded, charge.amount)
        : open()
          ? 'open'
          : 'cancelled',
      amount,
      amountRefunded: charge?.amountRefunded ?? 0,
      currency: thing.currency.toUpperCase(),
      test: !thing.livemode,
      ...(charge?.disputes && {
        disputes: disputesOf(charge).map(({ id, status }) => ({ id, status })),
      }),
      ...(isSession && open() && { payUrl: payUrl(ledger, thing) }),
    };
  }

  const disputesOf = ({ disputes = [] }: Charge) =>
    disputes.map((id) => ledger.disputes.get(id)).filter((dispute) => dispute !== undefined);

  function paid(verb: string): Charge {
    const paidBy = intent();
    const charge = paidBy && paidCharge(account, paidBy);
    if (!charge) throw impossible(orderId, show().status, verb);
    return charge;
  }

  return {
    openedAt: thing.created * 1_000,
    show,
    pay(input) {
      input.only('gateway');
      if (!open()) throw impossible(orderId, show().status, 'paid');
      if (isSession) paySession(account, thing);
      else payIntent(account, thing);
    },
    cancel() {
      if (!open()) throw impossible(orderId, show().status, 'cancelled');
      if (isSession) expireSession(account, thing);
      else cancelIntent(account, thing, 'requested_by_customer');
    },
    refund(amount) {
      const charge = paid('refunded');
      const left = charge.amount - charge.amountRefunded;
      if (left === 0) throw impossible(orderId, 'fully refunded', 'refunded');
      if (amount !== undefined && amount > left) {
        throw new ControlError(`amount must be at most ${left}.`);
      }
      refundCharge(account, charge, { amount });
    },
    dispute(input) {
      input.only('gateway', 'amount', 'reason', 'inquiry', 'prevented');
      openDispute(account, paid('disputed'), {
        amount: input.integer('amount', { min: 1 }),
        reason: input.string('reason'),
        inquiry: input.boolean('inquiry'),
        prevented: input.oneOf('prevented', ['block', 'resolution']),
      });
    },
    stepDispute(step) {
      const newest = disputesOf(paid('disputed')).at(-1);
      if (!newest) throw new ControlError(`Order ${orderId} is not disputed.`);
      stepDispute(account, newest, step);
    },
    warn(input) {
      input.only('gateway', 'fraudType');
      warnOfFraud(account, paid('suspected'), input.string('fraudType'));
    },
  };
}

function refundState(refunded: number, amount: number): OrderState['state'] {
  if (refunded === 0) return 'paid';
  return refunded < amount ? 'partially_refunded' : 'refunded';
}
