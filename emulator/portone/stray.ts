// Webhooks that must change nothing at the merchant: about strangers, or not signed by PortOne.
import type { StrayWebhook } from '../pg/control.ts';
import type { World } from '../world.ts';
import type { Payments } from './payments.ts';
import type { Webhooks } from './webhooks.ts';

export function sendStray(
  world: World,
  webhooks: Webhooks,
  payments: Payments,
  kind: StrayWebhook,
): string[] {
  const stranger = {
    id: 'H1',
    storeId: 'store-emulator-live',
    transactionId: world.id('tx_'),
  };
  switch (kind) {
    case 'unknown-order':
      return webhooks.sendStray('Transaction.Paid', stranger);
    case 'foreign-shop':
      return webhooks.sendStray('Transaction.Paid', {
        ...stranger,
        id: 'another-shop-1',
        storeId: 'store-other',
      });
    case 'unknown-payment-dispute':
      return webhooks.sendStray('Transaction.DisputeCreated', stranger);
    case 'wrong-secret':
      return webhooks.sendStray('Transaction.Paid', payments.newestFirst()[0] ?? stranger, true);
  }
}
