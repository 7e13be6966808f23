// What goes wrong around an action: said in words, nothing is lost, and nothing happens that nobody asked for.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { newOwner, signIn } from '../../admin/visitor.ts';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';
import { until } from '../../support/process.ts';
import { type Act, openAct } from '../conformance/acts.ts';
import type { Driver, SaleAction, Stage } from '../conformance/driver.ts';
import { apple } from '../conformance/drivers/apple.ts';
import { drivers } from '../conformance/drivers/drivers.ts';
import { stripe } from '../conformance/drivers/gateways.ts';
import { google } from '../conformance/drivers/google.ts';
import { openStage } from '../conformance/stage.ts';
import { openOrderShop } from '../orders/order-shop.ts';
import { openSales } from './sales.ts';

const MINUTE = 60_000;
/** Until a market is asked again after a failure, and shows what became of a call. */
const LONG_MS = 15 * MINUTE;
const NOTHING_LEFT = 'Nothing is left to refund: all of it went back already, or is on its way.';

const acting = drivers.filter(({ actions }) => actions);
const refundsOf = ({ actions }: Driver): readonly SaleAction[] =>
  actions?.each.filter(({ about, input }) => about === 'purchase' && input.kind === 'refund') ?? [];
const refunding = acting.filter((driver) => refundsOf(driver).length > 0);

