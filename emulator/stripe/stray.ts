// Webhooks that must change nothing at the merchant: about strangers, or not signed by Stripe.

import type { StrayWebhook } from '../pg/control.ts';
import { newSecret } from '../pg/secret.ts';
import type { StripeAccount } from './payments.ts';

export function sendStray({ ledger, events }: StripeAccount, kind: StrayWebhook): string[] {
  const id = (prefix: string) => ledger.world.id(prefix);
  const intent = { id: id('pi_'), object: 'payment_intent', status: 'succeeded' };
  switch (kind) {
    case 'unknown-order':
      return events.sendStray('payment_intent.succeeded', {
        ...intent,
        metadata: { orderId: 'H1' },
      });
    case 'foreign-shop':
      return events.sendStray('checkout.session.completed', {
        id: id('cs_'),
        object: 'checkout.session',
        client_reference_id: 'another-shop-1',
        metadata: {},
        payment_intent: intent.id,
      });
    case 'unknown-payment-dispute':
      return events.sendStray('charge.dispute.created', {
        id: id('du_'),
        object: 'dispute',
        charge: id('ch_'),
        metadata: {},
        payment_intent: intent.id,
        status: 'needs_response',
      });
    case 'wrong-secret':
      return events.sendStray(
        'payment_intent.succeeded',
        { ...intent, metadata: { orderId: newestOrder(ledger.orders) ?? 'H1' } },
        `whsec_${newSecret()}`,
      );
  }
}

const newestOrder = (orders: ReadonlyMap<string, unknown>): string | undefined =>
  [...orders.keys()].at(-1);
