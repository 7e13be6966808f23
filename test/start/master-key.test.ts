// The master key is proved against the data before anything is sealed anew.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVault } from '../../src/base/vault.ts';
import { proveMasterKey } from '../../src/start/master-key.ts';
import { MASTER_KEY, suite } from '../support/harness.ts';

suite('master key', (gate) => {
  const prove = (masterKey: Buffer, ...previousKeys: Buffer[]) =>
    proveMasterKey(
      gate.service.context.storage,
      createVault({ masterKey, previousKeys, environment: 'production' }),
    );
  const other = Buffer.alloc(32, 9);

  test('of processes that start together on an empty database, all prove the same key', async () => {
    const proofs = await Promise.all(Array.from({ length: 5 }, () => prove(MASTER_KEY)));
    assert.deepEqual(proofs, ['right', 'right', 'right', 'right', 'right']);
  });

  test('another key is refused, and does not spoil the proof of the right one', async () => {
    assert.equal(await prove(other), 'wrong');
    assert.equal(await prove(MASTER_KEY), 'right');
  });

  test('the right key among the previous ones is enough', async () => {
    assert.equal(await prove(other, MASTER_KEY), 'right');
    assert.equal(await prove(MASTER_KEY, other), 'right');
  });

  test('the data of the other environment is refused', async () => {
    const { storage } = gate.service.context;
    const elsewhere = createVault({ masterKey: MASTER_KEY, environment: 'sandbox' });
    assert.equal(await proveMasterKey(storage, elsewhere), 'wrong');
  });

  test('a sample that somebody has changed proves nothing', async () => {
    const { db } = gate.service.context.storage;
    for (const value of ['v1.AAAA', 'v2.AAAA', 'AAAA', '']) {
      await db.updateTable('setting').set({ value }).execute();
      assert.equal(await prove(MASTER_KEY), 'wrong', value);
    }
  });
});
