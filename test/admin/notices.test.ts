// Notices and the receiver of events through the admin API and the `tollgate` command.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tollgateJson } from '../cli/tollgate.ts';
import { cyclesOf, openSubscriptionShop } from '../payment/subscription-shop.ts';
import { EITHER } from '../support/databases.ts';
import { MASTER_KEY } from '../support/harness.ts';
import { marketSuite } from '../support/markets.ts';
import { ADMIN_TOKEN, admin, problem } from './caller.ts';

marketSuite(
  'notices and events for operators',
  (gate, markets) => {
    const variables = () => ({
      ...gate.database.variables,
      TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
    });

    test('notices are listed newest first, by state, page by page', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await shop.registerNotices();
      const bought = await shop.subscribeApple();
      await shop.release();
      gate.now += 1_000;
      await shop.apple(bought, 'cancel');
      gate.now += 1_000;
      await shop.release();
      const path = `/apps/${shop.app.appid}/notices`;
      const { status, body } = await admin(gate, 'GET', path);
      assert.equal(status, 200);
      const [newest, oldest] = body.items;
      assert.deepEqual(newest, {
        appid: shop.app.appid,
        provider: 'APPLE',
        notice_id: newest.notice_id,
        kind: 'DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED',
        state: 'applied',
        said_at: new Date(gate.now - 1_000).toISOString(),
        received_at: new Date(gate.now).toISOString(),
      });
      const first = (await admin(gate, 'GET', `${path}?limit=1`)).body;
      assert.deepEqual(first.items, [newest]);
      const second = (await admin(gate, 'GET', `${path}?limit=1&after=${first.next}`)).body;
      assert.deepEqual(second, { items: [oldest], next: null });
      assert.deepEqual((await admin(gate, 'GET', `${path}?state=failed`)).body.items, []);
      const one = (await admin(gate, 'GET', `${path}/APPLE/${newest.notice_id}`)).body;
      const { body: raw, ...shown } = one;
      assert.deepEqual(shown, newest);
      assert.deepEqual(Object.keys(JSON.parse(raw)), ['signedPayload']);
      assert.deepEqual(
        (await admin(gate, 'GET', `${path}/GOOGLE/${newest.notice_id}`)).body,
        problem(
          'not_found',
          `/apps/${shop.app.appid}/notices/GOOGLE/${newest.notice_id}`,
          `App ${shop.app.appid} has no GOOGLE store notification ${newest.notice_id}.`,
        ),
      );
      const unknown = await admin(gate, 'GET', '/apps/nobody/notices');
      assert.deepEqual(
        unknown.body,
        problem('not_found', '/apps/nobody/notices', 'There is no app nobody.'),
      );
    });

    for (const way of ['admin API', 'tollgate']) {
      test(`a notice is applied once more from its raw form (${way})`, async () => {
        // The command has the real clock, the service that of the test.
        const meetTheRealClock = () => {
          gate.now = Math.max(gate.now, Date.now() + 1_000);
        };
        meetTheRealClock();
        const shop = await openSubscriptionShop(gate, markets);
        await shop.registerNotices();
        await shop.subscribeApple();
        await shop.subscribeGoogle();
        await shop.release();
        const { db } = gate.service.context.storage;
        const before = await cyclesOf(gate, shop.app);
        assert.equal(before.length, 2);
        // As if an earlier version had not understood them.
        await db.deleteFrom('purchase').where('appid', '=', shop.app.appid).execute();
        await db.deleteFrom('subscription').where('appid', '=', shop.app.appid).execute();
        const { items } = (await admin(gate, 'GET', `/apps/${shop.app.appid}/notices`)).body;
        for (const { provider, notice_id } of items) {
          const replayed =
            way === 'tollgate'
              ? await tollgateJson(variables(), [
                  ...['notices', 'replay'],
                  ...[shop.app.appid, provider, notice_id],
                ])
              : (
                  await admin(
                    gate,
                    'POST',
                    `/apps/${shop.app.appid}/notices/${provider}/${notice_id}/replay`,
                  )
                ).body;
          assert.equal(replayed.state, 'waiting');
        }
        meetTheRealClock();
        await gate.service.payment.jobs.turn();
        assert.deepEqual((await cyclesOf(gate, shop.app)).toSorted(), before.toSorted());
        const after = (await admin(gate, 'GET', `/apps/${shop.app.appid}/notices?state=applied`))
          .body;
        assert.equal(after.items.length, 2);
      });
    }

    test('a notice that is for another app when it is replayed fails, and is applied once the app is right again', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await shop.registerNotices();
      await shop.subscribeApple();
      await shop.release();
      const path = `/apps/${shop.app.appid}/notices`;
      const setting = `/apps/${shop.app.appid}/markets/APPLE`;
      const [notice] = (await admin(gate, 'GET', path)).body.items;
      const { settings } = (await admin(gate, 'GET', setting)).body;
      const before = await cyclesOf(gate, shop.app);
      const replayUnder = async (bundle_id: string) => {
        await admin(gate, 'PUT', setting, { settings: { ...settings, bundle_id } });
        gate.now += 1_000;
        await admin(gate, 'POST', `${path}/APPLE/${notice.notice_id}/replay`);
        await gate.service.payment.jobs.turn();
        return (await admin(gate, 'GET', path)).body.items;
      };
      const failed = { ...notice, state: 'failed' };
      assert.deepEqual(await replayUnder('com.example.another'), [failed]);
      assert.deepEqual((await admin(gate, 'GET', `${path}?state=failed`)).body.items, [failed]);
      assert.deepEqual(await replayUnder(settings.bundle_id), [notice]);
      assert.deepEqual(await cyclesOf(gate, shop.app), before);
    });

    test('the receiver of events is set, shown and removed in both ways', async () => {
      const { gameIndex } = await gate.createApp();
      const path = `/projects/${gameIndex}/receivers/purchase`;
      const url = 'https://example.com/events';
      const made = (await admin(gate, 'PUT', path, { url })).body;
      assert.match(made.key, /^tge_/);
      const { key, ...shown } = made;
      assert.deepEqual((await admin(gate, 'GET', path)).body, shown);
      assert.equal(shown.key_hint, key.slice(-4));
      const wrong = await admin(gate, 'PUT', path, { url: 'ftp://example.com' });
      assert.equal(wrong.status, 400);
      const set = ['receiver', 'set', '--channel', 'purchase', String(gameIndex), `${url}/2`];
      const changed = await tollgateJson(variables(), set);
      assert.deepEqual([changed.url, changed.key_hint], [`${url}/2`, shown.key_hint]);
      assert.equal((await admin(gate, 'DELETE', path)).status, 204);
      assert.deepEqual(
        (await admin(gate, 'GET', path)).body,
        problem('not_found', path, `Project ${gameIndex} has no receiver of events.`),
      );
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
