// What each role sees of a project and its apps, and that nothing of it is ever run as script.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { newMember, newOwner, signIn } from '../../admin/visitor.ts';
import { browserSuite, type Visit } from '../../support/browser.ts';

const SCRIPT = '<script>document.title="stolen"</script><img src=x onerror="alert(1)">';

/** What stands on the buttons of the page that do more than copying. */
async function buttons(page: Page): Promise<string[]> {
  const labels = await page
    .locator('main button:not([role=tab])')
    .evaluateAll((found) =>
      found.map((button) => button.getAttribute('aria-label') ?? button.textContent ?? ''),
    );
  return labels.filter((label) => label !== 'Copy');
}

async function go(visit: Visit, path: string, heading: string): Promise<void> {
  await visit.go(path);
  const main = visit.page.locator('main');
  await main.getByRole('heading', { name: heading, exact: true }).waitFor();
}

browserSuite('roles at the console', (gate, browser) => {
  test('a viewer has no button that changes anything, and the service would refuse it', async () => {
    const { appid, gameIndex } = await gate.createApp();
    const owner = await signIn(gate, await newOwner(gate));
    await owner.send('PUT', `/apps/${appid}/markets/STEAM`, { settings: { steam_app_id: 480 } });
    await owner.send('PUT', `/apps/${appid}/servers/asia`, { name: 'Asia' });
    await owner.send('PUT', `/projects/${gameIndex}/receivers/purchase`, {
      url: 'http://127.0.0.1:9/',
    });
    const made = (await owner.send('POST', `/apps/${appid}/price-keys/rotate`, {})).body;
    const viewer = await newMember(gate, owner, gameIndex, 'viewer');
    const visit = await browser.visit();
    const { page, open } = visit;
    await visit.signIn(viewer.email);
    await open('/projects');
    const settings = `/a/${appid}/settings`;
    for (const [path, heading, text] of [
      ['/projects', 'Projects', 'Viewer'],
      [`/p/${gameIndex}/apps`, 'Apps', appid],
      [`/p/${gameIndex}/connections`, 'Connections', 'http://127.0.0.1:9/'],
      [settings, 'Certification keys', 'Valid'],
      [settings, 'Custom price keys', `…${made.price_key.slice(-4)}`],
      [`${settings}/clients`, 'OAuth clients', 'tgc_'],
      [`${settings}/markets`, 'Steam', '480'],
      [`${settings}/products`, 'Products', 'No products yet'],
      [`${settings}/servers`, 'Server IDs', 'Asia'],
      [`${settings}/general`, 'Integration details', 'Account namespace'],
    ] as const) {
      await go(visit, path, heading);
      await page.locator('main').getByText(text).first().waitFor();
      assert.deepEqual(await buttons(page), [], path);
    }
    assert.equal(await page.getByRole('link', { name: 'Members' }).count(), 0);
    assert.equal(await page.getByRole('link', { name: 'Access' }).count(), 0);
    await visit.go(`/p/${gameIndex}/members`);
    await page.getByText('Only project owners see members').waitFor();
    assert.deepEqual(await buttons(page), []);
    const refused = [
      await viewer.send('POST', `/apps/${appid}/keys`),
      await viewer.send('PATCH', `/apps/${appid}`, { name: 'Mine' }),
      await viewer.send('POST', `/projects/${gameIndex}/apps`, { appid: 'x', name: 'x' }),
      await viewer.send('POST', `/apps/${appid}/markets/STEAM/check`),
    ];
    assert.deepEqual(
      refused.map(({ status, body }) => [status, body.code]),
      refused.map(() => [403, 'forbidden']),
    );
  });

  test('an operator of one project sees nothing of another', async () => {
    const [one, other] = [await gate.createApp(), await gate.createApp()];
    const owner = await signIn(gate, await newOwner(gate));
    const operator = await newMember(gate, owner, one.gameIndex, 'operator');
    const visit = await browser.visit();
    const { page, open } = visit;
    await visit.signIn(operator.email);
    await open('/projects');
    await page.getByRole('row').filter({ hasText: one.appid }).waitFor();
    assert.equal(await page.getByRole('row').count(), 2);
    for (const path of [
      `/p/${other.gameIndex}/apps`,
      `/p/${other.gameIndex}/audit`,
      `/a/${other.appid}/settings`,
    ]) {
      await go(visit, '/projects', 'Projects');
      await visit.go(path);
      await page.getByText('Not found').waitFor();
      assert.equal(await page.locator('main').getByRole('heading').count(), 0, path);
    }
    await visit.go('/audit');
    await page.getByText('Only owners of the installation can do this.').waitFor();
  });

  test('script in every text field is shown as text', async () => {
    const { appid, gameIndex } = await gate.createApp();
    const owner = await signIn(gate, await newOwner(gate));
    const steps = [
      await owner.send('PATCH', `/projects/${gameIndex}`, { name: SCRIPT }),
      await owner.send('PATCH', `/apps/${appid}`, { name: SCRIPT }),
      await owner.send('PUT', `/apps/${appid}/servers/s`, { name: SCRIPT }),
      await owner.send('PUT', `/apps/${appid}/products/p`, {
        name: SCRIPT,
        kind: 'consumable',
        prices: [],
        descriptions: { en: SCRIPT },
      }),
      await owner.send('PUT', `/apps/${appid}/markets/GOOGLE`, {
        settings: { package_name: 'com.example.game', service_account_email: SCRIPT },
      }),
      await owner.send('POST', `/projects/${gameIndex}/clients`, { name: SCRIPT }),
      await owner.send('POST', '/admin-tokens', { name: SCRIPT }),
    ];
    assert.deepEqual(
      steps.map(({ status }) => status),
      [200, 200, 200, 200, 200, 201, 201],
    );
    const visit = await browser.visit();
    const { page, open } = visit;
    await visit.signIn(owner.email);
    await open('/projects');
    const settings = `/a/${appid}/settings`;
    for (const [path, heading] of [
      ['/projects', 'Projects'],
      [`/p/${gameIndex}/apps`, 'Apps'],
      [`/p/${gameIndex}/audit`, 'Audit log'],
      [`/p/${gameIndex}/settings`, 'Project settings'],
      [`${settings}/servers`, 'Server IDs'],
      [`${settings}/products`, 'Products'],
      [`${settings}/markets`, 'Google Play'],
      [`${settings}/clients`, 'OAuth clients'],
      ['/access', 'Access'],
    ] as const) {
      await go(visit, path, heading);
      await page.locator('main').getByText(SCRIPT).first().waitFor();
      assert.equal(await page.locator('main img, main script').count(), 0, path);
      assert.match(await page.title(), /· Tollgate$/, path);
    }
  });
});
