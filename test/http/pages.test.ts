// The pages of a listener in a real browser: where `/` leads, and nothing they ask for is missing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { browserSuite } from '../support/browser.ts';

/** The icons that the page names, and the one that browsers look for without being told. */
const ICONS = `[...document.querySelectorAll('link[rel~=icon]')].map(({ href }) => href)`;

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

browserSuite('pages', (gate, browser) => {
  test('/ is the console for a person, and all of it is there', async () => {
    const { page } = await browser.visit();
    assert.deepEqual(await missing(page, '/', 'input[type=password]'), []);
    assert.ok(new URL(page.url()).pathname.startsWith('/console'));
  });

  test('/docs is the reference, and all of it is there', async () => {
    const { page } = await browser.visit();
    assert.deepEqual(await missing(page, '/docs', '.swagger-ui .opblock'), []);
    // Parameters, answers and shapes are referred to; the page follows the references.
    const operation = page.locator('.opblock-put', { hasText: '/products/{product_id}' });
    await operation.locator('.opblock-summary-control').click();
    // It waits a moment by the clock of the page, which stands still.
    await page.clock.setFixedTime(gate.now + 60_000);
    await operation.getByText('App id, as sent in').waitFor();
    await operation.getByText('"steam_item_id"').first().waitFor();
    await operation.getByText('Problem details (RFC 9457).').waitFor();
  });
});
