// The browser of the tests: found once per run; the bundled one is unpacked once per checkout.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium as playwright } from 'playwright-core';
import { type BrowserChoice, chooseBrowser } from './browser-choice.ts';
import { afterLastFile } from './last-file.ts';

const MODULES = join(import.meta.dirname, '../../node_modules');
const BUNDLED = join(MODULES, '.cache', `chromium-${bundledVersion()}`, 'chromium');
/** Not with the arguments of its package: those switch off the same-origin policy, and one crash ends all. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  // A page serves dozens of visits: the middle compiler pays off within them, the best one does not.
  '--js-flags=--no-turbofan',
];
/** The runner decides for all the processes that it starts. */
const DECIDED = 'TEST_BROWSER_CHOICE';

export async function findBrowser(): Promise<BrowserChoice> {
  const { env, platform, arch } = process;
  env[DECIDED] ??= JSON.stringify(
    await chooseBrowser({ env, platform, arch, bundled: BUNDLED, exists: existsSync, problemOf }),
  );
  return JSON.parse(env[DECIDED]) as BrowserChoice;
}

let running: Promise<Browser> | undefined;

/**
 * Only for tests that are not skipped. The files of a process have one browser, whose start takes longer
 * than most tests: each has windows of its own, and closes them. One that has crashed is replaced.
 */
export async function startBrowser(): Promise<Browser> {
  const known = await running?.catch(() => undefined);
  if (known?.isConnected()) return known;
  const choice = await findBrowser();
  if (choice.skip !== false) throw new Error(choice.skip);
  running = launch(choice.path);
  return running;
}

/** Instead of closing it. */
export function leaveBrowser(): Promise<void> {
  return afterLastFile(closeBrowser);
}

async function closeBrowser(): Promise<void> {
  const known = await running?.catch(() => undefined);
  running = undefined;
  await known?.close();
}

function launch(executablePath: string): Promise<Browser> {
  return playwright.launch({ executablePath, args: ARGS });
}

/** A real start, because Chrome on Windows knows no `--version`. */
async function problemOf(path: string): Promise<string | undefined> {
  try {
    if (path === BUNDLED) await unpack();
    const browser = await launch(path);
    await browser.close();
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    // What the browser itself said, such as a missing library, else what went wrong with starting it.
    const [, line = ''] =
      /\[err\] (.+)/.exec(message) ?? /^(?:browserType\.launch: )?(.*)/.exec(message) ?? [];
    return line;
  }
}

function bundledVersion(): string {
  const description = readFileSync(join(MODULES, '@sparticuz/chromium/package.json'), 'utf8');
  return (JSON.parse(description) as { version: string }).version;
}

/** Whole or not at all, however many ask at once. */
async function unpack(): Promise<void> {
  if (existsSync(BUNDLED)) return;
  const home = dirname(BUNDLED);
  mkdirSync(dirname(home), { recursive: true });
  // It unpacks into the folder for temporary files, so it gets one of its own.
  const folder = mkdtempSync(`${home}-`);
  const from = JSON.stringify(import.meta.resolve('@sparticuz/chromium'));
  const script = `const { default: chromium } = await import(${from}); await chromium.executablePath();`;
  const args = ['--input-type=module', '--eval', script];
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, TMPDIR: folder } });
  try {
    renameSync(folder, home);
  } catch (error) {
    // Somebody else was faster.
    rmSync(folder, { recursive: true });
    if (!existsSync(BUNDLED)) throw error;
  }
}
