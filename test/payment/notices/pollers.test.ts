// The markets' own lists: what no notice told of is found, once, whoever looks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPollers } from '../../../src/payment/notices/pollers.ts';
import type { MarketApps } from '../../../src/payment/settings/market-apps.ts';
import type { Service } from '../../../src/service.ts';
import { createLog } from '../../../src/start/log.ts';
import { EITHER } from '../../support/databases.ts';
import type { Gate } from '../../support/harness.ts';
import { marketSuite } from '../../support/markets.ts';
import { cyclesOf, DAY, MONTH, openSubscriptionShop, PLAN } from '../subscription-shop.ts';

const HOUR = 60 * 60_000;

const poll = async (gate: Gate, service = gate.service) => {
  await service.payment.pollers.turn();
  await service.payment.jobs.turn();
};

const positionsOf = (gate: Gate, appid: string) =>
  gate.service.context.storage.db
    .selectFrom('turn')
    .select(['work as source', 'position', 'lease'])
    .where('appid', '=', appid)
    .where('work', 'like', '%.%')
    .orderBy('work')
    .execute();

marketSuite(
  "the markets' lists",
  (gate, markets) => {
    test('Google: a voided purchase that no notice told of is cancelled', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const bought = await shop.subscribeGoogle();
      await shop.verify('GOOGLE', bought.purchaseToken);
      await gate.service.payment.jobs.turn();
      await shop.google(bought, 'revoke');
      await shop.pass(HOUR);
      await poll(gate);
      assert.deepEqual(await cyclesOf(gate, shop.app), [[bought.orderId, PLAN, 1, 1]]);
      const [status] = await shop.status();
      assert.equal(status.status, 'expired');
    });

    test('Apple: notices that were lost in an outage are read from the history', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await shop.registerNotices();
      const bought = await shop.subscribeApple();
      await shop.verify('APPLE', bought.signedTransaction);
      // Held back for good: as far as we are concerned, they were never sent.
      await shop.pass(MONTH);
      await shop.apple(bought, 'refund');
      gate.now += HOUR;
      await poll(gate);
      const [first, second] = await cyclesOf(gate, shop.app);
      assert.deepEqual([first?.[2], second?.[2]], [1, 0]);
      await poll(gate);
      assert.equal((await cyclesOf(gate, shop.app)).length, 2);
      await shop.release();
      assert.equal((await cyclesOf(gate, shop.app)).length, 2);
    });

    for (const [environment, days] of [
      ['Production', 170],
      ['Sandbox', 28],
    ] as const) {
      test(`Apple: notices of ${environment} that are ${days} days old are still found`, async () => {
        const shop = await openSubscriptionShop(gate, markets);
        const { bundleId } = shop;
        // Nobody listens there; production gives up after five attempts, the sandbox after one.
        await markets.control('/apple/notifications', {
          environment,
          bundleId,
          url: `http://127.0.0.1:9/${shop.app.appid}`,
        });
        await markets.control('/apple/notifications/release', {});
        const bought = await shop.subscribeApple({
          environment,
          type: 'Consumable',
          periodMs: undefined,
        });
        await shop.apple(bought, 'refund');
        await markets.control('/apple/notifications/hold', {});
        await shop.pass(days * DAY);
        await poll(gate);
        const noted = await gate.service.context.storage.db
          .selectFrom('market_notice')
          .select('kind')
          .where('appid', '=', shop.app.appid)
          .orderBy('kind')
          .execute();
        assert.deepEqual(
          noted.map(({ kind }) => kind),
          ['ONE_TIME_CHARGE', 'REFUND'],
        );
        const [position] = await positionsOf(gate, shop.app.appid);
        assert.deepEqual(position, { source: 'apple.history', position: gate.now, lease: null });
      });
    }

    test('Apple: an app that was never released still gets its sandbox notices', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const { bundleId } = shop;
      await markets.control('/apple/apps', { bundleId, released: false });
      const url = `http://127.0.0.1:9/${shop.app.appid}`;
      await markets.control('/apple/notifications', { environment: 'Sandbox', bundleId, url });
      await shop.subscribeApple({
        environment: 'Sandbox',
        type: 'Consumable',
        periodMs: undefined,
      });
      await shop.pass(HOUR);
      await poll(gate);
      const noted = await gate.service.context.storage.db
        .selectFrom('market_notice')
        .select('kind')
        .where('appid', '=', shop.app.appid)
        .execute();
      assert.deepEqual(noted, [{ kind: 'ONE_TIME_CHARGE' }]);
      // Production has not been read, so the position stays.
      const [position] = await positionsOf(gate, shop.app.appid);
      assert.equal(position?.position, 0);
    });

    test('the position is kept; a market that is away is asked again from there', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await poll(gate);
      const readAt = gate.now;
      // Orders are read in rounds, from a number.
      const listsOf = async (appid: string) =>
        (await positionsOf(gate, appid)).filter(({ source }) => source !== 'google.orders');
      const expected = [
        { source: 'apple.history', position: readAt, lease: null },
        { source: 'google.voided', position: readAt, lease: null },
      ];
      assert.deepEqual(await listsOf(shop.app.appid), expected);
      gate.now += DAY;
      await markets.fault('apple', '429', { rate: 1 });
      await markets.fault('google', '429', { rate: 1 });
      await poll(gate);
      await markets.clearFaults();
      assert.deepEqual(await listsOf(shop.app.appid), expected);
      gate.now += HOUR;
      await poll(gate);
      const later = await listsOf(shop.app.appid);
      assert.deepEqual(
        later.map(({ position }) => position),
        [gate.now, gate.now],
      );
    });
  },
  { kinds: EITHER },
);

