// An action and processes that die with kill -9, in small; the long form is test/prove/actions-kill.prove.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN } from '../../admin/caller.ts';
import { actWhileDying } from '../../prove/actions-kill.ts';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';
import { steam } from '../conformance/drivers/steam.ts';

marketSuite(
  'actions and kill -9',
  (gate, markets) => {
    test('the money goes back once', async (t) => {
      const deaths = await actWhileDying(gate, markets, steam, { every: 16 });
      t.diagnostic(JSON.stringify(deaths));
      for (const { before, after } of Object.values(deaths)) assert.ok(before > 1 && after > 0);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
