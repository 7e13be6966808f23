// A token that ends while it is being checked: the answer of that check is not remembered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APPS_CHANGED } from '../../src/audit/operation.ts';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';

suite(
  'a token that ends',
  (gate) => {
    test('while it is being checked is refused at the next check', async () => {
      const { tokens, context } = gate.service;
      const { storage } = context;
      const text = await gate.token(await gate.createApp());
      const checking = tokens.check(text);
      // As news of another process arrives: in the middle of the check.
      storage.signals.emit(APPS_CHANGED);
      const first = await checking;
      assert.ok('token' in first);
      const { jti, expiresAt } = first.token;
      await storage.db.insertInto('revoked_token').values({ jti, expires_at: expiresAt }).execute();
      assert.deepEqual(await tokens.check(text), { problem: 'TOKEN_REVOKED' });
    });
  },
  { kinds: EITHER },
);
