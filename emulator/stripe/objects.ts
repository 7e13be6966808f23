// Prints records as Stripe's objects, built when asked for.
import type { Decline, Intent, Ledger, LineItem, Refund, Session } from './ledger.ts';
import { sessionTotal } from './ledger.ts';

export type StripeObject = Record<string, unknown>;

export function showIntent(intent: Intent): StripeObject {
  const paid = intent.status === 'succeeded';
  return {
    id: intent.id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: intent.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: paid ? intent.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: intent.automatic
      ? { allow_redirects: 'always', enabled: true }
      : null,
    canceled_at: intent.canceledAt ?? null,
    cancellation_reason: intent.cancellationReason ?? null,
    capture_method: 'automatic_async',
    client_secret: `${intent.id}_secret_${intent.id.slice(-12)}`,
    confirmation_method: 'automatic',
    created: intent.created,
    currency: intent.currency,
    customer: null,
    customer_account: null,
    description: intent.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: intent.declined
      ? { ...showDecline(intent.declined), charge: intent.charge ?? null }
      : null,
    latest_charge: intent.charge ?? null,
    livemode: intent.livemode,
    managed_payments: null,
    metadata: intent.metadata,
    next_action:
      intent.status === 'requires_action'
        ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } }
        : null,
    on_behalf_of: null,
    payment_method: intent.declined ? null : (intent.method ?? null),
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: intent.methodTypes,
    payment_record: null,
    processing: null,
    receipt_email: intent.receiptEmail ?? null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.descriptorSuffix ?? null,
    status: intent.status,
    transfer_data: null,
    transfer_group: null,
  };
}

function showDecline({ code, decline_code, message }: Decline): StripeObject {
  return { code, ...(decline_code !== undefined && { decline_code }), message, type: 'card_error' };
}

export function showRefund(refund: Refund): StripeObject {
  const { status = 'succeeded', failure } = refund;
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: null,
    charge: refund.charge,
    created: refund.created,
    currency: refund.currency,
    customer: null,
    customer_account: null,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    ...(failure && {
      failure_balance_transaction: failure.balanceTransaction,
      failure_reason: failure.reason,
    }),
    metadata: refund.metadata,
    payment_intent: refund.intent,
    payment_method: null,
    ...(status === 'pending' && { pending_reason: 'processing' }),
    reason: refund.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
  };
}

export function showSession(ledger: Ledger, session: Session): StripeObject {
  const total = sessionTotal(session);
  const paidBy = ledger.intents.get(session.intent ?? '');
  return {
    id: session.id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: total - (session.buyer?.tax ?? 0),
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: session.cancelUrl ?? null,
    client_reference_id: session.reference ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: session.created,
    currency: session.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: showCustomer(session),
    customer_email: session.email ?? null,
    discounts: [],
    expires_at: session.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: session.livemode,
    locale: session.locale ?? null,
    managed_payments: null,
    metadata: session.metadata,
    mode: 'payment',
    origin_context: null,
    // Stripe makes the intent when the customer pays, not before.
    payment_intent: session.intent ?? null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: paidBy?.methodTypes ?? ['card'],
    // A delayed payment completes the session before its money arrives.
    payment_status: paidBy?.status === 'succeeded' ? 'paid' : 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: session.status,
    submit_type: null,
    subscription: null,
    success_url: session.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: session.buyer?.tax ?? 0 },
    ui_mode: 'hosted_page',
    url: session.status === 'open' ? payUrl(ledger, session) : null,
    wallet_options: null,
  };
}

export function payUrl({ world }: Ledger, { id }: Session): string {
  return `${world.baseUrl()}/pay/stripe/${id}`;
}

export function showLineItems(session: Session): StripeObject {
  return listObject(
    `/v1/checkout/sessions/${session.id}/line_items`,
    session.items.map((item) => showLineItem(session, item)),
  );
}

function showLineItem(session: Session, { id, name, unitAmount, quantity }: LineItem) {
  const total = unitAmount * quantity;
  return {
    id,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency: session.currency,
    description: name,
    metadata: {},
    price: null,
    quantity,
  };
}

export function listObject(
  url: string,
  data: StripeObject[],
  hasMore = false,
): StripeObject & { data: StripeObject[] } {
  return { object: 'list', data, has_more: hasMore, url };
}

/** With an address once the checkout has asked for it. */
function showCustomer({ email, buyer }: Session): StripeObject | null {
  const { country } = buyer ?? {};
  if (email === undefined && country === undefined) return null;
  const address = { city: null, line1: null, line2: null, postal_code: null, state: null };
  return {
    address: country === undefined ? null : { ...address, country },
    business_name: null,
    email: email ?? null,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: null,
  };
}
