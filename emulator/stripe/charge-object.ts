// Prints a charge as Stripe's object, with what it was paid with.
import { type Charge, delayedMethod, type Ledger } from './ledger.ts';
import type { StripeObject } from './objects.ts';

export function showCharge(ledger: Ledger, charge: Charge): StripeObject {
  const { declined } = charge;
  const intent = ledger.intents.get(charge.intent);
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: declined ? 0 : charge.amount,
    amount_refunded: charge.amountRefunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'TOLLGATE EMULATOR',
    captured: !declined,
    created: charge.created,
    currency: charge.currency,
    customer: null,
    description: intent?.description ?? null,
    disputed: (charge.disputes ?? []).length > 0,
    failure_balance_transaction: null,
    failure_code: declined?.code ?? null,
    failure_message: declined?.message ?? null,
    fraud_details: {},
    livemode: charge.livemode,
    metadata: intent?.metadata ?? {},
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: declined ? 'declined_by_network' : 'approved_by_network',
      reason: declined?.decline_code ?? null,
      risk_level: 'normal',
      seller_message: declined ? 'The bank did not approve the payment.' : 'Payment complete.',
      type: declined ? 'issuer_declined' : 'authorized',
    },
    paid: !declined,
    payment_intent: charge.intent,
    payment_method: charge.method,
    payment_method_details: methodDetails(charge),
    receipt_email: intent?.receiptEmail ?? null,
    receipt_number: null,
    receipt_url: null,
    refunded: charge.amountRefunded === charge.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent?.descriptorSuffix ?? null,
    status: declined ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
}

function methodDetails({ method, amount }: Charge): StripeObject {
  if (method !== delayedMethod) return { card: cardDetails(amount), type: 'card' };
  return {
    sepa_debit: {
      bank_code: '37040044',
      branch_code: null,
      country: 'DE',
      fingerprint: null,
      last4: '3000',
      mandate: null,
    },
    type: 'sepa_debit',
  };
}

const cardDetails = (amount: number): StripeObject => ({
  amount_authorized: amount,
  authorization_code: null,
  brand: 'visa',
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
  country: 'US',
  electronic_commerce_indicator: null,
  exp_month: 12,
  exp_year: 2040,
  funding: 'credit',
  installments: null,
  last4: '4242',
  mandate: null,
  network: 'visa',
  network_transaction_id: null,
  regulated_status: 'unregulated',
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null,
});
