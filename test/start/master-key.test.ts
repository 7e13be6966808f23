// The master key is proved against the data before anything is sealed anew.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVault } from '../../src/base/vault.ts';
import { proveMasterKey } from '../../src/start/master-key.ts';
import { MASTER_KEY, suite } from '../support/harness.ts';

suite('master key', (gate) => {
  const prove = (key: Buffer) => proveMasterKey(gate.service.context.storage, createVault(key));
  const other = Buffer.alloc(32, 9);

  test('of processes that start together on an empty database, all prove the same key', async () => {
    const proofs = await Promise.all(Array.from({ length: 5 }, () => prove(MASTER_KEY)));
    assert.deepEqual(proofs, [true, true, true, true, true]);
  });

  test('another key is refused, and does not spoil the proof of the right one', async () => {
    assert.equal(await prove(other), false);
    assert.equal(await prove(MASTER_KEY), true);
  });

  test('a sample that somebody has changed proves nothing', async () => {
    const { db } = gate.service.context.storage;
    await db.updateTable('setting').set({ value: 'v1.AAAA' }).execute();
    assert.equal(await prove(MASTER_KEY), false);
  });
});
