// One Pub/Sub topic for all apps of a studio: each app takes its own messages and acknowledges the rest.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import type { Gate, TestApp } from '../../support/harness.ts';
import { marketSuite } from '../../support/markets.ts';
import { cyclesOf, openSubscriptionShop } from '../subscription-shop.ts';

const KINDS = [
  'no-token',
  'other-key',
  'other-audience',
  'other-issuer',
  'other-email',
  'unverified-email',
  'expired',
];

async function noticesOf(gate: Gate, { appid }: TestApp): Promise<string[]> {
  const rows = await gate.service.context.storage.db
    .selectFrom('market_notice')
    .select(['kind', 'state'])
    .where('appid', '=', appid)
    .execute();
  return rows.map(({ kind, state }) => `${kind} ${state}`);
}

/** How many notifications Google sent, by outcome. */
async function counted(gate: Gate, outcome: string): Promise<number> {
  const { body } = await gate.service.app.inject({ method: 'GET', url: '/metrics' });
  const lines = body.split('\n').filter((line) => line.startsWith('tollgate_notices_total{'));
  const found = lines.filter(
    (line) => line.includes('provider="GOOGLE"') && line.includes(`outcome="${outcome}"`),
  );
  return found.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

marketSuite(
  "a studio's topic",
  (gate, markets) => {
    test('messages for other packages are acknowledged, counted and dropped, also those of another app here', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const other = await openSubscriptionShop(gate, markets);
      await shop.registerNotices();
      const { port } = gate.service.app.server.address() as AddressInfo;
      await markets.control('/google/notifications', {
        allPackages: true,
        url: `http://127.0.0.1:${port}/market/v1/google/${shop.app.appid}`,
        audience: shop.pushAudience,
      });
      const before = await counted(gate, 'foreign');
      const strangers = { packageName: 'com.example.elsewhere' };
      await markets.control('/google/notifications/test', strangers);
      const sold = await other.subscribeGoogle();
      const own = await shop.subscribeGoogle();
      // Its own message comes twice: once as before, once over the topic.
      assert.deepEqual(await shop.release(), [200, 200, 200, 200]);
      assert.equal((await counted(gate, 'foreign')) - before, 2);
      assert.deepEqual(await noticesOf(gate, shop.app), ['subscription.4 applied']);
      assert.deepEqual(await noticesOf(gate, other.app), []);
      assert.deepEqual(
        (await cyclesOf(gate, shop.app)).map(([orderId]) => orderId),
        [own.orderId],
      );
      assert.deepEqual(await cyclesOf(gate, other.app), []);
      const { body } = await other.verify('GOOGLE', sold.purchaseToken);
      assert.equal(body.data.serviceDuplicated, false);
    });

    test('forged messages are rejected, whichever package they name', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await shop.registerNotices();
      const before = await counted(gate, 'foreign');
      for (const packageName of [shop.packageName, 'com.example.elsewhere']) {
        await markets.control('/google/notifications', {
          packageName,
          url: 'http://127.0.0.1:1/',
          audience: shop.pushAudience,
        });
        for (const kind of KINDS) {
          const forged = await markets.control('/google/notifications/forge', {
            kind,
            packageName,
          });
          const path = `/market/v1/google/${shop.app.appid}`;
          const answer = await gate.post(path, forged.body, forged.headers);
          assert.deepEqual(
            [kind, answer.status, answer.body],
            [kind, 400, { error: 'forged', message: 'The signature is not valid.' }],
          );
        }
      }
      assert.equal(await counted(gate, 'foreign'), before);
      assert.deepEqual(await noticesOf(gate, shop.app), []);
    });
  },
  { kinds: EITHER },
);
