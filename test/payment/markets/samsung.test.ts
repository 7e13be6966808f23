// SAMSUNG beyond the conformance kit: what notifications prove, older receipts, and the modes.
import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { SYSTEM } from '../../../src/audit/audit.ts';
import { setMarket } from '../../../src/payment/settings/market-settings.ts';
import { EITHER } from '../../support/databases.ts';
import { marketSuite, setUpMarket } from '../../support/markets.ts';
import type { Json, Stage } from '../conformance/driver.ts';
import { samsung as driver } from '../conformance/drivers/samsung.ts';
import { GEMS, openStage } from '../conformance/stage.ts';

const PACKAGE = 'com.tollgate.demo';

marketSuite(
  'SAMSUNG',
  (gate, markets) => {
    const open = async (): Promise<Stage> => {
      const stage = await openStage(gate, markets, driver);
      // Nobody listens: the tests take what is held back.
      await driver.notices?.register(stage, 'http://127.0.0.1:9/');
      await stage.control('/samsung/notifications/hold', {});
      return stage;
    };
    const lastOf = async ({ control }: Stage): Promise<Json> =>
      (await control('/samsung/notifications')).notifications.at(-1).content;
    const deliver = async ({ app, control }: Stage, claims: object) => {
      const { token } = await control('/samsung/notifications/sign', claims);
      const { status } = await gate.post(`/market/v1/samsung/${app.appid}`, `${token}\n`);
      await gate.service.payment.jobs.turn();
      return status;
    };
    const noticesOf = ({ app }: Stage) =>
      gate.service.context.storage.db
        .selectFrom('market_notice')
        .select(['kind', 'state'])
        .where('appid', '=', app.appid)
        .orderBy('kind')
        .execute();

    test('a refund that Samsung does not confirm cancels nothing; other events are kept', async () => {
      const stage = await open();
      const sale = await driver.sell(stage);
      await stage.verify(sale);
      const claims = await lastOf(stage);
      for (const sub of ['ITEM_REFUNDED', 'ORDER_HISTORY_DELETED', 'ARS_RENEWED', 'TEST']) {
        const data = sub === 'TEST' ? {} : claims.data;
        assert.equal(await deliver(stage, { ...claims, sub, data }), 200);
      }
      assert.equal(await stage.cancelState(sale), 0);
      assert.deepEqual(await noticesOf(stage), [
        { kind: 'ARS_RENEWED', state: 'kept' },
        { kind: 'ITEM_REFUNDED', state: 'applied' },
        { kind: 'ORDER_HISTORY_DELETED', state: 'kept' },
        { kind: 'TEST', state: 'kept' },
      ]);
    });

    test('notifications of another package are acknowledged and dropped', async () => {
      const stage = await open();
      await driver.sell(stage);
      const claims = await lastOf(stage);
      assert.equal(await deliver(stage, { ...claims, aud: ['com.tollgate.other'] }), 200);
      assert.deepEqual(await noticesOf(stage), []);
      assert.equal(await deliver(stage, { ...claims, aud: PACKAGE }), 200);
      assert.equal((await stage.purchases()).length, 1);
    });

    test('without a public key notifications get 503, and the check says so; PEM is taken, too', async () => {
      const stage = await open();
      await driver.sell(stage);
      const claims = await lastOf(stage);
      const settings = { package_name: PACKAGE };
      await setUpMarket(gate, stage.app, 'SAMSUNG', settings, { public_key: null });
      assert.equal(await deliver(stage, claims), 503);
      const check = await gate.service.payment.checkMarket(stage.app.appid, 'SAMSUNG');
      assert.deepEqual([check?.ok, check?.code], [true, 'no_webhook_secret']);
      const { samsung } = await stage.control('/credentials');
      const der = Buffer.from(samsung.publicKey, 'base64');
      const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
      const pem = key.export({ type: 'spki', format: 'pem' }).toString();
      await setUpMarket(gate, stage.app, 'SAMSUNG', settings, { public_key: pem });
      assert.equal(await deliver(stage, claims), 200);
      const { context } = gate.service;
      const secrets = { public_key: 'no key' };
      const input = { appid: stage.app.appid, market: 'SAMSUNG', settings, secrets } as const;
      assert.match(
        JSON.stringify(await setMarket(context, SYSTEM, input)),
        /not an RSA public key/,
      );
    });

    test('a receipt without a currency has no price', async () => {
      const stage = await open();
      const { purchaseId: receipt } = await stage.control('/samsung/purchases', {
        itemId: GEMS,
        currency: '',
      });
      const { data } = (await stage.verify({ receipt })).body;
      assert.deepEqual([data.servicePrice, data.serviceCurrency], [null, null]);
    });
  },
  { kinds: EITHER },
);

marketSuite(
  'SAMSUNG in the sandbox',
  (gate, markets) => {
    test('only purchases in test mode pass', async () => {
      const stage = await openStage(gate, markets, driver);
      const tested = (await driver.sellForTestMoney?.(stage)) as Json;
      assert.equal((await stage.verify(tested)).body.data.servicePurchaseTest, 'Y');
      const live = await stage.verify(await driver.sell(stage));
      assert.equal(live.body.outcome.message, 'INVALID_RECEIPT');
    });
  },
  { kinds: EITHER, environment: 'sandbox' },
);
