// Every action at every market, and a process that dies at each of its steps: done once, never lost, never twice.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { SaleActions } from '../../../src/payment/actions/at-market.ts';
import { actionJob } from '../../../src/payment/actions/job.ts';
import { ACTION_JOB } from '../../../src/payment/actions/request.ts';
import { createLog } from '../../../src/start/log.ts';
import { ADMIN_TOKEN } from '../../admin/caller.ts';
import { EITHER, kindsOf } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';
import { expectOnce, openAct } from '../conformance/acts.ts';
import type { Driver, Json, SaleAction, Stage } from '../conformance/driver.ts';
import { drivers } from '../conformance/drivers/drivers.ts';
import { stripe } from '../conformance/drivers/gateways.ts';
import { openStage } from '../conformance/stage.ts';

const QUIET_MS = 30_000;

/** Where the process dies. */
const DEATHS = [
  'before the call',
  'after the call',
  'while it looks what became of the call',
  'after the outcome',
] as const;
type Death = (typeof DEATHS)[number];

class Killed extends Error {}

marketSuite(
  'actions and processes that die',
  (gate, markets) => {
    const work = () => gate.service.payment.jobs.turn();

    async function open(stage: Stage, driver: Driver, action: SaleAction) {
      const act = await openAct(stage, driver, action);
      // Acknowledged: Google defers only what has not changed since the preview.
      await work();
      const before = await act.preview();
      const { action_id: id } = await act.request();
      return {
        id,
        act,
        read: (): Promise<Json> => act.read(id),
        async expectOnce() {
          const done = await act.read(id);
          assert.equal(done.state, 'done', JSON.stringify(done));
          expectOnce(action, before, await act.preview());
          // Whoever runs the job once more changes nothing.
          await work();
          assert.deepEqual(await act.read(id), done);
        },
      };
    }

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
          if (death === 'after the outcome') return answer;
          throw new Killed();
        },
        async settle(purchase, intent) {
          await at.settle(purchase, intent);
          throw new Killed();
        },
      }));

    for (const driver of drivers.filter(({ actions }) => actions)) {
      describe(driver.name, () => {
        let stage: Stage;
        before(async () => {
          stage = await openStage(gate, markets, driver);
        });
        for (const [turn, action] of (driver.actions?.each ?? []).entries()) {
          for (const [step, death] of DEATHS.entries()) {
            // They take turns: an action that dies here on one database dies at the next step on the other.
            if (!kindsOf(action.name, EITHER, turn + step).includes(gate.kind)) continue;
            test(`${action.name}: dead ${death}`, async () => {
              const opened = await open(stage, driver, action);
              const { id, read } = opened;
              const run = dying(death);
              const isOver = death === 'after the outcome';
              if (isOver) await run(id);
              else await assert.rejects(run(id), Killed);
              assert.equal((await read()).state, isOver ? 'done' : 'sent');
              await work();
              if (!isOver) assert.equal((await read()).state, 'sent', 'it waits for the answer');
              gate.now += QUIET_MS;
              if (death === DEATHS[2]) await assert.rejects(run(id), Killed);
              await work();
              await opened.expectOnce();
              assert.equal((await read()).attempts, death === 'before the call' ? 2 : 1);
            });
          }
        }
      });
    }

    async function openPart() {
      const stage = await openStage(gate, markets, stripe);
      const part = stripe.actions?.each.find(({ input }) => input.amount !== undefined);
      assert.ok(part);
      const opened = await open(stage, stripe, part);
      return { ...opened, stage, path: `/apps/${stage.app.appid}/actions/${opened.id}` };
    }

    test('two processes at once, and one that comes back after another has settled', async () => {
      const { id, read, expectOnce } = await openPart();
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
      await work();
      assert.equal((await read()).state, 'done');
      goOn();
      assert.deepEqual(await first, { againInMs: 0 });
      await expectOnce();
    });

    test('a market that is down: it asks until the market answers', async () => {
      const { read, expectOnce, stage, path } = await openPart();
      await markets.fault('stripe', '500', { rate: 1 });
      for (let minutes = 0; minutes < 5; minutes++) {
        await work();
        gate.now += 60_000;
      }
      const waiting = await read();
      assert.equal(waiting.state, 'sent');
      assert.match(waiting.answer, /\S/);
      const { status, body } = await stage.asAdmin('POST', `${path}/withdraw`);
      const detail =
        'The market was already called: sent. It ends when the market says what became of it.';
      assert.deepEqual([status, body.code, body.detail], [409, 'in_use', detail]);
      await markets.clearFaults();
      gate.now += 60 * 60_000;
      await work();
      gate.now += QUIET_MS;
      await work();
      await expectOnce();
    });
  },
  { adminToken: ADMIN_TOKEN },
);
