// A subscription that takes the place of another: the old one ends without an end, whatever is heard of first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { marketSuite } from '../../support/markets.ts';
import { type GoogleShop, openGoogleShop } from '../google-shop.ts';
import { ACCOUNT } from '../shop.ts';
import { DAY, type GoogleBought, MONTH, PLAN } from '../subscription-shop.ts';

const MAX = 'vip.max';
const MINUTE = 60_000;

/** How a buyer gets to another token. */
const WAYS = {
  'at full price': ['replace', { productId: MAX, mode: 'CHARGE_FULL_PRICE' }],
  'with the time that is left': ['replace', { productId: MAX, mode: 'WITH_TIME_PRORATION' }],
  'at the end of the period': ['replace', { productId: MAX, mode: 'DEFERRED' }],
  'by signing up again': ['sign-up-again', {}],
} as const satisfies Record<string, readonly [string, object]>;

/** What the service may hear, in any order. */
const STEPS = ['new notice', 'old notice', 'verify new'] as const;
type Step = (typeof STEPS)[number] | 'verify old';

function orders<T>(list: readonly T[]): T[][] {
  return list.length === 0
    ? [[]]
    : list.flatMap((each) =>
        orders(list.filter((other) => other !== each)).map((o) => [each, ...o]),
      );
}

