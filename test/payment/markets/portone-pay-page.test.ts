// The page for PortOne's own script, and the redirect to whatever stands in for PortOne.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { PgApp } from '../../../src/payment/markets/gateway.ts';
import { portonePayPage } from '../../../src/payment/markets/portone/pay-page.ts';

const APP: PgApp = {
  appid: 'app',
  environment: 'production',
  settings: { gateway: 'PORTONE', store_id: 'store-1', channel_key: 'channel-1' },
  secrets: { api_secret: 'secret', webhook_secret: 'secret' },
};
const ORDER = {
  orderId: 'H12',
  title: '<b>"100" gems & more</b>',
  amount: '12000',
  currency: 'KRW',
  returnUrl: 'https://tollgate.test/payment/v1/order/return/app/H12',
};

test('at PortOne: the script gets the order from the page, and everything is escaped', () => {
  const page = portonePayPage('https://api.portone.io', APP, ORDER);
  assert.ok('html' in page);
  const { html, contentSecurityPolicy } = page;
  const title = '&lt;b&gt;&quot;100&quot; gems &amp; more&lt;/b&gt;';
  const main = [
    'data-store-id="store-1"',
    'data-channel-key="channel-1"',
    'data-payment-id="H12"',
    `data-order-name="${title}"`,
    'data-total-amount="12000"',
    'data-currency="KRW"',
    `data-redirect-url="${ORDER.returnUrl}"`,
  ].join(' ');
  assert.ok(html.includes(`<main ${main}>${title}: 12000 KRW</main>`), html);
  assert.ok(html.includes('<script src="https://cdn.portone.io/v2/browser-sdk.js"></script>'));
  assert.ok(!html.includes('<b>'));
  assert.doesNotMatch(html, /secret/);
  const script = /<script>([\s\S]*)<\/script>/.exec(html)?.[1] ?? '';
  const digest = createHash('sha256').update(script).digest('base64');
  assert.ok(contentSecurityPolicy.includes(`'sha256-${digest}'`));
});

test('elsewhere: a redirect to the page that stands there, with the same fields', () => {
  const page = portonePayPage('http://127.0.0.1:8090', APP, ORDER);
  assert.ok('redirect' in page);
  const url = new URL(page.redirect);
  assert.equal(url.origin + url.pathname, 'http://127.0.0.1:8090/pay/portone/H12');
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    storeId: 'store-1',
    channelKey: 'channel-1',
    paymentId: 'H12',
    orderName: ORDER.title,
    totalAmount: '12000',
    currency: 'KRW',
    redirectUrl: ORDER.returnUrl,
  });
});
