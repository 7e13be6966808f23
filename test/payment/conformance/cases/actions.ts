// What the studio does after the sale: done once, whatever happens to the answer, and held against nobody.
import assert from 'node:assert/strict';
import { admin } from '../../../admin/caller.ts';
import { expectOnce, openAct } from '../acts.ts';
import type { Case } from '../case.ts';
import type { SaleAction, Stage } from '../driver.ts';
import { ACCOUNT } from '../stage.ts';

/** Until the market shows what became of a call, and is asked again after a failure. */
const LONG_MS = 15 * 60_000;

const work = ({ gate }: Stage) => gate.service.payment.jobs.turn();

async function flagRefunds({ gate, app }: Stage): Promise<void> {
  const rules = `/apps/${app.appid}/measures/rules`;
  const rule = { name: 'refunds', when: { causes: ['refund'] }, measure: { action: 'flag' } };
  const { body } = await admin(gate, 'POST', rules, rule);
  await admin(gate, 'POST', `${rules}/${body.rule_id}/switch`, { state: 'on' });
}

/** Purchases that rules hold against somebody. */
async function heldAgainst({ gate, app }: Stage): Promise<string[]> {
  await gate.service.payment.figures.turn();
  await gate.service.measures.turn();
  const { body } = await admin(gate, 'GET', `/apps/${app.appid}/measures/effects`);
  const effects: { causes: { service_transaction_id: string }[] }[] = body.items;
  return effects.flatMap(({ causes }) => causes.map((each) => each.service_transaction_id));
}

/** The reports of the market that name an action, and those that name none. */
async function reportsOf({ gate, app }: Stage): Promise<(string | null)[]> {
  const rows = await gate.service.context.storage.db
    .selectFrom('purchase_cancellation')
    .select('action_id')
    .where('appid', '=', app.appid)
    .execute();
  return rows.map(({ action_id }) => action_id);
}

const isRefund = ({ input }: SaleAction): boolean => input.kind === 'refund';

/** The fault of the call, and how often it is made in the end. */
const INTERRUPTED = (
  [
    ['lost', 1, 'a lost answer is settled by reading: the market is called once'],
    [
      'reset',
      2,
      'a call that did not arrive is repeated when the market shows that nothing was done',
    ],
  ] as const
).map(
  ([fault, calls, name]): Case => ({
    name,
    needs: ['actions'],
    async run({ driver, stage, markets }) {
      for (const action of driver.actions.each) {
        const other = await stage.another();
        const act = await openAct(other, driver, action);
        await work(other);
        const before = await act.preview();
        const { action_id } = await act.request();
        await markets.fault(driver.emulator, fault, { rate: 1, path: action.call });
        await work(other);
        assert.equal((await act.read(action_id)).state, 'sent', action.name);
        await markets.clearFaults();
        other.gate.now += LONG_MS;
        await work(other);
        const { state, attempts } = await act.read(action_id);
        assert.deepEqual([state, attempts], ['done', calls], action.name);
        expectOnce(action, before, await act.preview());
      }
    },
  }),
);

export const ACTIONS: readonly Case[] = [
  {
    name: 'each action is done once; a refund is reported as the own one of the studio, and held against nobody',
    needs: ['actions'],
    async run({ driver, stage }) {
      for (const action of driver.actions.each) {
        const other = await stage.another();
        await flagRefunds(other);
        await other.login(ACCOUNT);
        const act = await openAct(other, driver, action);
        await work(other);
        await other.events();
        const before = await act.preview();
        const { action_id } = await act.request();
        await work(other);
        assert.equal((await act.read(action_id)).state, 'done', action.name);
        expectOnce(action, before, await act.preview());
        await work(other);
        const linked = isRefund(action) ? [action_id] : [];
        assert.deepEqual(await reportsOf(other), linked, action.name);
        assert.deepEqual(await heldAgainst(other), [], action.name);
      }
    },
  },
  {
    name: 'what the market refunds itself is no action of the studio, and is held against the player',
    needs: ['actions'],
    async run({ driver, stage }) {
      const other = await stage.another();
      await flagRefunds(other);
      await other.login(ACCOUNT);
      const sale = await driver.sell(other);
      const { data } = (await other.verify(sale)).body;
      await driver.refund(other, sale);
      await other.verify(sale);
      assert.deepEqual(await reportsOf(other), [null]);
      assert.deepEqual(await heldAgainst(other), [data.serviceTransactionId]);
    },
  },
  ...INTERRUPTED,
  {
    name: 'what the market refuses is rejected in its words, and can be asked for again',
    needs: ['actions'],
    async run({ driver, stage }) {
      const { action, meanwhile, answer } = driver.actions.refused;
      const other = await stage.another();
      const act = await openAct(other, driver, action);
      await work(other);
      const { action_id } = await act.request();
      await meanwhile(other, act.sale);
      const before = await act.preview();
      await work(other);
      // Steam does not say for sure that it refuses: its order shows it.
      other.gate.now += LONG_MS;
      await work(other);
      const refused = await act.read(action_id);
      assert.deepEqual([refused.state, refused.attempts], ['rejected', 1]);
      assert.match(refused.answer, answer);
      const { payment, subscription, obstacle } = await act.preview();
      assert.deepEqual([payment, subscription], [before.payment, before.subscription]);
      assert.doesNotMatch(obstacle ?? '', /is under way/);
    },
  },
];
