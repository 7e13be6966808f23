// The long form of test/consent/kill.test.ts: the process dies before each message.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN } from '../admin/caller.ts';
import { marketSuite } from '../support/markets.ts';
import { proveConsent } from './consent-kill.ts';

marketSuite(
  'consent and kill -9 before each message',
  (gate, markets) => {
    test('one restriction or release, never lost', async (t) => {
      const deaths = await proveConsent(gate, markets, 1);
      t.diagnostic(JSON.stringify(deaths));
      for (const [way, count] of Object.entries(deaths)) assert.ok(count >= 5, `${way}: ${count}`);
    });
  },
  { adminToken: ADMIN_TOKEN },
);
