// Runs before every npm script, on any Node and with nothing installed: installs what the lockfile says, builds the console.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureConsole } from './console.mjs';

const NEEDED_MAJOR = 24;
/** The scripts that show the console; undefined is a call by hand. */
const WITH_CONSOLE = ['prestart', 'preserve', 'pretest', 'preprove', 'predev', undefined];
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.installed-lockfile');

function fail(sentence) {
  process.stderr.write(`tollgate: ${sentence}\n`);
  process.exit(1);
}

function lockfileHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function isInstalled(hash) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

function install(hash) {
  process.stderr.write('tollgate: installing dependencies…\n');
  const npm = process.env.npm_execpath;
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', args, {
        cwd: root,
        stdio: ['ignore', 2, 2],
        shell: process.platform === 'win32',
      });
  if (result.status !== 0) fail('npm ci failed; see the lines above.');
  writeFileSync(stamp, hash);
}

/** The pinned runtime comes first on npm's path; elsewhere the system's own Node must do. */
function findRuntime() {
  const pinned = join(
    root,
    'node_modules',
    '.bin',
    process.platform === 'win32' ? 'node.cmd' : 'node',
  );
  const runtime = existsSync(pinned) ? pinned : 'node';
  const result = spawnSync(runtime, ['--version'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const version = (result.stdout ?? '').trim();
  if (Number(version.slice(1).split('.')[0]) >= NEEDED_MAJOR) return runtime;
  fail(
    `Node ${NEEDED_MAJOR} or newer is needed, and none is bundled for ${process.platform}-${process.arch} (found ${version || 'no working one'}). Install Node ${NEEDED_MAJOR} and try again.`,
  );
}

const hash = lockfileHash();
if (!isInstalled(hash)) install(hash);
const runtime = findRuntime();
if (WITH_CONSOLE.includes(process.env.npm_lifecycle_event) && !ensureConsole(root, runtime)) {
  fail('the console cannot be built; see the lines above.');
}
