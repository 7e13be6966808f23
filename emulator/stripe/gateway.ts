// Stripe's side of the shared order control: what the customer or the merchant does by order number.
import { buyerIn } from '../pg/buyer.ts';
import {
  type Gateway,
  type GatewayOrder,
  type GatewayPage,
  impossible,
  type OrderState,
} from '../pg/control.ts';
import { DISPUTE, INQUIRY } from '../pg/records.ts';
import { ControlError } from '../world.ts';
import { openDispute, stepDispute, warnOfFraud } from './disputes.ts';
import { type Charge, type Intent, refundStates, type Session, sessionTotal } from './ledger.ts';
import { payUrl } from './objects.ts';
import {
  cancelIntent,
  delayIntent,
  paidCharge,
  payIntent,
  type StripeAccount,
} from './payments.ts';
import { refundCharge, stateOfRefund, stepRefund } from './refunds.ts';
import { expireSession, paySession, settleDelayed } from './sessions.ts';
import { sendStray } from './stray.ts';

const PAGE: GatewayPage = {
  pendingRefund: 'pending',
  takesRefundsBack: true,
  disputes: () => [DISPUTE, INQUIRY, ['Fraud warning', 'fraud-warning', undefined]],
};

export function stripeGateway(account: StripeAccount): Gateway {
  const { ledger } = account;
  return {
    name: 'stripe',
    page: PAGE,
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
      : !['succeeded', 'canceled', 'processing'].includes(thing.status);
  const isDelayed = () => intent()?.status === 'processing';

  function show(): OrderState {
    const paidBy = intent();
    const charge = paidBy && paidCharge(account, paidBy);
    const amount = isSession ? sessionTotal(thing) : thing.amount;
    const refunds = charge ? refundsOf(charge) : [];
    return {
      gateway: 'stripe',
      orderId,
      paymentId: paidBy?.id ?? thing.id,
      status: paidBy?.status ?? thing.status,
      state: charge
        ? refundState(charge.amountRefunded, charge.amount)
        : isDelayed()
          ? 'pending'
          : open()
            ? 'open'
            : 'cancelled',
      amount,
      amountRefunded: charge?.amountRefunded ?? 0,
      currency: thing.currency.toUpperCase(),
      test: !thing.livemode,
      ...(refunds.length > 0 && {
        refunds: refunds.map((refund) => ({
          id: refund.id,
          status: stateOfRefund(refund),
          amount: refund.amount,
        })),
      }),
      ...(charge?.disputes && {
        disputes: disputesOf(charge).map(({ id, status }) => ({ id, status })),
      }),
      ...(isSession && open() && { payUrl: payUrl(ledger, thing) }),
    };
  }

  const refundsOf = ({ refunds }: Charge) =>
    refunds.map((id) => ledger.refunds.get(id)).filter((refund) => refund !== undefined);

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
      input.only('gateway', 'delayed', 'tax', 'country');
      const delayed = input.boolean('delayed') ?? false;
      const buyer = buyerIn(input, show().amount);
      if (!open()) throw impossible(orderId, show().status, 'paid');
      if (isSession) paySession(account, thing, delayed, buyer);
      else if (delayed) delayIntent(account, thing);
      else payIntent(account, thing);
    },
    settle(succeeds) {
      const delayed = intent();
      if (!delayed || !isDelayed()) throw impossible(orderId, show().status, 'settled');
      settleDelayed(account, delayed, succeeds);
    },
    cancel() {
      if (!open()) throw impossible(orderId, show().status, 'cancelled');
      if (isSession) expireSession(account, thing);
      else cancelIntent(account, thing, 'requested_by_customer');
    },
    refund(input) {
      input.only('gateway', 'amount', 'status');
      const amount = input.integer('amount', { min: 1 });
      const status = input.oneOf('status', refundStates);
      if (status === 'failed' || status === 'canceled') {
        throw new ControlError(`A refund begins otherwise; then it can be ${status}.`);
      }
      const charge = paid('refunded');
      const left = charge.amount - charge.amountRefunded;
      if (left === 0) throw impossible(orderId, 'fully refunded', 'refunded');
      if (amount !== undefined && amount > left) {
        throw new ControlError(`amount must be at most ${left}.`);
      }
      refundCharge(account, charge, { amount, status });
    },
    stepRefund(step, input) {
      input.only('gateway', 'reason');
      const newest = refundsOf(paid('refunded')).at(-1);
      if (!newest) throw new ControlError(`Order ${orderId} has no refund.`);
      stepRefund(account, newest, step, input.string('reason'));
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
