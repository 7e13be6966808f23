// Limits of each member for what is expensive: how many at a time, and within a minute, so that nobody can fill the service.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { NO_LIMITS } from '../../src/admin/edge/costs.ts';
import { SYSTEM } from '../../src/audit/audit.ts';
import { priorityOf } from '../../src/http/overload.ts';
import { createAdminToken } from '../../src/operators/admin-tokens.ts';
import { type Route, routesOf } from '../fuzz/operations.ts';
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
          '2 of your downloads are still running. Wait until one has finished, then try again.',
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
  { kinds: EITHER, adminToken: ADMIN_TOKEN, memberLimits: { ...NO_LIMITS, filesAtOnce: 2 } },
);

suite(
  'figures, counts, searches, dry runs and starts of replays',
  (gate) => {
    test('give way first in an overload, as downloads do, except searches and starts of replays', async () => {
      const routes = await routesOf(() => gate.secondService());
      const nameOf = ({ method, url }: Route) => `${method} ${url}`;
      const isDear = ({ config }: Route) => config?.cost !== undefined && config.cost !== 'limited';
      assert.deepEqual(
        routes.filter(isDear).map(nameOf),
        routes.filter(({ url }) => priorityOf(url) === 'file').map(nameOf),
      );
    });

    const get = (path: string, token = ADMIN_TOKEN) =>
      gate.send('GET', `/admin/v1${path}`, undefined, { authorization: `Bearer ${token}` });

    // Without the limit the third one would wait for the lock, too.
    test('a third one at the same time is refused, until one has finished', {
      timeout: 60_000,
    }, async (t) => {
      const { appid } = await gate.createApp();
      const count = `/apps/${appid}/purchases/count`;
      const release = await holdPurchases(gate);
      t.after(release);
      const first = [get(count), get(`/apps/${appid}/refunds/groups?by=player`)];
      const refused = await get(count);
      const others = [get(`/apps/${appid}/purchases`), get(`/apps/${appid}/purchases/file`)];
      await release();
      assert.equal(refused.headers['retry-after'], '1');
      assert.deepEqual(refused.body, {
        type: '/errors/admin/too_many_requests',
        title: 'Too many requests.',
        status: 429,
        detail:
          '2 of your figures, counts, searches, dry runs and starts of replays are still running. Wait until one has finished, then try again.',
        instance: `/admin/v1${count}`,
        code: 'too_many_requests',
      });
      const answers = await Promise.all([...first, ...others]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 200],
      );
      assert.equal((await get(count)).status, 200);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN, memberLimits: { ...NO_LIMITS, readsAtOnce: 2 } },
);

suite(
  'expensive requests within a minute',
  (gate) => {
    test('are counted for each member, whatever they ask for, and begin again after it', async () => {
      const { appid } = await gate.createApp();
      const ask = (path: string, token = ADMIN_TOKEN) =>
        gate.send('GET', `/admin/v1${path}`, undefined, { authorization: `Bearer ${token}` });
      const other = { name: `other of a minute ${gate.kind}`, scope: 'read' as const };
      const { token } = expectDone(await createAdminToken(gate.service.context, SYSTEM, other));
      const count = `/apps/${appid}/purchases/count`;
      const first = [
        `/apps/${appid}/figures/revenue?from=2026-01-01&to=2026-01-02&step=day`,
        '/search?q=1',
        `/apps/${appid}/purchases/file`,
      ];
      for (const path of first) {
        const { status, body } = await ask(path);
        assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
      }
      gate.now += 48_000;
      const refused = await ask(count);
      assert.equal(refused.headers['retry-after'], '12');
      assert.deepEqual(refused.body, {
        type: '/errors/admin/too_many_requests',
        title: 'Too many requests.',
        status: 429,
        detail:
          'You have asked for downloads, figures, counts, searches, dry runs and starts of replays 3 times within a minute. Try again in 12 s.',
        instance: `/admin/v1${count}`,
        code: 'too_many_requests',
      });
      assert.equal((await ask(`/apps/${appid}/purchases`)).status, 200);
      assert.equal((await ask(count, token)).status, 200);
      gate.now += 12_000;
      assert.equal((await ask(count)).status, 200);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN, memberLimits: { ...NO_LIMITS, perMinute: 3 } },
);
