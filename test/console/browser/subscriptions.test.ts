// A subscription in the console: its paid periods, its life, and the notices that told of them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newMember, newOwner, signIn } from '../../admin/visitor.ts';
import { ACCOUNT } from '../../payment/shop.ts';
import { MONTH, openSubscriptionShop, PLAN } from '../../payment/subscription-shop.ts';
import { browserSuite } from '../../support/browser.ts';
import { emulateMarkets } from '../../support/markets.ts';

const emulated = emulateMarkets();

browserSuite(
  'subscriptions in the console',
  (gate, browser) => {
    after(() => emulated.close());

    test('one that was replaced leads to the one that took its place', async () => {
      const shop = await openSubscriptionShop(gate, emulated.markets);
      const { appid } = shop.app;
      const old = await shop.subscribeGoogle();
      await shop.verify('GOOGLE', old.purchaseToken);
      const next = await shop.google(old, 'replace', { productId: 'vip.max', mode: 'DEFERRED' });
      await shop.verify('GOOGLE', next.purchaseToken);

      const visit = await browser.visit();
      const { page } = visit;
      await visit.signIn(await newOwner(gate));
      await visit.open(`/a/${appid}/subscriptions`);
      const list = page.getByRole('table', { name: 'Subscriptions' });
      await list.getByRole('row').filter({ hasText: 'Replaced' }).getByRole('link').click();
      await page.getByText('Replaced', { exact: true }).first().waitFor();
      const life = page.getByRole('region', { name: 'Timeline' });
      await life.getByText('Replaced by another subscription').waitFor();
      await page.getByRole('link', { name: next.purchaseToken }).click();
      await page.getByText('Active', { exact: true }).waitFor();
      await page.getByText('vip.max').first().waitFor();
      await page.getByRole('link', { name: old.purchaseToken }).waitFor();
    });

    test('one with a renewal has two periods; its notices can be read and applied again', async () => {
      const shop = await openSubscriptionShop(gate, emulated.markets);
      await shop.registerNotices();
      const { appid, gameIndex } = shop.app;
      const bought = await shop.subscribeApple();
      await shop.verify('APPLE', bought.signedTransaction);
      await shop.release();
      await shop.pass(MONTH);
      await shop.release();

      const owner = await newOwner(gate);
      const viewer = await newMember(gate, await signIn(gate, owner), gameIndex, 'viewer');
      const visit = await browser.visit();
      const { page } = visit;
      await visit.signIn(owner);
      await visit.open(`/a/${appid}/subscriptions`);
      const row = page.getByRole('table', { name: 'Subscriptions' }).getByRole('link');
      await row.waitFor();
      await visit.screenshots('subscriptions');
      await page.getByRole('combobox', { name: 'Search by' }).click();
      await page.getByRole('option', { name: 'Account (UUID)' }).click();
      const search = page.getByRole('textbox', { name: 'Search for' });
      await search.fill(ACCOUNT.replace('a3', 'b3'));
      await search.press('Enter');
      await page.getByText('No subscription matches this ID, account or player.').waitFor();
      await search.fill(ACCOUNT);
      await search.press('Enter');
      await row.click();
      await page.getByRole('heading', { name: `Subscription ${PLAN}` }).waitFor();
      const cycles = page.getByRole('table', { name: 'Paid periods' });
      await cycles.getByText('$9.99').first().waitFor();
      assert.equal(await cycles.getByText('$9.99').count(), 2);
      assert.equal(await cycles.getByText('Not verified yet').count(), 1);
      const life = page.getByRole('region', { name: 'Timeline' });
      await life.getByText('Subscription renewed').waitFor();
      assert.equal(await life.getByText('Period paid').count(), 2);
      await page.mouse.move(0, 0);
      await visit.screenshots('subscription');
      await cycles.getByRole('link').first().click();
      await page.getByText('No app server has verified this purchase yet').waitFor();
      await page.getByRole('link', { name: 'Open subscription' }).click();
      await cycles.waitFor();

      await page.getByRole('link', { name: 'Store notifications' }).click();
      const notices = page.getByRole('table', { name: 'Store notifications' });
      await notices.getByText('Subscription renewed').waitFor();
      await visit.screenshots('notices');
      await notices.getByRole('button').first().click();
      const dialog = page.getByRole('dialog', { name: 'Subscription renewed' });
      await dialog.getByText('DID_RENEW', { exact: true }).waitFor();
      await dialog.getByText('"notificationType": "DID_RENEW"').waitFor();
      await visit.screenshots('notice');
      await dialog.getByRole('tab', { name: 'Raw' }).click();
      await dialog.getByText('{"signedPayload":"').waitFor();
      await dialog.getByRole('button', { name: 'Apply again' }).click();
      await dialog.getByText('Waiting').waitFor();
      gate.now += 1_000;
      await gate.service.payment.jobs.turn();
      await visit.comeBack();
      await notices.getByText('Applied').nth(1).waitFor();
      assert.equal(await notices.getByText('Waiting').count(), 0);

      const other = await browser.visit();
      await other.signIn(viewer.email);
      await other.open(`/a/${appid}/notices`);
      await other.page.getByRole('button', { name: 'Show' }).first().click();
      await other.page.getByText('"notificationType": "DID_RENEW"').waitFor();
      assert.equal(await other.page.getByRole('button', { name: 'Apply again' }).count(), 0);
    });
  },
  emulated.options,
);
