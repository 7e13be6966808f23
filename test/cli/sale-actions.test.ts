// tollgate purchases refund, subscriptions cancel | extend | defer, and who decides: tollgate actions.
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../admin/caller.ts';
import { expectOnce, openAct } from '../payment/conformance/acts.ts';
import type { Driver, Json, SaleAction, Stage } from '../payment/conformance/driver.ts';
import { apple } from '../payment/conformance/drivers/apple.ts';
import { stripe } from '../payment/conformance/drivers/gateways.ts';
import { google } from '../payment/conformance/drivers/google.ts';
import { openStage } from '../payment/conformance/stage.ts';
import { EITHER } from '../support/databases.ts';
import { MASTER_KEY, PUBLIC_URL } from '../support/harness.ts';
import { marketSuite, settingsOf } from '../support/markets.ts';
import { atTerminal, hasTerminal } from './terminal.ts';
import { tollgate, tollgateJson } from './tollgate.ts';

const REASON = ['--reason', 'Bought twice'];
const ofKind = (driver: Driver, kind: string): SaleAction => {
  const action = driver.actions?.each.find(({ input }) => input.kind === kind);
  assert.ok(action);
  return action;
};

marketSuite(
  'tollgate acts after the sale',
  (gate, markets) => {
    let variables: Record<string, string>;
    before(async () => {
      variables = {
        ...gate.database.variables,
        ...(await settingsOf(markets)),
        TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
        TOLLGATE_PUBLIC_URL: PUBLIC_URL,
      };
    });
    beforeEach(() => {
      // The command has the clock of the machine.
      gate.now = Date.now();
      return markets.clearFaults();
    });
    const work = () => {
      gate.now = Date.now();
      return gate.service.payment.jobs.turn();
    };

    async function open(driver: Driver, kind: string) {
      const stage: Stage = await openStage(gate, markets, driver);
      const action = ofKind(driver, kind);
      const act = await openAct(stage, driver, action);
      await work();
      const { appid, gameIndex } = stage.app;
      const [, , , , ...about] = act.order.path.split('/');
      const names = about.slice(0, -1).map(decodeURIComponent);
      const shown = async () => (await admin(gate, 'GET', `/apps/${appid}/actions`)).body.items;
      return {
        ...{ stage, act, action, appid, gameIndex, shown },
        id: names.at(-1) ?? '',
        /** The arguments that name what it is about. */
        about: [appid, ...names],
        shows: (id: string): Promise<Json> =>
          tollgateJson(variables, ['actions', 'show', appid, id]),
      };
    }
    const fails = async (...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await tollgate(variables, args);
      assert.deepEqual([code, stdout], [1, ''], stderr);
      return stderr;
    };

    test('purchases refund: asked for at the command line, done by the running service', async () => {
      const { act, about, shown, shows } = await open(stripe, 'refund');
      const key = ['--idempotency-key', 'ticket-4711'];
      const args = ['purchases', 'refund', ...about, '--amount', '2.50', ...REASON, ...key];
      const unconfirmed = await tollgate(variables, args);
      assert.deepEqual(unconfirmed, {
        code: 2,
        stdout: '',
        stderr:
          'error: tollgate purchases refund cannot be undone, and there is no terminal to confirm on. Add --yes to confirm.\n',
      });
      assert.deepEqual(await shown(), []);
      const asked = await tollgateJson(variables, [...args, '--yes']);
      assert.deepEqual(
        [asked.state, asked.amount, asked.goods, asked.requested_by.kind],
        ['intended', '2.50', 'kept', 'cli'],
      );
      await work();
      const done = await shows(asked.action_id);
      assert.deepEqual([done.state, done.attempts], ['done', 1]);
      assert.equal((await act.preview()).payment.refunded, '2.50');
      assert.deepEqual(await tollgateJson(variables, [...args, '--yes']), done, 'the same key');
      assert.deepEqual(await shown(), [done]);
    });

    test('on a terminal, the preview is what is confirmed', {
      skip: !hasTerminal && 'there is no script command',
    }, async () => {
      const { about, shown } = await open(stripe, 'refund');
      const args = ['purchases', 'refund', ...about, ...REASON];
      const no = await atTerminal(variables, args, 'n\n');
      assert.match(
        no.terminal,
        /9\.90 USD of 9\.90 will be refunded, and the player loses gems\.100\./,
      );
      assert.deepEqual(await shown(), []);
      const yes = await atTerminal(variables, args, 'y\n');
      assert.equal(yes.code, 0, yes.terminal);
      assert.deepEqual(
        (await shown()).map(({ state, amount }: Json) => [state, amount]),
        [['intended', '9.90']],
      );
    });

    describe('subscriptions', () => {
      for (const [driver, kind, more] of [
        [google, 'cancel', []],
        [google, 'defer', ['7']],
        [apple, 'extend', ['14']],
      ] as const) {
        test(`${kind} at ${driver.name}`, async () => {
          const { act, action, about, shows } = await open(driver, kind);
          const before = await act.preview();
          const args = ['subscriptions', kind, ...about, ...more, ...REASON, '--yes'];
          const { action_id } = await tollgateJson(variables, args);
          await work();
          assert.equal((await shows(action_id)).state, 'done');
          expectOnce(action, before, await act.preview());
        });
      }
    });

    test('a second person: listed, approved by the command line, declined with a comment', async () => {
      const { act, appid, gameIndex, about, shown } = await open(stripe, 'refund');
      const limits = {
        operators: false,
        daily_actions: null,
        daily_amounts: [],
        second_person_above: [{ amount: '1', currency: 'USD' }],
      };
      await admin(gate, 'PUT', `/projects/${gameIndex}/action-settings`, limits);
      assert.deepEqual(
        await tollgateJson(variables, ['actions', 'settings', String(gameIndex)]),
        limits,
      );
      const refund = ['purchases', 'refund', ...about, ...REASON, '--yes'];
      const own = await tollgateJson(variables, refund);
      assert.equal(own.state, 'waiting');
      assert.equal(
        await fails('actions', 'approve', appid, own.action_id),
        'error: You asked for this yourself. It needs another person who may act.\n',
      );
      const comment = ['--comment', 'Ask the player first'];
      const declined = await tollgateJson(variables, [
        ...['actions', 'decline', appid, own.action_id, ...comment],
      ]);
      assert.deepEqual([declined.state, declined.answer], ['declined', 'Ask the player first']);
      gate.now = Date.now();
      const { action_id } = await act.request();
      const waiting = await tollgateJson(variables, [
        ...['actions', 'list', appid, '--state', 'waiting'],
      ]);
      assert.deepEqual(
        waiting.items.map((each: Json) => each.action_id),
        [action_id],
      );
      const approved = await tollgateJson(variables, ['actions', 'approve', appid, action_id]);
      assert.deepEqual([approved.state, approved.decided_by.kind], ['intended', 'cli']);
      await work();
      assert.deepEqual(
        (await shown()).map(({ state }: Json) => state),
        ['done', 'declined'],
      );
      assert.equal(
        await fails('actions', 'withdraw', appid, action_id),
        'error: The action has ended: done.\n',
      );
    });

    test('what stands in the way is said in one line, and nothing is written', async () => {
      const { stage, appid, id, about, shown } = await open(stripe, 'refund');
      const refund = (...more: string[]) =>
        fails('purchases', 'refund', ...about, ...more, ...REASON, '--yes');
      assert.equal(
        await refund('--amount', '9.91'),
        'error: At most 9.90 USD can still be refunded.\n',
      );
      assert.equal(
        await refund('--goods', 'keep'),
        'error: A whole refund always takes the goods at this market.\n',
      );
      assert.equal(
        await fails('purchases', 'refund', appid, 'PG_99', ...REASON, '--yes'),
        `error: App ${appid} has no purchase PG_99.\n`,
      );
      await markets.fault('stripe', '500', { rate: 1 });
      assert.match(
        await refund(),
        /^error: The payment gateway does not answer \(.*\)\. Nothing was done\. Try again\.\n$/,
      );
      await markets.clearFaults();
      await stage.useSecrets({ api_secret: 'sk_live_of_another_merchant' });
      assert.match(
        await refund(),
        /^error: The payment gateway does not accept the credentials of the app \(.*\)\. Nothing was done\. Check the settings for PG, then try again\.\n$/,
      );
      assert.deepEqual(await shown(), []);
      assert.match(id, /^PG_\d+$/);
    });
  },
  { adminToken: ADMIN_TOKEN, kinds: EITHER },
);
