// Several receivers at random, one small life; `npm run prove` lives many longer ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN } from '../../admin/caller.ts';
import { liveWithReceivers } from '../../prove/several-receivers.ts';
import { EITHER } from '../../support/databases.ts';
import { suite } from '../../support/harness.ts';

suite(
  'a life of several receivers',
  (gate) => {
    test('each hears exactly what is meant for it, in order', async (t) => {
      const { told, repeated } = await liveWithReceivers(gate, t, { seed: 'small', steps: 48 });
      assert.ok(told > 10);
      assert.ok(repeated > 0);
    });
  },
  { adminToken: ADMIN_TOKEN, kinds: EITHER },
);
