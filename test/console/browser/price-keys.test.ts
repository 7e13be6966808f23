// Custom price keys in the console: the key shown there signs an order, also during a rotation, and not once it is revoked.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { signCustomPrice } from '../../../sdk/src/custom-price.ts';
import { newOwner } from '../../admin/visitor.ts';
import { ACCOUNT, GEMS, openOrderShop } from '../../payment/orders/order-shop.ts';
import { browserSuite } from '../../support/browser.ts';
import { emulateMarkets } from '../../support/markets.ts';

const { markets, options, close } = emulateMarkets();

browserSuite(
  'custom price keys in the console',
  (gate, browser) => {
    after(close);

    test('a key is created, rotated and revoked, and signs orders of a product that allows it', async () => {
      const shop = await openOrderShop(gate, markets);
      const { appid } = shop.app;
      const orderAt = async (customPrice: string, priceKey: string) => {
        const terms = { customPrice, fixedCurrency: 'EUR', quantity: 1 };
        const gameServerPriceVerifyKey = await signCustomPrice(
          priceKey,
          { appid, accountUuid: ACCOUNT, productId: GEMS, ...terms },
          { now: gate.now },
        );
        const price = Number(customPrice);
        const fields = { ...terms, customPrice: price, gameServerPriceVerifyKey };
        return (await shop.payPage(fields)).status;
      };
      const visit = await browser.visit();
      const { page, open, screenshots } = visit;
      await visit.signIn(await newOwner(gate));
      await open(`/a/${appid}/settings`);
      const card = page.getByRole('region', { name: 'Custom price keys' });
      const dialog = page.getByRole('dialog');
      const row = (key: string) => card.getByRole('row').filter({ hasText: key.slice(-4) });
      const readKey = async (): Promise<string> => {
        await dialog.getByText('price_key').waitFor();
        const key = (await dialog.locator('pre').textContent()) ?? '';
        await dialog.getByRole('button', { name: 'Done' }).click();
        await dialog.waitFor({ state: 'detached' });
        return key;
      };

      await card.getByRole('heading', { name: 'No custom price keys yet' }).waitFor();
      await screenshots('price-keys-empty');
      await card.getByRole('button', { name: 'Create custom price key' }).click();
      const first = await readKey();
      assert.equal(await orderAt('3.50', first), 400);
      await card.getByRole('link', { name: 'Go to products' }).click();
      await page.getByRole('button', { name: `Edit ${GEMS}` }).click();
      await dialog.getByText('Signed', { exact: true }).click();
      await dialog.getByText('signed with a custom price key').waitFor();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      assert.equal(await orderAt('3.50', first), 200);

      await page.getByRole('tab', { name: 'Keys' }).click();
      await row(first).getByText('Valid').waitFor();
      await card.getByRole('button', { name: 'Rotate custom price key' }).click();
      await dialog.getByRole('combobox').click();
      await page.getByRole('option', { name: 'Revoke it immediately' }).click();
      await dialog.getByText('Amounts that are signed with the old one open no orders').waitFor();
      await dialog.getByRole('combobox').click();
      await page.getByRole('option', { name: '1 hour' }).click();
      await dialog.getByRole('button', { name: 'Rotate' }).click();
      const second = await readKey();
      await row(first).getByText('Expires').waitFor();
      await row(second).getByText('Valid').waitFor();
      await screenshots('price-keys');
      assert.ok(!(await page.content()).includes(second));
      assert.deepEqual([await orderAt('3.40', first), await orderAt('3.30', second)], [200, 200]);

      const end = { name: `Revoke the custom price key ending in ${first.slice(-4)}` };
      await card.getByRole('button', end).click();
      await dialog.getByText(`signed with the key ending in ${first.slice(-4)}`).waitFor();
      await dialog.getByRole('button', { name: 'Revoke' }).click();
      await row(first).waitFor({ state: 'detached' });
      assert.deepEqual([await orderAt('3.20', first), await orderAt('3.10', second)], [400, 200]);

      await page.getByRole('link', { name: 'Audit log', exact: true }).click();
      await page.getByText('Custom price key revoked').first().waitFor();
    });
  },
  options,
);
