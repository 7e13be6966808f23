// Runs before every npm script, on any Node and with nothing installed: installs what that script needs, and builds the console.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from './built.mjs';
import { ensureConsole } from './console.mjs';
import { ensureJoined } from './joined.mjs';
import { ensureSite } from './site.mjs';

const NEEDED_MAJOR = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stamp = join(modules, '.installed-lockfile');

/** From small to large; each holds the one before it. */
const SETS = ['service', 'demo', 'everything'];
/** Other scripts, and a call by hand, need everything. */
const SET_OF = {
  preserve: 'service',
  pretollgate: 'service',
  prestart: 'demo',
  predev: 'demo',
};
/** The scripts that show the console; undefined is a call by hand. */
const WITH_CONSOLE = [
  'prestart',
  'preserve',
  'pretest',
  'preprove',
  'prefaults',
  'predev',
  'prepictures',
  'prebuild',
  undefined,
];
/** The site takes much longer to build than the console: only a release waits for it. */
const WITH_SITE = ['prebuild'];
/** The scripts whose programs are loaded with preload.mjs. */
const WITH_JOINED = [
  'prestart',
  'preserve',
  'pretest',
  'preprove',
  'prefaults',
  'pretollgate',
  undefined,
];

/** A machine whose own Node is new enough needs no other; the rest of what is optional is for building and testing. */
const ARGUMENTS = {
  service: [
    '--omit=dev',
    '--workspaces=false',
    isNewEnough(process.version) && !isPinned() ? '--omit=optional' : '--include=optional',
  ],
  demo: ['--omit=dev', '--include=optional'],
  everything: ['--include=dev', '--include=optional'],
};

function fail(sentence) {
  process.stderr.write(`tollgate: ${sentence}\n`);
  process.exit(1);
}

function isNewEnough(version) {
  return Number(version.slice(1).split('.')[0]) >= NEEDED_MAJOR;
}

/** From the second start on, this is the pinned runtime, and an installation without it would take it away. */
function isPinned() {
  return existsSync(modules) && process.execPath.startsWith(realpathSync(modules) + sep);
}

function lockfileHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

/** The set that stands, if it is of this lockfile. */
function installedSet(hash) {
  if (!existsSync(stamp)) return undefined;
  const [installed, set] = readFileSync(stamp, 'utf8').split(' ');
  return installed === hash ? set : undefined;
}

/** Whether `npm ci` has put there all that the lockfile names, but for what other machines need. */
function isInstalledByHand() {
  const { '': _, ...wanted } = packagesOf(join(root, 'package-lock.json'));
  const there = writtenByNpm();
  return Object.entries(wanted).every(([path, each]) =>
    path in there
      ? there[path].version === each.version && there[path].integrity === each.integrity
      : each.optional && !isForThisMachine(each),
  );
}

/** What it writes down when it has installed: nothing before, and nothing that counts if it was stopped. */
function writtenByNpm() {
  try {
    return packagesOf(join(modules, '.package-lock.json'));
  } catch {
    return {};
  }
}

function packagesOf(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}

function isForThisMachine({ os, cpu, libc }) {
  return libc === undefined && os?.includes(process.platform) && cpu?.includes(process.arch);
}

/** The pinned runtime brings the headers for native addons, a third of its size; nothing here is compiled. */
function dropHeaders() {
  for (const name of readdirSync(modules).filter((each) => /^node-(linux|win)-/.test(each))) {
    rmSync(join(modules, name, 'include'), { recursive: true, force: true });
  }
}

/** The Node that runs everything: this one, or the pinned one, which comes first on npm's path. */
function findRuntime() {
  const { execPath, version, platform, arch } = process;
  if (isNewEnough(version)) return execPath;
  const isWindows = platform === 'win32';
  const home = join(modules, `node-${isWindows ? 'win' : platform}-${arch}`, 'bin');
  const pinned = join(home, isWindows ? 'node.exe' : 'node');
  if (spawnSync(pinned, ['--version']).status === 0) return pinned;
  fail(
    `Node ${NEEDED_MAJOR} or newer is needed, and none that works is bundled for ${platform}-${arch} (found ${version}). Install Node ${NEEDED_MAJOR} and try again.`,
  );
}

const script = process.env.npm_lifecycle_event;
const needed = SET_OF[script] ?? 'everything';
const hash = lockfileHash();
if (SETS.indexOf(installedSet(hash)) < SETS.indexOf(needed)) {
  const isThere = isInstalledByHand();
  if (!isThere) {
    process.stderr.write('tollgate: installing dependencies…\n');
    if (!install(root, ARGUMENTS[needed])) fail('npm ci failed; see the lines above.');
  }
  dropHeaders();
  writeFileSync(stamp, `${hash} ${isThere ? 'everything' : needed}`);
}
const runtime = findRuntime();
if (WITH_CONSOLE.includes(script)) ensureConsole(root, runtime, install);
if (WITH_JOINED.includes(script)) ensureJoined(root, runtime, hash);
if (WITH_SITE.includes(script)) ensureSite(root, runtime);
