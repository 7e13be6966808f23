// How much script the first pages load: at most 300 KiB, as it travels.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { newOwner } from '../../admin/visitor.ts';
import { browserSuite } from '../../support/browser.ts';

const MOST = 300 * 1_024;
/** Less means that the browser had some of it already. */
const LEAST = 100 * 1_024;

/** Adds up the bodies of scripts as they come over the wire. */
function measureScripts(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

browserSuite('the first load', (gate, browser) => {
  test('signing in takes at most 300 KiB of script', async (context) => {
    const { page, open } = await browser.visit({ isFirst: true });
    const measured = measureScripts(page);
    await open('/sign-in');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.waitForLoadState('networkidle');
    const size = await measured();
    context.diagnostic(`${(size / 1_024).toFixed(1)} KiB`);
    assert.ok(size > LEAST && size <= MOST, `${size} bytes`);
  });

  test('the overview takes at most 300 KiB of script', async (context) => {
    const { appid } = await gate.createApp();
    const visit = await browser.visit({ isFirst: true });
    const measured = measureScripts(visit.page);
    await visit.signIn(await newOwner(gate));
    await visit.open(`/a/${appid}/overview`);
    await visit.page.getByRole('main').getByRole('heading').first().waitFor();
    await visit.page.waitForLoadState('networkidle');
    const size = await measured();
    context.diagnostic(`${(size / 1_024).toFixed(1)} KiB`);
    assert.ok(size > LEAST && size <= MOST, `${size} bytes`);
  });
});
