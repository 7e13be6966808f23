// kill -9 of the real process under load; `npm run prove` does it many more times and on both databases.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveKills } from '../../prove/notification-kill.ts';

test('a kill under load loses no notification', async () => {
  const { acknowledged, requests } = await proveKills({ rounds: 1, database: 'sqlite' });
  assert.ok(acknowledged > 0);
  assert.ok(requests > 0);
});
