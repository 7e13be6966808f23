// What is installed before a script: never without the Node that everything runs on.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { copyScripts } from '../support/checkout.ts';

const root = mkdtempSync(join(tmpdir(), 'tollgate-install-'));
after(() => rmSync(root, { recursive: true }));
const machine = join(root, 'machine/node');
const pinned = join(root, 'node_modules/node-pinned/bin/node');
const npm = join(root, 'npm.cjs');

const stamp = join(root, 'node_modules/.installed-lockfile');
const written = join(root, 'node_modules/.package-lock.json');
const { platform, arch } = process;
/** What npm writes down of packages that it has installed. */
const HERE = {
  'node_modules/service': { version: '1.0.0', integrity: 'sha512-one' },
  'node_modules/builder': { version: '2.0.0', integrity: 'sha512-two', dev: true },
  'node_modules/ours': { version: '3.0.0', optional: true, os: [platform], cpu: [arch] },
};
const ELSEWHERE = {
  'node_modules/theirs': { version: '3.0.0', optional: true, os: ['plan9'], cpu: [arch] },
  'node_modules/theirs-needs': { version: '3.0.0', optional: true },
};
const ALL = ['--include=dev', '--include=optional'];

copyScripts(root);
const packages = { '': { name: 'tollgate' }, ...HERE, ...ELSEWHERE };
writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
// Stands for npm, which would replace node_modules: it writes down what it was asked for.
writeFileSync(npm, "require('node:fs').writeFileSync('asked', process.argv.slice(2).join(' '));");
for (const path of [machine, pinned]) {
  mkdirSync(join(path, '..'), { recursive: true });
  try {
    linkSync(process.execPath, path);
  } catch {
    // The folder for temporary files is on another disk.
    copyFileSync(process.execPath, path);
  }
}

/** What npm is asked for by a script, where npm by itself has installed what is given. */
function asked(runtime: string, event: string, byHand?: object): string[] {
  for (const path of [stamp, join(root, 'asked')]) rmSync(path, { force: true });
  if (byHand) writeFileSync(written, JSON.stringify({ packages: byHand }));
  const { status, stderr } = spawnSync(runtime, ['scripts/ensure.mjs'], {
    cwd: root,
    encoding: 'utf8',
    env: { npm_execpath: npm, npm_lifecycle_event: event },
  });
  rmSync(written, { force: true });
  assert.equal(status, 0, stderr);
  if (!existsSync(join(root, 'asked'))) return [];
  return readFileSync(join(root, 'asked'), 'utf8').split(' ').slice(1, -3);
}

test('the service on a machine with a new Node needs no other one', () => {
  const args = ['--omit=dev', '--workspaces=false', '--omit=optional'];
  assert.deepEqual(asked(machine, 'pretollgate'), args);
});

test('a service that runs on the pinned Node keeps it when it is installed again', () => {
  const args = ['--omit=dev', '--workspaces=false', '--include=optional'];
  assert.deepEqual(asked(pinned, 'pretollgate'), args);
});

test('other scripts install everything', () => {
  assert.deepEqual(asked(machine, 'precheck'), ALL);
});

test('what npm ci has installed by hand is not installed again, and counts as everything', () => {
  assert.deepEqual(asked(machine, 'pretollgate', HERE), []);
  const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8');
  assert.equal(readFileSync(stamp, 'utf8'), `${hash('sha256', lockfile)} everything`);
});

test('what npm did not write down to its end is installed', () => {
  writeFileSync(written, '{"packages": {');
  assert.deepEqual(asked(machine, 'pretest'), ALL);
});

for (const [name, each] of Object.entries(HERE)) {
  const { [name as keyof typeof HERE]: _, ...others } = HERE;
  test(`${name.slice(13)} left out by hand: everything is installed`, () => {
    assert.deepEqual(asked(machine, 'pretest', others), ALL);
  });

  test(`${name.slice(13)} of another version by hand: everything is installed`, () => {
    const other = { ...HERE, [name]: { ...each, version: '9.0.0' } };
    assert.deepEqual(asked(machine, 'pretest', other), ALL);
  });
}

test('another package under the same version by hand: everything is installed', () => {
  const other = { version: '1.0.0', integrity: 'sha512-other' };
  assert.deepEqual(asked(machine, 'pretest', { ...HERE, 'node_modules/service': other }), ALL);
});
