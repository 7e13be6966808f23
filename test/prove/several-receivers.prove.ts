// The long form of test/outbox/relay/several.test.ts: 20 lives of 400 steps, on both databases.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN } from '../admin/caller.ts';
import { suite } from '../support/harness.ts';
import { liveWithReceivers } from './several-receivers.ts';

suite(
  'lives of several receivers',
  (gate) => {
    for (let life = 1; life <= 20; life += 1) {
      test(`life ${life}`, async (t) => {
        const lived = await liveWithReceivers(gate, t, { seed: `life ${life}`, steps: 400 });
        t.diagnostic(JSON.stringify(lived));
        assert.ok(lived.told > 50);
      });
    }
  },
  { adminToken: ADMIN_TOKEN },
);
