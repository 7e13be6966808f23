// AMAZON beyond the conformance kit: the secret in the address, SNS, forgotten receipts, kinds of products, lost renewals.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Adapter } from '../../../src/payment/markets/description.ts';
import { createMarketHttp } from '../../../src/payment/markets/http.ts';
import type { MarketApp } from '../../../src/payment/markets/market.ts';
import { createMarkets } from '../../../src/payment/markets/markets.ts';
import { createLog } from '../../../src/start/log.ts';
import { ADMIN_TOKEN } from '../../admin/caller.ts';
import { EITHER } from '../../support/databases.ts';
import { addressesOf, marketSuite, setUpMarket } from '../../support/markets.ts';
import type { Json, Stage } from '../conformance/driver.ts';
import { amazon as driver } from '../conformance/drivers/amazon.ts';
import { GEMS, openStage, PLAN } from '../conformance/stage.ts';

const PACKAGE = 'com.tollgate.demo';
const HOUR = 60 * 60_000;
const MONTH = 30 * 24 * HOUR;

marketSuite(
  'AMAZON',
  (gate, markets) => {
    const open = async (): Promise<Stage> => {
      const stage = await openStage(gate, markets, driver);
      // Nobody listens: the tests take what is held back.
      await driver.notices?.register(stage, 'http://127.0.0.1:9/');
      await stage.control('/amazon/notifications/hold', {});
      return stage;
    };
    const lastOf = async ({ control }: Stage): Promise<Json> =>
      (await control('/amazon/notifications')).notifications.at(-1).content;
    const sign = async ({ control }: Stage, content: object): Promise<string> =>
      JSON.stringify(await control('/amazon/notifications/sign', content));
    const deliver = async ({ app }: Stage, body: string) => {
      const headers = { 'content-type': 'text/plain; charset=UTF-8' };
      const { status } = await gate.post(`/market/v1/amazon/${app.appid}`, body, headers);
      await gate.service.payment.jobs.turn();
      return status;
    };
    const deliverLast = async (stage: Stage) =>
      deliver(stage, await sign(stage, await lastOf(stage)));
    const poll = async () => {
      gate.now += 7 * HOUR;
      await gate.service.payment.pollers.turn();
    };
    const statusOf = async (stage: Stage, id: string): Promise<Json> =>
      (await stage.status()).find((each) => each.originalStoreTransactionId === id);

    test('the secret is in no sentence, log or call, whatever fails', async () => {
      const stage = await open();
      const secret = '2:a secret/with?signs#=and%more:==';
      await setUpMarket(
        gate,
        stage.app,
        'AMAZON',
        { package_name: PACKAGE },
        { shared_secret: secret },
      );
      const app = (await gate.service.payment.marketApps(stage.app.appid, 'AMAZON')) as MarketApp;
      const { clock } = gate.service.context;
      const said: string[] = [];
      const log = createLog('trace', { write: (line) => said.push(line) });
      const onCall = ({ url: _, ...call }: object & { url: string }, result: string) =>
        said.push(JSON.stringify([call, result]));
      const onAccess = (...[, ...access]: unknown[]) => said.push(JSON.stringify(access));
      const right = await addressesOf(markets);
      for (const amazonUrl of [right.amazonUrl, 'http://127.0.0.1:9', 'http://no host', 'x://y']) {
        const http = createMarketHttp({ clock, onCall, attemptMs: 500, totalMs: 500 });
        const addresses = { ...right, amazonUrl };
        const { AMAZON } = createMarkets({ http, addresses, clock, log, onAccess });
        const { check, verifyPurchase } = AMAZON as Adapter;
        const request = {
          receipt: '{"userId":"u","receiptId":"r"}',
          productId: GEMS,
          accountUuid: '',
        };
        said.push(JSON.stringify([await check(app), await verifyPurchase?.(app, request)]));
        await http.close();
      }
      const text = said.join('\n');
      assert.match(text, /invalid secret/);
      assert.match(text, /unreachable/);
      for (const part of [secret, encodeURIComponent(secret), 'a%20secret', 'a secret']) {
        assert.equal(text.includes(part), false, part);
      }
    });

    test('Amazon asks whether the address wants the topic, and gets its answer', async () => {
      const stage = await open();
      const target = { packageName: PACKAGE, url: 'http://127.0.0.1:9/' };
      await stage.control('/amazon/notifications', target);
      const offer = await lastOf(stage);
      await driver.sell(stage);
      assert.deepEqual(await lastOf(stage), offer, 'not confirmed yet');
      const elsewhere = { ...offer, SubscribeURL: 'http://example.com/?Token=x' };
      assert.equal(await deliver(stage, await sign(stage, elsewhere)), 400);
      const unknown = offer.SubscribeURL.replace(/Token=.*/, 'Token=x');
      const other = await sign(stage, { ...offer, SubscribeURL: unknown });
      assert.equal(await deliver(stage, other), 400);
      await markets.fault('amazon', '500', { rate: 1 });
      assert.equal(await deliver(stage, await sign(stage, offer)), 503);
      await markets.clearFaults();
      gate.now += 60_000;
      assert.equal(await deliver(stage, await sign(stage, offer)), 200);
      await driver.sell(stage);
      assert.equal((await lastOf(stage)).Type, 'Notification');
      assert.equal(await deliverLast(stage), 200);
      assert.equal((await stage.purchases()).length, 1);
      const ended = { ...offer, Type: 'UnsubscribeConfirmation', MessageId: 'bye' };
      assert.equal(await deliver(stage, await sign(stage, ended)), 200);
    });

    test('messages of another app or topic are acknowledged and dropped', async () => {
      const stage = await open();
      await driver.sell(stage);
      const content = await lastOf(stage);
      const strange = content.Message.replace(PACKAGE, 'com.tollgate.other');
      assert.equal(await deliver(stage, await sign(stage, { ...content, Message: strange })), 200);
      const settings = { package_name: PACKAGE, topic_arn: 'arn:of:another' };
      await setUpMarket(gate, stage.app, 'AMAZON', settings);
      assert.equal(await deliverLast(stage), 200);
      assert.deepEqual(await stage.purchases(), []);
      await setUpMarket(gate, stage.app, 'AMAZON', { ...settings, topic_arn: content.TopicArn });
      assert.equal(await deliverLast(stage), 200);
      assert.equal((await stage.purchases()).length, 1);
      const nothing = { ...content, MessageId: 'other', Message: 'no JSON' };
      assert.equal(await deliver(stage, await sign(stage, nothing)), 400);
    });

    test('a cancellation that Amazon does not confirm cancels nothing', async () => {
      const stage = await open();
      const sale = await driver.sell(stage);
      await stage.verify(sale);
      const content = await lastOf(stage);
      const Message = content.Message.replace('_PURCHASED', '_CANCELLED');
      assert.equal(await deliver(stage, await sign(stage, { ...content, Message })), 200);
      assert.equal(await stage.cancelState(sale), 0);
    });

    test('a receipt that Amazon has forgotten is cancelled, by a notification or in time', async () => {
      const stage = await open();
      const [told, untold] = [await driver.sell(stage), await driver.sell(stage)];
      for (const sale of [told, untold]) await stage.verify(sale);
      await stage.control(`/amazon/purchases/${untold.id}/forget`, {});
      await stage.control(`/amazon/purchases/${told.id}/forget`, {});
      await deliverLast(stage);
      assert.deepEqual([await stage.cancelState(told), await stage.cancelState(untold)], [1, 0]);
      await poll();
      assert.equal(await stage.cancelState(untold), 1);
    });

    test('what is bought once and kept is owned for good', async () => {
      const stage = await open();
      const { receipt } = await stage.control('/amazon/purchases', {
        productId: 'skin.1',
        productType: 'ENTITLED',
      });
      assert.equal((await stage.verify({ receipt }, { productId: 'skin.1' })).status, 200);
      const [row] = await stage.purchases();
      assert.equal(row.permanent, 1);
    });

    test('renewals and ends are told, and found when nobody tells them', async () => {
      const stage = await open();
      const subscribe = async () => {
        const sale = await driver.subscriptions?.subscribe(stage);
        assert.ok(sale);
        assert.equal((await stage.subscribe(sale)).status, 200);
        return sale;
      };
      const [told, untold] = [await subscribe(), await subscribe()];
      await stage.events();
      await stage.control(`/amazon/purchases/${told.id}/renew`, {});
      await deliverLast(stage);
      assert.deepEqual(await stage.events(), ['subscription.renewed']);
      await stage.control(`/amazon/purchases/${untold.id}/cancel`, {});
      await poll();
      assert.deepEqual((await statusOf(stage, untold.id)).status, 'revoked');
      const plain = await stage.verify(told, { productId: PLAN });
      assert.match(plain.body.detail, /subscription\/verify/);
      const sale = await driver.sell(stage);
      assert.match((await stage.subscribe(sale)).body.detail, /purchase\/verify/);
    });

    test('a payment that fails costs no access until Amazon says so', async () => {
      const stage = await open();
      const { receipt, receiptId } = await stage.control('/amazon/purchases', {
        productId: PLAN,
        productType: 'SUBSCRIPTION',
      });
      await stage.subscribe({ receipt });
      await stage.control(`/amazon/purchases/${receiptId}/fail-payment`, {});
      gate.now += MONTH + HOUR;
      const { status, active } = await statusOf(stage, receiptId);
      assert.deepEqual([status, active], ['grace', true]);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);

marketSuite(
  'AMAZON in the sandbox',
  (gate, markets) => {
    test('receipts of the App Tester are tests, those of the store are unknown', async () => {
      const stage = await openStage(gate, markets, driver);
      const { receipt } = await stage.control('/amazon/purchases', {
        productId: GEMS,
        environment: 'sandbox',
      });
      assert.equal((await stage.verify({ receipt })).body.data.servicePurchaseTest, 'Y');
      const live = await stage.verify(await driver.sell(stage));
      assert.equal(live.body.outcome.message, 'INVALID_RECEIPT');
    });
  },
  { kinds: EITHER, environment: 'sandbox' },
);
