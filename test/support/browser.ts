// Tests of the console in a real browser, against the whole service: `browserSuite(name, (gate, browser) => …)`.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, BrowserContext, Disposable, Page } from 'playwright-core';
import { signIn } from '../admin/visitor.ts';
import { violations as violationsOn } from './axe.ts';
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
/**
 * Runs in the page and answers with the texts that are too faint in light and in dark. No frame is drawn in
 * between, and what would fade from one into the other is there at once.
 */
const FAINT_IN_BOTH = `
  const { dataset, style } = document.documentElement;
  const shown = dataset.mantineColorScheme;
  style.opacity = 1;
  const faint = [];
  const put = (scheme) => {
    dataset.mantineColorScheme = scheme;
    for (const each of document.getAnimations()) {
      if (each.effect.getComputedTiming().endTime !== Infinity) each.finish();
    }
  };
  for (const scheme of ['light', 'dark']) {
    put(scheme);
    const found =
      ${FAINT_TEXTS}
    faint.push(...found.map((text) => scheme + ': ' + text));
  }
  put(shown);
  style.opacity = '';
  faint`;
/** Runs in the page before its own scripts: what it does every so often can be asked for at once. */
const POLLS = `{
  const { setInterval, clearInterval } = globalThis;
  const polls = new Map();
  globalThis.setInterval = (work, ...how) => {
    const id = setInterval(work, ...how);
    polls.set(id, work);
    return id;
  };
  globalThis.clearInterval = (id) => {
    polls.delete(id);
    clearInterval(id);
  };
  addEventListener('poll', () => {
    for (const work of polls.values()) work();
  });
}`;
/** Runs in the page before its own scripts: `nothingAsked` waits until no answer is awaited, for a moment. */
const ASKED = `{
  const { fetch } = globalThis;
  let awaited = 0;
  globalThis.fetch = async (...of) => {
    awaited++;
    try {
      const answer = await fetch(...of);
      await answer.clone().arrayBuffer();
      return answer;
    } finally {
      awaited--;
    }
  };
  globalThis.nothingAsked = async () => {
    for (let quiet = 0; quiet < 3; quiet = awaited === 0 ? quiet + 1 : 0) {
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  };
}`;
/**
 * Runs in the page before its own scripts: where no pictures are wanted, nothing is painted. What is laid out,
 * seen by scripts and hit by clicks is the same.
 */
