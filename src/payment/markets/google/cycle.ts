// A paid period of a GOOGLE subscription, as its order shows it: keys, when it was paid, and until when.
import { fieldsOf, listOf } from '../fields.ts';
import type { Cycle } from '../subscription.ts';
import type { PlayOrder } from './order.ts';
import { timeOf } from './time.ts';

type Keys = Pick<Cycle, 'uniqueKey' | 'paymentKey' | 'lineKey' | 'storeTransactionId'>;

/** The plan has the key of the order, an add-on one of its own. */
export function cycleKeys(
  orderId: string,
  productId: string,
  isAddOn: boolean,
  isOfSeveral: boolean,
): Keys {
  const lineKey = `${orderId} ${productId}`;
  return {
    uniqueKey: isAddOn ? lineKey : orderId,
    ...(isAddOn && { paymentKey: orderId }),
    ...(isOfSeveral && { lineKey }),
    storeTransactionId: orderId,
  };
}

/** `GPA…..3` is the fourth renewal of `GPA…`. */
export const firstOrderId = (orderId: string): string => orderId.replace(/\.\.\d+$/, '');

export function paidAt({ resource }: PlayOrder): number | null {
  const processed = fieldsOf(fieldsOf(resource.orderHistory)?.processedEvent);
  return timeOf(processed?.eventTime) ?? timeOf(resource.createTime) ?? null;
}

export function paidUntil({ resource }: PlayOrder, productId: string): number | undefined {
  const line = listOf(resource.lineItems).find((each) => each.productId === productId);
  return timeOf(fieldsOf(line?.subscriptionDetails)?.servicePeriodEndTime);
}
