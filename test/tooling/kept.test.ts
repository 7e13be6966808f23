// A test file that passed is left out until something changes that it is about.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
const GUARD = 'test/security/guard.test.ts';
const PROCESS = 'test/security/process.test.ts';
const ROUTE = '/admin/v1/apps/:appid/appeals/:appeal_id';
const CALLS = { [GUARD]: `/health ${ROUTE}`, [PROCESS]: ROUTE };
const FILES = [BAN, COMMAND, DEBT, KEYS, LEDGER, LINKS, PAGE, GUARD, PROCESS, RELEASES].sort();

/** They are about all of `src`. */
const WHOLE = [COMMAND, LINKS, PROCESS, RELEASES];

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
write(PROCESS, "import { startProcess } from '../support/process.ts';");
write(
  'src/admin/appeals.ts',
  "import type {} from 'fastify'; import '../restriction/appeals.ts'; const PATH = '/apps/:appid/appeals';",
);
write('src/admin/apps.ts', "import type {} from 'fastify'; const PATH = '/apps/:appid';");
write(KEYS, "gate.send('GET', '/admin/keys');");

function textOf(path: string): string {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '';
}

const kept = () => unchanged(keptTests(root)(), root).sort();
const run = (...passed: string[]) => keepPassed(keptTests(root), passed, CALLS, root);

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
  ['a room', 'src/restriction/rules.ts', [BAN, DEBT, GUARD, KEYS, ...WHOLE]],
  ['a room above', 'src/measures/rules.ts', [DEBT, KEYS, ...WHOLE]],
  ['a room below', 'src/storage/storage.ts', [BAN, DEBT, GUARD, KEYS, LEDGER, ...WHOLE]],
  ['a part of payment', 'src/payment/disputes/a.ts', [DEBT, KEYS, ...WHOLE]],
  ['a part below', 'src/payment/markets/a.ts', [DEBT, KEYS, LEDGER, ...WHOLE]],
  ['what parts share', 'src/payment/money.ts', [DEBT, KEYS, LEDGER, ...WHOLE]],
  ['what a helper imports', 'src/identity/a.ts', [BAN, DEBT, GUARD, KEYS, LEDGER, ...WHOLE]],
  ['what puts rooms together', 'src/service.ts', [BAN, DEBT, GUARD, KEYS, LEDGER, ...WHOLE]],
  ['a route', 'src/admin/appeals.ts', [GUARD, KEYS, ...WHOLE]],
  ['another route', 'src/admin/apps.ts', [KEYS, ...WHOLE]],
  ['what routes share', 'src/admin/edge/route.ts', [GUARD, KEYS, ...WHOLE]],
  ['the command line', 'src/cli/run.ts', WHOLE],
  ['a market', 'emulator/google/api.ts', [BAN, COMMAND, DEBT, GUARD, KEYS, LEDGER, LINKS, PROCESS]],
  ['a page', 'console/src/app.tsx', [LINKS, PAGE]],
  ['the contract', 'openapi.json', [BAN, COMMAND, DEBT, GUARD, KEYS, LEDGER, LINKS, PAGE, PROCESS]],
  ['a document that a test names', 'docs/console.md', [BAN, LINKS]],
  ['a helper beside a test', 'test/restriction/rules.ts', [BAN, LINKS]],
  ['a helper in another folder', 'test/payment/scenes.ts', [LEDGER, LINKS]],
  ['a helper of all', 'test/support/harness.ts', FILES],
  ['a test', BAN, [BAN, LINKS]],
] as const) {
  test(`${what} changes: ${runs.length} of ${FILES.length} run again`, () => {
    run(...FILES);
    write(path, `${textOf(path)}\n// changed`);
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
