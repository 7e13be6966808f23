// Signing in at the console: password, second factor, recovery code, lock-out, out again; and who cannot use it.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Page } from 'playwright-core';
import { codeNow, newOwner, PASSWORD, signIn } from '../../admin/visitor.ts';
import { browserSuite } from '../../support/browser.ts';
import type { Gate } from '../../support/harness.ts';
import { attack, openStranger } from './stranger.ts';

const STEP = 30_000;

async function fill(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function fillCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await isOut(page);
}

const isIn = (page: Page) => page.getByRole('heading', { name: 'Welcome' }).waitFor();
const isOut = (page: Page) => page.getByRole('heading', { name: 'Sign in' }).waitFor();
const path = (page: Page): string => new URL(page.url()).pathname;

/** An owner whose second factor is on. */
async function newGuarded(gate: Gate): Promise<{ email: string; secret: string; codes: string[] }> {
  const me = await signIn(gate, await newOwner(gate));
  const { secret } = (await me.send('POST', '/session/totp', { password: PASSWORD })).body;
  const code = codeNow(gate, secret);
  const { body } = await me.send('POST', '/session/totp/confirm', { code });
  // A code is taken once, so the next one is that of the next step.
  gate.now += STEP;
  return { email: me.email, secret, codes: body.recovery_codes };
}

