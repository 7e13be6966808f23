// Notices of the App Store: verified, kept and applied before they are answered.
import { Type } from 'typebox';
import { SYSTEM } from '../../src/audit/audit.ts';
import { isRejection } from '../../src/audit/operation.ts';
import { setMarket } from '../../src/tenants/market-settings.ts';
import { BUNDLE_ID, verifyOnce } from '../app-store.ts';
import type { Case } from '../case.ts';
import { APP_APPLE_ID, renewalNotice } from '../subscribers.ts';

/** More than the rounds can use up: a repeat would be cheaper. */
const NOTICES = 40_000;

export const cases: Case[] = [
  {
    name: 'apple-notice',
    target: { sqlite: 0.9, postgres: 0.6 },
    echo: {
      body: Type.Object({ signedPayload: Type.String() }),
      answer: Type.Object({ received: Type.Boolean() }),
      reply: { received: true },
      work: verifyOnce,
    },
    variety: NOTICES,
    async setup({ context }, { appid }) {
      const settings = { bundle_id: BUNDLE_ID, app_apple_id: APP_APPLE_ID };
      const outcome = await setMarket(context, SYSTEM, { appid, market: 'APPLE', settings });
      if (isRejection(outcome)) throw new Error(outcome.detail);
    },
    request: ({ appid }, index) => ({
      path: `/market/v1/apple/${appid}`,
      headers: {},
      body: renewalNotice(index),
    }),
    isExpected: (text) => text === '{"received":true}',
  },
];
