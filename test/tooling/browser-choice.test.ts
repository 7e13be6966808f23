// The browser of the tests: which one is chosen, and that a run without one says so.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { type BrowserChoice, chooseBrowser } from '../support/browser-choice.ts';
import { PRELOADED } from '../support/process.ts';

const BUNDLED = '/checkout/chromium';
const LIBRARY = 'error while loading shared libraries: libnss3.so';
const MACOS_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const WINDOWS_EDGE = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
const HOW_TO = 'Install one (Debian: apt-get install chromium) or set TOLLGATE_TEST_BROWSER.';
const NONE: BrowserChoice = {
  skip: `Browser tests are skipped: no Chromium, Chrome or Edge found. ${HOW_TO}`,
};

/** What is installed, and how its start ends: well, or with a problem. */
type Installed = Readonly<Record<string, 'starts' | typeof LIBRARY>>;

function choose(
  platform: string,
  arch: string,
  installed: Installed,
  env: Record<string, string> = {},
): Promise<BrowserChoice> {
  return chooseBrowser({
    env: { PATH: '/usr/local/bin:/usr/bin', ...env },
    platform,
    arch,
    bundled: BUNDLED,
    exists: (path) => path in installed,
    async problemOf(path) {
      const outcome = installed[path] ?? 'no such file';
      return outcome === 'starts' ? undefined : outcome;
    },
  });
}

const cases: readonly (readonly [string, Promise<BrowserChoice>, string | BrowserChoice])[] = [
  [
    'the one asked for comes before all others',
    choose(
      'linux',
      'x64',
      { [BUNDLED]: 'starts', '/opt/chrome': 'starts' },
      { TOLLGATE_TEST_BROWSER: '/opt/chrome' },
    ),
    '/opt/chrome',
  ],
  [
    'none can be asked for',
    choose('linux', 'x64', { [BUNDLED]: 'starts' }, { TOLLGATE_TEST_BROWSER: 'none' }),
    { skip: 'Browser tests are skipped: TOLLGATE_TEST_BROWSER is none.' },
  ],
  [
    'an empty variable asks for nothing',
    choose('linux', 'x64', { [BUNDLED]: 'starts' }, { TOLLGATE_TEST_BROWSER: '' }),
    BUNDLED,
  ],
  [
    'on linux-x64 the bundled one comes before an installed one',
    choose('linux', 'x64', { [BUNDLED]: 'starts', '/usr/bin/chromium': 'starts' }),
    BUNDLED,
  ],
  [
    'a bundled one that does not start makes way for an installed one',
    choose('linux', 'x64', { [BUNDLED]: LIBRARY, '/usr/bin/google-chrome': 'starts' }),
    '/usr/bin/google-chrome',
  ],
  [
    'a bundled one that does not start is skipped with its reason',
    choose('linux', 'x64', { [BUNDLED]: LIBRARY }),
    {
      skip: `Browser tests are skipped: no Chromium, Chrome or Edge found; ${BUNDLED} does not start: ${LIBRARY}. ${HOW_TO}`,
    },
  ],
  [
    'on linux-arm64 the bundled one is no choice',
    choose('linux', 'arm64', { [BUNDLED]: 'starts', '/usr/bin/chromium': 'starts' }),
    '/usr/bin/chromium',
  ],
  [
    'the first on PATH counts, as in a shell',
    choose('linux', 'arm64', {
      '/usr/bin/chromium': 'starts',
      '/usr/local/bin/chromium': 'starts',
      '/elsewhere/chromium': 'starts',
    }),
    '/usr/local/bin/chromium',
  ],
  [
    'Edge is found on Linux',
    choose('linux', 'arm64', { '/usr/bin/microsoft-edge-stable': 'starts' }),
    '/usr/bin/microsoft-edge-stable',
  ],
  ['on linux-arm64 with nothing installed there is none', choose('linux', 'arm64', {}), NONE],
  [
    'Chrome is found on macOS',
    choose('darwin', 'arm64', { [MACOS_CHROME]: 'starts' }),
    MACOS_CHROME,
  ],
  [
    'Chrome is found on macOS in the applications of one person',
    choose('darwin', 'x64', { [`/Users/kim${MACOS_CHROME}`]: 'starts' }, { HOME: '/Users/kim' }),
    `/Users/kim${MACOS_CHROME}`,
  ],
  [
    'Edge is found on Windows',
    choose(
      'win32',
      'x64',
      { [WINDOWS_EDGE]: 'starts' },
      { PROGRAMFILES: 'C:\\Program Files', 'PROGRAMFILES(X86)': 'C:\\Program Files (x86)' },
    ),
    WINDOWS_EDGE,
  ],
  ['on Windows with nothing installed there is none', choose('win32', 'x64', {}), NONE],
];

for (const [name, choice, expected] of cases) {
  test(name, async () => {
    assert.deepEqual(
      await choice,
      typeof expected === 'string' ? { path: expected, skip: false } : expected,
    );
  });
}

test('one that was asked for and does not start is an error, though others would do', async () => {
  await assert.rejects(
    choose(
      'linux',
      'x64',
      { [BUNDLED]: 'starts', '/opt/chrome': LIBRARY },
      { TOLLGATE_TEST_BROWSER: '/opt/chrome' },
    ),
    {
      message: `TOLLGATE_TEST_BROWSER is /opt/chrome, which does not start: ${LIBRARY}. Set it to the path of a Chromium, Chrome or Edge, or to none.`,
    },
  );
});

const folder = mkdtempSync(join(tmpdir(), 'tollgate-browser-'));
after(() => rmSync(folder, { recursive: true }));

function runBrowserFile(asked: string): { status: number | null; said: string } {
  const file = join(folder, 'page.test.mjs');
  const support = JSON.stringify(import.meta.resolve('../support/browser.ts'));
  writeFileSync(
    file,
    `import { browserSuite } from ${support};\nbrowserSuite('a page', () => {});\n`,
  );
  const args = [...PRELOADED, '--test', '--test-reporter=spec', file];
  const { status, stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { PATH: dirname(process.execPath), TOLLGATE_TEST_BROWSER: asked },
  });
  return { status, said: stdout };
}

test('a file of browser tests without a browser is skipped, counted and no failure', () => {
  const { status, said } = runBrowserFile('none');
  assert.equal(status, 0, said);
  assert.match(said, /a page .*# Browser tests are skipped: TOLLGATE_TEST_BROWSER is none\.\n/);
  assert.match(said, /ℹ fail 0\n.*ℹ skipped 1\n/s);
});

test('a file of browser tests fails when the browser that was asked for does not exist', () => {
  const { status, said } = runBrowserFile('/nowhere/chromium');
  assert.equal(status, 1, said);
  assert.match(said, /TOLLGATE_TEST_BROWSER is \/nowhere\/chromium, which does not start: /);
});