browserSuite('signing in at the console', (gate, browser) => {
  beforeEach(async () => {
    await gate.service.context.storage.db.deleteFrom('sign_in_failure').execute();
  });

  test('address and password lead to the console, signing out leads back, signing in to where one wanted to go', async () => {
    const email = await newOwner(gate);
    const { page, open, screenshots } = await browser.visit();
    await open('');
    await isOut(page);
    assert.equal(path(page), '/console/sign-in');
    await screenshots('sign-in');
    await fill(page, email);
    await isIn(page);
    assert.equal(path(page), '/console/');
    await signOut(page);
    await open('/account');
    await isOut(page);
    await fill(page, email);
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
    assert.equal(path(page), '/console/account');
  });

  test('a wrong password is refused with a sentence, and the right one leads nowhere else', async () => {
    const email = await newOwner(gate);
    const { page, open } = await browser.visit();
    await open('/sign-in?next=~//example.org/');
    await fill(page, email, 'not the password');
    await page.getByRole('alert').getByText('E-mail address or password is wrong.').waitFor();
    await fill(page, email);
    await isIn(page);
    assert.equal(page.url(), `${browser.url}/console/`);
  });

  test('the second factor is asked for; a wrong code is refused, the right one signs in, and so does a recovery code', async () => {
    const { email, secret, codes } = await newGuarded(gate);
    const { page, open, screenshots } = await browser.visit();
    await open('/sign-in');
    await fill(page, email);
    await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
    await screenshots('second-factor');
    const right = codeNow(gate, secret);
    await fillCode(page, right === '000000' ? '000001' : '000000');
    await page.getByRole('alert').getByText('The code is wrong or was already used.').waitFor();
    await fillCode(page, right);
    await isIn(page);
    await signOut(page);
    await fill(page, email);
    await fillCode(page, String(codes[0]));
    await isIn(page);
  });

  test('after five failures the page says how long the lock-out lasts, and lets one in afterwards', async () => {
    const email = await newOwner(gate);
    const { page, open, screenshots, syncClock } = await browser.visit();
    await open('/sign-in');
    for (let failure = 1; failure <= 5; failure++) {
      const answered = page.waitForResponse((response) => response.status() === 401);
      await fill(page, email, 'not the password');
      await answered;
    }
    await page.getByRole('alert').getByText('E-mail address or password is wrong.').waitFor();
    await fill(page, email);
    await page.getByText('Too many failed attempts').waitFor();
    assert.equal(await page.getByRole('timer').textContent(), '1:00');
    assert.ok(await page.getByRole('button', { name: 'Sign in' }).isDisabled());
    await screenshots('locked-out');
    gate.now += 60_000;
    await syncClock();
    await page.getByText('Too many failed attempts').waitFor({ state: 'detached' });
    await fill(page, email);
    await isIn(page);
  });

  test('a page of another origin can neither read nor change anything with the session', async () => {
    const email = await newOwner(gate);
    const visit = await browser.visit();
    await visit.open('/sign-in');
    await fill(visit.page, email);
    await isIn(visit.page);
    const me = await signIn(gate, email);
    const state = async () => [
      (await me.send('GET', '/projects')).body,
      (await me.send('GET', '/audit')).body,
    ];
    const before = await state();
    const target = `${browser.url}/admin/v1/projects`;
    const stranger = await openStranger(target);
    try {
      for (const [host, refusal] of [
        // Cookies do not tell ports apart: here it is sent along, and the service must refuse.
        ['127.0.0.1', 403],
        ['localhost', 401],
      ] as const) {
        const page = await visit.page.context().newPage();
        await page.goto(`http://${host}:${stranger.port}/`);
        assert.deepEqual(await attack(page, target), [refusal, refusal], host);
      }
    } finally {
      await stranger.close();
    }
    assert.deepEqual(await state(), before);
    await visit.page.reload();
    await isIn(visit.page);
  });

  test('a session that ends elsewhere: the page says so, and signing in leads back to the same place', async () => {
    const email = await newOwner(gate);
    const { appid } = await gate.createApp();
    const visit = await browser.visit();
    const { page } = visit;
    await visit.signIn(email);
    await visit.open(`/a/${appid}/purchases?state=refunded&span=7d`);
    await page.getByText('No matches').waitFor();
    await gate.service.context.storage.db.deleteFrom('console_session').execute();
    // A list looks for new entries by itself.
    await visit.poll();
    await page.getByText('Your session has ended').waitFor();
    await page.getByText('Sign in again to continue on the page where you were.').waitFor();
    await visit.screenshots('session-ended');
    await fill(page, email);
    await page.getByText('No matches').waitFor();
    assert.equal(
      page.url().replace(browser.url, ''),
      `/console/a/${appid}/purchases?state=refunded&span=7d`,
    );

    // Signed in again in another tab: this one comes back when it is looked at.
    await gate.service.context.storage.db.deleteFrom('console_session').execute();
    await visit.poll();
    await page.getByText('Your session has ended').waitFor();
    const look = () =>
      page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    await visit.signIn(email);
    await look();
    await page.getByText('No matches').waitFor();
    // Somebody else is signed in there: what the one before has seen is read again, however fresh.
    const again = page.waitForRequest(/\/purchases\?/);
    await visit.signIn(await newOwner(gate));
    await look();
    await again;
    await page.getByText('No matches').waitFor();
  });

  test('a service that does not answer: the page says so, keeps what it shows, and goes on by itself', async () => {
    const email = await newOwner(gate);
    const { appid } = await gate.createApp();
    const visit = await browser.visit({ tolerates: /net::ERR_CONNECTION_REFUSED|status of 502/ });
    const { page } = visit;
    await visit.signIn(email);
    await visit.open(`/a/${appid}/purchases`);
    await page.getByText('0 purchases').waitFor();
    const api = '**/admin/v1/**';
    await page.route(api, (route) => route.abort('connectionrefused'));
    await visit.poll();
    await page.getByText('Tollgate does not answer').waitFor();
    await page.getByText('0 purchases').waitFor();
    await visit.screenshots('service-away');
    await page.unroute(api);
    await visit.poll();
    await page.getByText('Tollgate does not answer').waitFor({ state: 'detached' });
    await page.getByText('0 purchases').waitFor();

    // The same when a proxy answers in its place, and when the page is opened meanwhile.
    await page.route(api, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
    await page.reload();
    await page.getByText('Tollgate does not answer').waitFor();
    await page.unroute(api);
    await visit.poll();
    await page.getByText('0 purchases').waitFor();
  });
});
