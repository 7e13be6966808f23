// The id of a purchase by which app servers know it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceIdOf, serviceTransactionId } from './service-id.ts';

test('prefix and number for consumables, the UUID for cycles', () => {
  const ids = (['APPLE', 'GOOGLE', 'STEAM', 'PG'] as const).map((each) =>
    serviceTransactionId(each, 7),
  );
  assert.deepEqual(ids, ['AP_7', 'GO_7', 'ST_7', 'PG_7']);
  const row = { provider: 'GOOGLE', number: 7, transaction_id: 'uuid' } as const;
  assert.equal(serviceIdOf({ ...row, kind: 'consumable' }), 'GO_7');
  assert.equal(serviceIdOf({ ...row, kind: 'subscription' }), 'uuid');
});
