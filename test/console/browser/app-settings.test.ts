// An app's settings: markets that the market itself checks, OAuth clients, products, server ids.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { newOwner, signIn } from '../../admin/visitor.ts';
import { browserSuite } from '../../support/browser.ts';
import { emulateMarkets } from '../../support/markets.ts';

/** The emulator's customary app. */
const BUNDLE_ID = 'com.tollgate.demo';
const APP_APPLE_ID = '1234567890';

const { markets, options, close } = emulateMarkets();

const card = (page: Page, name: string) => page.getByRole('region', { name });

browserSuite(
  'settings of an app at the console',
  (gate, browser) => {
    after(close);

    test('markets are set up, and each says whether it takes the credentials', async () => {
      const { apple, steam, onestore, samsung, custom, paypal } =
        await markets.control('/credentials');
      const others = [
        {
          name: 'ONE store',
          fields: [['Client ID', BUNDLE_ID]],
          secrets: [
            ['Client secret', onestore.clientSecret],
            ['Licence key', onestore.licenceKey],
          ],
          path: 'onestore',
          said: 'ONE store accepts the client.',
        },
        {
          name: 'Amazon Appstore',
          fields: [['Package name', BUNDLE_ID]],
          secrets: [['Shared secret', '2:of another developer:==']],
          path: 'amazon',
          said: 'Copy the shared secret again',
        },
        {
          name: 'Galaxy Store',
          fields: [['Package name', BUNDLE_ID]],
          secrets: [['IAP public key', samsung.publicKey]],
          path: 'samsung',
          said: 'Samsung answers; receipts need no credentials.',
        },
        {
          name: 'Own market',
          fields: [['Server address', custom.address]],
          secrets: [
            ['Shared key', custom.key],
            ['Old key', 'the-key-before-it-and-of-nobody-else'],
          ],
          path: 'custom',
          said: 'The address answers, and its answers are signed.',
        },
      ] as const;
      const email = await newOwner(gate);
      const { appid } = await gate.createApp();
      const visit = await browser.visit();
      const { page, open, screenshots } = visit;
      await visit.signIn(email);
      await open(`/a/${appid}/settings/markets`);

      await page.getByRole('button', { name: 'Set up App Store' }).click();
      await page.getByLabel('Bundle ID').fill(BUNDLE_ID);
      await page.getByLabel('App Apple ID').fill('not a number');
      await page.getByLabel('Issuer ID').fill(apple.issuerId);
      const choose = (name: string) =>
        page.locator('input[type=file]').setInputFiles({
          name,
          mimeType: 'application/octet-stream',
          buffer: Buffer.from(apple.privateKey),
        });
      await choose('AuthKey_ABC.p8');
      await page
        .getByText('AuthKey_ABC.p8 is an App Store Connect API key. Choose the In-App Purchase key')
        .waitFor();
      await choose(`SubscriptionKey_${apple.keyId}.p8`);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Enter a whole number.').waitFor();
      assert.equal(await page.getByLabel('Key ID').inputValue(), apple.keyId);
      await page.getByLabel('App Apple ID').fill(APP_APPLE_ID);
      await screenshots('market-form');
      await page.getByRole('button', { name: 'Save' }).click();
      await card(page, 'App Store').getByText('The App Store accepts the API key.').waitFor();

      await page.getByRole('button', { name: 'Set up Steam' }).click();
      await page.getByLabel('Steam app ID').fill('480');
      await page.getByRole('textbox', { name: 'Publisher Web API key' }).fill('a personal key');
      await page.getByRole('button', { name: 'Save' }).click();
      await card(page, 'Steam').getByText('Steam rejects the key').waitFor();

      for (const { name, fields, secrets, path, said } of others) {
        await page.getByRole('button', { name: `Set up ${name}` }).click();
        for (const [label, text] of fields) await page.getByLabel(label).fill(text);
        for (const [label, text] of secrets) {
          await page.getByRole('textbox', { name: label }).fill(text);
        }
        await page.getByRole('button', { name: 'Save' }).click();
        await card(page, name).getByText(said).waitFor();
        await card(page, name).getByText(`/market/v1/${path}/${appid}`).waitFor();
      }

      await page.getByRole('button', { name: 'Set up Payment gateway' }).click();
      await page.getByRole('combobox', { name: 'Gateway' }).click();
      await page.getByRole('option', { name: 'PortOne' }).click();
      await page.getByLabel('Store ID').fill('store-0000');
      await page.getByRole('button', { name: 'Save' }).click();
      await card(page, 'Payment gateway').getByText('There is a problem').waitFor();
      await card(page, 'Payment gateway').getByText(`/market/v1/pg/portone/${appid}`).waitFor();
      await screenshots('markets');
      // What is wrong is still known after a reload, and in the navigation.
      await page.reload();
      await card(page, 'Steam').getByText('Not working').waitFor();
      await card(page, 'Steam').getByText('Steam rejects the key').waitFor();
      await page
        .getByRole('link', { name: /^App settings/ })
        .getByText('3', { exact: true })
        .waitFor();
      await screenshots('markets-not-working');

      await page.getByRole('button', { name: 'Edit Steam' }).click();
      await page.getByRole('button', { name: 'Replace: Publisher Web API key' }).click();
      await page.getByRole('textbox', { name: 'Publisher Web API key' }).fill(steam.key);
      await page.getByRole('button', { name: 'Save' }).click();
      await card(page, 'Steam').getByText('Steam accepts the publisher key.').waitFor();
      await page.getByRole('button', { name: 'Check all' }).click();
      await card(page, 'Payment gateway').getByText('There is a problem').waitFor();
      await page.getByRole('button', { name: 'Language' }).click();
      await page.getByRole('menuitem', { name: '한국어' }).click();
      await card(page, 'App Store').getByText('App Store에서 자격 증명을 확인했습니다.').waitFor();
      await card(page, '아마존 앱스토어').getByText('Shared Key를 확인하세요').waitFor();
      await card(page, 'PG').getByText('결제 대행사(PG)에 필요한 값이 없습니다: API').waitFor();
      await page.getByRole('button', { name: '언어' }).click();
      await page.getByRole('menuitem', { name: 'English' }).click();

      await page.getByRole('button', { name: 'Edit Payment gateway' }).click();
      await page.getByRole('textbox', { name: 'Webhook secret' }).waitFor();
      await page.getByRole('combobox', { name: 'Gateway' }).click();
      await page.getByRole('option', { name: 'PayPal' }).click();
      await page.getByLabel('Client ID').fill(paypal.clientId);
      await page.getByLabel('Webhook ID').fill(paypal.webhookId);
      await page.getByRole('textbox', { name: 'API secret' }).fill(paypal.secret);
      // PayPal itself is asked about its webhooks.
      assert.equal(await page.getByRole('textbox', { name: 'Webhook secret' }).count(), 0);
      await screenshots('market-form-paypal');
      await page.getByRole('button', { name: 'Save' }).click();
      await card(page, 'Payment gateway').getByText('PayPal accepts the key.').waitFor();
      await card(page, 'Payment gateway').getByText(`/market/v1/pg/paypal/${appid}`).waitFor();

      // What went in does not come out, neither on the page nor below it.
      const owner = await signIn(gate, email);
      const read = JSON.stringify((await owner.send('GET', `/apps/${appid}/markets`)).body);
      for (const shown of [await page.content(), read]) assert.ok(!shown.includes(steam.key));
      await page.getByRole('button', { name: 'Remove Steam' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('button', { name: 'Set up Steam' }).waitFor();
    });

    test('an OAuth client gets tokens, also while its secret is changed', async () => {
      const app = await gate.createApp();
      const visit = await browser.visit();
      const { page, open, screenshots } = visit;
      await visit.signIn(await newOwner(gate));
      await open(`/a/${app.appid}/settings/clients`);
      const dialog = page.getByRole('dialog');
      const credentials = async () => {
        const [clientId = '', clientSecret = ''] = await dialog.locator('pre').allTextContents();
        await dialog.getByRole('button', { name: 'Done' }).click();
        await dialog.waitFor({ state: 'detached' });
        return { ...app, clientId, clientSecret };
      };
      await page.getByRole('button', { name: 'Create client' }).click();
      await dialog.getByLabel('Name').fill('Shop server, Seoul');
      await dialog.getByRole('button', { name: 'Create client' }).click();
      await dialog.getByText('client_secret').waitFor();
      const first = await credentials();
      assert.match(await gate.token(first), /^ey/);
      await page.getByRole('button', { name: 'Rotate the secret of Shop server, Seoul' }).click();
      await dialog.getByRole('button', { name: 'Rotate' }).click();
      await dialog.getByText('client_secret').waitFor();
      const second = await credentials();
      assert.equal(second.clientId, first.clientId);
      for (const each of [first, second]) assert.match(await gate.token(each), /^ey/);
      await page.getByRole('row').filter({ hasText: 'Shop server' }).getByText('Expires').waitFor();
      await screenshots('clients');
    });

    test('products and server IDs are saved, and errors appear at their field', async () => {
      const { appid } = await gate.createApp();
      const email = await newOwner(gate);
      const visit = await browser.visit();
      const { page, open, screenshots } = visit;
      await visit.signIn(email);
      await open(`/a/${appid}/settings/products`);
      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: 'Add product' }).click();
      await dialog.getByLabel('Product ID').fill('gem_100');
      await dialog.getByLabel('Name').fill('100 gems');
      await dialog.getByLabel('Currency').fill('KRW');
      await dialog.getByRole('textbox', { name: 'Amount' }).fill('1500.50');
      await dialog.getByRole('button', { name: 'Add description' }).click();
      await dialog.getByLabel('Language').fill('ko');
      await dialog.getByRole('textbox', { name: 'Description' }).fill('보석 100개');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText('1500.50 has more decimals than KRW allows (0).').waitFor();
      await dialog.getByRole('textbox', { name: 'Amount' }).fill('1500');
      await dialog.getByRole('button', { name: 'Add price' }).click();
      await dialog.getByLabel('Currency').last().fill('usd');
      await dialog.getByRole('textbox', { name: 'Amount' }).last().fill('0.99');
      await screenshots('product-form');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('₩1,500 · $0.99').waitFor();
      await screenshots('products');
      const owner = await signIn(gate, email);
      const { body } = await owner.send('GET', `/apps/${appid}/products/gem_100`);
      assert.deepEqual(body.descriptions, { ko: '보석 100개' });

      await page.getByRole('tab', { name: 'Server IDs' }).click();
      await page.getByRole('button', { name: 'Add server ID' }).click();
      await dialog.getByLabel('Server ID').fill('asia 1');
      await dialog.getByLabel('Name').fill('Asia');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText('At most 100 letters').waitFor();
      await dialog.getByLabel('Server ID').fill('asia-1');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Rename asia-1' }).click();
      await dialog.getByLabel('Name').fill('Asia Pacific');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('row').filter({ hasText: 'Asia Pacific' }).waitFor();
      await screenshots('servers');
    });
  },
  options,
);
