// Downloads of the admin API: two at a time for each member, so that nobody can fill the service with them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { SYSTEM } from '../../src/audit/audit.ts';
import { createAdminToken } from '../../src/operators/admin-tokens.ts';
import { EITHER } from '../support/databases.ts';
import { expectDone, type Gate, suite } from '../support/harness.ts';
import { ADMIN_TOKEN } from './caller.ts';

/** Keeps everybody from reading purchases until it is called. */
async function holdPurchases(gate: Gate): Promise<() => Promise<void>> {
  const { db } = gate.service.context.storage;
  const locked = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const held = db.transaction().execute(async (tx) => {
    // A transaction has the whole file of SQLite.
    if (gate.kind === 'postgres')
      await sql`lock table purchase in access exclusive mode`.execute(tx);
    else await sql`select 1`.execute(tx);
    locked.resolve();
    await free.promise;
  });
  await locked.promise;
  return async () => {
    free.resolve();
    await held;
  };
}

suite(
  'downloads',
  (gate) => {
    const download = (path: string, token = ADMIN_TOKEN) =>
      gate.send('GET', `/admin/v1${path}`, undefined, { authorization: `Bearer ${token}` });

    // Without the limit the third one would wait for the lock, too.
    test('a third one at the same time is refused, until one has finished', {
      timeout: 60_000,
    }, async (t) => {
      const { appid } = await gate.createApp();
      const file = `/apps/${appid}/purchases/file`;
      const release = await holdPurchases(gate);
      t.after(release);
      const first = [download(file), download(`/apps/${appid}/refunds/file`)];
      const { status, headers, body } = await download(file);
      await release();
      assert.equal(status, 429);
      assert.equal(headers['retry-after'], '5');
      assert.deepEqual(body, {
        type: '/errors/admin/too_many_downloads',
        title: 'Too many downloads.',
        status: 429,
        detail:
          'Two of your downloads are still running. Wait until one has finished, then try again.',
        instance: `/admin/v1${file}`,
        code: 'too_many_downloads',
      });
      assert.deepEqual(
        (await Promise.all(first)).map((each) => each.status),
        [200, 200],
      );
      assert.equal((await download(file)).status, 200);
    });

    test('other members and other calls are not affected', async () => {
      const { appid } = await gate.createApp();
      const other = { name: `other ${gate.kind}`, scope: 'read' as const };
      const { token } = expectDone(await createAdminToken(gate.service.context, SYSTEM, other));
      const file = `/apps/${appid}/purchases/file`;
      const release = await holdPurchases(gate);
      const own = [download(file), download(file)];
      const others = [download(file, token), download(`/apps/${appid}/purchases`)];
      await release();
      const answers = await Promise.all([...own, ...others]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 200],
      );
    });

    test('a download that fails counts no longer', async () => {
      for (let time = 0; time < 3; time += 1) {
        assert.equal((await download('/apps/unknown/purchases/file')).status, 404);
      }
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
