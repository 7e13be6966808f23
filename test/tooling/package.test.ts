// The documents of the release package name what is in it: files, alerts, and no number that a migration changes.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { before, test } from 'node:test';
import { KINDS } from '../../src/alerts/settings.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

/** Only in a checkout, and why a document of the package still names it. */
const CHECKOUT_ONLY: Readonly<Record<string, string>> = {
  src: 'for those who change the code',
  emulator: 'for those who change the code',
  test: 'what proves a sentence is for those who change the code',
  'CONTRIBUTING.md': 'for those who change the code',
  sdk: 'a package of its own',
  'compose.yaml': 'builds the image from the sources, as its section says',
};

let packed: Set<string>;
before(() => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'];
  const [{ files }] = JSON.parse(
    execFileSync('npm', args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' }),
  ) as [{ files: { path: string }[] }];
  packed = new Set();
  for (const { path } of files) {
    for (let place = path; place !== '.'; place = dirname(place)) packed.add(place);
  }
});

const documents = (): string[] => [...packed].filter((path) => path.endsWith('.md'));

test('every file that a document links to is in the package', () => {
  const files = documents();
  assert.ok(files.includes('docs/deploy.md') && files.includes('README.md'));
  const missing = files.flatMap((file) =>
    all(read(file), /\]\(([^)\s#:]+)(?:#[^)]*)?\)/g)
      .map((target) => join(dirname(file), target))
      .filter((path) => !packed.has(path.replace(/\/$/, '')) && !isCheckoutOnly(path))
      .map((path) => `${file} → ${path}`),
  );
  assert.deepEqual(missing, []);
});

test('every file below deploy/ that a document names is in the package', () => {
  const named = documents().flatMap((file) =>
    all(read(file), /\b(deploy\/[\w.-]+(?:\/[\w.-]+)*)/g).map((path) => `${file} → ${path}`),
  );
  assert.ok(named.some((each) => each.endsWith('deploy/prometheus/alerts.yaml')));
  assert.deepEqual(
    named.filter((each) => !packed.has(each.split(' → ')[1] ?? '')),
    [],
  );
});

test('what is only in a checkout is not in the package', () => {
  assert.deepEqual(
    Object.keys(CHECKOUT_ONLY).filter((path) => packed.has(path)),
    [],
  );
});

function isCheckoutOnly(path: string): boolean {
  return Object.keys(CHECKOUT_ONLY).some((each) => path === each || path.startsWith(`${each}/`));
}

test('no document names the current number of the tables, which the next migration changes', () => {
  const stale = documents().flatMap((file) =>
    all(read(file), /(?:schema|tables are at) (version \d+)/g)
      .concat(all(read(file), /^ *(?:production|sandbox) +(\d+)(?: +\d+)?$/gm))
      .map((found) => `${file}: ${found}`),
  );
  assert.deepEqual(stale, []);
});

test('the alert rules that the documents name are those of the file, each with its metrics', () => {
  const rules = Object.fromEntries(
    read('deploy/prometheus/alerts.yaml')
      .split('- alert: ')
      .slice(1)
      .map((rule) => [rule.split('\n')[0], new Set(rule.match(/\b(?:tollgate|nodejs)_\w+/g))]),
  );
  const rows = [...read('docs/operations.md').matchAll(/^\| `(Tollgate\w+)` \|.*$/gm)];
  assert.deepEqual(rows.map(([, name]) => name).sort(), Object.keys(rules).sort());
  for (const [row, name = ''] of rows) {
    const metrics = [...rules[name]].map((metric) => metric.replace(/_bucket$/, ''));
    const named = row.match(/\b(?:tollgate|nodejs)_\w+/g) ?? [];
    assert.deepEqual([...new Set(named)].sort(), metrics.sort(), name);
  }
  const elsewhere = documents().flatMap((file) => all(read(file), /`(Tollgate[A-Z]\w+)`/g));
  const known = new Set([...Object.keys(rules), 'TollgateError']);
  assert.deepEqual(
    elsewhere.filter((name) => !known.has(name)),
    [],
  );
});

test('the alerts of projects that the documents name are those that can open', () => {
  const section = read('docs/operations.md').split('\n## Alerts\n')[1]?.split('\n## ')[0] ?? '';
  assert.deepEqual(all(section, /^\| `(\w+)` \|/gm), [...KINDS]);
});
