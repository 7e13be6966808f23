// CUSTOM adapter: the receipt is whatever the studio hands out, and the studio's answer decides.

import { isCancelling } from '../cancellation.ts';
import { textOf } from '../fields.ts';
import type { FollowUp, Provider, VerifiedPurchase } from '../market.ts';
import { type CustomPurchase, readPurchase } from './answers.ts';
import type { AskStudio } from './api.ts';
import type { customShapes } from './settings.ts';

/** The job that tells the studio that a purchase is recorded. */
export const ACKNOWLEDGE_JOB = 'custom.acknowledge';

export interface AcknowledgePayload {
  readonly receipt: string;
  readonly transactionId: string;
}

export const createCustom = (ask: AskStudio): Provider<typeof customShapes> => ({
  asksMarket: () => true,
  accountIn: ({ account }) => textOf(account) ?? null,
  async verifyPurchase(app, { receipt, productId }) {
    const answer = await ask(app, 'verify', { receipt, ...(productId !== '' && { productId }) });
    if ('unavailable' in answer) return answer;
    const purchase = readPurchase(app, answer.found);
    return 'transactionId' in purchase ? { accepted: describe(purchase, receipt) } : purchase;
  },
});

function describe(purchase: CustomPurchase, receipt: string): VerifiedPurchase {
  const { transactionId, purchasedAt, isPermanent, cancellations } = purchase;
  return {
    provider: 'CUSTOM',
    providerTransactionId: transactionId,
    storeTransactionId: transactionId,
    uniqueKey: transactionId,
    productId: purchase.productId,
    quantity: purchase.quantity,
    price: purchase.price,
    currency: purchase.currency,
    cancellations,
    test: purchase.test,
    purchasedAt,
    purchaseDateSource: purchasedAt === null ? 'VERIFIED' : 'STORE_PAYMENT',
    marketAccountId: purchase.account,
    marketResult: purchase.resource,
    priceVerifyKey: null,
    ...(isPermanent && { permanent: true }),
    followUp: cancellations.some(isCancelling) ? undefined : acknowledgement(purchase, receipt),
  };
}

function acknowledgement(
  { transactionId, isAcknowledged }: CustomPurchase,
  receipt: string,
): FollowUp | undefined {
  if (isAcknowledged) return undefined;
  const payload: AcknowledgePayload = { receipt, transactionId };
  return { kind: ACKNOWLEDGE_JOB, id: `${ACKNOWLEDGE_JOB} ${transactionId}`, payload };
}
