// One's own account at the console: password, second factor with its QR code, sessions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeNow, newOwner, PASSWORD, signIn, trySignIn } from '../../admin/visitor.ts';
import { browserSuite } from '../../support/browser.ts';

const MINUTE = 60_000;

browserSuite('the account page', (gate, browser) => {
  test('the second factor is set up with a secret, its QR code and a first code, and removed again', async () => {
    const email = await newOwner(gate);
    const visit = await browser.visit();
    const { page } = visit;
    await visit.signIn(email);
    await visit.open('/account');
    const card = page.getByRole('region', { name: 'Two-factor authentication' });
    await card.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Current password' }).fill('not the password');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog
      .getByText('The password is wrong, or there were too many wrong attempts. Try again later.')
      .waitFor();
    await dialog.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('img', { name: 'QR code' }).waitFor();
    await visit.screenshots('account-enrolment');
    const secret = (await dialog.locator('code').textContent()) ?? '';
    await dialog.getByLabel('Six-digit code').fill(codeNow(gate, secret));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const recovery = page.getByRole('dialog', { name: 'Recovery codes' });
    const codes = ((await recovery.locator('pre').textContent()) ?? '').split('\n');
    assert.equal(codes.length, 10);
    await visit.screenshots('account-recovery-codes');
    await page.keyboard.press('Escape');
    await recovery.getByRole('button', { name: 'Done' }).click();
    await card.getByText('On', { exact: true }).waitFor();
    const [code] = codes;
    assert.equal((await trySignIn(gate, { email })).body.code, 'code_needed');
    assert.equal((await trySignIn(gate, { email, code: String(code) })).status, 201);
    await card.getByRole('button', { name: 'Turn off' }).click();
    await dialog.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
    await dialog.getByLabel('Six-digit code').fill(String(codes[1]));
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await card.getByText('Off', { exact: true }).waitFor();
    assert.equal((await trySignIn(gate, { email })).status, 201);
  });

  test('sessions are listed, one of another device can be ended, a new password ends the rest', async () => {
    const email = await newOwner(gate);
    const elsewhere = await signIn(gate, email);
    gate.now += MINUTE;
    const third = await signIn(gate, email);
    gate.now += MINUTE;
    const visit = await browser.visit();
    const { page } = visit;
    await visit.signIn(email);
    await visit.open('/account');
    const sessions = page.getByRole('table', { name: 'Sessions' }).locator('tbody tr');
    await sessions.getByText('This session').waitFor();
    assert.equal(await sessions.count(), 3);
    await visit.screenshots('account');
    // Newest first: the last one is the one that began first.
    await sessions.last().getByRole('button').click();
    await page.getByText('Session signed out.').waitFor();
    assert.equal((await elsewhere.send('GET', '/session')).status, 401);
    assert.equal((await third.send('GET', '/session')).status, 200);
    const card = page.getByRole('region', { name: 'Password' });
    const next = 'another long password';
    await card.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
    await card.getByRole('textbox', { name: 'New password', exact: true }).fill(next);
    await card.getByRole('textbox', { name: 'Repeat new password' }).fill(next);
    await card.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed.').waitFor();
    assert.equal((await third.send('GET', '/session')).status, 401);
    assert.equal((await trySignIn(gate, { email, password: next })).status, 201);
  });
});
