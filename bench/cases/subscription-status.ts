// Asking how an account's subscriptions stand is as fast among a million as among a thousand.
import { SubscriptionStatus, statusAnswers } from '../../src/payment/edge/subscription-schema.ts';
import type { Case } from '../case.ts';
import { accountAt, PLAN, subscribeMany } from '../subscribers.ts';

const FEW = 1_000;
const MANY = 1_000_000;
const VARIETY = 50_000;

const reply = {
  data: [
    {
      providerId: 'APPLE',
      originalStoreTransactionId: '3000000000000',
      productId: PLAN,
      autoRenewProductId: PLAN,
      status: 'active',
      expiresDate: Date.UTC(2040, 0, 1),
      gracePeriodExpiresDate: null,
      refundDate: null,
      test: 'N',
      active: true,
      updatedDate: Date.UTC(2026, 0, 1),
    },
  ],
  meta: null,
};

const nameOf = (count: number): string => `subscription-status-${count}`;

const among = (count: number): Case => ({
  name: nameOf(count),
  target: { sqlite: 0.8, postgres: 0.8 },
  ...(count > FEW && { like: { name: nameOf(FEW), target: 0.9 } }),
  echo: { body: SubscriptionStatus, answer: statusAnswers[200], reply },
  variety: VARIETY,
  setup: (service, app) => subscribeMany(service, app, count),
  request: ({ appid, token }, index) => ({
    path: '/payment/v1/subscription/status',
    headers: { 'x-app-id': appid, authorization: `Bearer ${token}` },
    body: JSON.stringify({ accountUuid: accountAt(index, count) }),
  }),
  isExpected: (text) => text.includes('"active":true'),
});

export const cases: Case[] = [among(FEW), among(MANY)];
