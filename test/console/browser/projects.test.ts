// From nothing to the first call: a project, an app, its key, and changing the key without losing a request.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { applyConfiguration } from '../../../src/configuration/apply.ts';
import type { ConfigurationDeps } from '../../../src/configuration/kind.ts';
import { setServer } from '../../../src/tenants/servers.ts';
import { newOwner, signIn } from '../../admin/visitor.ts';
import { browserSuite } from '../../support/browser.ts';
import type { Gate } from '../../support/harness.ts';

const HOUR = 3_600_000;

/** The secret that is shown once; the dialog is closed. */
async function readSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog');
  const secret = (await dialog.locator('pre').last().textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  return secret;
}

/** A file with a server is applied; then the server is renamed, and another one added. */
async function applyServers(gate: Gate, gameIndex: number, appid: string): Promise<void> {
  const deps = gate.service as unknown as ConfigurationDeps;
  const actor = { kind: 'cli', name: 'deploy' } as const;
  const servers = [{ server_id: 'kr-1', name: 'Korea 1' }];
  const part = { game_index: gameIndex, name: appid, apps: [{ appid, name: appid, servers }] };
  const options = { resolve: () => undefined, prune: false, dryRun: false };
  const { refused } = await applyConfiguration(deps, actor, [part], options);
  assert.deepEqual(refused, []);
  const { context } = gate.service;
  await setServer(context, actor, { appid, server_id: 'kr-1', name: 'Korea' });
  await setServer(context, actor, { appid, server_id: 'eu-1', name: 'Europe' });
}

