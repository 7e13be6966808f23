// Every kind of action, and a process that dies at each of its steps: done once, never lost, never twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SaleActions } from '../../../src/payment/actions/at-market.ts';
import { actionJob } from '../../../src/payment/actions/job.ts';
import { ACTION_JOB } from '../../../src/payment/actions/request.ts';
import { createLog } from '../../../src/start/log.ts';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { marketSuite } from '../../support/markets.ts';
import { openOrderShop } from '../orders/order-shop.ts';
import { openSubscriptionShop, type SubscriptionShop } from '../subscription-shop.ts';
import { openSales } from './sales.ts';

const QUIET_MS = 30_000;
const DAY = 24 * 60 * 60_000;

// biome-ignore lint/suspicious/noExplicitAny: a JSON answer has whatever shape the test asserts
type Json = any;

interface Kind {
  readonly input: Json;
  /** What the market says beforehand and afterwards. */
  changes(before: Json, after: Json): readonly [found: unknown, expected: unknown];
}

const later =
  (days: number): Kind['changes'] =>
  (before, after) => [
    Date.parse(after.subscription.ends_at) - Date.parse(before.subscription.ends_at),
    days * DAY,
  ];
const refunded =
  (amount: string): Kind['changes'] =>
  (_, after) => [after.payment.refunded, amount];

const KINDS = {
  'a whole refund at STEAM': { input: { kind: 'refund' }, changes: refunded('9.90') },
  'a part at STRIPE': { input: { kind: 'refund', amount: '2.50' }, changes: refunded('2.50') },
  'a cycle at GOOGLE, which the player keeps': {
    input: { kind: 'refund', goods: 'keep' },
    changes: (_: Json, after: Json) => [after.payment.refundable, '0.00'],
  },
  'the renewal at GOOGLE': {
    input: { kind: 'cancel' },
    changes: (_: Json, after: Json) => [after.subscription.renews, false],
  },
  'the next renewal at GOOGLE': { input: { kind: 'defer', days: 7 }, changes: later(7) },
  'days at APPLE': { input: { kind: 'extend', days: 14 }, changes: later(14) },
} as const satisfies Record<string, Kind>;
type KindName = keyof typeof KINDS;

/** Where the process dies. */
const DEATHS = ['before the call', 'after the call', 'after the outcome'] as const;
type Death = (typeof DEATHS)[number];

class Killed extends Error {}

