// Notices of the App Store: verified, kept and applied before they are answered.
import { Type } from 'typebox';
import { SYSTEM } from '../../src/audit/audit.ts';
import { isRejection } from '../../src/audit/operation.ts';
import { setMarket } from '../../src/payment/settings/market-settings.ts';
import { BUNDLE_ID, verifyOnce } from '../app-store.ts';
import type { BenchApp, BenchRequest, Case } from '../case.ts';
import { APP_APPLE_ID, renewalNotice } from '../subscribers.ts';

/** More than the rounds can use up: a repeat would be cheaper. */
const NOTICES = 40_000;
/** Applied before the first round: a planner of queries that has never seen a row takes a wrong index. */
const EARLIER_NOTICES = 1_000;

const request = ({ appid }: BenchApp, index: number): BenchRequest => ({
  path: `/market/v1/apple/${appid}`,
  headers: {},
  body: renewalNotice(index),
});

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
    async setup({ context, app }, bench) {
      const settings = { bundle_id: BUNDLE_ID, app_apple_id: APP_APPLE_ID };
      const market = { appid: bench.appid, market: 'APPLE', settings } as const;
      const outcome = await setMarket(context, SYSTEM, market);
      if (isRejection(outcome)) throw new Error(outcome.detail);
      const headers = { 'content-type': 'application/json' };
      await Promise.all(
        Array.from({ length: EARLIER_NOTICES }, (_, index) => {
          const { path: url, body } = request(bench, NOTICES + index);
          return app.inject({ method: 'POST', url, headers, body });
        }),
      );
    },
    request,
    isExpected: (text) => text === '{"received":true}',
  },
];
