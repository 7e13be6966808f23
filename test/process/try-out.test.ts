// `npm start` and its API reference in a real browser: a call is found, tried out, and answered by the demo.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { findBrowser, leaveBrowser, startBrowser } from '../support/chromium.ts';
import { createDatabase, type TestDatabase } from '../support/databases.ts';
import { freePort } from '../support/postgres.ts';
import { type RunningProcess, startProcess } from '../support/process.ts';

const { skip } = await findBrowser();

let database: TestDatabase;
let running: RunningProcess;
let browser: Browser;

before(async () => {
  if (skip) return;
  database = await createDatabase('sqlite');
  const variables = { EMULATOR_PORT: String(await freePort()), TOLLGATE_MASTER_KEY: '' };
  running = await startProcess({ ...database.variables, ...variables }, ['--demo']);
  await running.prints('Tollgate is running.');
  browser = await startBrowser();
});
after(async () => {
  await leaveBrowser();
  await running?.stop();
  await database?.drop();
});

async function tryIt(search: string, summary: string): Promise<[string, Record<string, unknown>]> {
  const page = await browser.newPage();
  await page.goto(`${running.url}/docs/api`);
  await page.getByLabel('Search calls').fill(search);
  await page.getByRole('link', { name: summary }).first().click();
  await page.getByText('Try it', { exact: true }).click();
  await page.getByRole('button', { name: 'Send' }).click();
  const status = await page.locator('.outcome .status').textContent();
  const body = JSON.parse((await page.getByLabel('Answer').textContent()) ?? '');
  await page.close();
  return [status ?? '', body];
}

test('a purchase is verified with the keys and the receipt that the page fills in', {
  skip,
}, async () => {
  const verify = () => tryIt('purchase/verify', 'Verify the receipt of a consumable purchase');
  const [status, { data }] = await verify();
  const { serviceProductId, serviceDuplicated } = data as Record<string, unknown>;
  assert.deepEqual([status, serviceProductId, serviceDuplicated], ['200', 'gem_100', false]);
});

test('so are a subscription, a call with the certification key, and one of an app client', {
  skip,
}, async () => {
  const [status, { data }] = await tryIt(
    'subscription/verify',
    'Verify the receipt of a subscription',
  );
  assert.deepEqual([status, (data as { serviceQuantity: number }).serviceQuantity], ['200', 1]);
  const [, types] = await tryIt('block.type.get', 'List restriction types');
  assert.equal(types.result_code, 0);
  const [, orders] = await tryIt('purchase/restore', 'List paid but undelivered');
  assert.deepEqual(orders, { data: [], meta: null });
});
