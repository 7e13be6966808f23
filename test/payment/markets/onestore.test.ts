// ONESTORE beyond the conformance kit: prices from notifications, tokens that end, grants, and what proves nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SYSTEM } from '../../../src/audit/audit.ts';
import { setProduct } from '../../../src/tenants/products.ts';
import { ADMIN_TOKEN } from '../../admin/caller.ts';
import { EITHER } from '../../support/databases.ts';
import { expectDone } from '../../support/harness.ts';
import { marketSuite, setUpMarket } from '../../support/markets.ts';
import { revenueOf } from '../conformance/cases/verification.ts';
import type { Json, Stage } from '../conformance/driver.ts';
import { onestore as driver } from '../conformance/drivers/onestore.ts';
import { GEMS, openStage } from '../conformance/stage.ts';

const CLIENT = 'com.tollgate.demo';

/** The notification that ONE store would send now, with other fields signed, too. */
async function messageOf({ control }: Stage, purchaseToken: string): Promise<Json> {
  const { notifications } = await control('/onestore/notifications');
  const own = notifications.filter((each: Json) => each.content.purchaseToken === purchaseToken);
  return own.at(-1).content;
}

marketSuite(
  'ONESTORE',
  (gate, markets) => {
    const open = async (): Promise<Stage> => {
      const stage = await openStage(gate, markets, driver);
      // Nobody listens: the tests take what is held back.
      const url = 'http://127.0.0.1:9/';
      await stage.control('/onestore/notifications', { clientId: CLIENT, url });
      await stage.control('/onestore/notifications/hold', {});
      return stage;
    };
    const sign = async (stage: Stage, message: object): Promise<string> =>
      JSON.stringify(await stage.control('/onestore/notifications/sign', message));
    const deliver = async (stage: Stage, body: string) => {
      const path = `/market/v1/onestore/${stage.app.appid}`;
      const { status } = await gate.post(path, body);
      await gate.service.payment.jobs.turn();
      return status;
    };

    test('the price comes with the notification, before or after the verification, and counts', async () => {
      const stage = await open();
      const [before, after] = [await driver.sell(stage), await driver.sell(stage)];
      const first = await stage.verify(after);
      assert.equal(first.body.data.servicePrice, null);
      for (const { id } of [before, after]) {
        assert.equal(await deliver(stage, await sign(stage, await messageOf(stage, id))), 200);
      }
      const { data } = (await stage.verify(before)).body;
      const told = [data.serviceDuplicated, data.servicePrice, data.serviceCurrency];
      assert.deepEqual(told, [false, 9.9, 'USD']);
      const rows = await stage.purchases();
      assert.deepEqual(
        rows.map(({ price, currency }) => [price, currency]),
        [
          ['9.90', 'USD'],
          ['9.90', 'USD'],
        ],
      );
      assert.deepEqual(await revenueOf(stage), [['ONESTORE', '19.80', '19.80']]);
    });

    test('a message without a token is about a recorded purchase, or fails', async () => {
      const stage = await open();
      const [known, unknown] = [await driver.sell(stage), await driver.sell(stage)];
      await stage.verify(known);
      for (const { id } of [known, unknown]) {
        const { purchaseToken: _, ...message } = await messageOf(stage, id);
        assert.equal(await deliver(stage, await sign(stage, message)), 200);
      }
      const rows = await gate.service.context.storage.db
        .selectFrom('market_notice')
        .select(['subject', 'state'])
        .where('appid', '=', stage.app.appid)
        .execute();
      const states = new Map(rows.map(({ subject, state }) => [subject, state]));
      assert.equal(states.get(known.transactionId), 'applied');
      assert.equal(states.get(unknown.transactionId), 'failed');
    });

    test('a cancellation that ONE store does not confirm cancels nothing', async () => {
      const stage = await open();
      const sale = await driver.sell(stage);
      await stage.verify(sale);
      const message = { ...(await messageOf(stage, sale.id)), purchaseState: 'CANCELED' };
      assert.equal(await deliver(stage, await sign(stage, message)), 200);
      assert.equal(await stage.cancelState(sale), 0);
    });

    test('messages of another client, environment or market are acknowledged and dropped', async () => {
      const stage = await open();
      const sale = await driver.sell(stage);
      const message = await messageOf(stage, sale.id);
      for (const other of [
        { clientId: 'com.tollgate.other' },
        { environment: 'SANDBOX' },
        { marketCode: 'MKT_GLB' },
      ]) {
        const signed = await sign(stage, { ...message, ...other });
        assert.equal(await deliver(stage, signed), 200);
      }
      assert.deepEqual(await stage.purchases(), []);
      const spaced = await sign(stage, message);
      assert.equal(await deliver(stage, `${spaced} `), 200);
      assert.equal((await stage.purchases()).length, 1);
    });

    test('without a licence key every notification gets 503, and the check says so', async () => {
      const stage = await open();
      const sale = await driver.sell(stage);
      const signed = await sign(stage, await messageOf(stage, sale.id));
      await setUpMarket(gate, stage.app, 'ONESTORE', { client_id: CLIENT }, { licence_key: null });
      assert.equal(await deliver(stage, signed), 503);
      const check = await gate.service.payment.checkMarket(stage.app.appid, 'ONESTORE');
      assert.deepEqual([check?.ok, check?.code], [true, 'no_licence_key']);
      await setUpMarket(
        gate,
        stage.app,
        'ONESTORE',
        { client_id: CLIENT },
        { client_secret: null },
      );
      const none = await gate.service.payment.checkMarket(stage.app.appid, 'ONESTORE');
      assert.deepEqual([none?.code, none?.details], ['incomplete', { missing: ['client_secret'] }]);
    });

    test('a token that ONE store no longer takes is replaced at once', async () => {
      const stage = await open();
      await stage.verify(await driver.sell(stage));
      await fetch(`${markets.url}/control/onestore/access-tokens`, { method: 'DELETE' });
      assert.equal((await stage.verify(await driver.sell(stage))).status, 200);
      gate.now += 55 * 60_000;
      assert.equal((await stage.verify(await driver.sell(stage))).status, 200);
    });

    test('a consumable is consumed if the app says so, a permanent product never', async () => {
      const stage = await open();
      await setUpMarket(gate, stage.app, 'ONESTORE', {
        client_id: CLIENT,
        after_verify: 'consume',
      });
      const product = {
        appid: stage.app.appid,
        name: 'Skin',
        prices: [],
        kind: 'permanent' as const,
      };
      const { context } = gate.service;
      expectDone(await setProduct(context, SYSTEM, { ...product, product_id: 'skin.1' }));
      const states: unknown[] = [];
      for (const productId of [GEMS, 'skin.1']) {
        const sale = await driver.sell(stage, { productId });
        assert.equal((await stage.verify(sale, { productId })).status, 200);
        await gate.service.payment.jobs.turn();
        const { isConsumed, isAcknowledged } = await stage.control(
          `/onestore/purchases/${sale.id}`,
        );
        states.push([isConsumed, isAcknowledged]);
      }
      assert.deepEqual(states, [
        [true, true],
        [false, true],
      ]);
    });

    test('another market code finds nothing, and the answer names the one in use', async () => {
      const stage = await open();
      await setUpMarket(gate, stage.app, 'ONESTORE', { client_id: CLIENT, market_code: 'MKT_GLB' });
      const { body } = await stage.verify(await driver.sell(stage));
      assert.equal(
        body.detail,
        'ONE store has no such purchase of the product in MKT_GLB (NoSuchData).',
      );
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);

marketSuite(
  'ONESTORE in the sandbox',
  (gate, markets) => {
    test('the sandbox host has purchases of its own, which are tests', async () => {
      const stage = await openStage(gate, markets, driver);
      const { body } = await stage.verify((await driver.sellForTestMoney?.(stage)) as Json);
      assert.equal(body.data.servicePurchaseTest, 'Y');
      const live = await stage.verify(await driver.sell(stage));
      assert.equal(live.body.outcome.message, 'INVALID_RECEIPT');
    });
  },
  { kinds: EITHER, environment: 'sandbox' },
);
