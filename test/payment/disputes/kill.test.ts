// Evidence and processes that die, in small; the long form is test/prove/evidence-kill.prove.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN } from '../../admin/caller.ts';
import { sendWhileDying } from '../../prove/evidence-kill.ts';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';

marketSuite(
  'evidence and processes that die',
  (gate, markets) => {
    test('the bank is given it once', async (t) => {
      const deaths = await sendWhileDying(gate, markets, 10);
      t.diagnostic(JSON.stringify(deaths));
      assert.ok(deaths.before + deaths.after > 3, JSON.stringify(deaths));
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
