// A subscription that takes the place of another: the old one ends without an end, whatever is heard of first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { EITHER } from '../../support/databases.ts';
import type { Gate } from '../../support/harness.ts';
import { type Markets, marketSuite } from '../../support/markets.ts';
import { type GoogleShop, openGoogleShop } from '../google-shop.ts';
import { ACCOUNT, newAccount } from '../shop.ts';
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

/** A buyer who has another token now, and what the service may hear of it. */
interface Replaced {
  readonly account: string;
  readonly old: GoogleBought;
  readonly next: GoogleBought;
  readonly happen: Readonly<Record<Step, () => Promise<unknown>>>;
}

function openReplacements(gate: Gate, markets: Markets) {
  const noticeIds = async (): Promise<string[]> => {
    const { notifications } = await markets.control('/google/notifications');
    return notifications.map(({ messageId }: { messageId: string }) => messageId);
  };
  const owned = async (shop: GoogleShop, accountUuid = ACCOUNT): Promise<string[]> => {
    const answer = await gate.post('/payment/v1/owned', { accountUuid }, shop.headers);
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

  /** All of them in one shop, ten days after they subscribed. */
  async function replaceAll(way: keyof typeof WAYS, accounts: readonly string[]) {
    const shop = await openGoogleShop(gate, markets);
    await shop.registerNotices();
    const bought = new Map<string, GoogleBought>();
    for (const account of accounts) {
      const old = await shop.subscribeGoogle({ obfuscatedExternalAccountId: account });
      await shop.verify('GOOGLE', old.purchaseToken, { accountUuid: account });
      bought.set(account, old);
    }
    await shop.settle();
    await shop.pass(10 * DAY);
    if (way === 'by signing up again') {
      for (const old of bought.values()) await shop.google(old, 'cancel');
      await shop.settle();
    }
    await shop.events();
    const all: Replaced[] = [];
    for (const [account, old] of bought) all.push(await replace(shop, way, account, old));
    return { shop, all };
  }

  async function replace(
    shop: GoogleShop,
    way: keyof typeof WAYS,
    account: string,
    old: GoogleBought,
  ): Promise<Replaced> {
    const before = new Set(await noticeIds());
    const [step, fields] = WAYS[way];
    const next: GoogleBought = await shop.google(old, step, fields);
    const [newNotice, oldNotice] = (await noticeIds()).filter((id) => !before.has(id));
    const redeliver = async (messageId: string | undefined) => {
      await markets.control('/google/notifications/redeliver', { messageId });
      await gate.service.payment.jobs.turn();
    };
    const verify = ({ purchaseToken }: GoogleBought) =>
      shop.verify('GOOGLE', purchaseToken, { accountUuid: account });
    return {
      account,
      old,
      next,
      happen: {
        'new notice': () => redeliver(newNotice),
        'old notice': () => redeliver(oldNotice),
        'verify new': () => verify(next),
        'verify old': () => verify(old),
      },
    };
  }

  async function replaced(way: keyof typeof WAYS) {
    const { shop, all } = await replaceAll(way, [ACCOUNT]);
    return { shop, ...(all[0] as Replaced) };
  }

  return { owned, level, replaceAll, replaced };
}

marketSuite(
  'orders of what is heard of a replaced subscription',
  (gate, markets) => {
    const { owned, level, replaceAll } = openReplacements(gate, markets);

    for (const way of Object.keys(WAYS) as (keyof typeof WAYS)[]) {
      test(`${way}: none lets the old one expire or count`, async () => {
        const heard = orders<Step>(STEPS).map(([first, ...rest]): Step[] => [
          ...[first as Step, 'verify old' as const, ...rest],
        ]);
        const { shop, all } = await replaceAll(way, heard.map(newAccount));
        for (const place of [...STEPS, 'verify old'].keys()) {
          for (const [index, { account, happen }] of all.entries()) {
            await happen[heard[index]?.[place] as Step]();
            await shop.status(account);
          }
          gate.now += 1_000;
        }
        await shop.pass(20 * MINUTE);
        await gate.service.payment.sweep.turn();
        const events = await shop.events();
        for (const [index, { account, next, old }] of all.entries()) {
          const told = events.filter(
            ({ type, data }) => type.startsWith('subscription.') && data.accountUuid === account,
          );
          const about = JSON.stringify([heard[index], told]);
          assert.ok(!told.some(({ type }) => type === 'subscription.expired'), about);
          const last = told.findLast(({ data }) => data.status === 'replaced');
          assert.equal(last?.type, 'subscription.changed', about);
          assert.equal(last?.data.replacedBy, next.purchaseToken, about);
          const rows = await shop.status(account);
          assert.deepEqual(
            rows.map(({ status, active, replacedBy }) => [status, active, replacedBy]).sort(),
            [
              ['active', true, undefined],
              ['replaced', false, next.purchaseToken],
            ],
            about,
          );
          const isLater = way === 'at the end of the period' || way === 'by signing up again';
          assert.deepEqual(await owned(shop, account), [isLater ? PLAN : MAX], about);
          assert.notEqual(old.purchaseToken, next.purchaseToken);
        }
        assert.equal(await level(shop, 'subscription.active'), all.length);
      });
    }
  },
  // What it reads and writes, the suite below does on both.
  { kinds: EITHER },
);

marketSuite(
  'replaced subscriptions',
  (gate, markets) => {
    const { owned, level, replaced } = openReplacements(gate, markets);

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
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
