// Accepting an invitation: somebody new chooses a password, somebody known proves theirs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newEmail, newOwner, PASSWORD, signIn } from '../../admin/visitor.ts';
import { browserSuite } from '../../support/browser.ts';
import type { Gate } from '../../support/harness.ts';

/** Path and secret of a new link. */
async function invite(gate: Gate, email: string): Promise<string> {
  const { gameIndex } = await gate.createApp();
  const owner = await signIn(gate, await newOwner(gate));
  const answer = await owner.send('POST', `/projects/${gameIndex}/invitations`, {
    email,
    role: 'operator',
  });
  return answer.body.link.split('/console')[1];
}

browserSuite('invitations at the console', (gate, browser) => {
  test('somebody new chooses a password and is signed in with the role', async () => {
    const email = newEmail();
    const link = await invite(gate, email);
    const { page, open, screenshots } = await browser.visit();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await open(link);
    await page.getByText('You are invited to app-1 as Operator.').waitFor();
    await screenshots('invitation');
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill(PASSWORD);
    await page.getByLabel('Repeat new password').fill('something else entirely');
    await page.getByRole('button', { name: 'Accept invitation' }).click();
    await page.getByText('The passwords do not match.').waitFor();
    await page.getByLabel('Repeat new password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Accept invitation' }).click();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByText(email).waitFor();
    const secret = link.split('#')[1] ?? '';
    assert.ok(!asked.some((url) => url.includes(secret)), 'no server log sees the secret');
  });

  test('who has an account accepts with its password', async () => {
    const email = await newOwner(gate);
    const { page, open } = await browser.visit();
    await open(await invite(gate, email));
    const password = page.getByRole('textbox', { name: 'Your password' });
    await password.fill('not that password');
    await page.getByRole('button', { name: 'Accept invitation' }).click();
    await page.getByText(`The password does not match the account ${email}.`).waitFor();
    await password.fill(PASSWORD);
    await page.getByRole('button', { name: 'Accept invitation' }).click();
    await page.getByRole('button', { name: 'Account' }).waitFor();
  });

  test('a link that was used, and one that never was, say what to do', async () => {
    const { page, open, screenshots } = await browser.visit();
    await open('/invitation#tgi_nothing');
    await page.getByText('This invitation is no longer valid').waitFor();
    await screenshots('invitation-gone');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});
