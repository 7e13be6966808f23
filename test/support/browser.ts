// Tests of the console in a real browser, against the whole service: `browserSuite(name, (gate, browser) => …)`.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { signIn } from '../admin/visitor.ts';
import { findBrowser, leaveBrowser, startBrowser } from './chromium.ts';
import { type Gate, type SuiteOptions, suite } from './harness.ts';

const ROOT = join(import.meta.dirname, '../..');
const SCREENSHOTS = join(ROOT, 'test/output/screenshots');
/** Elsewhere while several builds are tried at once. */
const CONSOLE = process.env.CONSOLE_DIST ?? join(ROOT, 'console/dist');
/** Runs in the page and answers with the texts that have too little contrast. */
const FAINT_TEXTS = readFileSync(join(import.meta.dirname, 'contrast.js'), 'utf8');
/** Runs in the page and answers once everything that moves and ends has ended. */
const SETTLED = `Promise.all(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished.catch(() => {}))).then(() => undefined)`;
const DESK = { width: 1_280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** Waiting ends when the condition holds; this is for machines that are busy with much else. */
const PATIENCE_MS = 60_000;
/** Pictures are for people, and cost more than the tests: a run of all files makes none. */
const withPictures = process.env.TEST_SCREENSHOTS !== 'off';
const { skip } = await findBrowser();

export interface Visit {
  readonly page: Page;
  /** Opens a path of the console, such as `/a/com.example/overview`. */
  open(path: string): Promise<void>;
  /** Signs in without the form. */
  signIn(email: string): Promise<void>;
  /** Every text can be read, in light and in dark; where pictures are wanted, writes `<name>-light.png`, `-dark` and `-phone`. */
  screenshots(name: string): Promise<void>;
}

export interface VisitOptions {
  /** Errors of the browser that the test brings about. */
  readonly tolerates?: RegExp;
}

export interface Visits {
  /** Address of the service. */
  readonly url: string;
  /** A browser window that shares nothing with the others; it is closed after the test. */
  visit(options?: VisitOptions): Promise<Visit>;
}

/**
 * On one database: what the pages see of the other is the same API. Without a browser it is one skipped
 * test, because the runner does not count skipped suites.
 */
export function browserSuite(
  name: string,
  define: (gate: Gate, browser: Visits) => void,
  options: SuiteOptions = {},
): void {
  if (skip !== false) {
    test(name, { skip });
    return;
  }
  suite(
    name,
    (gate) => {
      let browser: Browser;
      let url = '';
      let contexts: BrowserContext[] = [];
      let problems: string[] = [];
      before(async () => {
        assert.ok(
          existsSync(join(CONSOLE, 'index.html')),
          'build the console first: node scripts/ensure.mjs',
        );
        url = await gate.service.app.listen({ port: 0, host: '127.0.0.1' });
        browser = await startBrowser();
      });
      after(leaveBrowser);
      afterEach(async () => {
        const [open, found] = [contexts, problems];
        [contexts, problems] = [[], []];
        for (const context of open) await context.close();
        assert.deepEqual(found, [], 'the pages broke a rule of the browser');
      });
      define(gate, {
        get url() {
          return url;
        },
        async visit({ tolerates } = {}) {
          const context = await browser.newContext({
            baseURL: url,
            viewport: DESK,
            locale: 'en-US',
            timezoneId: 'UTC',
            reducedMotion: 'reduce',
            colorScheme: 'light',
          });
          contexts.push(context);
          context.setDefaultTimeout(PATIENCE_MS);
          const page = await context.newPage();
          // The page and the service agree on what time it is.
          await page.clock.setFixedTime(gate.now);
          watch(page, url, problems, tolerates);
          return visitOf(gate, url, context, page);
        },
      });
    },
    { consoleFolder: CONSOLE, kinds: ['sqlite'], ...options },
  );
}

/** Errors, exceptions and violations of the content policy; refusals by the API are part of the game. */
function watch(page: Page, url: string, problems: string[], tolerated?: RegExp): void {
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (line) => {
    if (line.type() !== 'error' && line.type() !== 'warning') return;
    const isRejection =
      /^Failed to load resource: .* status of 4\d\d/.test(line.text()) &&
      line.location().url.startsWith(`${url}/admin/v1/`);
    if (!isRejection && !tolerated?.test(line.text())) problems.push(line.text());
  });
}

function visitOf(gate: Gate, url: string, context: BrowserContext, page: Page): Visit {
  return {
    page,
    async open(path) {
      await page.goto(`/console${path}`);
    },
    async signIn(email) {
      const { cookie } = await signIn(gate, email);
      const [name = '', value = ''] = cookie.split('=');
      await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }]);
    },
    async screenshots(name) {
      mkdirSync(SCREENSHOTS, { recursive: true });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
        await shoot(page, `${name}-${colorScheme}`, DESK);
        assert.deepEqual(await page.evaluate(FAINT_TEXTS), [], `texts on ${name}, ${colorScheme}`);
      }
      await page.emulateMedia({ colorScheme: 'light' });
      await shoot(page, `${name}-phone`, PHONE);
      if (withPictures) await page.setViewportSize(DESK);
    },
  };
}

/** As tall as the page is, so that what is fixed to the window looks as it does to people. */
async function shoot(page: Page, name: string, { width, height }: typeof DESK): Promise<void> {
  await page.evaluate(SETTLED);
  if (!withPictures) return;
  await page.setViewportSize({ width, height });
  await page.evaluate(SETTLED);
  const whole = await page.evaluate<number>('document.documentElement.scrollHeight');
  await page.setViewportSize({ width, height: Math.max(whole, height) });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), animations: 'disabled' });
}
