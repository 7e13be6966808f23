// The public page for appeals in a browser: small and large, light and dark, right to left, by keyboard, without a script.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { ADMIN_TOKEN, admin } from '../admin/caller.ts';
import { browserSuite } from '../support/browser.ts';
import { startBrowser } from '../support/chromium.ts';
import type { TestApp } from '../support/harness.ts';
import { newPlayer, registerType, restrict, restrictionOf } from './players.ts';

const ARABIC = 'لم أفعل شيئا';
/** Changing these loads nothing again. */
const LOOKS = [
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1_366, colorScheme: 'dark' },
  { width: 1_366, colorScheme: 'light' },
] as const;

/** Runs in the page: what it loads beside itself, and what is wider than the window. */
const BESIDE = 'performance.getEntriesByType("resource").map(({ name }) => name)';
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

browserSuite(
  'the page for appeals in a browser',
  (gate, browser) => {
    let app: TestApp;
    before(async () => {
      app = await gate.createApp();
      await registerType(gate, app);
      await admin(gate, 'PUT', `/apps/${app.appid}/types/1/appeals`, { allowed: true });
    });

    const newCode = async (): Promise<string> => {
      const player = newPlayer();
      await restrict(gate, app, player, { status: 'P' });
      return (await restrictionOf(gate, app, player)).appeal_code;
    };
    const tab = async (page: Page, times: number) => {
      for (let count = 0; count < times; count++) await page.keyboard.press('Tab');
    };

    test('every look of it is whole, within the window, and hinders nobody', async () => {
      const { page, hindrances } = await browser.visit();
      const code = await newCode();
      for (const [lang, direction] of [
        ['en', 'ltr'],
        ['ar', 'rtl'],
      ]) {
        await page.goto(`/appeal?code=${code}&lang=${lang}`);
        assert.equal(await page.locator('html').getAttribute('dir'), direction);
        assert.deepEqual(await hindrances(), [], lang);
        // The form with the text is the page that people spend their time on.
        await page.locator('form button').first().click();
        await page.locator('textarea').waitFor();
        for (const { width, colorScheme } of LOOKS) {
          await page.setViewportSize({ width, height: 844 });
          await page.emulateMedia({ colorScheme });
          const look = `${lang} ${width} ${colorScheme}`;
          assert.deepEqual(await hindrances(), [], look);
          assert.equal(await page.evaluate(OVERFLOW), 0, look);
        }
        assert.deepEqual(await page.evaluate(BESIDE), []);
      }
    });

    test('by keyboard alone and without a script: a wrong code, the code, the text, the answer', async () => {
      const context = await (await startBrowser()).newContext({
        baseURL: browser.url,
        javaScriptEnabled: false,
        locale: 'en-US',
        viewport: { width: 390, height: 844 },
      });
      try {
        const page = await context.newPage();
        const code = await newCode();
        await page.goto('/appeal');
        await tab(page, 1);
        await page.keyboard.type('1001-WRONG-1');
        await page.keyboard.press('Enter');
        const alert = page.getByRole('alert');
        await alert.waitFor();
        await tab(page, 1);
        await page.keyboard.press('ControlOrMeta+A');
        await page.keyboard.type(code);
        await page.keyboard.press('Enter');
        await page.getByText('You broke the rules.').waitFor();
        await tab(page, 1);
        await page.keyboard.type(ARABIC);
        await tab(page, 1);
        await page.keyboard.press('Enter');
        await page.getByRole('status').waitFor();
        const words = page.getByText(ARABIC);
        assert.equal(await words.getAttribute('dir'), 'auto');
        const { body } = await admin(gate, 'GET', `/apps/${app.appid}/appeals`);
        const [{ appeal_id, text, source }] = body.items;
        assert.deepEqual([text, source], [ARABIC, 'page']);
        const decision = { decision: 'uphold', answer: 'We have checked it again.' };
        await admin(gate, 'POST', `/apps/${app.appid}/appeals/${appeal_id}/decide`, decision);
        await page.goto(`/appeal?code=${code}&lang=en`);
        await tab(page, 2);
        await page.keyboard.press('Enter');
        await page.getByText('We have checked it again.').waitFor();
      } finally {
        await context.close();
      }
    });
  },
  { adminToken: ADMIN_TOKEN },
);
