// APPLE receipts, offline: new purchases the whole way to a durable record, and repeats of known ones.

import { PurchaseVerify, purchaseAnswers } from '../../src/payment/edge/schema.ts';
import type { Service } from '../../src/service.ts';
import { PRODUCT_ID, receiptOf, sellAtApple, transactionOf, verifyOnce } from '../app-store.ts';
import type { BenchApp, BenchRequest, Case } from '../case.ts';

/** More than the rounds can use up: a repeat would be cheaper, and is not expected. */
const NEW_PURCHASES = 60_000;
/** Recorded before the first round: a planner of queries that has never seen a row takes a wrong index. */
const EARLIER_PURCHASES = 1_000;
const KNOWN_PURCHASES = 1_000;

function request({ appid, token }: BenchApp, index: number): BenchRequest {
  return {
    path: '/payment/v1/purchase/verify',
    headers: { 'x-app-id': appid, authorization: `Bearer ${token}` },
    body: JSON.stringify({
      accountUuid: 'a3b1c5d7-0000-4000-8000-00000000e001',
      serviceReceipt: receiptOf(index),
      productId: PRODUCT_ID,
      providerId: 'APPLE',
      requestType: 1,
      price: 9.99,
      currency: 'USD',
    }),
  };
}

const reply = {
  data: {
    serviceAccountUuidCompare: 1,
    serviceCurrency: 'USD',
    serviceDuplicated: false,
    serviceGameServerPriceVerifyKey: null,
    servicePayload: null,
    servicePrice: 9.99,
    serviceProductId: PRODUCT_ID,
    serviceProviderId: 'APPLE',
    serviceProviderTransactionId: '2000000000000',
    servicePurchaseCancelState: 0,
    servicePurchaseTest: 'N',
    serviceQuantity: 1,
    serviceReceipt: receiptOf(0),
    serviceReceiptVerifyResult: transactionOf(0),
    serviceStoreTransactionId: '2000000000000',
    serviceTransactionId: 'AP_1',
  },
  meta: null,
};

const echo = { body: PurchaseVerify, answer: purchaseAnswers[200], reply };

async function sellSome(service: Service, app: BenchApp): Promise<void> {
  await sellAtApple(service, app);
  const earlier = Array.from({ length: EARLIER_PURCHASES }, (_, index) => NEW_PURCHASES + index);
  await Promise.all(
    earlier.map((index) => {
      const { path: url, headers, body } = request(app, index);
      const type = { 'content-type': 'application/json' };
      return service.app.inject({ method: 'POST', url, headers: { ...headers, ...type }, body });
    }),
  );
}

export const cases: Case[] = [
  {
    name: 'apple-verify-new',
    target: { sqlite: 0.6, postgres: 0.5 },
    cost: { sqlite: 1.1, postgres: 1.25 },
    idle: { sqlite: 0.2, postgres: 0.18 },
    memory: 150,
    peer: { name: 'express', target: { sqlite: 10, postgres: 8 } },
    echo: { ...echo, work: verifyOnce },
    variety: NEW_PURCHASES,
    setup: sellSome,
    request,
    isExpected: (text) => text.includes('"serviceDuplicated":false'),
  },
  {
    name: 'apple-verify-repeat',
    target: { sqlite: 0.7, postgres: 0.7 },
    echo,
    variety: KNOWN_PURCHASES,
    setup: sellAtApple,
    request,
    // They become known in the first turn, which does not count.
    isExpected: (text) => text.includes('"serviceDuplicated":'),
  },
];
