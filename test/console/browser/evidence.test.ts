// Evidence for a dispute at the console: drafted in one action beside the facts, edited, sent once; texts and figures.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ADMIN_TOKEN } from '../../admin/caller.ts';
import { newMember, newOwner, signIn } from '../../admin/visitor.ts';
import { openDisputedShop } from '../../payment/disputes/disputed-shop.ts';
import { browserSuite } from '../../support/browser.ts';
import { emulateMarkets } from '../../support/markets.ts';

const { markets, options, close } = emulateMarkets();

browserSuite(
  'evidence at the console',
  (gate, browser) => {
    after(close);

    test('support drafts, edits and sends; a viewer only reads', async () => {
      gate.now = Date.now();
      const disputed = await openDisputedShop(gate, markets, {
        earlier: 2,
        dispute: { reason: 'product_not_received' },
      });
      const { app } = disputed.shop;
      const visit = await browser.visit();
      const { page, screenshots, violations } = visit;
      await visit.signIn(await newOwner(gate));
      await visit.syncClock();
      await visit.open(`/a/${app.appid}/disputes/texts`);
      await page.getByRole('button', { name: 'Add language' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Language' }).fill('en');
      await dialog.getByLabel('Refund policy', { exact: true }).fill('Refunds within 7 days.');
      await screenshots('dispute-texts-dialog');
      await dialog.getByRole('button', { name: 'Save texts' }).click();
      await page.getByText('Texts saved.').waitFor();
      await screenshots('dispute-texts');

      await page.getByRole('tab', { name: 'Disputes' }).click();
      const row = page.getByRole('row').filter({ hasText: disputed.disputeId });
      await row.getByText('To answer', { exact: true }).waitFor();
      await row.getByText('Not received', { exact: true }).waitFor();
      await screenshots('disputes');
      assert.deepEqual(await violations(), []);
      await row.getByRole('link', { name: disputed.disputeId }).click();
      const known = page.getByRole('region', { name: 'What is known' });
      await known.getByText(disputed.serviceId).waitFor();
      await page.getByRole('button', { name: 'Draft evidence' }).click();
      const statement = page.getByRole('textbox', { name: 'Statement' });
      await statement.waitFor();
      assert.match(await statement.inputValue(), /did not arrive.*delivered it to/s);
      const policy = page.getByRole('textbox', { name: 'Refund policy, and how it was shown' });
      assert.match(await policy.inputValue(), /Refunds within 7 days\./);
      assert.equal(await page.getByText('What would make the evidence stronger').count(), 0);
      await screenshots('dispute-draft');
      assert.deepEqual(await violations(), []);

      await statement.fill('The buyer has played with it for hours.');
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.getByText('Draft saved.').waitFor();
      await page.getByRole('textbox', { name: 'Statement' }).fill('Played with it every day.');
      await page.getByRole('button', { name: 'Send evidence' }).click();
      await page.getByRole('dialog').getByText('The bank takes evidence for dispute').waitFor();
      await screenshots('dispute-send');
      await page.getByRole('dialog').getByRole('button', { name: 'Send evidence' }).click();
      await page.getByText('Sending evidence').waitFor();
      await disputed.runJobs();
      await visit.comeBack();
      await page.getByText('Evidence sent', { exact: true }).first().waitFor();
      await page.getByText('Played with it every day.').waitFor();
      assert.equal(await page.getByText('The draft was changed meanwhile.').count(), 0);
      await screenshots('dispute-sent');
      const { evidence, evidence_details } = await disputed.atStripe();
      assert.deepEqual(
        [evidence.uncategorized_text, evidence_details.submission_count],
        ['Played with it every day.', 1],
      );

      await disputed.control('dispute/win');
      gate.now += 1_000;
      await disputed.reread();
      await visit.go(`/a/${app.appid}/disputes/figures`);
      await page.getByRole('table', { name: 'By reason' }).getByText('100').waitFor();
      await screenshots('dispute-figures');
      assert.deepEqual(await violations(), []);
    });

    test('in Korean, and for a viewer there is nothing to send', async () => {
      gate.now = Date.now();
      const disputed = await openDisputedShop(gate, markets);
      await disputed.call('POST', '/draft');
      const visit = await browser.visit({ inKorean: true });
      const { page, screenshots, violations } = visit;
      const owner = await signIn(gate, await newOwner(gate));
      const { gameIndex } = disputed.shop.app;
      const viewer = await newMember(gate, owner, gameIndex, 'viewer');
      await visit.signIn(viewer.email);
      await visit.syncClock();
      await visit.open(`/a/${disputed.shop.app.appid}/disputes/list/${disputed.disputeId}`);
      await page.getByRole('region', { name: '증빙', exact: true }).waitFor();
      assert.equal(await page.getByRole('button', { name: '증빙 보내기' }).count(), 0);
      await screenshots('dispute-korean');
      assert.deepEqual(await violations(), []);
    });
  },
  { ...options, adminToken: ADMIN_TOKEN },
);
