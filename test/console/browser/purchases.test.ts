// A purchase in the console: found by every id, refunded at the market and seen so, exported.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { newOwner } from '../../admin/visitor.ts';
import { ACCOUNT, PATH, PRODUCT } from '../../payment/shop.ts';
import { openSubscriptionShop } from '../../payment/subscription-shop.ts';
import { browserSuite } from '../../support/browser.ts';
import { emulateMarkets } from '../../support/markets.ts';

const PLAYER = '9007199254740993';
const OTHER = '11111111-0000-4000-8000-00000000e002';
const emulated = emulateMarkets();

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

browserSuite(
  'purchases in the console',
  (gate, browser) => {
    after(() => emulated.close());

    test('bought, verified, found by each id, refunded, listed as a refund, exported', async () => {
      const { markets } = emulated;
      const shop = await openSubscriptionShop(gate, markets, { asksApple: false });
      await shop.registerNotices();
      const { appid } = shop.app;
      await gate.post(
        '/auth/v1/login',
        { appid, player_id: BigInt(PLAYER), account_uuid: ACCOUNT },
        shop.headers,
      );
      const verify = async (providerId: string, serviceReceipt: string, more: object = {}) => {
        const request = {
          accountUuid: ACCOUNT,
          serviceReceipt,
          productId: PRODUCT,
          providerId,
          requestType: 1,
          ...more,
        };
        const { status, body } = await gate.post(PATH, request, shop.headers);
        assert.equal(status, 200, JSON.stringify(body));
        return body;
      };
      const bought = await shop.subscribeApple({
        type: 'Consumable',
        periodMs: undefined,
        productId: PRODUCT,
      });
      const { purchaseToken } = await markets.control('/google/purchases', {
        packageName: shop.packageName,
        productId: PRODUCT,
        priceMicros: 12_000_000_000,
        currency: 'KRW',
      });
      gate.now += 1_000;
      const about = { country: 'KR', language: 'ko', appVersion: '1.2.3' };
      const first = await verify('APPLE', bought.signedTransaction, about);
      const id = first.data.serviceTransactionId;
      await verify('APPLE', bought.signedTransaction, about);
      const other = await verify('GOOGLE', purchaseToken, { accountUuid: OTHER });
      await gate.service.payment.usage.flush();

      const visit = await browser.visit();
      const { page } = visit;
      await visit.signIn(await newOwner(gate));
      await visit.open(`/a/${appid}/purchases`);
      const table = page.getByRole('table', { name: 'Purchases' });
      const rowOf = (name: string) => table.getByRole('link', { name, exact: true });
      await rowOf(other.data.serviceTransactionId).waitFor();
      await table.getByText('₩12,000').waitFor();
      await visit.screenshots('purchases');

      const ids = {
        'Service transaction ID': id,
        'Account (UUID)': ACCOUNT,
        'Player ID': PLAYER,
        'Store transaction ID': bought.transactionId,
      };
      for (const [kind, text] of Object.entries(ids)) {
        await choose(page, 'Search by', kind);
        await page.getByRole('textbox', { name: 'Search for' }).fill(text);
        await page.getByRole('button', { name: 'Search' }).click();
        await rowOf(other.data.serviceTransactionId).waitFor({ state: 'detached' });
        assert.deepEqual(await table.getByRole('link').allTextContents(), [id], kind);
        await page.getByRole('button', { name: 'Clear', exact: true }).click();
        await rowOf(other.data.serviceTransactionId).waitFor();
      }
      await choose(page, 'Search by', 'Player ID');
      await page.getByRole('textbox', { name: 'Search for' }).fill('somebody');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByText('A player ID is a number of up to 19 digits.').waitFor();
      await choose(page, 'State', 'Refunded');
      await page.getByText('No matches').waitFor();
      await page.getByRole('button', { name: 'Clear all filters' }).click();

      await rowOf(id).click();
      await page.getByRole('heading', { name: `Purchase ${id}` }).waitFor();
      const life = page.getByRole('region', { name: 'Timeline' });
      await life.getByText('Verified and recorded').waitFor();
      await page.getByRole('link', { name: PLAYER }).waitFor();

      gate.now += 60_000;
      await visit.syncClock();
      await shop.apple(bought, 'refund');
      await shop.release();
      await visit.comeBack();
      await life.getByText('Refunded', { exact: true }).waitFor();
      await page.getByRole('main').getByText('Market response').first().click();
      await page.getByText(`"transactionId": "${bought.transactionId}"`).first().waitFor();
      await visit.screenshots('purchase');

      await page.getByRole('link', { name: 'Refunds' }).click();
      await page.getByRole('table', { name: 'Refunds' }).getByRole('link', { name: id }).waitFor();
      await visit.screenshots('refunds');

      await gate.service.payment.figures.turn();
      await page.getByRole('link', { name: 'Overview' }).click();
      const tile = (name: string) => page.getByRole('region', { name, exact: true }).first();
      await tile('Purchases').getByText('2', { exact: true }).waitFor();
      await tile('Purchases').getByText('1 verified again').waitFor();
      await tile('Net revenue').getByText('$0.00').waitFor();
      await tile('Net revenue').getByText('₩12,000').waitFor();
      await tile('Refunds').getByText('1', { exact: true }).waitFor();
      await tile('Refunds').getByText('$9.99').waitFor();

      await visit.go(`/a/${appid}/purchases?provider=APPLE&span=24h`);
      await rowOf(id).waitFor();
      for (const format of ['CSV', 'NDJSON']) {
        await page.getByRole('button', { name: 'Export' }).click();
        const started = page.waitForEvent('download');
        await page.getByRole('menuitem', { name: `Export ${format}` }).click();
        const download = await started;
        assert.equal(download.suggestedFilename(), `purchases-${appid}.${format.toLowerCase()}`);
        const text = await readFile(await download.path(), 'utf8');
        assert.ok(text.includes(id), text);
        assert.ok(!text.includes(other.data.serviceTransactionId), 'of the market only');
      }

      // As test/admin/costs.test.ts gets it for the third download at a time.
      const detail =
        '2 of your downloads are still running. Wait until one has finished, then try again.';
      await page.route('**/purchases/file?*', (route) =>
        route.fulfill({
          status: 429,
          contentType: 'application/problem+json',
          headers: { 'retry-after': '5' },
          body: JSON.stringify({ code: 'too_many_downloads', status: 429, detail }),
        }),
      );
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: 'Export CSV' }).click();
      await page.getByText(detail).waitFor();
    });
  },
  emulated.options,
);