browserSuite('projects, apps and keys at the console', (gate, browser) => {
  const readTypes = (appid: string, key: string) =>
    gate.post('/game/block/type/get', { appid, service_certification_key: key }, { ISCRYPT: '0' });

  test('an owner creates a project and an app, calls the API with the key shown once, rotates it', async () => {
    const visit = await browser.visit();
    const { page, open, screenshots } = visit;
    const email = await newOwner(gate);
    await visit.signIn(email);
    await open('/');
    await page.getByRole('link', { name: 'Create project' }).click();
    await page.getByRole('heading', { name: 'Create your first project' }).waitFor();
    await screenshots('projects-empty');
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByLabel('Name').fill('Star Harbor');
    await page.getByLabel('Number').fill('none');
    await page.getByRole('dialog').getByRole('button', { name: 'Create project' }).click();
    await page.getByText('A whole number of at least 1.').waitFor();
    await page.getByLabel('Number').fill('7001');
    await page.getByRole('dialog').getByRole('button', { name: 'Create project' }).click();

    await page.getByRole('heading', { name: 'Create your first app' }).waitFor();
    await screenshots('apps-empty');
    await page.getByRole('button', { name: 'Create app' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Star Harbor Mobile');
    await dialog.getByLabel('App id').fill('com.example.harbor');
    await dialog.getByRole('combobox', { name: 'Time zone' }).fill('Seoul');
    await page.getByRole('option', { name: 'Asia/Seoul' }).click();
    await dialog.getByRole('button', { name: 'Create app' }).click();

    await page.getByRole('button', { name: 'Create first key' }).click();
    await page.getByText('This is shown only once.').waitFor();
    await screenshots('key-once');
    const first = await readSecret(page);
    const appid = 'com.example.harbor';
    const answer = await readTypes(appid, first);
    assert.deepEqual(answer.body, {
      result_code: 0,
      result_msg: 'SUCCESS',
      data: { block_type_list: [], temp_type_list: [] },
    });

    await page.getByRole('button', { name: 'Rotate' }).click();
    await dialog.getByRole('combobox').click();
    await page.getByRole('option', { name: '1 hour' }).click();
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    const second = await readSecret(page);
    assert.notEqual(second, first);
    await page
      .getByRole('row')
      .filter({ hasText: first.slice(-4) })
      .getByText('Expires')
      .waitFor();
    await screenshots('keys');
    for (const key of [first, second]) {
      assert.equal((await readTypes(appid, key)).body.result_code, 0);
    }
    // A third is not allowed: the dialog says what rotating would do.
    await page.getByRole('button', { name: 'Rotate' }).click();
    await page.getByText('Two are already valid').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

    gate.now += HOUR + 1;
    await visit.syncClock();
    await page.reload();
    await page
      .getByRole('row')
      .filter({ hasText: second.slice(-4) })
      .waitFor();
    assert.equal(
      await page
        .getByRole('row')
        .filter({ hasText: first.slice(-4) })
        .count(),
      0,
    );
    assert.notEqual((await readTypes(appid, first)).body.result_code, 0);
    assert.equal((await readTypes(appid, second)).body.result_code, 0);

    await page.getByRole('link', { name: 'Apps', exact: true }).click();
    await page.getByText('2 of 6').waitFor();
    await screenshots('apps');
    await page.getByRole('link', { name: 'Create an OAuth client' }).click();
    await page.getByRole('tab', { name: 'OAuth clients', selected: true }).waitFor();
    await page.getByRole('button', { name: 'Installation' }).click();
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await page.getByRole('row').filter({ hasText: 'Star Harbor' }).getByText('Owner').waitFor();
    const owners = page.getByRole('region', { name: 'Installation owners' });
    await owners.getByRole('row').filter({ hasText: email }).getByText('You').waitFor();
    await screenshots('projects');
  });

  test('an app is renamed and deleted once its name is typed, then the project', async () => {
    const email = await newOwner(gate);
    const { appid, gameIndex } = await gate.createApp();
    await applyServers(gate, gameIndex, appid);
    const visit = await browser.visit();
    const { page, open, screenshots } = visit;
    await visit.signIn(email);
    await open(`/p/${gameIndex}/settings`);
    await page.getByText('Delete the apps of this project first.').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Delete project' }).isDisabled());
    const file = page.getByRole('region', { name: 'Configuration as code' });
    await file.getByText('2 differences').waitFor();
    const texts = await file.getByRole('row').allInnerTexts();
    assert.deepEqual(
      texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()),
      [
        'What In the file → now',
        `apps/${appid}/servers/kr-1 name: "Korea 1" → "Korea"`,
        `apps/${appid}/servers/eu-1 Added here, not in the file`,
      ],
    );
    await screenshots('project-settings');
    await visit.go(`/a/${appid}/settings/general`);
    await page.getByRole('textbox', { name: 'Name' }).fill('Harbor “Beta”');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('App saved.').waitFor();
    await screenshots('app-general');
    await page.getByRole('button', { name: 'Delete app' }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Delete app' });
    assert.ok(await confirm.isDisabled());
    await dialog.getByLabel('Type “Harbor “Beta”” to confirm').fill('Harbor “Beta”');
    await confirm.click();
    await page.getByRole('heading', { name: 'Create your first app' }).waitFor();
    await page.getByRole('link', { name: 'Project settings' }).click();
    await page.getByRole('button', { name: 'Delete project' }).click();
    await dialog.getByRole('textbox').fill(appid);
    await dialog.getByRole('button', { name: 'Delete project' }).click();
    await page.getByText(`Project ${appid} deleted.`).waitFor();
    const owner = await signIn(gate, email);
    assert.equal((await owner.send('GET', `/projects/${gameIndex}`)).status, 404);
    assert.equal((await owner.send('GET', `/apps/${appid}`)).status, 404);
  });

  test('an owner of the installation makes an admin token, ends it, and invites another owner', async () => {
    const visit = await browser.visit();
    const { page, open, screenshots } = visit;
    await visit.signIn(await newOwner(gate));
    await open('/access');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Create token' }).click();
    await dialog.getByLabel('Name').fill('Deployment pipeline');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await dialog.getByText('This is shown only once.').waitFor();
    const token = await readSecret(page);
    const list = () =>
      gate.send('GET', '/admin/v1/projects', undefined, { authorization: `Bearer ${token}` });
    assert.equal((await list()).status, 200);
    await page.getByRole('button', { name: 'Invite owner' }).click();
    await dialog.getByLabel('Email').fill('second.owner@example.com');
    await dialog.getByRole('button', { name: 'Create invitation' }).click();
    await dialog.getByText('This is shown only once.').waitFor();
    assert.match(await readSecret(page), /\/console\/invitation#tgi_/);
    await page.getByRole('row').filter({ hasText: 'second.owner@example.com' }).waitFor();
    await screenshots('access');
    await page.getByRole('button', { name: 'Rotate signing key' }).click();
    await page.getByText('now signs access tokens.').last().waitFor();
    await page.getByRole('button', { name: 'Revoke Deployment pipeline' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No admin token').waitFor();
    assert.equal((await list()).status, 401);
  });
});
