// The payment page for PortOne's script: what it holds, in which language, under which policy.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { portonePayPage } from '../../../src/payment/markets/pg/portone/pay-page.ts';
import { payPageLanguage } from '../../../src/payment/markets/pg/portone/pay-page-texts.ts';
import type { PgApp } from '../../../src/payment/markets/pg/settings.ts';

const SCRIPT_URL = 'https://cdn.portone.io/v2/browser-sdk.js';
const APP: PgApp = {
  appid: 'app',
  gameIndex: 1,
  createdAt: 0,
  environment: 'production',
  settings: { gateway: 'PORTONE', store_id: 'store-1', channel_key: 'channel-1' },
  secrets: { api_secret: 'secret', webhook_secret: 'secret' },
};
const ORDER = {
  orderId: 'H12',
  title: '<b>"100" gems & more</b>',
  goods: { id: 'gems.100', name: '100 gems', quantity: 2 },
  amount: '12000',
  currency: 'KRW',
  returnUrl: 'https://tollgate.test/payment/v1/order/return/app/H12',
  cancelUrl: 'https://shop.test/left?orderId=H12',
};

const dataOf = (html: string) =>
  JSON.parse(
    (/data-page="([^"]*)"/.exec(html)?.[1] ?? '')
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );

test('a channel key alone takes cards; the script gets the order from the page, escaped', () => {
  const { html, contentSecurityPolicy } = portonePayPage(SCRIPT_URL, APP, ORDER, 'en');
  const { order, methods, cancelUrl } = dataOf(html);
  assert.deepEqual(order, {
    storeId: 'store-1',
    paymentId: 'H12',
    orderName: ORDER.title,
    totalAmount: 12000,
    currency: 'KRW',
    redirectUrl: ORDER.returnUrl,
    locale: 'EN_US',
  });
  assert.deepEqual(methods, [{ channelKey: 'channel-1', payMethod: 'CARD', fields: [], more: {} }]);
  assert.equal(cancelUrl, ORDER.cancelUrl);
  assert.ok(html.includes('<h1>&lt;b&gt;&quot;100&quot; gems &amp; more&lt;/b&gt;</h1>'));
  assert.ok(html.includes(`<script src="${SCRIPT_URL}"></script>`));
  assert.ok(html.includes('<button>Pay ₩12,000</button>'));
  assert.ok(!html.includes('<b>'));
  assert.doesNotMatch(html, /secret/);
  const script = /<script>([\s\S]*)<\/script>/.exec(html)?.[1] ?? '';
  const digest = createHash('sha256').update(script).digest('base64');
  assert.equal(
    contentSecurityPolicy,
    `default-src 'none'; script-src 'sha256-${digest}' https://cdn.portone.io https://*.portone.io; style-src 'unsafe-inline'; connect-src https://cdn.portone.io https:; frame-src https://cdn.portone.io https:; form-action https://cdn.portone.io https:; img-src data: https:; base-uri 'none'; frame-ancestors 'none'`,
  );
});

test('a card channel is told whose easy pay it is, and NaverPay what is bought', () => {
  const pay_methods = [
    { channel_key: 'channel-inicis', pay_method: 'EASY_PAY', easy_pay_provider: 'TOSSPAY' },
    { channel_key: 'channel-naver', pay_method: 'EASY_PAY', naverpay_category: 'GAME/CASH' },
  ] as const;
  const settings = { ...APP.settings, pay_methods: pay_methods as never };
  const { html } = portonePayPage(SCRIPT_URL, { ...APP, settings }, ORDER, 'en');
  const goods = { uid: 'gems.100', name: '100 gems', count: 2 };
  const productItems = [{ categoryType: 'GAME', categoryId: 'CASH', ...goods }];
  assert.deepEqual(
    dataOf(html).methods.map(({ more }: { more: object }) => more),
    [{ easyPay: { easyPayProvider: 'TOSSPAY' } }, { bypass: { naverpay: { productItems } } }],
  );
});

test('several methods are offered by their labels, with the fields that each needs', () => {
  const pay_methods = [
    { channel_key: 'channel-kakao', pay_method: 'EASY_PAY', label: 'KakaoPay' },
    {
      channel_key: 'channel-inicis',
      pay_method: 'CARD',
      customer_fields: ['fullName', 'email'],
      more: {},
    },
  ] as const;
  const settings = { ...APP.settings, pay_methods: pay_methods as never };
  const { html } = portonePayPage(SCRIPT_URL, { ...APP, settings }, ORDER, 'ko');
  assert.deepEqual(dataOf(html).methods, [
    { channelKey: 'channel-kakao', payMethod: 'EASY_PAY', fields: [], more: {} },
    { channelKey: 'channel-inicis', payMethod: 'CARD', fields: ['fullName', 'email'], more: {} },
  ]);
  assert.ok(html.includes('value="0" checked>KakaoPay</label>'));
  assert.ok(html.includes('value="1">카드</label>'));
  assert.ok(html.includes('<html lang="ko">'));
});

const LANGUAGES: readonly [header: string | undefined, language: string][] = [
  [undefined, 'en'],
  ['', 'en'],
  ['ko-KR,ko;q=0.9,en;q=0.8', 'ko'],
  ['en-US,en;q=0.9,ko;q=0.8', 'en'],
  ['fr-FR,ko;q=0.5,en;q=0.2', 'ko'],
  ['fr', 'en'],
  ['ko;q=0, en', 'en'],
];
for (const [header, language] of LANGUAGES) {
  test(`Accept-Language ${header}: ${language}`, () => {
    assert.equal(payPageLanguage(header), language);
  });
}
