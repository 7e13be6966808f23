// Refused verifications in the console: found, explained, and joined with the purchase of the receipt.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { newOwner } from '../../admin/visitor.ts';
import { ACCOUNT, openAppleShop } from '../../payment/shop.ts';
import { browserSuite } from '../../support/browser.ts';
import { emulateMarkets } from '../../support/markets.ts';

const PLAYER = 20_001;
const OTHER = '11111111-0000-4000-8000-00000000e002';
const emulated = emulateMarkets();

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

browserSuite(
  'refused verifications in the console',
  (gate, browser) => {
    after(() => emulated.close());

    test('"my purchase failed" is found by the player, says why, and leads to the purchase', async () => {
      const { markets } = emulated;
      const shop = await openAppleShop(gate, markets);
      const { appid } = shop.app;
      const login = { appid, player_id: PLAYER, account_uuid: ACCOUNT };
      await gate.post('/auth/v1/login', login, shop.headers);
      const visit = await browser.visit();
      const { page } = visit;
      await visit.signIn(await newOwner(gate));
      await visit.open(`/a/${appid}/refused`);
      await page.getByText('Nothing refused').waitFor();

      const bought = await shop.buy();
      await shop.verify(bought.signedTransaction, { price: 8.99, currency: 'USD' });
      await shop.verify(bought.signedTransaction, { price: 8.99, currency: 'USD' });
      gate.now += 60_000;
      await shop.verify('no receipt', { accountUuid: OTHER });
      await shop.verify(bought.signedTransaction);
      await gate.service.payment.refusedVerifications.flush();
      await visit.syncClock();
      await visit.comeBack();
      const table = page.getByRole('table', { name: 'Refused verifications' });
      await table.getByText('Receipt not valid').waitFor();
      await table.getByText('2 times').waitFor();
      await visit.screenshots('refused');

      await choose(page, 'Search by', 'Player ID');
      await page.getByRole('textbox', { name: 'Search for' }).fill(String(PLAYER));
      await page.getByRole('button', { name: 'Search' }).click();
      await table.getByText('Receipt not valid').waitFor({ state: 'detached' });
      await table.getByText('Price differs').waitFor();
      await choose(page, 'Search by', 'Receipt (SHA-256)');
      await page.getByRole('textbox', { name: 'Search for' }).fill('no hash');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByText('A SHA-256 has 64 characters').waitFor();
      const sha256 = createHash('sha256').update('no receipt').digest('hex');
      await page.getByRole('textbox', { name: 'Search for' }).fill(sha256);
      await page.getByRole('button', { name: 'Search' }).click();
      await table.getByText('Receipt not valid').waitFor();
      await choose(page, 'Outcome', 'Not paid yet');
      await page.getByText('No matches').waitFor();
      await page.getByRole('button', { name: 'Clear all filters' }).click();

      await table
        .getByRole('row')
        .filter({ hasText: 'Price differs' })
        .getByRole('button', { name: 'Details' })
        .click();
      const dialog = page.getByRole('dialog', { name: 'Refused verification' });
      await dialog.getByText('price is 8.99, but the App Store charged 9.99 USD.').waitFor();
      await dialog.getByText('8.99 USD', { exact: true }).waitFor();
      await dialog.getByRole('link', { name: String(PLAYER) }).waitFor();
      const answer = await dialog.getByRole('region', { name: "The market's answer" }).innerText();
      assert.ok(answer.includes(`"transactionId": "${bought.transactionId}"`));
      await visit.screenshots('refused-details');
      const address = page.url();
      await page.goto(address);
      await dialog.getByText('price is 8.99').waitFor();
      await dialog.getByRole('link', { name: 'Verified afterwards' }).click();
      await page.getByRole('heading', { name: 'Purchase AP_1' }).waitFor();
    });

    test('everything is said in Korean as well', async () => {
      const shop = await openAppleShop(gate, emulated.markets);
      await shop.verify('no receipt');
      await gate.service.payment.refusedVerifications.flush();
      const visit = await browser.visit({ inKorean: true });
      const { page } = visit;
      await visit.signIn(await newOwner(gate));
      await visit.open(`/a/${shop.app.appid}/refused`);
      await page.getByRole('heading', { name: '거부된 검증' }).waitFor();
      await page.getByRole('table').getByText('잘못된 영수증').waitFor();
      await page.getByRole('link', { name: '거부된 검증' }).waitFor();
      await visit.screenshots('refused-ko');
    });
  },
  emulated.options,
);
