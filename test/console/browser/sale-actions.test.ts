// Support acts after the sale: a refund with its preview, a second person, limits, and what only the store can do.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { newOwner } from '../../admin/visitor.ts';
import { openOrderShop } from '../../payment/orders/order-shop.ts';
import { openSubscriptionShop } from '../../payment/subscription-shop.ts';
import { browserSuite } from '../../support/browser.ts';
import { emulateMarkets } from '../../support/markets.ts';

const { markets, options, close } = emulateMarkets();

/** Beside an open dialog, whose heading axe takes for another one of the page. */
const KNOWN = [
  '.mantine-AppShell-header',
  '.mantine-Modal-header',
  '[aria-label^="Restore order"]',
];

browserSuite(
  'actions after the sale in the console',
  (gate, browser) => {
    after(close);

    test('a part is refunded at once, the rest after a second person has approved', async () => {
      const shop = await openOrderShop(gate, markets);
      const { appid, gameIndex } = shop.app;
      const { serviceReceipt } = await shop.paid();
      const { body } = await shop.verify(serviceReceipt, { providerId: 'PG' });
      const id: string = body.data.serviceTransactionId;
      const [owner, second] = [await newOwner(gate), await newOwner(gate)];

      const visit = await browser.visit();
      const { page } = visit;
      await visit.signIn(owner);
      await visit.open(`/p/${gameIndex}/settings`);
      const rules = page.getByRole('region', { name: 'Refunds and other actions at the markets' });
      const above = rules.getByRole('textbox', { name: 'A larger refund needs a second person' });
      await above.fill('5');
      await rules.getByRole('button', { name: 'Save' }).click();
      await rules.getByText('Write one amount and currency a line').waitFor();
      await above.fill('5 usd');
      await rules.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Limits saved.').waitFor();
      await visit.screenshots('action-settings');

      await visit.go(`/a/${appid}/purchases/${id}`);
      await page.getByRole('button', { name: 'Refund…' }).click();
      const dialog = page.getByRole('dialog', { name: `Refund ${id}` });
      const outlook = dialog.getByRole('region', { name: 'What will happen' });
      await outlook.getByText('$9.90').first().waitFor();
      await dialog.getByText('A second person has to approve this').waitFor();
      await dialog.getByRole('radio', { name: 'An amount' }).check();
      await dialog.getByRole('textbox', { name: 'Amount in USD' }).fill('4');
      await outlook.getByText('$5.90').waitFor();
      await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
      await dialog.getByText('This field is required.').waitFor();
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Half of it did not arrive');
      await visit.screenshots('action-dialog');
      assert.deepEqual(await visit.violations(KNOWN), []);
      await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
      await page.getByText('The market is being called.').waitFor();
      await gate.service.payment.jobs.turn();
      await visit.poll();
      const actions = page.getByRole('region', { name: 'Actions' });
      const part = actions.getByRole('article', { name: 'Refund · $4.00 · goods kept' });
      await part.getByText('Done', { exact: true }).waitFor();
      await part.getByText(owner).waitFor();

      // By keyboard alone.
      await page.getByRole('button', { name: 'Refund…' }).focus();
      await page.keyboard.press('Enter');
      await outlook.getByText('$5.90').first().waitFor();
      await dialog.getByRole('textbox', { name: 'Reason' }).focus();
      await page.keyboard.type('Now all of it');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByText('Waits for a second person.').waitFor();
      const rest = actions.getByRole('article', { name: 'Refund · $5.90 · goods taken back' });
      await rest.getByText('Waits for a second person').waitFor();
      await rest.getByRole('button', { name: /^Withdraw/ }).waitFor();
      assert.equal(await rest.getByRole('button', { name: /^Approve/ }).count(), 0);
      await visit.screenshots('action-waiting');

      const other = await browser.visit();
      await other.signIn(second);
      await other.open(`/a/${appid}/refunds`);
      const waiting = other.page.getByRole('region', { name: 'Actions' });
      const asked = waiting.getByRole('article', { name: 'Refund · $5.90 · goods taken back' });
      await asked.getByText('Now all of it').waitFor();
      await other.page.getByRole('link', { name: /^Refunds 1$/ }).waitFor();
      await other.screenshots('refunds-actions');
      assert.deepEqual(await other.violations(KNOWN), []);
      await asked.getByRole('button', { name: /^Approve/ }).click();
      const question = other.page.getByRole('dialog', { name: 'Approve this?' });
      await question.getByText(owner).waitFor();
      await question.getByRole('button', { name: 'Approve' }).click();
      await other.page.getByText('Approved. The market is being called.').waitFor();
      await gate.service.payment.jobs.turn();
      await other.poll();
      await waiting.getByText('are listed here').waitFor();
      await waiting.getByText('All', { exact: true }).click();
      await asked.getByText('Done', { exact: true }).waitFor();
      await asked.getByText(`decided by ${second}`).waitFor();
      await asked.getByRole('link').waitFor();
    });

    test('a subscription: the next payment is postponed, and what only Apple can do is said', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const { appid } = shop.app;
      const google = await shop.subscribeGoogle();
      await shop.verify('GOOGLE', google.purchaseToken);
      // Acknowledges it, which Google counts as a change.
      await gate.service.payment.jobs.turn();
      const apple = await shop.subscribeApple();
      await shop.verify('APPLE', apple.signedTransaction);

      const visit = await browser.visit();
      const { page } = visit;
      await visit.signIn(await newOwner(gate));
      await visit.open(`/a/${appid}/subscriptions/GOOGLE/${google.purchaseToken}`);
      await page.getByRole('button', { name: 'Postpone renewal…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Days' }).fill('14');
      await dialog.getByText('Paid until, afterwards').waitFor();
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Outage on Sunday');
      await visit.screenshots('action-postpone');
      await dialog.getByRole('button', { name: 'Postpone by 14 days' }).click();
      await page.getByText('The market is being called.').waitFor();
      const done = page.getByRole('article', { name: 'Postpone by 14 days' });
      await done.getByText('About to be sent').waitFor();
      await gate.service.payment.jobs.turn();
      await visit.poll();
      await done.getByText('Done', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Refund…' }).click();
      await dialog.getByRole('radio', { name: 'Leave it with the player' }).check();
      await dialog.getByText('Stay with the player').waitFor();
      await visit.screenshots('action-google');
      await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });

      await visit.go(`/a/${appid}/subscriptions/APPLE/${apple.transactionId}`);
      await page.getByRole('button', { name: 'Refund…' }).click();
      await dialog.getByText('reportaproblem.apple.com').waitFor();
      await visit.screenshots('action-apple');
      assert.deepEqual(await visit.violations(KNOWN), []);
    });

    test('the renewal ends at Google, and days are given at the App Store', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const { appid } = shop.app;
      const google = await shop.subscribeGoogle();
      await shop.verify('GOOGLE', google.purchaseToken);
      const apple = await shop.subscribeApple();
      const { body } = await shop.verify('APPLE', apple.signedTransaction);
      await gate.service.payment.jobs.turn();

      const visit = await browser.visit();
      const { page } = visit;
      const dialog = page.getByRole('dialog');
      await visit.signIn(await newOwner(gate));
      await visit.open(`/a/${appid}/subscriptions/GOOGLE/${google.purchaseToken}`);
      await page.getByRole('button', { name: 'End renewal…' }).click();
      await dialog.getByText('Renews afterwards').waitFor();
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('The player asked');
      await visit.screenshots('action-end-renewal');
      assert.deepEqual(await visit.violations(KNOWN), []);
      await dialog.getByRole('button', { name: 'End renewal', exact: true }).click();
      await page.getByText('The market is being called.').waitFor();
      const ended = page.getByRole('article', { name: 'End renewal' });
      await ended.getByText('About to be sent').waitFor();
      await gate.service.payment.jobs.turn();
      await visit.poll();
      await ended.getByText('Done', { exact: true }).waitFor();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'End renewal…' }).click();
      await dialog.getByText('The subscription does not renew any more.').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await dialog.waitFor({ state: 'detached' });

      // From the purchase, which is a cycle, to its subscription.
      await visit.go(`/a/${appid}/purchases/${body.data.serviceTransactionId}`);
      await page.getByRole('link', { name: 'Open subscription' }).click();
      await page.getByRole('button', { name: 'Postpone renewal…' }).click();
      await dialog.getByRole('textbox', { name: 'Days' }).fill('91');
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Three days of outage');
      await dialog.getByText('at most 90').waitFor();
      await dialog.getByRole('textbox', { name: 'Days' }).fill('14');
      await dialog.getByText('Paid until, afterwards').waitFor();
      await dialog.getByRole('button', { name: 'Postpone by 14 days' }).click();
      const extended = page.getByRole('article', { name: 'Extend by 14 days' });
      await extended.getByText('About to be sent').waitFor();
      await gate.service.payment.jobs.turn();
      await visit.poll();
      await extended.getByText('Done', { exact: true }).waitFor();
    });

    test('a market that does not answer, refuses, or has no settings: what happened is said, and nothing is lost', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const { appid } = shop.app;
      const { purchaseToken, orderId } = await shop.subscribeGoogle();
      await shop.verify('GOOGLE', purchaseToken);
      await gate.service.payment.jobs.turn();

      const visit = await browser.visit({ tolerates: /status of 503/ });
      const { page } = visit;
      const dialog = page.getByRole('dialog');
      await visit.signIn(await newOwner(gate));
      await visit.open(`/a/${appid}/subscriptions/GOOGLE/${purchaseToken}`);
      await page.getByRole('button', { name: 'Postpone renewal…' }).click();
      await dialog.getByText('Paid until, afterwards').waitFor();
      await markets.fault('google', '500', { rate: 1 });
      await dialog.getByRole('textbox', { name: 'Days' }).fill('14');
      const reason = dialog.getByRole('textbox', { name: 'Reason' });
      await reason.fill('Outage on Sunday');
      await dialog
        .getByRole('alert')
        .getByText(/does not answer/)
        .waitFor();
      assert.equal(await dialog.getByText('Paid until, afterwards').count(), 0);
      await dialog.getByRole('button', { name: 'Postpone by 14 days' }).click();
      // Beside the preview, which may say the same.
      const outside = page.locator(':not([role="dialog"] *)');
      await page
        .getByText(/does not answer .* Nothing was done\. Try again\./)
        .and(outside)
        .waitFor();
      await visit.screenshots('action-unavailable');
      await markets.clearFaults();
      // Until a market that kept failing is called again.
      gate.now += 15 * 60_000;
      assert.equal(await reason.inputValue(), 'Outage on Sunday');
      await dialog.getByRole('button', { name: 'Postpone by 14 days' }).click();
      const deferred = page.getByRole('article', { name: 'Postpone by 14 days' });
      await deferred.getByText('About to be sent').waitFor();

      // Google postpones only what has not changed since it was looked at.
      await shop.google({ purchaseToken, orderId }, 'renew');
      await gate.service.payment.jobs.turn();
      await visit.poll();
      await deferred.getByText('Refused by the market').waitFor();
      await deferred.getByText(/^Answer: Google Play refuses: .*etag/).waitFor();
      await deferred.getByText('Outage on Sunday').waitFor();
      await visit.screenshots('action-refused');

      await page.getByRole('button', { name: 'End renewal…' }).click();
      await reason.fill('The player asked');
      await dialog.getByRole('button', { name: 'End renewal', exact: true }).click();
      const cancelled = page.getByRole('article', { name: 'End renewal' });
      await cancelled.getByText('About to be sent').waitFor();
      await admin(gate, 'DELETE', `/apps/${appid}/markets/GOOGLE`);
      await gate.service.payment.jobs.turn();
      await visit.poll();
      await cancelled.getByText('Answer: The app has no settings for GOOGLE.').waitFor();
      await visit.screenshots('action-without-settings');
      await cancelled.getByRole('button', { name: /^Withdraw/ }).click();
      await dialog.getByRole('button', { name: 'Withdraw' }).click();
      await cancelled.getByText('Withdrawn', { exact: true }).waitFor();
    });
  },
  { ...options, adminToken: ADMIN_TOKEN },
);
