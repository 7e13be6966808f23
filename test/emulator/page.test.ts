// The emulator's page in a real browser: buy at each market, refund, renew, move the clock, copy a receipt.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { startEmulator } from '../../emulator/main.ts';
import { findBrowser, startBrowser } from '../support/chromium.ts';

const { skip } = await findBrowser();
const emulator = await startEmulator({ port: 0 });
after(() => emulator.close());
let browser: Browser | undefined;
let page: Page;
const problems: string[] = [];
/** Only for what will never happen: a busy machine may take its time. */
const PATIENCE_MS = 300_000;

before(async () => {
  if (skip) return;
  await fetch(`${emulator.url}/control/demo`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      url: 'http://127.0.0.1:8080',
      appid: "it's.a.demo",
      client_id: 'demo',
      client_secret: 'secret',
    }),
  });
  browser = await startBrowser();
  page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (line) => line.type() === 'error' && problems.push(line.text()));
  await page.goto(emulator.url);
});
after(() => browser?.close());

const rows = () => page.locator('#purchases tr');
const row = (text: string) => rows().filter({ hasText: text }).first();

async function buy(market: string, kind: string, productId: string): Promise<void> {
  const expected = (await rows().count()) + 1;
  await page.selectOption('[name=market]', market);
  await page.selectOption('[name=kind]', kind);
  await page.fill('[name=productId]', productId);
  await page.click('form .primary');
  await rows()
    .nth(expected - 1)
    .waitFor();
}

test('each market sells, and its purchases are listed', { skip }, async () => {
  await buy('apple', 'consumable', 'apple.gems');
  await buy('apple', 'subscription', 'apple.vip');
  await buy('google', 'consumable', 'google.gems');
  await buy('google', 'subscription', 'google.vip');
  await buy('steam', 'consumable', 'steam.gems');
  assert.deepEqual(
    (await rows().locator('td:first-child').allTextContents()).map((text) => text.trim()),
    ['App Store', 'App Store', 'Google Play', 'Google Play', 'Steam'],
  );
});

test('a refund and its undoing show in the list', { skip }, async () => {
  await row('apple.gems').getByRole('button', { name: 'Refund', exact: true }).click();
  await row('apple.gems').getByText('refunded').waitFor();
  await row('apple.gems').getByRole('button', { name: 'Undo refund' }).click();
  await row('apple.gems').getByText('bought').waitFor();
});

test('a renewal by hand and one by the clock add a cycle each', { skip }, async () => {
  const cycles = rows().filter({ hasText: 'apple.vip' });
  await row('apple.vip').getByRole('button', { name: 'Renew' }).click();
  await cycles.nth(1).waitFor();
  await page.getByRole('button', { name: '+31 days' }).click();
  await page.getByRole('button', { name: '+31 days' }).click();
  await cycles.nth(2).waitFor();
});

test('the receipt is shown with the command that verifies it, quoted for the shell', {
  skip,
}, async () => {
  await row('google.gems').getByRole('button', { name: 'Receipt' }).click();
  const receipt = await page.textContent('#receipt-text');
  const command = (await page.textContent('#curl-text')) ?? '';
  assert.ok(receipt && command.includes(`"serviceReceipt":"${receipt}"`));
  assert.ok(command.includes("'http://127.0.0.1:8080/payment/v1/purchase/verify'"));
  assert.ok(command.includes("-H 'X-App-Id: it'\\''s.a.demo'"));
  assert.ok(command.includes("-u 'demo:secret'"));
});

test('a refused action says why', { skip }, async () => {
  await page.fill('[name=account]', 'not a uuid');
  await page.selectOption('[name=market]', 'apple');
  await page.click('form .primary');
  await page.getByText('appAccountToken must be a UUID.').waitFor();
});

test('the page, and any other of the emulator, has an icon', { skip }, async () => {
  const named = await page.getAttribute('link[rel=icon]', 'href');
  for (const path of [named ?? '', '/favicon.ico']) {
    const answer = await fetch(emulator.url + path);
    assert.equal(answer.headers.get('content-type'), 'image/svg+xml');
    assert.match(await answer.text(), /^<svg /);
  }
});

test('nothing on the page broke the policy or threw', { skip }, () => {
  // The browser itself reports the refused request of the test above.
  const unexpected = problems.filter((text) => !text.includes('status of 400'));
  assert.deepEqual(unexpected, []);
});