const UNPAINTED = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html { opacity: 0 }');
  document.adoptedStyleSheets.push(sheet);
}`;
/** Runs in the page before its own scripts: the page and the service agree on what time it is. */
const clockAt = (now: number) => `globalThis.Date = class Date extends globalThis.Date {
  constructor(...of) {
    super(...(of.length === 0 ? [${now}] : of));
  }
  static now() {
    return ${now};
  }
}`;
/** Runs in the page: it reads again who is signed in, as when somebody comes back from another tab. */
const LOOK_AGAIN = "document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))";
/**
 * Runs in the page and answers whether it is as good as a new one, once nobody is signed in: the console,
 * in the colours that it begins with, and nothing is left to be read.
 */
const IS_AS_NEW = `(() => {
  const { dataset } = document.documentElement;
  const isAsNew = location.pathname.startsWith('/console/')
    && dataset.mantineColorScheme === 'light' && !localStorage.getItem('mantine-color-scheme-value');
  for (const close of document.querySelectorAll('.mantine-Notification-closeButton')) close.click();
  return isAsNew;
})()`;
/** Runs in the page before its own scripts. */
const KOREAN = "localStorage.setItem('tollgate.language', 'ko')";
const DESK = { width: 1_280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** Waiting ends when the condition holds; this is for machines that are busy with much else. */
const PATIENCE_MS = 60_000;
/** Pictures are for people, and cost more than the tests: a run of all files makes none. */
const withPictures = process.env.TEST_SCREENSHOTS !== 'off';
const { skip } = await findBrowser();

export interface Visit {
  readonly page: Page;
  /**
   * Opens a path of the console, such as `/a/com.example/overview`. Somebody who is signed in, or about to be, gets
   * the page that the visit before has left, signed out; for other paths, and the second time, it is loaded.
   */
  open(path: string): Promise<void>;
  /** Follows a link to a path of the console: nothing is loaded again, and what was read is still known. */
  go(path: string): Promise<void>;
  /** What the page asks for every few seconds, it asks for now. */
  poll(): Promise<void>;
  /** Somebody comes back to the page from another tab, after a while: what it shows is read again. */
  comeBack(): Promise<void>;
  /** Signs in without the form. */
  signIn(email: string): Promise<void>;
  /** After the service's clock was moved, so is the page's. */
  syncClock(): Promise<void>;
  /** What axe finds wrong outside of what matches `known`, and texts that are hard to read, in light and in dark. */
  hindrances(known?: readonly string[]): Promise<string[]>;
  /** What axe alone finds, after `screenshots` has looked at the texts. */
  violations(known?: readonly string[]): Promise<string[]>;
  /** Every text can be read, in light and in dark; where pictures are wanted, writes `<name>-light.png`, `-dark` and `-phone`. */
  screenshots(name: string): Promise<void>;
}

export interface VisitOptions {
  /** Errors of the browser that the test brings about. */
  readonly tolerates?: RegExp;
  /** In a browser that has loaded nothing yet. */
  readonly isFirst?: true;
  /** By somebody who has chosen Korean before. */
  readonly inKorean?: true;
}

export interface Visits {
  /** Address of the service. */
  readonly url: string;
  /** A browser window that shares nothing with the others but files; it is emptied after the test. */
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
      let url = '';
      let used: Profile[] = [];
      let problems: string[] = [];
      before(async () => {
        assert.ok(
          existsSync(join(CONSOLE, 'index.html')),
          'build the console first: node scripts/ensure.mjs',
        );
        url = await listen(gate);
      });
      after(leaveBrowser);
      afterEach(async () => {
        const [open, found] = [used, problems];
        [used, problems] = [[], []];
        for (const profile of open) await putBack(profile, gate);
        // Those that the browser opened ahead of its requests it would keep.
        gate.service.app.server.closeAllConnections();
        assert.deepEqual(found, [], 'the pages broke a rule of the browser');
      });
      define(gate, {
        get url() {
          return url;
        },
        async visit({ tolerates, isFirst, inKorean } = {}) {
          const profile = await takeProfile(url, isFirst);
          used.push(profile);
          await runFirst(profile, clockAt(gate.now));
          if (inKorean) {
            await runFirst(profile, KOREAN);
            profile.isAsNew = false;
          }
          watch(profile.page, url, problems, tolerates);
          return visitOf(gate, profile);
        },
      });
    },
    { consoleFolder: CONSOLE, kinds: ['sqlite'], ...options },
  );
}

interface Profile {
  readonly context: BrowserContext;
  /** All its visits are to the same page: a new one has to compile everything again. */
  readonly page: Page;
  readonly browser: Browser;
  readonly url: string;
  /** What runs in the page before its own scripts, until the visit ends. */
  scripts: Disposable[];
  visits: number;
  /** It shows the form to sign in, and has forgotten the visit before. */
  isAsNew: boolean;
  /** Whose service it was at: the form shows what that one offers. */
  leftBy?: Gate;
}

/** A profile remembers all requests: after as many visits it gives way to a new one. */
const MOST_VISITS = 40;
/** After as long, what was read is read again when somebody comes back to the page. */
const LONG_AWAY_MS = 10_000;

/** What was loaded and compiled once need not be again: the files of a process share some profiles. */
let spare: Profile[] = [];

async function takeProfile(url: string, isFirst = false): Promise<Profile> {
  const browser = await startBrowser();
  const known = isFirst
    ? undefined
    : spare.find((each) => each.browser === browser && each.url === url);
  spare = spare.filter((each) => each !== known);
  if (known) {
    known.visits += 1;
    return known;
  }
  const context = await browser.newContext({
    baseURL: url,
    viewport: DESK,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    colorScheme: 'light',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.addInitScript(POLLS);
  await page.addInitScript(ASKED);
  if (!withPictures) await page.addInitScript(UNPAINTED);
  return { context, page, browser, url, scripts: [], visits: 1, isAsNew: false };
}

async function putBack(profile: Profile, gate: Gate): Promise<void> {
  const { context, page, url, scripts, visits } = profile;
  if (visits === MOST_VISITS || page.isClosed()) return context.close();
  for (const each of context.pages()) if (each !== page) await each.close();
  page.removeAllListeners();
  await page.unrouteAll();
  for (const script of scripts.splice(0)) await script.dispose();
  await page.setViewportSize(DESK);
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  profile.isAsNew = await page.evaluate<boolean>(IS_AS_NEW);
  await empty(profile);
  if (profile.isAsNew) {
    await page.evaluate(LOOK_AGAIN);
    await page.locator('input[autocomplete=username]').waitFor();
    await speakEnglish(profile);
    // A caret blinks for as long as the page is left there.
    await page.evaluate('document.activeElement.blur()');
  } else {
    // From another origin, the page would begin anew in another process.
    await page.goto(`${url}/health/live`);
  }
  profile.leftBy = gate;
  spare.push(profile);
}

/** The page keeps its language, whoever is signed in. */
async function speakEnglish(profile: Profile): Promise<void> {
  const { page } = profile;
  if ((await page.locator('html').getAttribute('lang')) === 'en') return;
  await page.getByRole('button', { name: '언어' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.locator('html[lang=en]').waitFor();
  await empty(profile);
}

/** Nothing but the files that it has loaded stays in it. */
async function empty({ context, page, url: origin }: Profile): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' });
  await devtools.detach();
  await context.clearCookies();
  await context.clearPermissions();
}

async function runFirst({ page, scripts }: Profile, script: string): Promise<void> {
  scripts.push(await page.addInitScript(script));
}

/** All suites of a process at the same address, where it can be had, so that its files are known there. */
let port = 0;

async function listen({ service: { app } }: Gate): Promise<string> {
  const listenAt = (wanted: number) => app.listen({ port: wanted, host: '127.0.0.1' });
  const url = await listenAt(port).catch(() => listenAt(0));
  port = Number(new URL(url).port);
  return url;
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

const pushPath = (path: string): string =>
  `history.pushState(null, '', ${JSON.stringify(`/console${path}`)})`;

function visitOf(gate: Gate, profile: Profile): Visit {
  const { context, page, url } = profile;
  return {
    page,
    async open(path) {
      const { isAsNew } = profile;
      profile.isAsNew = false;
      const isSignedIn = isAsNew && (await context.cookies()).length > 0;
      const isToSignIn = isAsNew && profile.leftBy === gate && path.startsWith('/sign-in');
      if (!isSignedIn && !isToSignIn) return void (await page.goto(`/console${path}`));
      await page.evaluate(clockAt(gate.now));
      if (!isSignedIn) {
        // From another page, the form begins anew.
        await page.evaluate(pushPath('/password-reset'));
        return void (await page.evaluate(pushPath(path)));
      }
      await page.evaluate(pushPath(path));
      await page.evaluate(LOOK_AGAIN);
      await page.waitForURL((url) => url.pathname !== '/console/sign-in');
    },
    async go(path) {
      await page.evaluate(pushPath(path));
    },
    async poll() {
      await page.evaluate("dispatchEvent(new Event('poll'))");
    },
    async comeBack() {
      const later = clockAt(gate.now + LONG_AWAY_MS);
      // What is being read would not be read once more.
      await page.evaluate('nothingAsked()');
      // What is old is looked for a moment after the event.
      await page.evaluate(`${later}; ${LOOK_AGAIN}; new Promise((resolve) => setTimeout(resolve))`);
      await page.evaluate(clockAt(gate.now));
    },
    async signIn(email) {
      const { cookie } = await signIn(gate, email);
      const [name = '', value = ''] = cookie.split('=');
      await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }]);
    },
    async syncClock() {
      await runFirst(profile, clockAt(gate.now));
      await page.evaluate(clockAt(gate.now));
    },
    async hindrances(known) {
      await page.evaluate(SETTLED);
      const broken = await violationsOn(page, known);
      return [...broken, ...(await page.evaluate<string[]>(FAINT_IN_BOTH))];
    },
    async violations(known) {
      await page.evaluate(SETTLED);
      return violationsOn(page, known);
    },
    async screenshots(name) {
      await page.evaluate(SETTLED);
      assert.deepEqual(await page.evaluate(FAINT_IN_BOTH), [], `texts on ${name}`);
      if (!withPictures) return;
      mkdirSync(SCREENSHOTS, { recursive: true });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
        await shoot(page, `${name}-${colorScheme}`, DESK);
      }
      await page.emulateMedia({ colorScheme: 'light' });
      await shoot(page, `${name}-phone`, PHONE);
      await page.setViewportSize(DESK);
    },
  };
}

/** As tall as the page is, so that what is fixed to the window looks as it does to people. */
async function shoot(page: Page, name: string, { width, height }: typeof DESK): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(SETTLED);
  const whole = await page.evaluate<number>('document.documentElement.scrollHeight');
  await page.setViewportSize({ width, height: Math.max(whole, height) });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), animations: 'disabled' });
}
