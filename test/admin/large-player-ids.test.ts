// Every admin route of an app that takes a player refuses an identifier of more than 64 bits, in the path and as a filter.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';
import { ADMIN_TOKEN, admin, problem } from './caller.ts';
import { callsOfApps } from './calls.ts';

const APP = 'com.example.game';

suite(
  'player identifiers of more than 64 bits',
  (gate) => {
    before(() => gate.createApp({ appid: APP }));
    const calls = callsOfApps({ appid: APP, player_id: '9223372036854775808' });
    for (const { method, place, path, body } of calls.filter(({ names }) =>
      names.includes('player_id'),
    )) {
      test(`${method} ${place}`, async () => {
        const answer = await admin(gate, method, path, body);
        const message = 'Must be at most 9223372036854775807.';
        const errors = [{ field: 'player_id', message }];
        const expected = problem('invalid_request', place, message, errors);
        assert.deepEqual([answer.status, answer.body], [400, expected]);
      });
    }
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
