// Which browser the tests use: the one asked for, the bundled one, an installed one, or none and why.
import { posix, win32 } from 'node:path';

/** `skip` is what a test needs to know: no, or why. */
export type BrowserChoice =
  | { readonly path: string; readonly skip: false }
  | { readonly skip: string };

export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly arch: string;
  /** Where the bundled browser is, or will be unpacked to by the trial. */
  readonly bundled: string;
  exists(path: string): boolean;
  /** Starts the browser once; answers why it cannot be used. */
  problemOf(path: string): Promise<string | undefined>;
}

/** The one without windows needs a third less of the processor. */
const ON_PATH = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
];
const ON_MACOS = ['Chromium', 'Google Chrome', 'Microsoft Edge'];
const ON_WINDOWS = [
  'Chromium\\Application\\chrome.exe',
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

/** A browser that was asked for and does not start is an error: nobody wants that one skipped. */
export async function chooseBrowser(machine: Machine): Promise<BrowserChoice> {
  const asked = machine.env.TOLLGATE_TEST_BROWSER;
  if (asked === 'none') return without('TOLLGATE_TEST_BROWSER is none.');
  if (asked) {
    const problem = await machine.problemOf(asked);
    if (problem === undefined) return { path: asked, skip: false };
    throw new Error(
      `TOLLGATE_TEST_BROWSER is ${asked}, which does not start: ${problem}. Set it to the path of a Chromium, Chrome or Edge, or to none.`,
    );
  }
  const problems: string[] = [];
  for (const path of candidates(machine)) {
    const problem = await machine.problemOf(path);
    if (problem === undefined) return { path, skip: false };
    problems.push(`; ${path} does not start: ${problem}`);
  }
  return without(
    `no Chromium, Chrome or Edge found${problems.join('')}. Install one (Debian: apt-get install chromium) or set TOLLGATE_TEST_BROWSER.`,
  );
}

function without(reason: string): BrowserChoice {
  return { skip: `Browser tests are skipped: ${reason}` };
}

/** The bundled browser is built for linux-x64 only, but unpacks anywhere. */
function candidates({ env, platform, arch, bundled, exists }: Machine): string[] {
  if (platform === 'darwin') {
    return ['/Applications', posix.join(env.HOME ?? '/', 'Applications')]
      .flatMap((folder) => ON_MACOS.map((name) => `${folder}/${name}.app/Contents/MacOS/${name}`))
      .filter(exists);
  }
  if (platform === 'win32') {
    return [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
      .flatMap((folder) => (folder ? ON_WINDOWS.map((path) => win32.join(folder, path)) : []))
      .filter(exists);
  }
  const folders = (env.PATH ?? '').split(':').filter(Boolean);
  const installed = ON_PATH.flatMap(
    (name) => folders.map((folder) => posix.join(folder, name)).find(exists) ?? [],
  );
  return platform === 'linux' && arch === 'x64' ? [bundled, ...installed] : installed;
}
