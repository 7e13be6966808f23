// Signing in at the console by an OpenID Connect issuer: the real way there and back, removal, and sign-out at both.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { newAccount } from '../../../src/operators/accounts.ts';
import { setRole } from '../../../src/operators/members.ts';
import { newOwner, PASSWORD } from '../../admin/visitor.ts';
import { browserSuite } from '../../support/browser.ts';
import { startIssuer, type TestIssuer } from '../../support/issuer.ts';

const MINUTE = 60_000;

let issuer: TestIssuer;
let front: Server;
/** Where the browser reaches the console; known before the service starts, because the issuer must know it. */
let url = '';

after(async () => {
  front?.closeAllConnections();
  front?.close();
  await issuer?.close();
});

async function answerAtIssuer(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const CONTINUE = 'Continue with Example Corp';
const TOLERATED = { tolerates: /status of 40[13]/ };

browserSuite(
  'signing in at the console by an issuer',
  (gate, browser) => {
    test('there and back, the role, out when removed at the issuer, and signing out at both', async () => {
      gate.now = Date.now();
      const { gameIndex } = await gate.createApp();
      assert.equal(gameIndex, 1_001);
      issuer.people.set('jo', { email: 'jo@example.com', email_verified: true, groups: ['leads'] });
      const visit = await browser.visit({ ...TOLERATED, isFirst: true });
      const { page } = visit;
      await page.goto(`${url}/console/account`);
      const button = page.getByRole('button', { name: CONTINUE });
      await button.waitFor();
      assert.deepEqual(await visit.hindrances(), []);
      await visit.screenshots('sign-in-issuer');
      await button.focus();
      await page.keyboard.press('Enter');
      await answerAtIssuer(page, 'jo');
      // Back at the page that was asked for.
      await page.getByText('You are signed in by Example Corp').waitFor();
      assert.equal(page.url(), `${url}/console/account`);
      await visit.screenshots('account-issuer');
      const { db } = gate.service.context.storage;
      const former = newAccount('former@example.com', '', false, gate.now);
      const { account_id } = former;
      await db.insertInto('account').values(former).execute();
      const given = { game_index: gameIndex, account_id, issuer: 'https://former.example' };
      await setRole(db, { ...given, role: 'admin' });
      await visit.go(`/p/${gameIndex}/members`);
      await page.getByText(`From the groups at ${new URL(issuer.url).host}`).waitFor();
      assert.equal(await page.getByRole('combobox', { name: 'Role of jo@example.com' }).count(), 0);
      await visit.screenshots('members-issuer');
      // Nobody takes away a role of an issuer that is no longer set, so an owner can.
      const leftBehind = page.getByText(
        'From the groups at former.example, which is no longer set',
      );
      await leftBehind.waitFor();
      await page.getByRole('button', { name: 'Remove former@example.com' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await leftBehind.waitFor({ state: 'detached' });

      issuer.people.delete('jo');
      gate.now += MINUTE;
      await visit.comeBack();
      await button.waitFor();

      issuer.people.set('jo', { groups: [] });
      // The issuer still knows the browser, and asks nothing.
      await button.click();
      await page.getByText('None of your groups at Example Corp gives access').waitFor();
      await visit.screenshots('sign-in-issuer-refused');

      issuer.people.set('jo', { groups: ['leads'] });
      await button.click();
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByRole('button', { name: 'Sign out there' }).click();
      await button.waitFor();
      assert.equal(new URL(page.url()).pathname, '/console/sign-in');
      // Signed out there, too: it asks again.
      await button.click();
      await page.getByLabel('Name').waitFor();
      await page.goto(`${browser.url}/health/live`);
    });

    test('an account with a password is connected, in Korean', async () => {
      gate.now = Date.now();
      const email = await newOwner(gate);
      issuer.people.set('sun', { groups: [] });
      const visit = await browser.visit({ ...TOLERATED, isFirst: true, inKorean: true });
      const { page } = visit;
      await page.goto(`${url}/console/account`);
      await page.getByRole('button', { name: 'Example Corp(으)로 계속' }).waitFor();
      await visit.screenshots('sign-in-issuer-ko');
      await page.getByLabel('이메일').fill(email);
      await page.getByRole('textbox', { name: '비밀번호' }).fill(PASSWORD);
      await page.getByRole('button', { name: '로그인', exact: true }).click();
      await page.getByRole('button', { name: 'Example Corp 연결' }).click();
      await page.getByRole('dialog').getByLabel('현재 비밀번호').fill(PASSWORD);
      await page.getByRole('dialog').getByRole('button', { name: '계속' }).click();
      await answerAtIssuer(page, 'sun');
      await page.getByText('연결됨').waitFor();
      await visit.screenshots('account-connected-ko');
      await page.goto(`${browser.url}/health/live`);
    });
  },
  {
    prepare: async (gate) => {
      front = createServer((request, response) => gate.service.app.routing(request, response));
      front.listen(0, '127.0.0.1');
      await once(front, 'listening');
      url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
      const roles = [{ group: 'leads', project: 1_001, role: 'owner' }];
      issuer = await startIssuer({ consoleUrl: url, roles, asks: true });
      return { publicUrl: url, issuers: [issuer.setting()] };
    },
  },
);
