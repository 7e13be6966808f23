// Sales to buyers who came from the App Store: reported to Apple once, with tax and country; refunds and disputes too.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';
import { GEMS } from '../orders/order-shop.ts';
import { openExternalShop } from './external-shop.ts';

const SOLD = { tax: 90, country: 'DE' };

marketSuite(
  'external sales at Apple',
  (gate, markets) => {
    test('a paid order is reported once, with what the gateway says of tax and country', async () => {
      const shop = await openExternalShop(gate, markets);
      const { externalPurchaseId, token } = await shop.appleVisit();
      const orderId = await shop.open({ externalPurchaseToken: token, quantity: 2 });
      await shop.work();
      assert.deepEqual(await shop.reports(orderId), []);
      await shop.act(orderId, 'pay', { tax: 316, country: 'DE' });
      await shop.work();
      const [report] = await shop.reports(orderId);
      const paidAt = Math.floor(gate.now / 1_000) * 1_000;
      assert.ok(report);
      assert.deepEqual(report, {
        game_index: shop.app.gameIndex,
        appid: shop.app.appid,
        report_id: report.report_id,
        market: 'APPLE',
        kind: 'sale',
        subject: orderId,
        position: 1,
        token: externalPurchaseId,
        state: 'sent',
        line_id: report.report_id,
        is_void: 0,
        currency: 'USD',
        amount: 19_800,
        tax: 3_160,
        tax_country: 'DE',
        rate: null,
        happened_at: paidAt,
        report_by: paidAt + 10 * 86_400_000,
        created_at: gate.now,
        sent_at: gate.now,
        body: report.body,
        refusal: null,
      });
      const sent = {
        requestIdentifier: report.report_id,
        externalPurchaseId,
        status: 'LINE_ITEM',
        lineItems: [
          {
            lineItemId: report.report_id,
            creationDate: paidAt,
            eventType: 'BUY',
            productType: 'ONE_TIME_BUY',
            productIdentifier: GEMS,
            quantity: 2,
            pricingCurrency: 'USD',
            reportingCurrency: 'USD',
            amountTaxExclusive: 16_640,
            amountTaxInclusive: 19_800,
            netAmountTaxExclusive: 16_640,
            taxAmount: 3_160,
            taxCountry: 'DEU',
          },
        ],
      };
      assert.deepEqual(JSON.parse(report.body ?? ''), sent);
      const atApple = await shop.atApple();
      assert.deepEqual(
        atApple.map(({ environment, bundleId, reportedAt, ...body }) => body),
        [sent],
      );
      // Read again, nothing changes.
      await shop.act(orderId, 'fraud-warning');
      await shop.work();
      assert.equal((await shop.atApple()).length, 1);
    });

    test('a token of the sandbox goes to the sandbox', async () => {
      const shop = await openExternalShop(gate, markets);
      const { token } = await shop.appleVisit({ environment: 'Sandbox' });
      await shop.sell({ externalPurchaseToken: token }, SOLD);
      await shop.work();
      const [sent] = await shop.atApple();
      assert.equal(sent.environment, 'Sandbox');
      assert.match(sent.externalPurchaseId, /^SANDBOX_/);
    });

    test('refunds in parts add up to the sale, with their tax', async () => {
      const shop = await openExternalShop(gate, markets);
      const { token } = await shop.appleVisit();
      const orderId = await shop.sell(
        { externalPurchaseToken: token },
        { tax: 101, country: 'FR' },
      );
      for (const amount of [333, 333, 324]) {
        await shop.work();
        await shop.act(orderId, 'refund', { amount });
      }
      await shop.work();
      const reports = await shop.reports(orderId);
      assert.deepEqual(
        reports.map(({ kind, state, amount, tax }) => [kind, state, amount, tax]),
        [
          ['sale', 'sent', 9_900, 1_010],
          ['refund', 'sent', 3_330, 340],
          ['refund', 'sent', 3_330, 340],
          ['refund', 'sent', 3_240, 330],
        ],
      );
      const [sale, ...refunds] = (await shop.atApple()).map(({ lineItems }) => lineItems[0]);
      for (const each of refunds) {
        assert.equal(each.eventType, 'REFUND');
        assert.equal(each.referenceLineItemId, sale.lineItemId);
      }
    });

    test('a dispute that the studio wins takes its refund back', async () => {
      const shop = await openExternalShop(gate, markets);
      const { token } = await shop.appleVisit();
      const orderId = await shop.sell({ externalPurchaseToken: token }, SOLD);
      await shop.work();
      await shop.act(orderId, 'dispute');
      await shop.work();
      await shop.act(orderId, 'dispute/win');
      await shop.work();
      assert.deepEqual(
        (await shop.reports(orderId)).map(({ kind, state, is_void }) => [kind, state, is_void]),
        [
          ['sale', 'sent', 0],
          ['refund', 'corrected', 0],
          ['correction', 'sent', 1],
        ],
      );
      const [, refund, correction] = (await shop.atApple()).map(({ lineItems }) => lineItems[0]);
      assert.deepEqual(correction, { ...refund, restatement: true, erroneouslySubmitted: true });
    });

    test('a refund that failed at the bank is taken back, and the next one is new', async () => {
      const shop = await openExternalShop(gate, markets);
      const { token } = await shop.appleVisit();
      const orderId = await shop.sell({ externalPurchaseToken: token }, SOLD);
      await shop.act(orderId, 'refund');
      await shop.work();
      await shop.act(orderId, 'refund/fail');
      await shop.work();
      await shop.act(orderId, 'refund', { amount: 100 });
      await shop.work();
      assert.deepEqual(
        (await shop.reports(orderId)).map(({ kind, state, amount }) => [kind, state, amount]),
        [
          ['sale', 'sent', 9_900],
          ['refund', 'corrected', 9_900],
          ['correction', 'sent', 9_900],
          ['refund', 'sent', 1_000],
        ],
      );
    });

    test('after a lost answer the report is found, and not sent again', async () => {
      const shop = await openExternalShop(gate, markets);
      const { token } = await shop.appleVisit();
      const orderId = await shop.sell({ externalPurchaseToken: token }, SOLD);
      await markets.fault('apple', 'lost', { count: 3, path: '/reports' });
      await shop.work();
      const [due] = await shop.reports(orderId);
      assert.equal(due?.state, 'due');
      gate.now += 3_600_000;
      await shop.work();
      const [sent] = await shop.reports(orderId);
      assert.deepEqual([sent?.state, sent?.body], ['sent', due?.body]);
      assert.equal((await shop.atApple()).length, 1);
    });
  },
  { kinds: EITHER },
);