marketSuite(
  'replaced subscriptions',
  (gate, markets) => {
    const noticeIds = async (): Promise<string[]> => {
      const { notifications } = await markets.control('/google/notifications');
      return notifications.map(({ messageId }: { messageId: string }) => messageId);
    };
    const owned = async (shop: GoogleShop) => {
      const answer = await gate.post('/payment/v1/owned', { accountUuid: ACCOUNT }, shop.headers);
      return answer.body.data.map(({ productId }: { productId: string }) => productId);
    };
    const level = async ({ app: { appid } }: GoogleShop, metric: string) => {
      await gate.service.payment.figures.turn();
      const rows = await gate.service.context.storage.db
        .selectFrom('figure_count')
        .select(['bucket', 'amount'])
        .where('appid', '=', appid)
        .where('grain', '=', 'day')
        .where('metric', '=', metric)
        .where('bucket', '<=', gate.now)
        .execute();
      return rows.reduce((sum, { amount }) => sum + Number(amount), 0);
    };

    async function replaced(way: keyof typeof WAYS) {
      const shop = await openGoogleShop(gate, markets);
      await shop.registerNotices();
      const old = await shop.subscribeGoogle();
      await shop.verify('GOOGLE', old.purchaseToken);
      await shop.settle();
      await shop.pass(10 * DAY);
      if (way === 'by signing up again') {
        await shop.google(old, 'cancel');
        await shop.settle();
      }
      await shop.events();
      const before = await noticeIds();
      const [step, fields] = WAYS[way];
      const next: GoogleBought = await shop.google(old, step, fields);
      const [newNotice, oldNotice] = (await noticeIds()).filter((id) => !before.includes(id));
      const redeliver = async (messageId: string | undefined) => {
        await markets.control('/google/notifications/redeliver', { messageId });
        await gate.service.payment.jobs.turn();
      };
      const happen: Record<Step, () => Promise<unknown>> = {
        'new notice': () => redeliver(newNotice),
        'old notice': () => redeliver(oldNotice),
        'verify new': () => shop.verify('GOOGLE', next.purchaseToken),
        'verify old': () => shop.verify('GOOGLE', old.purchaseToken),
      };
      return { shop, old, next, happen };
    }

    for (const way of Object.keys(WAYS) as (keyof typeof WAYS)[]) {
      test(`${way}: no order of what is heard lets the old one expire or count`, async () => {
        for (const [first, ...rest] of orders<Step>(STEPS)) {
          const order = [first as Step, 'verify old' as const, ...rest];
          const { shop, old, next, happen } = await replaced(way);
          for (const step of order) {
            await happen[step]();
            gate.now += 1_000;
            await shop.status();
          }
          await shop.pass(20 * MINUTE);
          await gate.service.payment.sweep.turn();
          await shop.status();
          const events = await shop.events();
          const told = events.filter(({ type }) => type.startsWith('subscription.'));
          const about = JSON.stringify([order, told]);
          assert.ok(!told.some(({ type }) => type === 'subscription.expired'), about);
          const last = told.findLast(({ data }) => data.status === 'replaced');
          assert.equal(last?.type, 'subscription.changed', about);
          assert.equal(last?.data.replacedBy, next.purchaseToken, about);
          const rows = await shop.status();
          assert.deepEqual(
            rows.map(({ status, active, replacedBy }) => [status, active, replacedBy]).sort(),
            [
              ['active', true, undefined],
              ['replaced', false, next.purchaseToken],
            ],
            about,
          );
          const isLater = way === 'at the end of the period' || way === 'by signing up again';
          assert.deepEqual(await owned(shop), [isLater ? PLAN : MAX], about);
          assert.equal(await level(shop, 'subscription.active'), 1, about);
          assert.equal(old.purchaseToken === next.purchaseToken, false);
        }
      });
    }

    test('a change at the end of the period shows the next product, and then becomes it', async () => {
      const { shop, next, happen } = await replaced('at the end of the period');
      await happen['new notice']();
      const running = (await shop.status()).find(({ active }) => active);
      assert.equal(running.productId, PLAN);
      assert.equal(running.autoRenewProductId, MAX);
      const { data } = (await shop.verify('GOOGLE', next.purchaseToken)).body;
      assert.equal(data.serviceAutoRenewProductId, MAX);
      // What is paid was verified with the old token.
      assert.equal(data.serviceDuplicated, true);
      await gate.service.payment.jobs.turn();
      await shop.pass(MONTH);
      await shop.settle();
      const renewed = (await shop.status()).find(({ active }) => active);
      assert.deepEqual([renewed.productId, renewed.autoRenewProductId], [MAX, MAX]);
      assert.equal(await level(shop, 'subscription.active'), 1);
    });

    test('the old one ends in the transaction of the new one', async () => {
      const { shop, old, next, happen } = await replaced('at full price');
      await happen['verify new']();
      const events = await shop.events();
      const seen = events.map(({ type, data }) => [type, data.status, data.productId]);
      assert.deepEqual(seen, [
        ['subscription.changed', 'replaced', PLAN],
        ['purchase.verified', undefined, MAX],
      ]);
      const rows = await gate.service.context.storage.db
        .selectFrom('subscription')
        .select(['subscription_id', 'replaced_at', 'updated_at', 'expires_at'])
        .where('appid', '=', shop.app.appid)
        .where('subscription_id', '=', old.purchaseToken)
        .execute();
      assert.deepEqual(rows, [
        {
          subscription_id: old.purchaseToken,
          replaced_at: gate.now,
          updated_at: gate.now,
          expires_at: gate.now,
        },
      ]);
      const page = `/apps/${shop.app.appid}/subscriptions/GOOGLE`;
      const record = (await admin(gate, 'GET', `${page}/${old.purchaseToken}`)).body;
      assert.deepEqual(
        [record.status, record.replaced_by, record.replaces],
        ['replaced', next.purchaseToken, null],
      );
      const { items } = (await admin(gate, 'GET', `${page}/${old.purchaseToken}/timeline`)).body;
      const [entry] = items.filter(
        ({ kind }: { kind: string }) => kind === 'subscription.replaced',
      );
      assert.deepEqual(entry.details, { replaced_by: next.purchaseToken });
    });

    for (const way of ['with the time that is left', 'at the end of the period'] as const) {
      test(`${way}: renewed before anybody heard of it, it has all its cycles`, async () => {
        const { shop, next } = await replaced(way);
        await shop.google(next, 'renew');
        await shop.pass(MINUTE);
        await shop.google(next, 'renew');
        await shop.verify('GOOGLE', next.purchaseToken);
        const rows = await gate.service.context.storage.db
          .selectFrom('purchase')
          .select(['product_id', 'price', 'claimed'])
          .where('appid', '=', shop.app.appid)
          .orderBy('purchased_at')
          .execute();
        const cycles = rows.map((row) => [row.product_id, row.price, row.claimed]);
        const free = way === 'with the time that is left' ? [[MAX, '0.00', 0]] : [];
        const renewals = [
          [MAX, '10.79', 0],
          [MAX, '10.79', 1],
        ];
        assert.deepEqual(cycles, [[PLAN, '10.79', 1], ...free, ...renewals]);
      });
    }

    test('a paused one that is replaced is not paused any more', async () => {
      const shop = await openGoogleShop(gate, markets);
      const old = await shop.subscribeGoogle();
      await shop.verify('GOOGLE', old.purchaseToken);
      await shop.pass(DAY);
      await shop.google(old, 'pause');
      await shop.verify('GOOGLE', old.purchaseToken);
      assert.equal(await level(shop, 'subscription.paused'), 1);
      await shop.pass(DAY);
      const next = await shop.google(old, 'replace', { productId: MAX });
      await shop.verify('GOOGLE', next.purchaseToken);
      assert.equal(await level(shop, 'subscription.paused'), 0);
      assert.equal(await level(shop, 'subscription.active'), 1);
    });

    test('one that ends early and is not replaced expires ten minutes later', async () => {
      const shop = await openGoogleShop(gate, markets);
      await shop.registerNotices();
      const bought = await shop.subscribeGoogle();
      await shop.verify('GOOGLE', bought.purchaseToken);
      await shop.google(bought, 'cancel');
      await shop.settle();
      await shop.events();
      await shop.google(bought, 'expire');
      await shop.settle();
      const [held] = await shop.status();
      assert.equal(held.active, false);
      await shop.pass(11 * MINUTE);
      await gate.service.payment.sweep.turn();
      const types = (await shop.events()).map(({ type }) => type);
      assert.deepEqual(types, ['subscription.changed', 'subscription.expired']);
    });

    test('APPLE: an upgrade stays one subscription, and a downgrade shows the next product', async () => {
      const shop = await openGoogleShop(gate, markets);
      await shop.registerNotices();
      const bought = await shop.subscribeApple();
      await shop.verify('APPLE', bought.signedTransaction);
      await shop.settle();
      await shop.events();
      await shop.pass(DAY);
      const upgraded = await shop.apple(bought, 'change-product', { productId: MAX, when: 'now' });
      await shop.settle();
      await shop.apple(upgraded, 'change-product', { productId: 'vip.lite', when: 'next' });
      await shop.settle();
      const [row, ...others] = await shop.status();
      assert.deepEqual(others, []);
      assert.deepEqual(
        [row.productId, row.autoRenewProductId, row.status, row.replacedBy],
        [MAX, 'vip.lite', 'active', undefined],
      );
      const types = (await shop.events()).map(({ type, data }) => [type, data.productId]);
      assert.deepEqual(types, [
        ['subscription.renewed', MAX],
        ['subscription.changed', MAX],
      ]);
      assert.deepEqual(await owned(shop), [MAX]);
      assert.equal(await level(shop, 'subscription.active'), 1);
    });
  },
  { adminToken: ADMIN_TOKEN },
);
