// `npm start` and the emulator's page in a real browser: a refund after delivery restricts the player by itself.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { DemoFile } from '../../src/demo/project.ts';
import { findBrowser, leaveBrowser, startBrowser } from '../support/chromium.ts';
import { createDatabase, type TestDatabase } from '../support/databases.ts';
import { freePort } from '../support/postgres.ts';
import { type RunningProcess, startProcess } from '../support/process.ts';

const { skip } = await findBrowser();
/** Only for what will never happen: a busy machine may take its time. */
const PATIENCE_MS = 120_000;

let database: TestDatabase;
let running: RunningProcess;
let browser: Browser;
let demo: DemoFile;

before(async () => {
  if (skip) return;
  database = await createDatabase('sqlite');
  const variables = { EMULATOR_PORT: String(await freePort()), TOLLGATE_MASTER_KEY: '' };
  running = await startProcess({ ...database.variables, ...variables }, ['--demo']);
  await running.prints('Tollgate is running.');
  const file = join(database.variables.TOLLGATE_DATA ?? '', 'demo.json');
  demo = JSON.parse(readFileSync(file, 'utf8'));
  browser = await startBrowser();
});
after(async () => {
  await leaveBrowser();
  await running?.stop();
  await database?.drop();
});

const read = async (path: string) => {
  const url = `${demo.production?.url}/admin/v1/apps/${demo.production?.appid}${path}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${demo.admin_token}` } });
  return ((await response.json()) as { items: Record<string, unknown>[] }).items;
};

test('the page buys, delivers and refunds; the player is restricted, and not when the refund is undone', {
  skip,
}, async () => {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  assert.deepEqual(await read('/measures/rules'), []);
  await page.goto(demo.emulator?.url ?? '');
  await page.fill('#buy [name=productId]', 'gem_100');
  await page.click('#buy .primary');
  const purchase = page.locator('#records > li').filter({ hasText: 'gem_100' });
  await purchase.getByRole('button', { name: 'Verify and deliver' }).click();
  const player = page.locator('#players > li');
  await player.getByText('Refund the purchase to see what a measure does.').waitFor();
  await purchase.getByRole('button', { name: 'Refund', exact: true }).click();
  await player.getByText('Restricted by the measure “Refund after delivery”').waitFor();
  await page.screenshot({ path: 'test/output/screenshots/emulator-measure.png' });

  const [effect] = await read('/measures/effects');
  const { rule_name, status, player_id } = effect ?? {};
  assert.deepEqual([rule_name, status], ['Refund after delivery', 'active']);
  const link = player.getByRole('link', { name: 'Open player in the console' });
  const address = await link.getAttribute('href');
  assert.equal(address, `${demo.console?.url}/a/${demo.production?.appid}/players/${player_id}`);

  await purchase.getByRole('button', { name: 'Undo refund' }).click();
  await player.getByText('has ended').waitFor();
  await page.goto(address ?? '');
  await page.getByLabel('Email').fill(demo.console?.email ?? '');
  await page.getByLabel('Password', { exact: true }).fill(demo.console?.password ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('The refund was undone').waitFor();
  await page.close();
});
