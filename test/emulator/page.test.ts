// The emulator's page in a real browser: every market's purchases in pages, each with its actions; faults, clock, reset.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { buildEmulator } from '../../emulator/app.ts';
import { violations } from '../support/axe.ts';
import { findBrowser, leaveBrowser, startBrowser } from '../support/chromium.ts';
import { freshMarkets } from '../support/fresh-markets.ts';

const { skip } = await findBrowser();
const emulator = await buildEmulator({ state: await freshMarkets() });
const url = await emulator.listen(0);
after(() => emulator.close());
let page: Page;
const problems: string[] = [];
/** Runs in the page and answers with the texts that have too little contrast. */
const FAINT_TEXTS = readFileSync(new URL('../support/contrast.js', import.meta.url), 'utf8');
/** Only for what will never happen: a busy machine may take its time. */
const PATIENCE_MS = 300_000;

// biome-ignore lint/suspicious/noExplicitAny: a JSON answer has whatever shape the test asserts
async function control(method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(`${url}/control${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  assert.equal(response.status, 200, path);
  return response.json();
}

before(async () => {
  if (skip) return;
  await control('PUT', '/demo', {
    url: 'http://127.0.0.1:8080',
    appid: "it's.a.demo",
    client_id: 'demo',
    client_secret: 'secret',
  });
  const browser = await startBrowser();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (line) => line.type() === 'error' && problems.push(line.text()));
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto(url);
});
after(async () => {
  await page?.close();
  await leaveBrowser();
});

const records = () => page.locator('#records > li');
const record = (text: string) => records().filter({ hasText: text }).first();
const act = (text: string, name: string) =>
  record(text).getByRole('button', { name, exact: true }).click();
const tab = (name: string) =>
  page.locator('#markets').getByRole('button', { name, exact: true }).click();
/** By its badge: the words of two neighbouring buttons, Approve and Deny, contain "Approved" as well. */
const showsState = (text: string, state: string) =>
  record(text).locator('.badge').getByText(state, { exact: true }).waitFor();
const actionsOf = (text: string) => record(text).getByRole('button').allTextContents();

async function buy(market: string, kind: string, productId: string): Promise<void> {
  await page.selectOption('#buy [name=market]', market);
  await page.selectOption('#buy [name=kind]', kind);
  await page.fill('#buy [name=productId]', productId);
  await page.click('#buy .primary');
  await record(productId).waitFor();
}

test('each market sells, and its purchases are listed newest first', { skip }, async () => {
  for (const [market, kind, productId] of [
    ['apple', 'consumable', 'apple.gems'],
    ['apple', 'subscription', 'apple.vip'],
    ['google', 'consumable', 'google.gems'],
    ['google', 'subscription', 'google.vip'],
    ['steam', 'consumable', 'steam.gems'],
  ] as const) {
    await buy(market, kind, productId);
    await control('POST', '/clock', { advanceMs: 1_000 });
  }
  assert.deepEqual(await records().locator('.market').allTextContents(), [
    'Steam',
    'Google Play',
    'Google Play',
    'App Store',
    'App Store',
  ]);
  assert.equal(await page.locator('#pager').isVisible(), false, 'one page needs no pager');
});

test('everybody can use it, in light and in dark', { skip }, async () => {
  assert.deepEqual(await violations(page), []);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await page.evaluate(FAINT_TEXTS), [], colorScheme);
  }
});

test('a tab shows one market, and stays after a reload', { skip }, async () => {
  await tab('Google Play');
  await record('google.vip').waitFor();
  await records().nth(2).waitFor({ state: 'detached' });
  await page.reload();
  await record('google.vip').waitFor();
  assert.equal(await records().count(), 2);
  await tab('All');
  await record('steam.gems').waitFor();
});

test('a refund and its undoing show in the list', { skip }, async () => {
  await act('apple.gems', 'Refund');
  await showsState('apple.gems', 'refunded');
  await act('apple.gems', 'Undo refund');
  await showsState('apple.gems', 'bought');
});

test('a Steam order offers what can happen to it in its state', { skip }, async () => {
  const unpaid = ['Deny', 'Let it expire', 'No funds at the charge', 'Fraud check at the charge'];
  assert.deepEqual(await actionsOf('steam.gems'), ['Approve', ...unpaid]);
  await act('steam.gems', 'Approve');
  await showsState('steam.gems', 'Approved');
  assert.deepEqual(await actionsOf('steam.gems'), unpaid);
  const { steam } = await control('GET', '/credentials');
  const { orders } = await control('GET', '/steam/orders');
  const body = new URLSearchParams({ key: steam.key, orderid: orders[0].orderid, appid: '480' });
  const finalize = `${url}/steam/ISteamMicroTxn/FinalizeTxn/v2/`;
  assert.equal((await fetch(finalize, { method: 'POST', body })).status, 200);
  await tab('Steam');
  await showsState('steam.gems', 'Succeeded');
  await act('steam.gems', 'Refund a part');
  await showsState('steam.gems', 'PartialRefund');
  await act('steam.gems', 'Charge back');
  await showsState('steam.gems', 'Chargedback');
  assert.deepEqual(await actionsOf('steam.gems'), []);
});

test('the actions of a market as a whole: how Steam behaves, receipts that are forged', {
  skip,
}, async () => {
  await page.locator('#market').getByRole('button', { name: 'Pages of 7 rows' }).click();
  await page.locator('#market').getByRole('button', { name: 'Full pages again' }).waitFor();
  assert.equal((await control('GET', '/steam/settings')).reportRows, 7);
  await tab('App Store');
  await page.locator('#market').getByRole('button', { name: 'other-root' }).click();
  await page.locator('#answer').getByText('signedTransaction').waitFor();
  await page.locator('#close-answer').click();
  await page.locator('#answer').waitFor({ state: 'hidden' });
});

test('a subscription goes through a failed payment and comes back', { skip }, async () => {
  await tab('App Store');
  await act('apple.vip', 'Fail with grace');
  await showsState('apple.vip', 'grace period');
  await act('apple.vip', 'Recover');
  await showsState('apple.vip', 'active');
  await tab('Google Play');
  await act('google.vip', 'Account hold');
  await showsState('google.vip', 'on hold');
  await act('google.vip', 'Recover');
  await showsState('google.vip', 'active');
});

test('a renewal by hand and one by the clock add a cycle each', { skip }, async () => {
  await tab('App Store');
  const cycles = records().filter({ hasText: 'apple.vip' });
  await record('apple.vip').waitFor();
  const before = await cycles.count();
  await act('apple.vip', 'Renew');
  await cycles.nth(before).waitFor();
  await page.getByRole('button', { name: '+31 days' }).click();
  await page.getByRole('button', { name: '+31 days' }).click();
  await cycles.nth(before + 1).waitFor();
});

test('the receipt is shown with the command that verifies it, quoted for the shell', {
  skip,
}, async () => {
  await tab('Google Play');
  await act('google.gems', 'Receipt');
  await page.locator('#verifying').waitFor();
  const receipt = await page.textContent('#answer-text');
  const command = (await page.textContent('#curl-text')) ?? '';
  assert.ok(receipt && command.includes(`"serviceReceipt":"${receipt}"`));
  assert.ok(command.includes("'http://127.0.0.1:8080/payment/v1/purchase/verify'"));
  assert.ok(command.includes("-H 'X-App-Id: it'\\''s.a.demo'"));
  assert.ok(command.includes("-u 'demo:secret'"));
});

test('faults are added, listed and cleared', { skip }, async () => {
  await page.selectOption('#fault [name=market]', 'steam');
  await page.selectOption('#fault [name=kind]', 'lost');
  await page.fill('#fault [name=path]', 'FinalizeTxn');
  await page.click('#fault .primary');
  await page.getByText('steam: lost, next 1, only FinalizeTxn').waitFor();
  await page.selectOption('#fault [name=unit]', 'rate');
  await page.fill('#fault [name=number]', '25');
  await page.fill('#fault [name=path]', '');
  await page.click('#fault .primary');
  await page.getByText('steam: lost, 25 %').waitFor();
  assert.deepEqual((await control('GET', '/faults')).faults, [
    { market: 'steam', kind: 'lost', count: 1, path: 'FinalizeTxn' },
    { market: 'steam', kind: 'lost', rate: 0.25 },
  ]);
  await page.click('#clear-faults');
  await page.locator('#faults li').first().waitFor({ state: 'detached' });
});

test('a refused action says why', { skip }, async () => {
  await page.fill('#buy [name=account]', 'not a uuid');
  await page.selectOption('#buy [name=market]', 'apple');
  await page.click('#buy .primary');
  await page.getByText('appAccountToken must be a UUID.').waitFor();
});

test('45 purchases come in pages of 20 and are found by id; no page is longer than that', {
  skip,
}, async () => {
  for (let index = 1; index <= 45; index++) {
    await control('POST', '/steam/orders', { orderid: String(9_000_000 + index) });
  }
  await tab('Steam');
  await record('9000045').waitFor();
  assert.equal(await records().count(), 20);
  await page.click('#older');
  await page.getByText('Page 2').waitFor();
  await record('9000025').waitFor();
  assert.deepEqual(
    await records().locator('.id').allTextContents(),
    Array.from({ length: 20 }, (_each, index) => String(9_000_025 - index)),
  );
  await page.fill('#search', '9000017');
  await records().nth(1).waitFor({ state: 'detached' });
  assert.equal(await record('9000017').count(), 1);
  await page.fill('#search', 'nobody');
  await page.getByText('No purchase has an id with “nobody”.').waitFor();
  await page.fill('#search', '');
  await record('9000045').waitFor();
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const [high, wide] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollHeight, document.documentElement.scrollWidth]',
    );
    assert.ok(high < 5_000, `${high} pixels high at ${width}`);
    assert.ok(wide <= width, `${wide} pixels wide at ${width}`);
  }
});

test('a reset empties the list', { skip }, async () => {
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByText('Nothing bought yet.').waitFor();
});

test('the page, and any other of the emulator, has an icon', { skip }, async () => {
  const named = await page.getAttribute('link[rel=icon]', 'href');
  for (const path of [named ?? '', '/favicon.ico']) {
    const answer = await fetch(url + path);
    assert.equal(answer.headers.get('content-type'), 'image/svg+xml');
    assert.match(await answer.text(), /^<svg /);
  }
});

test('nothing on the page broke the policy or threw', { skip }, () => {
  // The browser itself reports the refused request of the test above.
  const unexpected = problems.filter((text) => !text.includes('status of 400'));
  assert.deepEqual(unexpected, []);
});
