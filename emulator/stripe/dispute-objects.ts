// Prints disputes and early fraud warnings as Stripe's objects.
import type { Dispute, Ledger, Movement, Warning } from './ledger.ts';
import type { StripeObject } from './objects.ts';

const answerWithin = 9 * 24 * 60 * 60;
const fee = 1_500;

/** Of Visa. */
const networkReasons: Readonly<Record<string, string>> = {
  credit_not_processed: '13.7',
  duplicate: '12.6.1',
  fraudulent: '10.4',
  product_not_received: '13.1',
  product_unacceptable: '13.3',
  subscription_canceled: '13.2',
};

export function showDispute(dispute: Dispute, now: number): StripeObject {
  const { evidence = {}, submissions = 0 } = dispute;
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: dispute.movements.map((movement) => showMovement(dispute, movement)),
    charge: dispute.charge,
    created: dispute.created,
    currency: dispute.currency,
    enhanced_eligibility_types: [],
    evidence: showEvidence(evidence),
    evidence_details: {
      due_by: dueBy(dispute),
      enhanced_eligibility: {},
      has_evidence: Object.keys(evidence).length > 0,
      past_due: now > dueBy(dispute),
      submission_count: submissions,
      submission_method: submissions > 0 ? 'manual' : 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: dispute.status.startsWith('warning_'),
    livemode: dispute.livemode,
    metadata: dispute.metadata ?? {},
    payment_intent: dispute.intent,
    payment_method_details: {
      card: {
        brand: 'visa',
        case_type: dispute.caseType,
        network: 'visa',
        network_reason_code: networkReasons[dispute.reason] ?? '10.4',
      },
      type: 'card',
    },
    reason: dispute.reason,
    status: dispute.status,
  };
}

/** Until when the bank takes an answer. */
export function dueBy({ created }: Dispute): number {
  return created + answerWithin;
}

function showMovement(dispute: Dispute, { id, amount, at }: Movement): StripeObject {
  const charged = amount < 0 ? fee : 0;
  const { currency } = dispute;
  return {
    id,
    object: 'balance_transaction',
    amount,
    available_on: at,
    balance_type: 'payments',
    created: at,
    currency,
    description: `Chargeback ${amount < 0 ? 'withdrawal' : 'reversal'} for ${dispute.charge}`,
    exchange_rate: null,
    fee: charged,
    fee_details:
      charged === 0
        ? []
        : [
            {
              amount: charged,
              application: null,
              currency,
              description: 'Dispute fee',
              type: 'stripe_fee',
            },
          ],
    net: amount - charged,
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
    source: dispute.id,
    status: 'available',
    type: 'adjustment',
  };
}

export const evidenceFields = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const;

const showEvidence = (given: Readonly<Record<string, string>>): StripeObject => ({
  ...Object.fromEntries(evidenceFields.map((name) => [name, given[name] ?? null])),
  enhanced_evidence: {},
});

export function showWarning(ledger: Ledger, warning: Warning): StripeObject {
  const charge = ledger.charges.get(warning.charge);
  const refunded = charge?.amountRefunded === charge?.amount;
  const disputed = (charge?.disputes ?? []).length > 0;
  return {
    id: warning.id,
    object: 'radar.early_fraud_warning',
    actionable: !refunded && !disputed,
    charge: warning.charge,
    created: warning.created,
    fraud_type: warning.fraudType,
    livemode: warning.livemode,
    payment_intent: warning.intent,
  };
}
