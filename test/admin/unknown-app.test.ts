// Every admin route of an app answers 404 for an app that does not exist, before it does anything else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';
import { ADMIN_TOKEN, admin, problem } from './caller.ts';
import { callsOfApps } from './calls.ts';

const UNKNOWN = 'com.example.unknown';

suite(
  'unknown apps',
  (gate) => {
    for (const { method, place, path, body } of callsOfApps({ appid: UNKNOWN })) {
      test(`${method} ${place}`, async () => {
        const answer = await admin(gate, method, path, body);
        const expected = problem('not_found', place, `There is no app ${UNKNOWN}.`);
        assert.deepEqual([answer.status, answer.body], [404, expected]);
      });
    }
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