marketSuite("the markets' lists at once", (gate, markets) => {
  /** A process that reads one list of this app, in its own way. */
  const reader = (appid: string, read: (position: number) => Promise<{ position: number }>) =>
    createPollers({
      storage: gate.service.context.storage,
      clock: () => gate.now,
      log: createLog('silent'),
      marketApps: (async (name: string) => ({ appid: name })) as unknown as MarketApps,
      sources: [
        {
          source: 'google.voided',
          market: 'GOOGLE',
          everyMs: HOUR,
          read: (app, position) =>
            app.appid === appid ? read(position) : Promise.resolve({ position }),
        },
      ],
    });

  test('whoever lost the lease keeps no position', async () => {
    const { app } = await openSubscriptionShop(gate, markets);
    const heir = reader(app.appid, async () => ({ position: 7 }));
    const slow = reader(app.appid, async () => {
      await heir.turn();
      assert.deepEqual((await positionsOf(gate, app.appid))[0]?.position, 0, 'while it runs');
      gate.now += 10 * 60_000;
      await heir.turn();
      return { position: 5 };
    });
    await slow.turn();
    const kept = { source: 'google.voided', position: 7, lease: null };
    assert.deepEqual(await positionsOf(gate, app.appid), [kept]);
    const read: number[] = [];
    const next = reader(app.appid, async (position) => {
      read.push(position);
      return { position };
    });
    gate.now += HOUR - 1;
    await next.turn();
    assert.deepEqual(read, [], 'not before it is due');
    gate.now += 1;
    await next.turn();
    assert.deepEqual(read, [7]);
  });

  test('of two processes one reads a list', async () => {
    const shop = await openSubscriptionShop(gate, markets);
    const bought = await shop.subscribeGoogle();
    await shop.verify('GOOGLE', bought.purchaseToken);
    await shop.google(bought, 'revoke');
    const services = [gate.service, await gate.secondService()];
    const readLists = async (): Promise<number> => {
      const counts = await Promise.all(services.map(countLists));
      return counts.reduce((sum, count) => sum + count, 0);
    };
    await shop.pass(HOUR);
    const before = await readLists();
    await Promise.all(services.map((service) => poll(gate, service)));
    const apps = await gate.service.context.storage.db
      .selectFrom('market_setting')
      .select('appid')
      .where('market', '=', 'GOOGLE')
      .execute();
    assert.equal((await readLists()) - before, apps.length);
    assert.deepEqual(await cyclesOf(gate, shop.app), [[bought.orderId, PLAN, 1, 1]]);
    // Nothing is due so soon.
    await Promise.all(services.map((service) => poll(gate, service)));
    assert.equal((await readLists()) - before, apps.length);
  });
});

/** How often the service has read Google's list. */
async function countLists({ app }: Service): Promise<number> {
  const { body } = await app.inject({ method: 'GET', url: '/metrics' });
  const line = body.split('\n').find((each) => /market_seconds_count.*voidedpurchases/.test(each));
  return Number(line?.split(' ').at(-1) ?? 0);
}
