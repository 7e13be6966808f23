// A purchase that a dispute cancels, in the console: in lists, on its own page and as part of a subscription.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newOwner } from '../../admin/visitor.ts';
import { openGoogleShop } from '../../payment/google-shop.ts';
import { openListeningShop } from '../../payment/orders/listening-shop.ts';
import { PLAN } from '../../payment/subscription-shop.ts';
import { browserSuite } from '../../support/browser.ts';
import { emulateMarkets } from '../../support/markets.ts';

const CHARGEBACK = 7;
const { markets, options, close } = emulateMarkets();

browserSuite(
  'disputes in the console',
  (gate, browser) => {
    after(close);

    test('a disputed purchase is shown as such, found by it, and charged back when lost', async () => {
      const { shop, release } = await openListeningShop(gate, markets, 'STRIPE');
      const disputed = await shop.paid();
      const valid = await shop.paid();
      await release();
      const verify = async ({ serviceReceipt }: { serviceReceipt: string }): Promise<string> => {
        const { body } = await shop.verify(serviceReceipt, { providerId: 'PG' });
        return body.data.serviceTransactionId;
      };
      const [id, other] = [await verify(disputed), await verify(valid)];
      const act = async (step: string) => {
        await markets.control(`/pg/orders/${disputed.orderId}/${step}`, {});
        await release();
      };
      await act('dispute');

      const visit = await browser.visit();
      const { page } = visit;
      await visit.signIn(await newOwner(gate));
      await visit.open(`/a/${shop.app.appid}/purchases`);
      const list = page.getByRole('table', { name: 'Purchases' });
      const row = (name: string) => list.getByRole('row').filter({ hasText: name });
      await row(id).getByText('Disputed', { exact: true }).waitFor();
      await row(other).getByText('Valid', { exact: true }).waitFor();
      await visit.screenshots('purchases-disputed');
      await page.getByRole('combobox', { name: 'State' }).click();
      await page.getByRole('option', { name: 'Disputed', exact: true }).click();
      await row(other).waitFor({ state: 'detached' });
      assert.deepEqual(await list.getByRole('link').allTextContents(), [id]);

      await list.getByRole('link').click();
      const facts = page.getByRole('region', { name: 'Purchase', exact: true });
      await facts.getByText('Dispute opened').waitFor();
      assert.equal(await facts.getByText('Refunded').count(), 0);
      await page.getByRole('main').getByText('Disputed', { exact: true }).waitFor();
      await visit.screenshots('purchase-disputed');

      await act('dispute/lose');
      await visit.comeBack();
      await facts.getByText('Dispute lost').waitFor();
      await page.getByRole('main').getByText('Charged back', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Refunds' }).click();
      const refunds = page.getByRole('table', { name: 'Refunds' });
      await refunds.getByRole('link', { name: id }).waitFor();
      await refunds.getByText('Charged back', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Language' }).click();
      await page.getByRole('menuitem', { name: '한국어' }).click();
      await page.getByText('차지백', { exact: true }).waitFor();
    });

    test('the page of a paid purchase offers its order to the game again', async () => {
      const { shop, release } = await openListeningShop(gate, markets, 'STRIPE');
      const { orderId, serviceReceipt } = await shop.paid();
      await release();
      const { body } = await shop.verify(serviceReceipt, { providerId: 'PG' });
      const { appid } = shop.app;
      const { db } = gate.service.context.storage;
      const ofOrder = (closed_at: number) =>
        db.updateTable('purchase_order').set({ closed_at }).where('order_id', '=', orderId);
      await ofOrder(gate.now).execute();

      const visit = await browser.visit();
      const { page } = visit;
      await visit.signIn(await newOwner(gate));
      await visit.open(`/a/${appid}/purchases/${body.data.serviceTransactionId}`);
      await page.getByRole('button', { name: `Restore order ${orderId}` }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Restore purchase' }).click();
      await page.getByText(`The game gets order ${orderId} with its next restore.`).waitFor();
      const rows = db.selectFrom('purchase_order').select('closed_at');
      assert.deepEqual(await rows.where('order_id', '=', orderId).execute(), [{ closed_at: null }]);
    });

    test('the chargeback of a subscription is shown on its page', async () => {
      const shop = await openGoogleShop(gate, markets);
      await shop.registerNotices();
      const bought = await shop.subscribeGoogle();
      await shop.verify('GOOGLE', bought.purchaseToken);
      await shop.settle();
      await shop.google(bought, 'refund', { reason: CHARGEBACK, revoke: true });
      await shop.settle();

      const visit = await browser.visit();
      const { page } = visit;
      await visit.signIn(await newOwner(gate));
      await visit.open(`/a/${shop.app.appid}/subscriptions/GOOGLE/${bought.purchaseToken}`);
      await page.getByRole('heading', { name: `Subscription ${PLAN}` }).waitFor();
      const cycles = page.getByRole('table', { name: 'Paid periods' });
      await cycles.getByText('Charged back', { exact: true }).waitFor();
      assert.equal(await page.getByRole('main').getByText('Charged back').count(), 2);
      await visit.screenshots('subscription-disputed');
    });
  },
  options,
);
