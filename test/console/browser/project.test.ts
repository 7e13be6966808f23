// A project's connections, members and audit log.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SYSTEM } from '../../../src/audit/audit.ts';
import { createOwner } from '../../../src/operators/accounts.ts';
import { newMember, newOwner, PASSWORD, signIn } from '../../admin/visitor.ts';
import { answer, startGameServer } from '../../outbox/game-server.ts';
import { browserSuite } from '../../support/browser.ts';
import { expectDone } from '../../support/harness.ts';

browserSuite('a project at the console', (gate, browser) => {
  test('a game server is tried before it is saved, then hears a test', async (context) => {
    const { gameIndex } = await gate.createApp();
    const server = await startGameServer();
    context.after(() => server.close());
    const visit = await browser.visit();
    const { page, open, screenshots } = visit;
    await visit.signIn(await newOwner(gate));
    await open(`/p/${gameIndex}/connections`);
    await page.getByText('No game server yet').waitFor();
    await screenshots('connections-empty');
    await page.getByRole('button', { name: 'Register: Game server' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill(server.url);
    await dialog.getByLabel('Use my own').click();
    await dialog.getByRole('textbox', { name: 'Your key' }).fill('short');
    await dialog.getByRole('button', { name: 'Test and save' }).click();
    await dialog.locator('[data-error]').first().waitFor();
    await dialog.getByRole('textbox', { name: 'Your key' }).fill('key-of-the-studio-itself');
    server.behave(answer(503, 'not yet'));
    await dialog.getByRole('button', { name: 'Test and save' }).click();
    await dialog.getByText('Nothing was saved.').waitFor();
    await screenshots('connection-form');
    server.behave(answer(200, '{"result_code":0}'));
    await dialog.getByLabel('Generate a key').click();
    await dialog.getByRole('button', { name: 'Test and save' }).click();
    await dialog.getByText('This is shown only once.').waitFor();
    const key = (await dialog.locator('pre').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText(`…${key.slice(-4)}`).waitFor();
    const heard = server.received.length;
    await page.getByRole('button', { name: 'Send test message: Game server' }).click();
    await page.getByText('The test message was accepted').waitFor();
    assert.equal((await server.arrival(heard + 1)).headers.authorization, `Bearer ${key}`);

    await page.getByRole('button', { name: 'Register: Purchase events' }).click();
    await dialog.getByLabel('URL').fill(`${server.url}/events`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText(`${server.url}/events`).waitFor();
    await screenshots('connections');
    await page.getByRole('button', { name: 'Remove: Game server' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No game server yet').waitFor();
  });

  test('members are invited by a link, get another role, and every change is in the log', async () => {
    const { appid, gameIndex } = await gate.createApp();
    const email = 'mina.park@studio.example';
    expectDone(await createOwner(gate.service.context, SYSTEM, { email, password: PASSWORD }));
    const owner = await signIn(gate, email);
    const operator = await newMember(gate, owner, gameIndex, 'operator');
    const visit = await browser.visit();
    const { page, open, screenshots } = visit;
    await visit.signIn(owner.email);
    await open(`/p/${gameIndex}/members`);
    await page.getByRole('button', { name: 'Invite member' }).click();
    const dialog = page.getByRole('dialog');
    const invited = 'joon.lee@studio.example';
    await dialog.getByLabel('Email').fill(invited);
    await dialog.getByLabel('Viewer').click();
    await screenshots('invite');
    await dialog.getByRole('button', { name: 'Create invitation' }).click();
    const link = (await dialog.locator('pre').textContent()) ?? '';
    assert.match(link, /\/console\/invitation#tgi_/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row').filter({ hasText: invited }).getByText('Viewer').waitFor();
    await page.getByRole('combobox', { name: `Role of ${operator.email}` }).click();
    await page.getByRole('option', { name: 'Admin' }).click();
    await page.getByText(`Role of ${operator.email} changed.`).waitFor();
    await screenshots('members');

    await owner.send('PATCH', `/apps/${appid}`, { name: 'Renamed', time_zone: 'Asia/Seoul' });
    await page.getByRole('link', { name: 'Audit log', exact: true }).click();
    const change = page.getByRole('row').filter({ hasText: 'App changed' });
    await change.getByText('Renamed').waitFor();
    await screenshots('audit');
    await change.getByRole('button', { name: `Details: App changed, apps/${appid}` }).click();
    await dialog.locator('del').getByText('UTC').waitFor();
    await dialog.locator('ins').getByText('Asia/Seoul').waitFor();
    await screenshots('audit-change');
    await page.keyboard.press('Escape');
    await change.getByText(owner.email).click();
    await page.getByRole('row').filter({ hasText: 'App created' }).waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'What' }).click();
    await page.getByRole('option', { name: 'Invitation' }).click();
    await change.waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'Invitation created' }).first().waitFor();
    const { searchParams } = new URL(page.url());
    assert.deepEqual(Object.fromEntries(searchParams), {
      action: 'invitation',
      actor: owner.email,
    });
    await page.getByRole('button', { name: 'Any time' }).click();
    await page.getByLabel('Until').fill('2020-01-01T00:00:00');
    await page.getByText('No matches').waitFor();
    await page.getByRole('button', { name: 'Clear all' }).click();
    await change.waitFor();
  });
});
