// Withdrawn consent and processes that die, in small; the long form is test/prove/consent-kill.prove.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN } from '../admin/caller.ts';
import { proveConsent } from '../prove/consent-kill.ts';
import { EITHER } from '../support/databases.ts';
import { marketSuite } from '../support/markets.ts';

marketSuite(
  'consent and processes that die',
  (gate, markets) => {
    test('one restriction or release, never lost', async (t) => {
      const deaths = await proveConsent(gate, markets, 36);
      t.diagnostic(JSON.stringify(deaths));
      for (const [way, count] of Object.entries(deaths)) assert.ok(count > 0, way);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
