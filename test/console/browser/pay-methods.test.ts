// Payment methods at PortOne, edited in the console and offered on the payment page.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newOwner, signIn } from '../../admin/visitor.ts';
import { openOrderShop } from '../../payment/orders/order-shop.ts';
import { browserSuite } from '../../support/browser.ts';
import { emulateMarkets } from '../../support/markets.ts';

const KAKAOPAY = {
  channel_key: 'channel-key-kakaopay-live',
  pay_method: 'EASY_PAY',
  label: 'KakaoPay',
};
const { markets, options, close } = emulateMarkets();

browserSuite(
  'payment methods in the console',
  (gate, browser) => {
    after(close);

    test('are added, changed, ordered and removed, and the payment page offers the new list', async () => {
      const gone = { channel_key: 'channel-key-old', pay_method: 'MOBILE' };
      const settings = { pay_methods: [gone, KAKAOPAY] };
      const shop = await openOrderShop(gate, markets, { gateway: 'PORTONE', settings });
      const { appid } = shop.app;
      const email = await newOwner(gate);
      const owner = await signIn(gate, email);
      const saved = async () => {
        const { body } = await owner.send('GET', `/apps/${appid}/markets`);
        return body.items.find((each: { market: string }) => each.market === 'PG').settings;
      };
      const before = await saved();
      const visit = await browser.visit();
      const { page } = visit;
      await visit.signIn(email);
      await visit.open(`/a/${appid}/settings/markets`);
      const card = page.getByRole('region', { name: 'Payment gateway' });
      await card.getByText('Mobile phone bill, KakaoPay').waitFor();
      const method = (number: number) => page.getByRole('group', { name: `Method ${number}` });
      const dialog = page.getByRole('dialog');
      const save = () => dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Edit Payment gateway' }).click();
      await dialog.getByRole('button', { name: 'Remove method 1' }).click();
      await dialog.getByRole('button', { name: 'Add payment method' }).click();
      await method(1).getByLabel('NaverPay category').fill('ETC/ETC');
      await method(1).getByLabel('NaverPay category').fill('');
      assert.equal(await method(2).getByLabel('NaverPay category').isVisible(), false);
      await method(1).getByRole('combobox', { name: 'Easy pay provider' }).click();
      await page.getByRole('option', { name: 'KakaoPay' }).click();
      await method(2).getByLabel('Name on the payment page').fill('Credit card');
      await method(2).getByLabel('Channel key').fill(' ');
      for (const field of ['Name', 'Phone number', 'Email']) {
        await method(2).getByRole('checkbox', { name: field }).check();
      }
      await save();
      await dialog.getByText('Enter the channel key, or remove this method.').waitFor();
      await method(2).getByLabel('Channel key').fill('channel-key-inicis-live');
      await dialog.getByRole('button', { name: 'Move method 2 up' }).click();
      await visit.screenshots('pay-methods');
      await save();
      await card.getByText('Credit card, KakaoPay').waitFor();
      const inicis = {
        channel_key: 'channel-key-inicis-live',
        pay_method: 'CARD',
        customer_fields: ['fullName', 'phoneNumber', 'email'],
        label: 'Credit card',
      };
      const kakaopay = { ...KAKAOPAY, easy_pay_provider: 'KAKAOPAY' };
      assert.deepEqual(await saved(), { ...before, pay_methods: [inicis, kakaopay] });

      await page.getByRole('button', { name: 'Edit Payment gateway' }).click();
      assert.equal(
        await method(1).getByLabel('Channel key').inputValue(),
        'channel-key-inicis-live',
      );
      await method(2).getByRole('combobox', { name: 'Payment method' }).click();
      await page.getByRole('option', { name: 'Bank transfer' }).click();
      await method(2).getByLabel('Name on the payment page').fill('');
      await save();
      await card.getByText('Credit card, Bank transfer').waitFor();

      const { payUrl } = (await shop.payPage({ currency: 'KRW' })).body.data;
      const { pathname, search, hash } = new URL(payUrl);
      await page.goto(`${browser.url}${pathname}${search}${hash}`);
      const offered = page.getByRole('group', { name: 'Payment method' });
      assert.deepEqual(await offered.locator('label').allTextContents(), [
        'Credit card',
        'Bank transfer',
      ]);
      await page.getByLabel('Phone number').waitFor();

      await visit.open(`/a/${appid}/settings/markets`);
      await page.getByRole('button', { name: 'Edit Payment gateway' }).click();
      for (const number of [2, 1]) {
        await dialog.getByRole('button', { name: `Remove method ${number}` }).click();
      }
      await dialog.getByLabel('Channel key').fill('channel-key-live');
      await save();
      await card.getByText('channel-key-live').waitFor();
      assert.deepEqual(await saved(), {
        gateway: before.gateway,
        store_id: before.store_id,
        channel_key: 'channel-key-live',
        success_url: before.success_url,
        cancel_url: before.cancel_url,
      });
    });
  },
  options,
);
