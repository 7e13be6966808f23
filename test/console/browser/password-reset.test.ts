// A forgotten password at the console: a link by e-mail, a new password, and signing in with it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newOwner } from '../../admin/visitor.ts';
import { type Mailbox, partOf, startMailbox } from '../../alerts/mailbox.ts';
import { browserSuite } from '../../support/browser.ts';

const NEXT = 'another horse battery staple';

let mailbox: Mailbox;
before(async () => {
  mailbox = await startMailbox();
});
after(() => mailbox.close());

browserSuite(
  'a forgotten password at the console',
  (gate, browser) => {
    test('from the page of signing in to a new password, and in', async () => {
      const email = await newOwner(gate);
      const { page, open, screenshots } = await browser.visit();
      await open('/sign-in');
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await page.getByRole('heading', { name: 'Reset password' }).waitFor();
      await screenshots('password-reset');
      await page.getByLabel('Email address').fill(email);
      await page.getByRole('button', { name: 'Send link' }).click();
      await page.getByText(`If there is an account for ${email}`).waitFor();
      await gate.service.messages.turn();
      const mail = mailbox.mails.find(({ to }) => to.includes(email)) ?? assert.fail('no mail');
      const [, secret] = /password-reset#(\S+)/.exec(partOf(mail, 'text/plain')) ?? [];
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await open('/sign-in');
      await open(`/password-reset#${secret}`);
      await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
      await screenshots('password-reset-choose');
      await page.getByRole('textbox', { name: 'New password', exact: true }).fill(NEXT);
      await page.getByLabel('Repeat new password').fill(NEXT);
      await page.getByRole('button', { name: 'Set new password' }).click();
      await page.getByRole('heading', { name: 'Your password is changed' }).waitFor();
      assert.ok(!asked.some((url) => url.includes(secret as string)), 'no server log sees it');
      await page.getByRole('link', { name: 'Sign in' }).click();
      await page.getByLabel('Email address').fill(email);
      await page.getByRole('textbox', { name: 'Password' }).fill(NEXT);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    });

    test('a link that was used leads to a new one', async () => {
      const { page, open } = await browser.visit();
      await open('/password-reset#tgr_nothing');
      await page.getByRole('textbox', { name: 'New password', exact: true }).fill(NEXT);
      await page.getByLabel('Repeat new password').fill(NEXT);
      await page.getByRole('button', { name: 'Set new password' }).click();
      await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
      await page.getByRole('button', { name: 'Send a new link' }).click();
      await page.getByRole('heading', { name: 'Reset password' }).waitFor();
    });
  },
  { prepare: async () => ({ smtp: { url: mailbox.url, from: 'tollgate@example.com' } }) },
);
