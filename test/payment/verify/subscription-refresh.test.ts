// Without notifications subscriptions stay right: a look-up after the end asks the market, and a sweep does so by itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Service } from '../../../src/service.ts';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';
import { openGoogleShop } from '../google-shop.ts';
import { ACCOUNT } from '../shop.ts';
import { cyclesOf, DAY, MONTH, openSubscriptionShop, STATUS_PATH } from '../subscription-shop.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How often the service has asked a market for a subscription. */
async function asked({ app }: Service): Promise<number> {
  const { body } = await app.inject({ method: 'GET', url: '/metrics' });
  const lines = body
    .split('\n')
    .filter((line) =>
      /market_seconds_count.*operation="(google.subscriptionsv2.get|apple.subscriptions)"/.test(
        line,
      ),
    );
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

marketSuite(
  'subscriptions without notifications',
  (gate, markets) => {
    const open = async (provider: 'APPLE' | 'GOOGLE') => {
      const shop = await openGoogleShop(gate, markets);
      const bought =
        provider === 'APPLE'
          ? await shop.subscribeApple()
          : { transactionId: '', signedTransaction: '', ...(await shop.subscribeGoogle()) };
      const receipt = 'purchaseToken' in bought ? bought.purchaseToken : bought.signedTransaction;
      await shop.verify(provider, receipt);
      await gate.service.payment.jobs.turn();
      await shop.events();
      const cancel = () =>
        'purchaseToken' in bought ? shop.google(bought, 'cancel') : shop.apple(bought, 'cancel');
      return { shop, cancel };
    };
    const sweep = async (service = gate.service) => {
      await service.payment.sweep.turn();
    };
    const rechecks = async (appid: string) => {
      const rows = await gate.service.context.storage.db
        .selectFrom('turn')
        .select(['position', 'due_at'])
        .where('appid', '=', appid)
        .where('work', '=', 'recheck')
        .execute();
      return rows.map(({ position, due_at }) => [position, due_at - gate.now]);
    };

    test('GOOGLE: what Google Play has forgotten has ended, and that is told once', async () => {
      const { shop, cancel } = await open('GOOGLE');
      await cancel();
      await shop.pass(MONTH + 61 * DAY);
      await sweep();
      await sweep(await gate.secondService());
      const [status] = await shop.status();
      assert.deepEqual(
        [status.status, status.active, status.autoRenewProductId],
        ['expired', false, null],
      );
      const types = (await shop.events()).map(({ type }) => type);
      assert.deepEqual(types, ['subscription.expired']);
      assert.deepEqual(await rechecks(shop.app.appid), []);
      await shop.pass(DAY);
      await sweep();
      await shop.status();
      assert.deepEqual(await shop.events(), []);
    });

    for (const provider of ['APPLE', 'GOOGLE'] as const) {
      test(`${provider}: a look-up after the end finds the renewal, and its cycle is recorded`, async () => {
        const { shop } = await open(provider);
        await shop.pass(MONTH);
        const [status] = await shop.status();
        assert.deepEqual(
          [status.status, status.active, status.expiresDate],
          ['active', true, gate.now + MONTH],
        );
        assert.equal((await cyclesOf(gate, shop.app)).length, 2);
        assert.deepEqual(await rechecks(shop.app.appid), []);
      });

      test(`${provider}: a look-up before the end asks nobody`, async () => {
        const { shop } = await open(provider);
        await shop.pass(MONTH - 1);
        const before = await asked(gate.service);
        assert.equal((await shop.status())[0].active, true);
        assert.equal(await asked(gate.service), before);
      });

      test(`${provider}: a market that is away leaves the record, and is asked again after a minute`, async () => {
        const { shop } = await open(provider);
        await shop.pass(MONTH);
        await markets.fault(provider.toLowerCase(), '429', { rate: 1 });
        const answer = await gate.post(STATUS_PATH, { accountUuid: ACCOUNT }, shop.headers);
        assert.deepEqual([answer.status, answer.body.data[0].active], [200, false]);
        const before = await asked(gate.service);
        await shop.status();
        await markets.clearFaults();
        await shop.status();
        assert.equal(await asked(gate.service), before);
        await shop.pass(MINUTE);
        assert.equal((await shop.status())[0].active, true);
      });

      test(`${provider}: the sweep finds a renewal and an end, and the app server is told once`, async () => {
        const { shop, cancel } = await open(provider);
        await shop.pass(MONTH);
        await sweep();
        // Notifications usually come first.
        assert.deepEqual(await shop.events(), []);
        await shop.pass(10 * MINUTE);
        const services = [gate.service, await gate.secondService()];
        await Promise.all(services.map(sweep));
        const renewed = await shop.events();
        assert.deepEqual(
          renewed.map(({ type, data }) => [type, data.status]),
          [['subscription.renewed', 'active']],
        );
        await cancel();
        await shop.pass(MONTH + HOUR);
        await Promise.all(services.map(sweep));
        const ended = (await shop.events()).map(({ type }) => type);
        assert.deepEqual(ended, ['subscription.expired']);
        await shop.pass(DAY);
        const before = await asked(gate.service);
        await sweep();
        assert.equal(await asked(gate.service), before);
      });
    }

    test('APPLE: a subscription that the App Store does not know for a while does not end by that', async () => {
      const { shop } = await open('APPLE');
      await shop.pass(MONTH);
      const error = { errorCode: 4_040_005, path: '/subscriptions/' };
      await markets.control('/apple/errors', error);
      const [unknown] = await shop.status();
      assert.deepEqual([unknown.status, unknown.active], ['active', false]);
      assert.deepEqual(await shop.events(), []);
      await shop.pass(MINUTE);
      const [known] = await shop.status();
      assert.deepEqual([known.status, known.active], ['active', true]);
      assert.deepEqual(
        (await shop.events()).map(({ type }) => type),
        ['subscription.renewed'],
      );
    });

    test('what does not end is asked about less and less often', async () => {
      const shop = await openGoogleShop(gate, markets);
      const bought = await shop.subscribeGoogle();
      await shop.verify('GOOGLE', bought.purchaseToken);
      await gate.service.payment.jobs.turn();
      await shop.google(bought, 'hold', { forMs: 60 * DAY });
      await shop.verify('GOOGLE', bought.purchaseToken);
      const seen: unknown[] = [];
      for (const wait of [10 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, DAY]) {
        await shop.pass(wait);
        await sweep();
        seen.push(...(await rechecks(shop.app.appid)));
      }
      const due = [10 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, DAY, DAY];
      assert.deepEqual(
        seen,
        due.map((wait, index) => [index + 1, wait]),
      );
      // The player pays, and nobody tells us: the next look finds it.
      await shop.google(bought, 'recover');
      await shop.pass(DAY);
      await sweep();
      assert.deepEqual(await rechecks(shop.app.appid), []);
      assert.equal((await shop.status())[0].status, 'active');
    });

    test('APPLE without an API key: nobody can be asked, and the record says that the benefits ended', async () => {
      const shop = await openSubscriptionShop(gate, markets, { asksApple: false });
      const bought = await shop.subscribeApple();
      await shop.verify('APPLE', bought.signedTransaction);
      await shop.pass(MONTH + HOUR);
      await sweep();
      assert.deepEqual(await rechecks(shop.app.appid), [[1, 10 * MINUTE]]);
      await shop.pass(5 * MINUTE);
      const before = await asked(gate.service);
      const [status] = await shop.status();
      assert.deepEqual([status.status, status.active], ['active', false]);
      assert.equal(await asked(gate.service), before);
    });
  },
  { kinds: EITHER },
);
