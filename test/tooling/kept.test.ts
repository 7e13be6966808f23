// A slow test file that passed is left out until something changes that it is about.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import passed from '../../scripts/passed-reporter.ts';
import { keepPassed, slowTests, unchanged } from '../../scripts/slow-tests.ts';

const ONE = 'test/console/browser/one.test.ts';
const OTHER = 'test/upgrade/upgrade.test.ts';
const FILES = [ONE, OTHER, 'test/fast.test.ts'];

const root = mkdtempSync(join(tmpdir(), 'tollgate-kept-'));
after(() => rmSync(root, { recursive: true }));

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

write('.gitignore', 'node_modules/\n');
for (const file of [...FILES, 'src/main.ts']) write(file, 'as it was');

const kept = () => unchanged(slowTests(root), root);
const run = (...succeeded: string[]) => keepPassed(slowTests(root), succeeded, root);

test('without git nothing is kept', () => {
  run(...FILES);
  assert.deepEqual(kept(), []);
});

test('who passed is kept, who failed is not, and fast ones never are', () => {
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  run(ONE);
  assert.deepEqual(kept(), [ONE]);
  run(...FILES);
  assert.deepEqual(kept(), [ONE, OTHER]);
});

for (const [what, path, left] of [
  ['a source', 'src/main.ts', [ONE]],
  ['a page', 'console/src/app.tsx', [OTHER]],
  ['what pages and service agree on', 'openapi.json', [OTHER]],
  ['a helper of tests', 'test/support/new.ts', []],
  ['a document', 'docs/new.md', [ONE, OTHER]],
  ['one of them', ONE, [OTHER]],
  ['another test', 'test/fast.test.ts', [ONE, OTHER]],
] as const) {
  test(`${what} changes: ${left.length} of 2 are still kept`, () => {
    run(...FILES);
    write(path, 'changed');
    assert.deepEqual(kept(), left);
  });
}

test('slow are the stories of the console and 21 more, all of which are there', () => {
  const slow = Object.keys(slowTests());
  const stories = slow.filter((file) => file.startsWith('test/console/browser/'));
  assert.ok(stories.length > 20);
  assert.equal(slow.length, stories.length + 21);
});

test('a file passes when none of its tests fails or is skipped, but for want of a compiler', async () => {
  const event = (type: string, name: string, nesting: number, more: object = {}) => ({
    type,
    data: { name, nesting, ...more },
  });
  async function* events() {
    yield event('test:pass', 'a test', 1);
    yield event('test:pass', 'one.test.ts', 0);
    yield event('test:pass', 'a test', 1, { skip: 'no browser' });
    yield event('test:pass', 'two.test.ts', 0);
    yield event('test:fail', 'three.test.ts', 0);
    yield event('test:diagnostic', 'four.test.ts', 0);
    yield event('test:pass', 'a test', 1);
    yield event('test:pass', 'five.test.ts', 0);
    yield event('test:pass', 'a test', 1, { skip: 'examples/go is skipped: go is not installed.' });
    yield event('test:pass', 'six.test.ts', 0);
  }
  const lines: string[] = [];
  for await (const line of passed(events() as never)) lines.push(line);
  assert.deepEqual(lines, ['one.test.ts\n', 'five.test.ts\n', 'six.test.ts\n']);
});
