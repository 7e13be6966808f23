// Language, appearance, environment, keyboard and phone width: what surrounds every page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newMember, newOwner, signIn } from '../../admin/visitor.ts';
import { browserSuite } from '../../support/browser.ts';

const OTHER = { environment: 'production', url: 'https://gate.example.com/console' } as const;

browserSuite(
  'around the pages',
  (gate, browser) => {
    test('Korean is chosen once, told to the document, and remembered', async () => {
      const { page, open, screenshots } = await browser.visit();
      await open('/sign-in');
      await page.getByRole('button', { name: 'Language' }).click();
      await page.getByRole('menuitem', { name: '한국어' }).click();
      await page.getByRole('heading', { name: '로그인' }).waitFor();
      assert.equal(await page.locator('html').getAttribute('lang'), 'ko');
      await page.reload();
      await page.getByRole('heading', { name: '로그인' }).waitFor();
      await screenshots('sign-in-korean');
    });

    test('the appearance follows the system until one is chosen, which is remembered', async () => {
      const { page, open } = await browser.visit();
      await page.emulateMedia({ colorScheme: 'dark' });
      await open('/sign-in');
      await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
      await page.getByRole('button', { name: 'Appearance' }).click();
      await page.getByRole('menuitem', { name: 'Light' }).click();
      await page.locator('html[data-mantine-color-scheme=light]').waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.locator('html[data-mantine-color-scheme=light]').waitFor();
    });

    test('the environment is named, with the way to the other one', async () => {
      const visit = await browser.visit();
      await visit.signIn(await newOwner(gate));
      await visit.open('/account');
      const header = visit.page.getByRole('banner');
      await header.getByText('Sandbox').waitFor();
      const link = header.getByRole('link', { name: 'Go to production' });
      assert.equal(await link.getAttribute('href'), OTHER.url);
    });

    test('the keyboard reaches the content first, and the navigation on a phone', async () => {
      const visit = await browser.visit();
      const { page } = visit;
      await visit.signIn(await newOwner(gate));
      await visit.open('/account');
      await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
      await page.keyboard.press('Tab');
      const skip = page.getByRole('link', { name: 'Skip to content' });
      assert.ok(await skip.evaluate((element) => element.matches(':focus-visible')));
      await page.keyboard.press('Enter');
      assert.ok(await page.getByRole('main').evaluate((element) => element.matches(':focus')));
      await page.setViewportSize({ width: 390, height: 844 });
      const burger = page.getByRole('button', { name: 'Open navigation' });
      await burger.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Close navigation' }).waitFor();
      await page.getByRole('navigation').getByRole('combobox', { name: 'Project' }).waitFor();
    });

    test('a member chooses among their own projects and apps only', async () => {
      const [mine, theirs] = [await gate.createApp(), await gate.createApp()];
      const owner = await signIn(gate, await newOwner(gate));
      const { email } = await newMember(gate, owner, mine.gameIndex, 'viewer');
      const visit = await browser.visit();
      const { page } = visit;
      await visit.signIn(email);
      await visit.open('/account');
      const project = page.getByRole('navigation').getByRole('combobox', { name: 'Project' });
      await project.click();
      await page.getByRole('option', { name: mine.appid }).waitFor();
      assert.equal(await page.getByRole('option').count(), 1);
      await visit.go(`/a/${theirs.appid}/nothing`);
      await page.getByText('Page not found').waitFor();
      await visit.screenshots('not-found');
    });
  },
  { environment: 'sandbox', otherConsole: OTHER },
);
