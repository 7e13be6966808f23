// The first page of purchase history, twenty purchases long.
import { Transactions, transactionsAnswers } from '../../src/payment/edge/history-routes.ts';
import type { Case } from '../case.ts';
import { sellMany } from '../purchases.ts';

const SOLD = 100_000;
const SIZE = 20;
const HOUR_MS = 3_600_000;

const item = {
  providerId: 'APPLE',
  purchaseAmount: '9.99',
  purchaseCurrency: 'USD',
  purchaseDate: '2026-11-15T12:00:00.000Z',
  purchaseDateSource: 'STORE_PAYMENT',
  storeTransactionId: '99999',
  transactionId: '00000000-0000-4000-8000-000000099999',
  verifiedDate: '2026-11-15T12:00:00.000Z',
};

export const cases: Case[] = [
  {
    name: 'history-page',
    target: { sqlite: 0.6, postgres: 0.6 },
    echo: {
      body: Transactions,
      answer: transactionsAnswers[200],
      reply: {
        data: Array.from({ length: SIZE }, () => item),
        meta: {
          page: {
            hasNext: true,
            nextCursor: 'A'.repeat(108),
            hasPrevious: null,
            previousCursor: null,
          },
        },
      },
    },
    variety: 1_000,
    async setup(service, app) {
      await sellMany(service, app, SOLD);
    },
    request: ({ appid, token }, index) => ({
      path: '/payment/v1/transactions',
      headers: { 'x-app-id': appid, authorization: `Bearer ${token}` },
      body: JSON.stringify({
        providerId: 'APPLE',
        startDate: new Date(Date.now() - HOUR_MS - index).toISOString(),
        size: SIZE,
      }),
    }),
    isExpected: (text) => text.includes('"hasNext":true'),
  },
];
