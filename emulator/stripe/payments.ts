// What happens to payment intents: created, confirmed, paid at once or later, declined, cancelled.

import { showCharge } from './charge-object.ts';
import { noSuch, StripeError } from './errors.ts';
import type { Events } from './events.ts';
import {
  type Charge,
  type Decline,
  delayedMethod,
  type Intent,
  type Ledger,
  noteOrder,
} from './ledger.ts';
import { showIntent } from './objects.ts';

export interface StripeAccount {
  readonly ledger: Ledger;
  readonly events: Events;
  /** How this Stripe behaves, where the real one is free to. */
  readonly settings: Settings;
}

export interface Settings {
  /** What becomes first of refunds that the merchant makes. */
  refundStatus: 'succeeded' | 'pending' | 'requires_action';
}

export const usualSettings: Settings = { refundStatus: 'succeeded' };

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

/** The customer has paid with a delayed method: nobody knows yet whether the money will arrive. */
export function delayIntent({ events }: StripeAccount, intent: Intent): void {
  intent.status = 'processing';
  intent.method = delayedMethod;
  intent.methodTypes = ['sepa_debit'];
  events.announce('payment_intent.processing', intent.livemode, showIntent(intent));
}

/** The money of a delayed payment does not arrive. */
export function failIntent(account: StripeAccount, intent: Intent): void {
  recordDecline(account, intent, {
    code: 'payment_intent_payment_attempt_failed',
    message: 'The payment failed.',
  });
}

function askForAction({ events }: StripeAccount, intent: Intent): void {
  intent.status = 'requires_action';
  delete intent.declined;
  events.announce('payment_intent.requires_action', intent.livemode, showIntent(intent));
}

function recordDecline(account: StripeAccount, intent: Intent, decline: Decline): Charge {
  const charge = addCharge(account, intent, decline);
  intent.status = 'requires_payment_method';
  intent.declined = decline;
  delete intent.method;
  account.events.announce('charge.failed', charge.livemode, showCharge(account.ledger, charge));
  account.events.announce('payment_intent.payment_failed', intent.livemode, showIntent(intent));
  return charge;
}

function declineIntent(account: StripeAccount, intent: Intent, decline: Decline): never {
  const charge = recordDecline(account, intent, decline);
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
