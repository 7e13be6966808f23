// Scopes, devices, appeals, measures and operators against a plain reference, on both databases and in two processes'
// memories. `prove` lives longer, while the service is killed.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Service } from '../../src/service.ts';
import { ADMIN_TOKEN } from '../admin/caller.ts';
import { suite } from '../support/harness.ts';
import { inTwoProcesses, liveRestricted } from './life.ts';

/** In its life, each of them happens. */
const SEED = 8;

suite(
  'restricted players and their reference',
  (gate) => {
    let other: Service;
    before(async () => {
      other = await gate.secondService();
    });

    test('a life of 100 turns', async (t) => {
      const world = inTwoProcesses(gate, other);
      const lived = await liveRestricted(world, { seed: SEED, turns: 100 });
      t.diagnostic(JSON.stringify(lived));
      const { refusals, byDevice, decided } = lived;
      for (const count of [refusals, byDevice, decided]) assert.ok(count > 2);
    });
  },
  { adminToken: ADMIN_TOKEN },
);
