// The payment page of PortOne orders in a real browser, with the emulator's script and pay window.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { findBrowser, leaveBrowser, startBrowser } from '../../support/chromium.ts';
import { openOrderShop, orderSuite } from './order-shop.ts';

const PG = { providerId: 'PG' };
const INICIS = {
  channel_key: 'channel-key-inicis-live',
  pay_method: 'CARD',
  customer_fields: ['fullName', 'phoneNumber', 'email'],
  label: 'Credit card',
};
const KAKAOPAY = {
  channel_key: 'channel-key-kakaopay-live',
  pay_method: 'EASY_PAY',
  label: 'KakaoPay',
};
const PHONE = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
};
const PATIENCE_MS = 60_000;

const { skip } = await findBrowser();
let front: Server | undefined;
let url = '';

if (skip !== false) test('the payment page in a browser', { skip });
else {
  orderSuite(
    'the payment page in a browser',
    (gate, markets) => {
      let browser: Browser;
      let contexts: BrowserContext[] = [];
      let problems: string[] = [];
      before(async () => {
        browser = await startBrowser();
      });
      after(async () => {
        await leaveBrowser();
        front?.close();
      });
      afterEach(async () => {
        const found = problems;
        for (const context of contexts) await context.close();
        [contexts, problems] = [[], []];
        assert.deepEqual(found, [], 'the page broke a rule of the browser');
      });

      async function visit(payUrl: string, options: object = {}): Promise<Page> {
        const context = await browser.newContext({ locale: 'en-US', ...options });
        contexts.push(context);
        context.setDefaultTimeout(PATIENCE_MS);
        const page = await context.newPage();
        page.on('pageerror', (error) => problems.push(String(error)));
        page.on('console', (line) => {
          // A request that PortOne refuses is part of the game.
          const isRefusal = /status of 400/.test(line.text());
          if (line.type() === 'error' && !isRefusal) problems.push(line.text());
        });
        await page.goto(payUrl);
        return page;
      }

      const open = async (pay_methods: readonly object[], fields: object = {}) => {
        const settings = {
          pay_methods,
          success_url: `${url}/shop/paid`,
          cancel_url: `${url}/shop/left`,
        };
        const shop = await openOrderShop(gate, markets, { gateway: 'PORTONE', settings });
        const { orderId, payUrl } = (await shop.payPage({ currency: 'KRW', ...fields })).body.data;
        return { shop, orderId, payUrl };
      };
      const pressPay = (page: Page) => page.getByRole('button', { name: /^Pay ₩12,000$/ }).click();
      const inWindow = (page: Page, button: string) =>
        page.frameLocator('iframe').getByRole('button', { name: button }).click();
      const atShop = (page: Page, where: 'paid' | 'left', orderId: string) =>
        page.waitForURL(`${url}/shop/${where}?orderId=${orderId}`);

      test('the buyer chooses a method, fills in what it needs, and pays', async () => {
        const { shop, orderId, payUrl } = await open([KAKAOPAY, INICIS]);
        const page = await visit(payUrl);
        assert.equal(await page.getByLabel('Name', { exact: true }).isVisible(), false);
        await page.getByLabel('Credit card').check();
        await pressPay(page);
        await page.getByText('Enter your name.').waitFor();
        await page.getByText('Enter your phone number, digits only.').waitFor();
        await page.getByLabel('Name', { exact: true }).fill('Kim');
        await page.getByLabel('Phone number').fill('010-1234-5678');
        await page.getByLabel('Email').fill('kim@example.com');
        await pressPay(page);
        await inWindow(page, 'Pay');
        await atShop(page, 'paid', orderId);
        const [{ serviceReceipt }] = (await shop.restore()).body.data;
        const { data } = (await shop.verify(serviceReceipt, PG)).body;
        assert.deepEqual(
          [data.servicePrice, data.serviceReceiptVerifyResult.channel],
          [12000, { type: 'LIVE', id: 'channel-id-inicis-live', pgProvider: 'INICIS_V2' }],
        );
      });

      test('NaverPay, and easy pay through a card channel, open and take the money', async () => {
        const naverpay = {
          channel_key: 'channel-key-naverpay-live',
          pay_method: 'EASY_PAY',
          naverpay_category: 'ETC/ETC',
        };
        const tosspay = {
          channel_key: 'channel-key-live',
          pay_method: 'EASY_PAY',
          easy_pay_provider: 'TOSSPAY',
        };
        for (const method of [naverpay, tosspay]) {
          const { orderId, payUrl } = await open([method]);
          const page = await visit(payUrl);
          await pressPay(page);
          await inWindow(page, 'Pay');
          await atShop(page, 'paid', orderId);
        }
      });

      test('what came with the order is not asked again, and is on no way to the server', async () => {
        const customer = {
          fullName: 'Kim',
          phoneNumber: '010-1234-5678',
          email: 'kim@example.com',
        };
        const { orderId, payUrl } = await open([INICIS], { customer });
        assert.doesNotMatch(payUrl.split('#')[0], /Kim|1234|example/);
        const page = await visit(payUrl);
        assert.equal(await page.getByLabel('Email').isVisible(), false);
        await pressPay(page);
        await inWindow(page, 'Pay');
        await atShop(page, 'paid', orderId);
      });

      test('what PortOne refuses is shown, and another method works', async () => {
        const careless = { ...INICIS, customer_fields: [] };
        const { orderId, payUrl } = await open([careless, KAKAOPAY]);
        const page = await visit(payUrl);
        await pressPay(page);
        await page.getByRole('alert').getByText('INICIS_V2 requires customer.fullName').waitFor();
        await page.getByLabel('KakaoPay').check();
        await pressPay(page);
        await inWindow(page, 'Pay');
        await atShop(page, 'paid', orderId);
      });

      test('a declined card is told, and the buyer tries again', async () => {
        const { orderId, payUrl } = await open([KAKAOPAY]);
        const page = await visit(payUrl);
        await pressPay(page);
        await inWindow(page, 'Fail');
        await page.getByRole('alert').getByText('The card was declined.').waitFor();
        await pressPay(page);
        await inWindow(page, 'Pay');
        await atShop(page, 'paid', orderId);
      });

      test('who cancels, in the window or before it, goes back to the shop', async () => {
        const { orderId, payUrl } = await open([KAKAOPAY]);
        const page = await visit(payUrl);
        await pressPay(page);
        await inWindow(page, 'Cancel');
        await atShop(page, 'left', orderId);
        const again = await visit(payUrl);
        await again.getByRole('link', { name: 'Cancel' }).click();
        await atShop(again, 'left', orderId);
      });

      test('on a phone the window replaces the page, and a failure leads back to it', async () => {
        const { orderId, payUrl } = await open([KAKAOPAY]);
        const page = await visit(payUrl, PHONE);
        await pressPay(page);
        await page.getByRole('button', { name: 'Fail' }).click();
        await page.getByRole('alert').getByText('The payment did not go through.').waitFor();
        // The return page remembers for three seconds what the gateway said.
        gate.now += 3_000;
        await pressPay(page);
        await page.getByRole('button', { name: 'Pay', exact: true }).click();
        await atShop(page, 'paid', orderId);
      });

      test('the page speaks Korean to a Korean browser', async () => {
        const { payUrl } = await open([KAKAOPAY, { ...INICIS, label: undefined }]);
        const page = await visit(payUrl, { ...PHONE, locale: 'ko-KR' });
        await page.getByLabel('카드').check();
        await page.getByRole('button', { name: '₩12,000 결제하기' }).click();
        await page.getByText('이름을 입력하세요.').waitFor();
      });

      test('without the script of PortOne the page says what to do', async () => {
        const { payUrl } = await open([KAKAOPAY]);
        const page = await visit('about:blank');
        await page.route('**/v2/browser-sdk.js', (route) => route.fulfill({ body: '' }));
        await page.goto(payUrl);
        await pressPay(page);
        await page.getByRole('alert').getByText('could not be loaded').waitFor();
      });
    },
    {
      kinds: ['sqlite'],
      // Browsers need an address that is known before the service is.
      async prepare(gate) {
        front = createServer((request, response) => {
          if (request.url?.startsWith('/shop/')) response.end('The shop.');
          else gate.service.app.server.emit('request', request, response);
        });
        const listening = front;
        await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
        url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
        return { publicUrl: url };
      },
    },
  );
}
