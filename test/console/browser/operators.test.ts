// Who may do what, at the console: second factors for all, scopes of admin tokens, keys that end or rotate.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { codeNow, newMember, newOwner, PASSWORD, signIn } from '../../admin/visitor.ts';
import { answer, startGameServer } from '../../outbox/game-server.ts';
import { registerType } from '../../restriction/players.ts';
import { browserSuite } from '../../support/browser.ts';

/** The secret that is shown once; the dialog is closed. */
async function readSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog');
  await dialog.getByText('This is shown only once.').waitFor();
  const secret = (await dialog.locator('pre').last().textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  return secret;
}

browserSuite('operators at the console', (gate, browser) => {
  async function setUpFactor(page: Page): Promise<void> {
    const card = page.getByRole('region', { name: 'Two-factor authentication' });
    await card.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('img', { name: 'QR code' }).waitFor();
    const secret = (await dialog.locator('code').textContent()) ?? '';
    await dialog.getByLabel('Six-digit code').fill(codeNow(gate, secret));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const codes = page.getByRole('dialog', { name: 'Recovery codes' });
    await codes.getByRole('button', { name: 'Done' }).click();
    await card.getByText('On', { exact: true }).waitFor();
  }

  /** In a form with the fields of limits: type 1, chat, a week. */
  async function fillLimits(page: Page): Promise<void> {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Restriction types' }).click();
    await page.getByRole('option', { name: '1 · Policy violation' }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('combobox', { name: 'Scopes' }).click();
    await page.getByRole('option', { name: 'Chat' }).click();
    await page.keyboard.press('Escape');
    await dialog.getByLabel('Longest duration in days').fill('7');
  }

  test('an admin token gets a scope, projects and limits, an operator limits, and both can do no more', async () => {
    const [one, other] = [await gate.createApp(), await gate.createApp()];
    await registerType(gate, one);
    const email = await newOwner(gate);
    const owner = await signIn(gate, email);
    const operator = await newMember(gate, owner, one.gameIndex, 'operator');
    const visit = await browser.visit();
    const { page } = visit;
    await visit.signIn(email);
    await visit.open('/access');
    await page.getByRole('button', { name: 'Create token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Ban script');
    await dialog.getByRole('combobox', { name: 'Scope' }).click();
    await page.getByRole('option', { name: 'Restrictions' }).click();
    await dialog.getByRole('combobox', { name: 'Projects' }).click();
    await page.getByRole('option', { name: String(one.gameIndex) }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('checkbox', { name: 'Limit what may be restricted' }).click();
    await fillLimits(page);
    await visit.screenshots('token-form');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    const token = await readSecret(page);
    const row = page.getByRole('row').filter({ hasText: 'Ban script' });
    await row.getByText('Restrictions').waitFor();
    const said = 'chat · types 1 · at most 7 days';
    await row.getByText(said).waitFor();
    await row.getByText(String(one.gameIndex), { exact: true }).waitFor();
    const status = async (method: 'GET' | 'PATCH', path: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await gate.send(method, `/admin/v1${path}`, body, headers)).status;
    };
    assert.equal(await status('GET', `/apps/${one.appid}/types`), 200);
    assert.equal(await status('GET', `/apps/${one.appid}`), 200);
    assert.equal(await status('PATCH', `/apps/${one.appid}`, { name: 'No' }), 403);
    assert.equal(await status('GET', `/apps/${one.appid}/purchases`), 403);
    assert.equal(await status('GET', `/apps/${other.appid}/types`), 404);
    const [stored] = (await owner.send('GET', '/admin-tokens')).body.items;
    const limits = {
      types: [{ appid: one.appid, block_type: 1 }],
      scopes: ['chat'],
      longest_days: 7,
    };
    assert.deepEqual(stored.limits, limits);

    await visit.go(`/p/${one.gameIndex}/members`);
    const member = page.getByRole('row').filter({ hasText: operator.email });
    await member.getByRole('button', { name: `Limits of ${operator.email}` }).click();
    await fillLimits(page);
    await visit.screenshots('member-limits');
    await dialog.getByRole('button', { name: 'Save limits' }).click();
    await dialog.waitFor({ state: 'detached' });
    await member.getByText(said).waitFor();
    const members = await owner.send('GET', `/projects/${one.gameIndex}/members`);
    assert.deepEqual(members.body.items[0].limits, limits);
  });

  test('leaked signing keys end now, with every token that they signed', async () => {
    const app = await gate.createApp();
    const token = await gate.token(app);
    const check = (bearer: string) => gate.service.tokens.check(bearer);
    assert.ok('token' in (await check(token)));
    const visit = await browser.visit();
    const { page } = visit;
    await visit.signIn(await newOwner(gate));
    await visit.open('/access');
    const card = page.getByRole('region', { name: 'Access token signing key' });
    await card.getByRole('button', { name: 'Rotate signing key' }).click();
    await page.getByText('now signs access tokens.').waitFor();
    assert.ok('token' in (await check(token)));
    await card.getByRole('button', { name: 'End leaked keys now' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Every access token that they signed is rejected').waitFor();
    await visit.screenshots('end-keys');
    await dialog.getByRole('button', { name: 'End leaked keys now' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await check(token), { problem: 'SIGNATURE_INVALID' });
    assert.ok('token' in (await check(await gate.token(app))));
  });

  test('the key of a receiver rotates: both sign until the old one is ended', async (context) => {
    const { gameIndex } = await gate.createApp();
    const server = await startGameServer();
    context.after(() => server.close());
    server.behave(answer(200, '{"result_code":0}'));
    const visit = await browser.visit();
    const { page } = visit;
    await visit.signIn(await newOwner(gate));
    await visit.open(`/p/${gameIndex}/connections`);
    await page.getByRole('button', { name: 'Register: Game server' }).click();
    await page.getByRole('dialog').getByLabel('URL').fill(server.url);
    await page.getByRole('button', { name: 'Test and save' }).click();
    const first = await readSecret(page);
    const signatures = async () => {
      const heard = server.received.length;
      await page.getByRole('button', { name: 'Send test message: Game server' }).click();
      const { headers } = await server.arrival(heard + 1);
      return String(headers['webhook-signature']).split(' ').length;
    };
    assert.equal(await signatures(), 1);
    await page.getByRole('button', { name: 'Rotate key: Game server' }).click();
    const second = await readSecret(page);
    assert.notEqual(second, first);
    const card = page.getByRole('region', { name: 'Game server' });
    await card.getByText(`…${second.slice(-4)}`).waitFor();
    await card.getByText(`…${first.slice(-4)}`).waitFor();
    assert.equal(await signatures(), 2);
    await visit.screenshots('connection-two-keys');
    await page.getByRole('button', { name: 'End old key: Game server' }).click();
    await card.getByText(`…${first.slice(-4)}`).waitFor({ state: 'detached' });
    assert.equal(await signatures(), 1);
  });

  test('a project requires a second factor; a member without one is told, sets it up and is back', async () => {
    const { gameIndex } = await gate.createApp();
    const email = await newOwner(gate);
    const owner = await signIn(gate, email);
    const member = await newMember(gate, owner, gameIndex, 'viewer');
    const rule = async () => (await owner.send('GET', `/projects/${gameIndex}/second-factor`)).body;
    const visit = await browser.visit();
    const { page } = visit;
    await visit.signIn(email);
    await visit.open(`/p/${gameIndex}/members`);
    const card = page.getByRole('region', { name: 'Two-factor authentication' });
    const toggle = card.getByRole('switch', { name: 'Members need a second factor' });
    await card.getByText('Set up a second factor for your own account first.').waitFor();
    assert.ok(await toggle.isDisabled());
    await visit.screenshots('members-factor-locked');
    await card.getByRole('link', { name: 'Open account' }).click();
    await setUpFactor(page);
    await visit.go(`/p/${gameIndex}/members`);
    const dialog = page.getByRole('dialog');
    await toggle.click();
    await dialog.getByText('lose sight of this project immediately').waitFor();
    await visit.screenshots('members-factor');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual([await toggle.isChecked(), await rule()], [false, { required: false }]);
    await toggle.click();
    await dialog.getByRole('button', { name: 'Require second factor' }).click();
    await page.getByText('Members now need a second factor.').waitFor();
    assert.deepEqual([await toggle.isChecked(), await rule()], [true, { required: true }]);

    const other = await browser.visit();
    await other.signIn(member.email);
    await other.open('/');
    const hint = other.page.getByRole('alert').filter({ hasText: 'Second factor required' });
    await hint.waitFor();
    await other.screenshots('factor-needed');
    await hint.getByRole('link', { name: 'Set up second factor' }).click();
    await setUpFactor(other.page);
    await hint.waitFor({ state: 'detached' });
    await other.go(`/p/${gameIndex}/apps`);
    await other.page.getByRole('heading', { name: 'Apps' }).waitFor();

    await toggle.click();
    await page.getByText('Members no longer need a second factor.').waitFor();
    assert.deepEqual([await toggle.isChecked(), await rule()], [false, { required: false }]);
  });
});
