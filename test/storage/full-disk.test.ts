// A SQLite file on a full disk: changes fail as a whole, reads work, and so do changes once there is room again.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { isConnectionLost } from '../../src/storage/failure.ts';
import { openStorage } from '../../src/storage/storage.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

test('a full disk loses nothing and ends by itself', async (t) => {
  const disk = mountSmallDisk(16);
  if (!disk) return t.skip('only root can mount a small disk');
  const storage = openStorage({ kind: 'sqlite', path: join(disk.folder, 'production.sqlite') });
  try {
    await storage.migrate();
    const { db } = storage;
    const value = 'x'.repeat(1_000_000);
    const set = (name: string) => db.insertInto('setting').values({ name, value }).execute();
    const names = async () =>
      (await db.selectFrom('setting').select('name').orderBy('name').execute()).map(
        ({ name }) => name,
      );
    await set('before');
    await disk.fill();
    await assert.rejects(set('during'), (error) => isConnectionLost(error));
    await storage.check();
    assert.deepEqual(await names(), ['before']);
    disk.free();
    await set('after');
    assert.deepEqual(await names(), ['after', 'before']);
  } finally {
    await storage.close();
    disk.unmount();
  }
});
