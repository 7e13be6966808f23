// The navigation of the console: groups that fold, the page one is on in sight, and lists that begin at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { newOwner } from '../../admin/visitor.ts';
import { openLedger } from '../../payment/queries/records.ts';
import { browserSuite } from '../../support/browser.ts';

/** Runs in the page before its own scripts: `moved` answers with the links that were in several places. */
const WATCH_LINKS = `{
  const places = new Map();
  const look = () => {
    for (const link of document.querySelectorAll('nav a')) {
      const { textContent: name } = link;
      places.set(name, (places.get(name) ?? new Set()).add(Math.round(link.getBoundingClientRect().y)));
    }
    requestAnimationFrame(look);
  };
  look();
  globalThis.moved = () => [...places].filter(([, at]) => at.size > 1).map(([name, at]) => [name, ...at]);
}`;
const LATE_MS = 250;

/** Runs in the page: before the navigation has come to rest, the page without one is shown. */
const SCROLL_AND_LEAVE = `(async () => {
  document.querySelector('nav a').scrollIntoView();
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  history.pushState(null, '', '/console/password-reset');
})()`;

/** Runs in the page: how many frames it asks for within ten, once it has had twenty to be drawn. */
const FRAMES_ASKED = `(async () => {
  const ask = requestAnimationFrame;
  const frames = async (count) => {
    for (let frame = 0; frame < count; frame++) await new Promise((next) => ask(next));
  };
  await frames(20);
  let asked = 0;
  globalThis.requestAnimationFrame = (work) => {
    asked += 1;
    return ask(work);
  };
  await frames(10);
  globalThis.requestAnimationFrame = ask;
  return asked;
})()`;

browserSuite('navigation of the console', (gate, browser) => {
  test('groups fold, stay folded, and open by themselves around the page one is on', async () => {
    const { appid, gameIndex } = await gate.createApp();
    const { page, open, go, signIn } = await browser.visit();
    await signIn(await newOwner(gate));
    await open(`/a/${appid}/overview`);
    const navigation = page.getByRole('navigation');
    const group = (name: string) => navigation.getByRole('button', { name, exact: true });
    const link = (name: string) => navigation.getByRole('link', { name, exact: true });
    await link('Purchases').waitFor();
    assert.equal(await link('Members').count(), 0);
    await group('Set-up').click();
    await link('Members').waitFor();
    await group('Sales').click();
    await link('Purchases').waitFor({ state: 'detached' });
    await page.reload();
    await link('Members').waitFor();
    assert.equal(await group('Sales').getAttribute('aria-expanded'), 'false');
    await go(`/a/${appid}/refunds`);
    await link('Refunds').waitFor();
    await go(`/p/${gameIndex}/apps`);
    await link('Refunds').waitFor({ state: 'detached' });
  });

  test('no link moves when the projects, the apps or the app of the address arrive late', async () => {
    const { appid, gameIndex } = await gate.createApp();
    const { page, open, signIn } = await browser.visit({ isFirst: true });
    await page.addInitScript(WATCH_LINKS);
    await signIn(await newOwner(gate));
    const [inProject, inApp] = [`/p/${gameIndex}/apps`, `/a/${appid}/overview`];
    for (const [late, ...places] of [
      ['/projects?limit=', inProject, inApp],
      [`/projects/${gameIndex}/apps?limit=500`, inProject, inApp],
      [`/apps/${appid}`, inApp],
    ] as const) {
      const isLate = (url: URL) => url.href.includes(`/admin/v1${late}`);
      let asked = 0;
      await page.route(isLate, async (route) => {
        asked += 1;
        await setTimeout(LATE_MS);
        await route.continue();
      });
      for (const at of places) {
        await open(at);
        await page.getByRole('navigation').getByRole('link', { name: 'Project figures' }).waitFor();
        await page.evaluate('nothingAsked()');
        assert.deepEqual(await page.evaluate('moved()'), [], `${late} on ${at}`);
      }
      assert.ok(asked >= places.length, late);
      await page.unrouteAll({ behavior: 'wait' });
    }
    // Its script would look at the links in every frame of the visits to come.
    await page.close();
  });

  test('on a small screen the page one is on is in sight', async () => {
    const { gameIndex } = await gate.createApp();
    const { page, open, signIn } = await browser.visit();
    await page.setViewportSize({ width: 1_366, height: 500 });
    await signIn(await newOwner(gate));
    await open(`/p/${gameIndex}/settings`);
    const here = page.getByRole('navigation').locator('[aria-current=page]');
    await here.waitFor();
    const { y, height } = (await here.boundingBox()) ?? { y: Number.NaN, height: Number.NaN };
    assert.equal(height, 36);
    assert.ok(y > 0 && y + height <= 500, `at ${y}`);
  });

  test('who leaves the console while the navigation scrolls is on a page that stands still', async () => {
    const { gameIndex } = await gate.createApp();
    const { page, open, signIn } = await browser.visit();
    await page.setViewportSize({ width: 1_366, height: 500 });
    await signIn(await newOwner(gate));
    await open(`/p/${gameIndex}/settings`);
    await page.getByRole('navigation').locator('[aria-current=page]').waitFor();
    await page.evaluate('nothingAsked()');
    await page.evaluate(SCROLL_AND_LEAVE);
    await page.getByRole('button', { name: 'Send link' }).waitFor();
    assert.equal(await page.evaluate(FRAMES_ASKED), 0);
  });

  test('ten rows of a list are in sight at 1366 × 768, and on a phone it begins in the first screen', async () => {
    const ledger = await openLedger(gate);
    for (let count = 1; count <= 12; count += 1) await ledger.record({});
    const { page, open, signIn } = await browser.visit();
    await signIn(await newOwner(gate));
    const rowsIn = async (height: number): Promise<number> => {
      const rows = await page.getByRole('table', { name: 'Purchases' }).locator('tbody tr').all();
      const boxes = await Promise.all(rows.map((row) => row.boundingBox()));
      return boxes.filter((box) => box && box.y + box.height <= height).length;
    };
    await page.setViewportSize({ width: 1_366, height: 768 });
    await open(`/a/${ledger.app.appid}/purchases`);
    // The number comes beside the rows, and may be the first.
    await page.getByText('12 purchases').waitFor();
    await page.getByRole('link', { name: 'AP_1', exact: true }).waitFor();
    await page.evaluate('nothingAsked()');
    assert.ok((await rowsIn(768)) >= 10, `${await rowsIn(768)} rows`);
    await page.setViewportSize({ width: 390, height: 844 });
    const market = page.getByRole('combobox', { name: 'Market' });
    await market.waitFor({ state: 'hidden' });
    assert.ok((await rowsIn(844)) >= 10, `${await rowsIn(844)} rows on a phone`);
    await page.getByRole('button', { name: 'Filters' }).click();
    await market.waitFor();
  });
});
