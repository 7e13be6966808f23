// What happens to payment intents: created, confirmed, paid, declined, cancelled, refunded.

import { noSuch, StripeError } from './errors.ts';
import type { Events } from './events.ts';
import {
  type Charge,
  type Decline,
  type Intent,
  type Ledger,
  noteOrder,
  type Refund,
} from './ledger.ts';
import { showCharge, showIntent, showRefund } from './objects.ts';

export interface StripeAccount {
  readonly ledger: Ledger;
  readonly events: Events;
}

type Outcome = 'paid' | 'action' | Decline;

const declined = (decline_code: string, message: string): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
});

/** Stripe's ready-made test payment methods and what a payment with them comes to. */
const paymentMethods: Record<string, Outcome> = {
  pm_card_visa: 'paid',
  pm_card_mastercard: 'paid',
  pm_card_amex: 'paid',
  pm_card_kr: 'paid',
  pm_card_authenticationRequired: 'action',
  pm_card_visa_chargeDeclined: declined('generic_decline', 'Your card was declined.'),
  pm_card_chargeDeclined: declined('generic_decline', 'Your card was declined.'),
  pm_card_visa_chargeDeclinedInsufficientFunds: declined(
    'insufficient_funds',
    'Your card has insufficient funds.',
  ),
  pm_card_chargeDeclinedExpiredCard: { code: 'expired_card', message: 'Your card has expired.' },
};

export function checkMethod(method: string | undefined): void {
  if (method === undefined || Object.hasOwn(paymentMethods, method)) return;
  throw noSuch('PaymentMethod', method, 'payment_method');
}

export function createIntent(
  { ledger, events }: StripeAccount,
  fields: Omit<Intent, 'id' | 'created' | 'status'>,
): Intent {
  const intent = ledger.intents.add({
    ...fields,
    id: ledger.world.id('pi_'),
    created: ledger.now(),
    status: fields.method === undefined ? 'requires_payment_method' : 'requires_confirmation',
  });
  noteOrder(ledger.orders, intent);
  events.announce('payment_intent.created', intent.livemode, showIntent(intent));
  return intent;
}

export function confirmIntent(
  account: StripeAccount,
  intent: Intent,
  method = intent.method,
): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw unexpectedState(intent, 'confirm');
  }
  if (method === undefined) {
    throw new StripeError('A payment method is needed to confirm this PaymentIntent.', {
      code: 'payment_intent_unexpected_state',
      extra: { payment_intent: showIntent(intent) },
    });
  }
  const outcome = paymentMethods[method] ?? 'paid';
  intent.method = method;
  if (outcome === 'paid') payIntent(account, intent);
  else if (outcome === 'action') askForAction(account, intent);
  else declineIntent(account, intent, outcome);
}

/** Takes the money. */
export function payIntent(account: StripeAccount, intent: Intent): void {
  const charge = addCharge(account, intent);
  intent.status = 'succeeded';
  delete intent.declined;
  account.events.announce('charge.succeeded', charge.livemode, showCharge(account.ledger, charge));
  account.events.announce('payment_intent.succeeded', intent.livemode, showIntent(intent));
}

function askForAction({ events }: StripeAccount, intent: Intent): void {
  intent.status = 'requires_action';
  delete intent.declined;
  events.announce('payment_intent.requires_action', intent.livemode, showIntent(intent));
}

function declineIntent(account: StripeAccount, intent: Intent, decline: Decline): never {
  const charge = addCharge(account, intent, decline);
  intent.status = 'requires_payment_method';
  intent.declined = decline;
  delete intent.method;
  account.events.announce('charge.failed', charge.livemode, showCharge(account.ledger, charge));
  account.events.announce('payment_intent.payment_failed', intent.livemode, showIntent(intent));
  const { code, message, decline_code } = decline;
  throw new StripeError(message, {
    status: 402,
    type: 'card_error',
    code,
    extra: {
      charge: charge.id,
      ...(decline_code !== undefined && { decline_code }),
      payment_intent: showIntent(intent),
    },
  });
}

function addCharge({ ledger }: StripeAccount, intent: Intent, decline?: Decline): Charge {
  const charge = ledger.charges.add({
    id: ledger.world.id('ch_'),
    livemode: intent.livemode,
    created: ledger.now(),
    intent: intent.id,
    amount: intent.amount,
    currency: intent.currency,
    method: intent.method ?? 'pm_card_visa',
    amountRefunded: 0,
    refunds: [],
    ...(decline && { declined: decline }),
  });
  intent.charge = charge.id;
  return charge;
}

export function cancelIntent(
  { ledger, events }: StripeAccount,
  intent: Intent,
  reason?: string,
): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw unexpectedState(intent, 'cancel');
  }
  intent.status = 'canceled';
  intent.canceledAt = ledger.now();
  if (reason !== undefined) intent.cancellationReason = reason;
  events.announce('payment_intent.canceled', intent.livemode, showIntent(intent));
}

export interface RefundWish {
  amount?: number | undefined;
  reason?: string | undefined;
  metadata?: Record<string, string> | undefined;
}

export function refundCharge(
  { ledger, events }: StripeAccount,
  charge: Charge,
  { amount, reason, metadata = {} }: RefundWish,
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
  });
  charge.amountRefunded += refund.amount;
  charge.refunds.push(refund.id);
  events.announce('refund.created', refund.livemode, showRefund(refund));
  events.announce('charge.refunded', charge.livemode, showCharge(ledger, charge));
  return refund;
}

/** The charge that took an intent's money. */
export function paidCharge({ ledger }: StripeAccount, intent: Intent): Charge | undefined {
  return intent.status === 'succeeded' && intent.charge !== undefined
    ? ledger.charges.get(intent.charge)
    : undefined;
}

function unexpectedState(intent: Intent, verb: string): StripeError {
  return new StripeError(
    `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
    {
      code: 'payment_intent_unexpected_state',
      extra: { payment_intent: showIntent(intent) },
    },
  );
}