marketSuite(
  'actions and processes that die',
  (gate, markets) => {
    async function subscription(shop: SubscriptionShop, market: 'GOOGLE' | 'APPLE') {
      const receipt =
        market === 'GOOGLE'
          ? (await shop.subscribeGoogle()).purchaseToken
          : (await shop.subscribeApple()).signedTransaction;
      const { status, body } = await shop.verify(market, receipt);
      assert.equal(status, 200, JSON.stringify(body));
      // Acknowledged: Google defers only what has not changed since the preview.
      await gate.service.payment.jobs.turn();
      const { items } = (await admin(gate, 'GET', `/apps/${shop.app.appid}/subscriptions`)).body;
      const { subscription_id } = items[0];
      return `/apps/${shop.app.appid}/subscriptions/${market}/${subscription_id}/actions`;
    }

    async function openSale(name: KindName): Promise<string> {
      if (name.endsWith('STEAM') || name.endsWith('STRIPE')) {
        const sales = openSales(gate, markets, await openOrderShop(gate, markets));
        return (await (name.endsWith('STEAM') ? sales.steam() : sales.pg())).path;
      }
      const shop = await openSubscriptionShop(gate, markets);
      return subscription(shop, name.includes('GOOGLE') ? 'GOOGLE' : 'APPLE');
    }

    const preview = async (path: string, { kind }: Json) => {
      const { status, body } = await admin(gate, 'GET', `${path}/preview?kind=${kind}`);
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    };
    const ask = async (path: string, input: Json): Promise<string> => {
      const fields = {
        reason: 'a test',
        idempotency_key: `key ${path}`.slice(-40).replace(' ', '-'),
      };
      const { status, body } = await admin(gate, 'POST', path, { ...input, ...fields });
      assert.equal(status, 201, JSON.stringify(body));
      return body.action_id;
    };
    const read = async (path: string, id: string) => {
      const appid = path.split('/')[2];
      return (await admin(gate, 'GET', `/apps/${appid}/actions/${id}`)).body;
    };

    /** The job as another process runs it. */
    function processWith(change: (at: SaleActions) => SaleActions) {
      const { payment, context } = gate.service;
      const handler = actionJob({
        db: context.storage.db,
        clock: () => gate.now,
        log: createLog('silent'),
        saleActions: async (appid, market) => {
          const at = await payment.saleActions(appid, market);
          return 'missing' in at ? at : change(at);
        },
      });
      return async (actionId: string) => {
        const row = await context.storage.db
          .selectFrom('job')
          .selectAll()
          .where('job_id', '=', `${ACTION_JOB} ${actionId}`)
          .executeTakeFirstOrThrow();
        const { appid, game_index: gameIndex, job_id: id, created_at: createdAt } = row;
        return handler({ appid, gameIndex, id, createdAt, attempts: 0, payload: { actionId } });
      };
    }

    const dying = (death: Death) =>
      processWith((at) => ({
        ...at,
        async act(purchase, intent) {
          if (death === 'before the call') throw new Killed();
          const answer = await at.act(purchase, intent);
          if (death === 'after the call') throw new Killed();
          return answer;
        },
      }));

    async function expectOnce(name: KindName, path: string, id: string, before: Json) {
      const { input, changes } = KINDS[name];
      const action = await read(path, id);
      assert.equal(action.state, 'done', JSON.stringify(action));
      const [found, expected] = changes(before, await preview(path, input));
      assert.deepEqual(found, expected, name);
      // Whoever runs the job once more changes nothing.
      await gate.service.payment.jobs.turn();
      assert.deepEqual(await read(path, id), action);
    }

    for (const name of Object.keys(KINDS) as KindName[]) {
      for (const death of DEATHS) {
        test(`${name}: dead ${death}`, async () => {
          const { input } = KINDS[name];
          const path = await openSale(name);
          const before = await preview(path, input);
          const id = await ask(path, input);
          const outcome = await dying(death)(id).catch((error) => error);
          const isOver = death === 'after the outcome';
          assert.equal(outcome instanceof Killed, !isOver, JSON.stringify(outcome));
          assert.equal((await read(path, id)).state, isOver ? 'done' : 'sent');
          await gate.service.payment.jobs.turn();
          if (!isOver)
            assert.equal((await read(path, id)).state, 'sent', 'it waits for the answer');
          gate.now += QUIET_MS;
          await gate.service.payment.jobs.turn();
          await expectOnce(name, path, id, before);
          const attempts = death === 'before the call' ? 2 : 1;
          assert.equal((await read(path, id)).attempts, attempts);
        });
      }
    }

    test('two processes at once, and one that comes back after another has settled', async () => {
      const name = 'a part at STRIPE';
      const { input } = KINDS[name];
      const path = await openSale(name);
      const before = await preview(path, input);
      const id = await ask(path, input);
      let goOn = (): void => {};
      const slow = processWith((at) => ({
        ...at,
        async act(purchase, intent) {
          const answer = await at.act(purchase, intent);
          await new Promise<void>((resolve) => {
            goOn = resolve;
            arrived();
          });
          return answer;
        },
      }));
      let arrived = (): void => {};
      const isThere = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      const first = slow(id);
      await isThere;
      const others = await Promise.all([1, 2, 3].map(() => slow(id)));
      assert.deepEqual(others, Array(3).fill({ againInMs: QUIET_MS }));
      gate.now += QUIET_MS;
      await gate.service.payment.jobs.turn();
      assert.equal((await read(path, id)).state, 'done');
      goOn();
      assert.deepEqual(await first, { againInMs: 0 });
      await expectOnce(name, path, id, before);
    });

    test('a market that is down: it asks until the market answers', async () => {
      const name = 'a part at STRIPE';
      const { input } = KINDS[name];
      const path = await openSale(name);
      const before = await preview(path, input);
      const id = await ask(path, input);
      await markets.fault('stripe', '500', { rate: 1 });
      for (let minutes = 0; minutes < 5; minutes++) {
        await gate.service.payment.jobs.turn();
        gate.now += 60_000;
      }
      const waiting = await read(path, id);
      assert.equal(waiting.state, 'sent');
      assert.match(waiting.answer, /\S/);
      const { status, body } = await admin(
        gate,
        'POST',
        `${path.split('/purchases')[0]}/actions/${id}/withdraw`,
      );
      const detail =
        'The market was already called: sent. It ends when the market says what became of it.';
      assert.deepEqual([status, body.code, body.detail], [409, 'in_use', detail]);
      await markets.clearFaults();
      gate.now += 60 * 60_000;
      await gate.service.payment.jobs.turn();
      gate.now += QUIET_MS;
      await gate.service.payment.jobs.turn();
      await expectOnce(name, path, id, before);
    });
  },
  { adminToken: ADMIN_TOKEN },
);
