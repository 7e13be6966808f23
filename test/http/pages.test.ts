// The pages of a listener in a real browser: where `/` leads, and nothing they ask for is missing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { browserSuite } from '../support/browser.ts';

/** Runs in the page and answers with the texts that have too little contrast. */
const FAINT_TEXTS = readFileSync(new URL('../support/contrast.js', import.meta.url), 'utf8');

/** The icons that the page names, and the one that browsers look for without being told. */
const ICONS = `[...document.querySelectorAll('link[rel~=icon]')].map(({ href }) => href)`;

/** Runs in the page: follows every link of the navigation, and answers which calls the page does not show. */
const SHOW_ALL = `(async () => {
  const links = [...document.querySelectorAll('nav li a')].map((each) => each.getAttribute('href'));
  const unshown = [];
  for (const link of links) {
    const drawn = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
    location.hash = link;
    await drawn;
    const current = document.querySelector('nav li a[aria-current]');
    const isOverview = document.title.startsWith('Overview');
    if (current?.getAttribute('href') !== link || isOverview) unshown.push(link);
  }
  return { links: links.length, unshown };
})()`;

/** What a visit asked for and did not get. */
async function missing(page: Page, path: string, landmark: string): Promise<string[]> {
  const failed: string[] = [];
  page.on('response', (response) => {
    // That nobody is signed in is an answer, too.
    if (response.status() >= 400 && response.status() !== 401) failed.push(response.url());
  });
  await page.goto(path);
  await page.locator(landmark).first().waitFor();
  const icons = await page.evaluate<string[]>(ICONS);
  assert.ok(icons.length > 0, `${path} names an icon`);
  for (const icon of [...icons, '/favicon.ico']) {
    if (!(await page.request.get(icon)).ok()) failed.push(icon);
  }
  return failed;
}

browserSuite('pages', (_gate, browser) => {
  test('/ is the console for a person, and all of it is there', async () => {
    const { page } = await browser.visit();
    assert.deepEqual(await missing(page, '/', 'input[type=password]'), []);
    assert.ok(new URL(page.url()).pathname.startsWith('/console'));
  });

  test('/docs/api is the reference: all of it is there, calls are found, and every one can be shown, in light and dark', async () => {
    const { page } = await browser.visit();
    assert.deepEqual(await missing(page, '/docs/api', '.card'), []);
    await page.getByLabel('Search calls').fill('product put');
    await page
      .getByRole('link', { name: 'Adds a product or replaces its definition.' })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Adds a product' }).waitFor();
    // Parameters, answers and shapes are referred to; the page follows the references.
    const main = page.locator('main');
    await main.getByText('App id, as sent in').waitFor();
    await main.getByText('steam_item_id', { exact: true }).first().waitFor();
    await main.getByText('The state of the resource does not allow this.').waitFor();
    assert.match(await page.title(), /^Adds a product/);

    await page.getByLabel('Search calls').fill('');
    const { links, unshown } = await page.evaluate<{ links: number; unshown: string[] }>(SHOW_ALL);
    assert.ok(links > 130, `${links} calls`);
    assert.deepEqual(unshown, []);

    await page.goto('/docs/api#purchase.verify');
    await page.getByText('Try it', { exact: true }).click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await page.evaluate(FAINT_TEXTS), [], colorScheme);
    }
  });
});
