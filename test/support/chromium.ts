// The browser of the tests: unpacked once per checkout, whole or not at all, however many ask at once.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium as playwright } from 'playwright-core';

const MODULES = join(import.meta.dirname, '../../node_modules');
const CACHE = join(MODULES, '.cache');
const PACKAGE = import.meta.resolve('@sparticuz/chromium');
/** It unpacks into the folder for temporary files, so it gets one of its own. */
const UNPACK = `const { default: chromium } = await import(${JSON.stringify(PACKAGE)}); await chromium.executablePath();`;

async function executablePath(): Promise<string> {
  const description = readFileSync(join(MODULES, '@sparticuz/chromium/package.json'), 'utf8');
  const { version } = JSON.parse(description) as { version: string };
  const home = join(CACHE, `chromium-${version}`);
  const path = join(home, 'chromium');
  if (existsSync(path)) return path;
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(`${home}-`);
  const args = ['--input-type=module', '--eval', UNPACK];
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, TMPDIR: folder } });
  try {
    renameSync(folder, home);
  } catch (error) {
    // Somebody else was faster.
    rmSync(folder, { recursive: true });
    if (!existsSync(path)) throw error;
  }
  return path;
}

/** Not with the arguments of its package: those switch off the same-origin policy, and one crash ends all. */
const ARGS = ['--no-sandbox', '--disable-gpu'];

export async function startBrowser(): Promise<Browser> {
  return playwright.launch({ executablePath: await executablePath(), args: ARGS });
}