marketSuite(
  'actions when something goes wrong',
  (gate, markets) => {
    const work = () => gate.service.payment.jobs.turn();

    async function open(driver: Driver, action = driver.actions?.each[0], given?: Stage) {
      assert.ok(action);
      const stage = given ?? (await openStage(gate, markets, driver));
      const act = await openAct(stage, driver, action);
      await work();
      const { appid, gameIndex } = stage.app;
      const { path } = act.order;
      return {
        ...{ stage, act, path, gameIndex },
        ask: (fields: object = {}) => admin(gate, 'POST', path, { ...act.order.body, ...fields }),
        preview: async (query = `kind=${action.input.kind}`) =>
          (await admin(gate, 'GET', `${path}/preview?${query}`)).body,
        list: async () => (await admin(gate, 'GET', `/apps/${appid}/actions`)).body.items,
      };
    }

    describe('refunded at the market while somebody looks at the preview', () => {
      for (const driver of refunding) {
        test(driver.name, async () => {
          const { stage, act, ask, list, preview } = await open(driver, refundsOf(driver)[0]);
          assert.equal((await preview()).possible, true);
          await driver.refund(stage, act.sale);
          const { status, body } = await ask();
          assert.deepEqual([status, body.detail], [400, NOTHING_LEFT]);
          assert.equal((await preview()).obstacle, NOTHING_LEFT);
          assert.deepEqual(await list(), []);
        });
      }
    });

    describe('a part of it refunded at the market meanwhile: more than is left', () => {
      for (const driver of refunding.filter(({ actions }) =>
        actions?.each.some(({ input }) => /\d/.test(input.amount)),
      )) {
        test(driver.name, async () => {
          const { stage, act, ask, list } = await open(driver, refundsOf(driver)[0]);
          await driver.refundPart?.(stage, act.sale);
          const { status, body } = await ask({ amount: '9.00' });
          const detail = 'At most 8.90 USD can still be refunded.';
          assert.deepEqual([status, body.detail], [400, detail]);
          assert.deepEqual(await list(), []);
          assert.equal(
            (await ask({ amount: '8.90' })).body.goods,
            'taken',
            'it is all that is left',
          );
        });
      }
    });

    test('a currency without decimals', async () => {
      const shop = await openOrderShop(gate, markets, { gateway: 'PORTONE' });
      const sales = openSales(gate, markets, shop);
      const { orderId } = (await shop.payPage({ currency: 'KRW' })).body.data;
      await markets.control(`/pg/orders/${orderId}/pay`, {});
      const [{ serviceReceipt }] = (await shop.restore()).body.data;
      const { data } = (await shop.verify(serviceReceipt, { providerId: 'PG' })).body;
      const path = `${sales.app}/purchases/${data.serviceTransactionId}/actions`;
      const detail = 'KRW has 0 digits after the point.';
      assert.equal((await sales.request(path, { amount: '500.5' })).body.detail, detail);
      const made = await sales.request(path, { amount: '500' });
      assert.deepEqual([made.body.amount, made.body.currency], ['500', 'KRW']);
      await sales.work();
      assert.equal((await sales.read(made.body.action_id)).state, 'done');
      const { payment } = (await admin(gate, 'GET', `${path}/preview?kind=refund`)).body;
      assert.deepEqual([payment.refunded, payment.refundable], ['500', '11500']);
    });

    describe('a subscription that has ended', () => {
      for (const [driver, kind, detail] of [
        [google, 'cancel', 'The subscription does not renew any more.'],
        [google, 'defer', 'Google Play cannot defer this.'],
        [apple, 'extend', 'The App Store cannot extend this.'],
      ] as const) {
        test(`${kind} at ${driver.name}`, async () => {
          const { stage, act, ask, list, preview } = await open(
            driver,
            driver.actions?.each.find(({ input }) => input.kind === kind),
          );
          assert.equal(
            (await preview(kind === 'cancel' ? undefined : `kind=${kind}&days=7`)).possible,
            true,
          );
          await driver.subscriptions?.end(stage, act.sale);
          const { status, body } = await ask();
          assert.deepEqual([status, body.detail], [400, detail]);
          assert.deepEqual(await list(), []);
        });
      }
    });

    describe('a market that fails', () => {
      const away = ['500', '429', 'reset'];
      for (const [turn, driver] of acting.entries()) {
        const action = driver.actions?.each[0];
        let stage: Stage;
        before(async () => {
          stage = await openStage(gate, markets, driver);
        });
        // What is no answer is the same for all, and they take turns; each reads answers in its own way.
        for (const kind of [away[turn % away.length] as string, 'garbage']) {
          test(`${driver.name}, ${kind}: nothing is written, and it is said`, async () => {
            const { ask, list, act } = await open(driver, action, stage);
            const known = await list();
            await markets.fault(driver.emulator, kind, { rate: 1 });
            const { status, body } = await ask();
            await markets.clearFaults();
            assert.deepEqual([status, body.code], [503, 'market_unavailable']);
            assert.match(body.detail, / does not answer \(.+\)\. Nothing was done\. Try again\.$/);
            assert.deepEqual(await list(), known);
            gate.now += LONG_MS;
            assert.equal((await act.request()).state, 'intended');
          });
        }

        for (const kind of ['500', '429', 'garbage']) {
          test(`${driver.name}, ${kind} to the call itself: done once in the end`, async () => {
            const { act } = await open(driver, action, stage);
            const { action_id } = await act.request();
            await markets.fault(driver.emulator, kind, {
              rate: 1,
              path: action?.call,
            });
            await work();
            const { state, answer } = await act.read(action_id);
            await markets.clearFaults();
            assert.equal(state, 'sent');
            assert.match(answer, /\S/);
            gate.now += LONG_MS;
            await work();
            const done = await act.read(action_id);
            assert.deepEqual([done.state, done.attempts, done.answer], ['done', 2, null]);
          });
        }
      }
    });

    test('settings that are gone before the request, and after it: back again, it goes on at once', async () => {
      const { stage, act, ask, list } = await open(stripe);
      const { appid } = stage.app;
      const settings = `/apps/${appid}/markets/PG`;
      const remove = () => admin(gate, 'DELETE', settings);
      await remove();
      const { status, body } = await ask();
      const detail = 'The app has no settings for PG. Set them, then try again.';
      assert.deepEqual([status, body.detail], [400, detail]);
      assert.deepEqual(await list(), []);
      await stage.useSecrets(stripe.setUp(await markets.control('/credentials'), appid).secrets);
      const { action_id } = await act.request();
      await remove();
      await work();
      const { state, answer } = await act.read(action_id);
      assert.deepEqual(
        [state, answer],
        ['intended', 'The app has no settings for PG. Set them, and Tollgate goes on.'],
      );
      await stage.useSecrets(stripe.setUp(await markets.control('/credentials'), appid).secrets);
      const path = stripe.actions?.each[0]?.call;
      await markets.fault(stripe.emulator, 'slow', { count: 1, path, delayMs: 1_000 });
      const working = work();
      let called = await act.read(action_id);
      await until(async () => {
        called = await act.read(action_id);
        return called.state !== 'intended';
      });
      assert.deepEqual([called.state, called.answer], ['sent', null]);
      await working;
      await markets.clearFaults();
      const done = await act.read(action_id);
      assert.deepEqual([done.state, done.answer], ['done', null]);
    });

    test('an alert after an hour without settings, until it is withdrawn or done', async () => {
      const { stage, act, gameIndex } = await open(stripe);
      const { appid } = stage.app;
      const credentials = await markets.control('/credentials');
      const alerts = async () => {
        gate.now += MINUTE;
        await gate.service.alerts.turn();
        const { body } = await admin(gate, 'GET', `/projects/${gameIndex}/alerts?state=open`);
        return body.items.map(({ kind, title, text, page }: Record<string, string>) => ({
          ...{ kind, title, text, page },
        }));
      };
      const waitInVain = async ({ request }: Act): Promise<string> => {
        const since = new Date(gate.now).toISOString().slice(0, 16).replace('T', ' ');
        const { action_id } = await request();
        await admin(gate, 'DELETE', `/apps/${appid}/markets/PG`);
        await work();
        gate.now += 59 * MINUTE;
        await work();
        assert.deepEqual(await alerts(), []);
        assert.deepEqual(await alerts(), [
          {
            kind: 'actions_stuck',
            title: `Actions of ${appid} do not end at the payment gateway`,
            text: `One action, the first since ${since} UTC. Each says why: the market does not answer, or its settings are missing or wrong. Tollgate keeps trying; what was not sent yet can be withdrawn.`,
            page: `/a/${appid}/refunds`,
          },
        ]);
        return action_id;
      };
      const withdrawn = `/apps/${appid}/actions/${await waitInVain(act)}/withdraw`;
      assert.equal((await admin(gate, 'POST', withdrawn)).body.state, 'withdrawn');
      assert.deepEqual(await alerts(), []);
      await stage.useSecrets(stripe.setUp(credentials, appid).secrets);
      const again = await open(stripe, undefined, stage);
      const id = await waitInVain(again.act);
      await stage.useSecrets(stripe.setUp(credentials, appid).secrets);
      gate.now += LONG_MS;
      await work();
      assert.equal((await act.read(id)).state, 'done');
      assert.deepEqual(await alerts(), []);
    });

    test('credentials that expired: said with the settings to check; the action waits for new ones', async () => {
      const { stage, act, ask, list } = await open(stripe);
      const { secrets } = stripe.setUp(await markets.control('/credentials'), stage.app.appid);
      const expire = () => stage.useSecrets({ api_secret: 'sk_live_of_another_merchant' });
      await expire();
      const { status, body } = await ask();
      assert.deepEqual([status, body.code], [503, 'market_unavailable']);
      assert.match(
        body.detail,
        /^The payment gateway does not accept the credentials of the app \(.+\)\. Nothing was done\. Check the settings for PG, then try again\.$/,
      );
      assert.deepEqual(await list(), []);
      await stage.useSecrets(secrets);
      const { action_id } = await act.request();
      await expire();
      await work();
      const { state, answer } = await act.read(action_id);
      assert.equal(state, 'sent');
      assert.match(answer, /\S/);
      await stage.useSecrets(secrets);
      gate.now += LONG_MS;
      await work();
      assert.equal((await act.read(action_id)).state, 'done');
    });

    test('refunded at the market before the second person decides: nothing is approved, and it can be declined', async () => {
      const { stage, act, gameIndex, list } = await open(stripe);
      await admin(gate, 'PUT', `/projects/${gameIndex}/action-settings`, {
        operators: false,
        daily_actions: null,
        daily_amounts: [],
        second_person_above: [{ amount: '1', currency: 'USD' }],
      });
      const { action_id, state } = await act.request();
      assert.equal(state, 'waiting');
      await stripe.refund(stage, act.sale);
      const second = await signIn(gate, await newOwner(gate));
      const one = `/apps/${stage.app.appid}/actions/${action_id}`;
      const approved = await second.send('POST', `${one}/approve`);
      assert.deepEqual([approved.status, approved.body.detail], [400, NOTHING_LEFT]);
      await work();
      assert.equal((await act.read(action_id)).state, 'waiting');
      const declined = await second.send('POST', `${one}/decline`, { comment: 'Refunded already' });
      assert.deepEqual([declined.status, declined.body.state], [200, 'declined']);
      await work();
      assert.deepEqual(await list(), [declined.body]);
      assert.equal(declined.body.attempts, 0, 'the market was never called');
    });
  },
  { adminToken: ADMIN_TOKEN, kinds: EITHER },
);
