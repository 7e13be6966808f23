// What operators do with reports: list, send again, correct, close; in the admin API, and the alert about open ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';
import { openExternalShop } from './external-shop.ts';

marketSuite(
  'reports of external sales for operators',
  (gate, markets) => {
    const api = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
      admin(gate, method, path, body);

    test('the list, its filters, one report, the file', async () => {
      const shop = await openExternalShop(gate, markets);
      const path = `/apps/${shop.app.appid}/reports`;
      const { externalPurchaseId, token } = await shop.appleVisit();
      const sold = await shop.sell({ externalPurchaseToken: token }, { tax: 90, country: 'DE' });
      await shop.work();
      gate.now += 1_000;
      await shop.act(sold, 'refund', { amount: 330 });
      await shop.work();
      const { body } = await api('GET', path);
      const [refund, sale] = body.items;
      const at = new Date(gate.now).toISOString();
      assert.deepEqual(body, {
        items: [
          {
            ...refund,
            ...{ market: 'APPLE', kind: 'refund', state: 'sent', order_id: sold },
            ...{ currency: 'USD', amount: '3.30', tax: '0.30', tax_country: 'DE' },
            ...{ is_void: false, created_at: at, sent_at: at, refusal: null },
          },
          { ...sale, kind: 'sale', amount: '9.90', tax: '0.90' },
        ],
        next: null,
      });
      for (const [query, count] of [
        ['state=due', 0],
        ['market=GOOGLE', 0],
        ['kind=refund', 1],
        [`order_id=${sold}`, 2],
        [`from=${at}`, 1],
        ['limit=1', 1],
      ] as const) {
        assert.equal((await api('GET', `${path}?${query}`)).body.items.length, count, query);
      }
      assert.deepEqual((await api('GET', `${path}/count?kind=sale`)).body, {
        count: 1,
        is_exact: true,
      });
      const one = (await api('GET', `${path}/${sale.report_id}`)).body;
      assert.deepEqual(one, {
        ...sale,
        token: externalPurchaseId,
        line_id: sale.report_id,
        rate: null,
        content: one.content,
        service_transaction_id: one.service_transaction_id,
      });
      assert.equal(one.content.requestIdentifier, sale.report_id);
      assert.match(one.service_transaction_id, /^PG_\d+$/);
      const unknown = await api('GET', `${path}/${refund.report_id.replace(/.$/, 'x')}`);
      assert.equal(unknown.status, 400);
      const none = await api('GET', `${path}/00000000-0000-4000-8000-000000000000`);
      assert.equal(none.status, 404);
      const allTax = { tax: '9.90', reason: 'All of it is tax' };
      assert.equal((await api('POST', `${path}/${sale.report_id}/correct`, allTax)).status, 200);
    });

    test('without country or rate nothing is sent until somebody says them', async () => {
      await openExternalShop(gate, markets, { apple: { external_reporting_currency: 'EUR' } });
      const shop = await openExternalShop(gate, markets, {
        product: {
          prices: [
            { currency: 'UYU', amount: '400.00' },
            { currency: 'USD', amount: '9.90' },
          ],
        },
      });
      const path = `/apps/${shop.app.appid}/reports`;
      const { token } = await shop.appleVisit();
      const fields = { externalPurchaseToken: token, currency: 'UYU' };
      const order = await shop.sell(fields, { tax: 7_213, country: 'none' });
      await shop.work();
      const [report] = (await api('GET', path)).body.items;
      const day = new Date(gate.now).toISOString().slice(0, 10);
      assert.equal(report.state, 'refused');
      assert.equal(
        report.refusal,
        `The gateway did not say the country of the buyer. Send the report again with tax_country. There is no exchange rate from UYU to USD for ${day}. Add it to the figures of the project, then send the report again.`,
      );
      const send = `${path}/${report.report_id}/send`;
      assert.equal((await api('POST', send, { tax_country: 'XX' })).status, 400);
      assert.equal((await api('POST', send, { tax: '400.01' })).status, 400);
      assert.equal((await api('POST', send, { tax_country: 'UY' })).status, 400);
      const rates = [{ currency: 'UYU', day, rate: '0.0251' }];
      const project = `/projects/${shop.app.gameIndex}/rates`;
      assert.equal((await api('PUT', project, { reporting: 'USD', rates })).status, 200);
      const again = (await api('POST', send, { tax_country: 'uy' })).body;
      assert.deepEqual(
        [again.state, again.amount, again.tax, again.tax_country, again.rate],
        ['due', '10.04', '1.81', 'UY', '0.0251'],
      );
      await shop.work();
      const [{ lineItems }] = await shop.atApple();
      const { pricingCurrency, reportingCurrency, exchangeRate, taxCountry } = lineItems[0];
      assert.deepEqual(
        [pricingCurrency, reportingCurrency, exchangeRate, taxCountry],
        ['UYU', 'USD', 0.0251, 'URY'],
      );
      await shop.act(order, 'refund');
      await shop.work();
      assert.deepEqual(
        (await shop.reports(order)).map(({ state, amount, tax }) => [state, amount, tax]),
        [
          ['sent', 10_040, 1_810],
          ['sent', 10_040, 1_810],
        ],
      );
    });

    test('a refused report is sent in the currency that the app reports to Apple', async () => {
      const shop = await openExternalShop(gate, markets, {
        apple: { external_reporting_currency: 'EUR' },
        product: {
          prices: [
            { currency: 'UYU', amount: '400.00' },
            { currency: 'USD', amount: '9.90' },
          ],
        },
      });
      const { token } = await shop.appleVisit();
      await shop.sell({ externalPurchaseToken: token, currency: 'UYU' }, { tax: 0, country: 'UY' });
      await shop.work();
      const path = `/apps/${shop.app.appid}/reports`;
      const [report] = (await api('GET', path)).body.items;
      const day = new Date(gate.now).toISOString().slice(0, 10);
      const refusal = `There is no exchange rate from UYU to EUR for ${day}. Add it to the figures of the project, then send the report again.`;
      assert.deepEqual([report.state, report.refusal], ['refused', refusal]);
      const rates = [{ currency: 'UYU', day, rate: '0.0216' }];
      const project = `/projects/${shop.app.gameIndex}/rates`;
      assert.equal((await api('PUT', project, { reporting: 'EUR', rates })).status, 200);
      const again = (await api('POST', `${path}/${report.report_id}/send`, {})).body;
      assert.deepEqual(
        [again.state, again.currency, again.amount, again.rate],
        ['due', 'EUR', '8.64', '0.0216'],
      );
      await shop.work();
      const [{ lineItems }] = await shop.atApple();
      assert.equal(lineItems[0].reportingCurrency, 'EUR');
    });

    test('a wrong country is restated to Apple, with the refunds of the sale', async () => {
      const shop = await openExternalShop(gate, markets);
      const path = `/apps/${shop.app.appid}/reports`;
      const { token } = await shop.appleVisit();
      const order = await shop.sell({ externalPurchaseToken: token }, { tax: 90, country: 'DE' });
      await shop.act(order, 'refund', { amount: 330 });
      await shop.work();
      const [sale, refund] = await shop.reports(order);
      const correction = { tax: '1.80', tax_country: 'FR', reason: 'Wrong address' };
      const correct = `${path}/${sale?.report_id}/correct`;
      assert.equal((await api('POST', correct, correction)).status, 200);
      await shop.work();
      const items = (await shop.atApple()).slice(2).map(({ lineItems }) => lineItems[0]);
      assert.deepEqual(
        items.map((each) => [each.lineItemId, each.restatement, each.taxAmount, each.taxCountry]),
        [
          [sale?.line_id, true, 1_800, 'FRA'],
          [refund?.line_id, true, 600, 'FRA'],
        ],
      );
      assert.equal((await api('POST', correct, { ...correction, tax: '9.91' })).status, 400);
      // What is given back later follows the correction.
      await shop.act(order, 'refund');
      await shop.work();
      const last = (await shop.reports(order)).at(-1);
      assert.deepEqual([last?.amount, last?.tax, last?.tax_country], [6_600, 1_200, 'FR']);
    });

    test('a refused report is an alert until it is closed', async () => {
      const shop = await openExternalShop(gate, markets);
      const path = `/apps/${shop.app.appid}/reports`;
      const order = await shop.sell({ externalTransactionToken: 'made-up' });
      await shop.work();
      const open = async () => {
        gate.now += 3_600_000;
        await gate.service.alerts.turn();
        const { body } = await api('GET', `/projects/${shop.app.gameIndex}/alerts`);
        return body.items
          .filter((each: { closed_at: unknown }) => each.closed_at === null)
          .map(({ kind, page }: { kind: string; page: string }) => [kind, page]);
      };
      const page = `/a/${shop.app.appid}/reports?state=refused`;
      assert.deepEqual(await open(), [['external_reports', page]]);
      const [report] = await shop.reports(order);
      const close = `${path}/${report?.report_id}/close`;
      assert.equal((await api('POST', close, {})).status, 400);
      const { body } = await api('POST', close, { reason: 'Made by hand' });
      assert.equal(body.state, 'closed');
      assert.equal((await api('POST', close, { reason: 'Again' })).status, 400);
      assert.deepEqual(await open(), []);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
