// A test file that passed is left out until something changes that it is about.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { keepPassed, keptTests, unchanged } from '../../scripts/kept-tests.ts';
import passed from '../../scripts/passed-reporter.ts';

const BAN = 'test/restriction/ban.test.ts';
const DEBT = 'test/measures/debt.test.ts';
const LEDGER = 'test/payment/ledger/sums.test.ts';
const KEYS = 'test/tenants/keys.test.ts';
const COMMAND = 'test/cli/errors.test.ts';
const PAGE = 'test/console/browser/page.test.ts';
const LINKS = 'test/tooling/links.test.ts';
const RELEASES = 'test/upgrade/upgrade.test.ts';
const FILES = [BAN, COMMAND, DEBT, KEYS, LEDGER, LINKS, PAGE, RELEASES].sort();

const root = mkdtempSync(join(tmpdir(), 'tollgate-kept-'));
after(() => rmSync(root, { recursive: true }));

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

write('.gitignore', 'node_modules/\n');
for (const file of FILES) write(file, "import '../support/harness.ts';");
write(BAN, "import { rules } from './rules.ts';\nreadFileSync('docs/console.md');");
write('test/restriction/rules.ts', "import '../../src/identity/claims.ts';");
write(LEDGER, "import '../scenes.ts';");
write(KEYS, "gate.send('GET', '/admin/keys');");

const kept = () => unchanged(keptTests(root), root).sort();
const run = (...passed: string[]) => keepPassed(keptTests(root), passed, root);

test('without git nothing is kept', () => {
  run(...FILES);
  assert.deepEqual(kept(), []);
});

test('who passed is kept, and who failed is not', () => {
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  run(BAN);
  assert.deepEqual(kept(), [BAN]);
  run(...FILES);
  assert.deepEqual(kept(), FILES);
});

for (const [what, path, runs] of [
  ['a room', 'src/restriction/rules.ts', [BAN, COMMAND, DEBT, KEYS, LINKS, RELEASES]],
  ['a room above', 'src/measures/rules.ts', [COMMAND, DEBT, KEYS, LINKS, RELEASES]],
  ['a room below', 'src/storage/storage.ts', [BAN, COMMAND, DEBT, KEYS, LEDGER, LINKS, RELEASES]],
  ['a part of payment', 'src/payment/disputes/a.ts', [COMMAND, DEBT, KEYS, LINKS, RELEASES]],
  ['a part below', 'src/payment/markets/a.ts', [COMMAND, DEBT, KEYS, LEDGER, LINKS, RELEASES]],
  ['what parts share', 'src/payment/money.ts', [COMMAND, DEBT, KEYS, LEDGER, LINKS, RELEASES]],
  [
    'what a helper imports',
    'src/identity/a.ts',
    [BAN, COMMAND, DEBT, KEYS, LEDGER, LINKS, RELEASES],
  ],
  [
    'what puts rooms together',
    'src/service.ts',
    [BAN, COMMAND, DEBT, KEYS, LEDGER, LINKS, RELEASES],
  ],
  ['the command line', 'src/cli/run.ts', [COMMAND, LINKS, RELEASES]],
  ['a market', 'emulator/google/api.ts', [BAN, COMMAND, DEBT, KEYS, LEDGER, LINKS]],
  ['a page', 'console/src/app.tsx', [LINKS, PAGE]],
  ['the contract', 'openapi.json', [BAN, COMMAND, DEBT, KEYS, LEDGER, LINKS, PAGE]],
  ['a document that a test names', 'docs/console.md', [BAN, LINKS]],
  ['a helper beside a test', 'test/restriction/rules.ts', [BAN, LINKS]],
  ['a helper in another folder', 'test/payment/scenes.ts', [LEDGER, LINKS]],
  ['a helper of all', 'test/support/harness.ts', FILES],
  ['a test', BAN, [BAN, LINKS]],
] as const) {
  test(`${what} changes: ${runs.length} of ${FILES.length} run again`, () => {
    run(...FILES);
    write(path, 'changed');
    assert.deepEqual(
      kept(),
      FILES.filter((file) => !runs.some((each) => each === file)),
    );
  });
}

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
