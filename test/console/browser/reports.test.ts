// Reports of external sales in the console: listed, explained, corrected and sent again, and on the page of the purchase.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newOwner } from '../../admin/visitor.ts';
import { openExternalShop } from '../../payment/external/external-shop.ts';
import { browserSuite } from '../../support/browser.ts';
import { emulateMarkets } from '../../support/markets.ts';

const emulated = emulateMarkets();

browserSuite(
  'reports of external sales in the console',
  (gate, browser) => {
    after(() => emulated.close());

    test('a report without a country is completed and sent; a refused one is closed', async () => {
      const { markets } = emulated;
      const shop = await openExternalShop(gate, markets);
      const { appid } = shop.app;
      const visit = await browser.visit();
      const { page } = visit;
      await visit.signIn(await newOwner(gate));
      await visit.open(`/a/${appid}/reports`);
      await page.getByText('No reports', { exact: true }).waitFor();

      const { token } = await shop.appleVisit();
      const sold = await shop.sell({ externalPurchaseToken: token }, { tax: 90, country: 'none' });
      const lost = await shop.sell({ externalTransactionToken: 'made-up' });
      const other = await shop.appleVisit();
      const whole = await shop.sell({ externalPurchaseToken: other.token }, { tax: 158 });
      await shop.act(whole, 'refund', { amount: 330 });
      await shop.work();
      await visit.syncClock();
      await visit.comeBack();
      const table = page.getByRole('table', { name: 'Reports of external sales' });
      await table.getByText('The gateway did not say the country').first().waitFor();
      await visit.screenshots('reports');

      const details = (text: string) =>
        table
          .getByRole('row')
          .filter({ hasText: text })
          .filter({ hasText: 'Refused' })
          .getByRole('button', { name: 'Details' })
          .click();
      await details(sold);
      const dialog = page.getByRole('dialog', { name: 'Report', exact: true });
      await dialog.getByText('Nothing was sent yet.').waitFor();
      await visit.screenshots('reports-details');
      await dialog.getByRole('button', { name: 'Send again' }).click();
      const form = page.getByRole('dialog', { name: 'Send again' });
      await form.getByRole('textbox', { name: 'Country of the buyer' }).fill('FR');
      await form.getByRole('button', { name: 'Send again' }).click();
      await page.getByText('The report is sent again.').waitFor();
      await shop.work();
      const [report] = await shop.reports(sold);
      assert.deepEqual([report?.state, report?.tax_country], ['sent', 'FR']);

      await visit.go(`/a/${appid}/reports?state=refused`);
      await details(lost);
      await dialog.getByText('Google Play answered 400').waitFor();
      await dialog.getByRole('button', { name: 'Close report' }).click();
      const closing = page.getByRole('dialog', { name: 'Close report' });
      await closing.getByRole('textbox', { name: 'Reason' }).fill('Made by hand');
      await closing.getByRole('button', { name: 'Close report' }).click();
      await page.getByText('The report is closed.').waitFor();
      const [closed] = await shop.reports(lost);
      assert.equal(closed?.state, 'closed');

      const purchases = await gate.service.context.storage.db
        .selectFrom('purchase')
        .select('number')
        .where('unique_key', '=', whole)
        .execute();
      await visit.go(`/a/${appid}/purchases/PG_${purchases[0]?.number}`);
      await page.getByText('Reports to the store').waitFor();
      await page.getByRole('link', { name: 'App Store · Refund' }).waitFor();
      await visit.screenshots('reports-purchase');
    });
  },
  emulated.options,
);
