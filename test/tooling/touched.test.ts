// Which tests `npm test -- --changed` and `npm test -- <file or folder>` run.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { namedTests, touchedTests } from '../../scripts/touched.ts';

const root = mkdtempSync(join(tmpdir(), 'tollgate-touched-'));
after(() => rmSync(root, { recursive: true }));

const importing = (...paths: string[]): string =>
  paths.map((path) => `import '${path}';\n`).join('');

for (const [file, content] of Object.entries({
  'src/ban/store.ts': '',
  'src/ban/rules.ts': '',
  'src/sale/refund.ts': importing('../ban/store.ts'),
  'src/admin/bans.ts': importing('../ban/store.ts'),
  'src/one/a.ts': importing('../base/clock.ts'),
  'src/two/b.ts': importing('../base/clock.ts'),
  'src/sale/c.ts': importing('../base/clock.ts'),
  'src/base/clock.ts': '',
  'src/base/clock.test.ts': importing('./clock.ts'),
  'test/ban/set.test.ts': '',
  'test/sale/verify.test.ts': '',
  'test/admin/bans.test.ts': '',
  'test/admin/keys.test.ts': '',
  'test/one/one.test.ts': '',
  'test/two/two.test.ts': '',
  'test/far/rules.test.ts': '',
  'test/far/stranger.test.ts': importing('../support/helper.ts'),
  'test/support/helper.ts': importing('../../src/ban/rules.ts'),
})) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}

for (const [what, file, touched] of [
  [
    'a file: its folder, the folders that use it, and who translates it for operators',
    'src/ban/store.ts',
    ['test/admin/bans.test.ts', 'test/ban/set.test.ts', 'test/sale/verify.test.ts'],
  ],
  [
    'a file: tests of its name, and those whose helpers import it',
    'src/ban/rules.ts',
    ['test/ban/set.test.ts', 'test/far/rules.test.ts', 'test/far/stranger.test.ts'],
  ],
  ['what is used everywhere: its own test', 'src/base/clock.ts', ['src/base/clock.test.ts']],
  [
    'a helper of tests: those who import it',
    'test/support/helper.ts',
    ['test/far/stranger.test.ts'],
  ],
  ['a test: itself', 'test/ban/set.test.ts', ['test/ban/set.test.ts']],
  ['a document: nothing', 'README.md', []],
] as const) {
  test(what, () => {
    assert.deepEqual(touchedTests([file], root).sort(), touched);
  });
}

for (const [what, names, named] of [
  ['a file', ['test/ban/set.test.ts'], ['test/ban/set.test.ts']],
  [
    'a folder, with a slash or without',
    ['test/ban', 'src/base/'],
    ['test/ban/set.test.ts', 'src/base/clock.test.ts'],
  ],
  ['a file and its folder: once', ['test/one/one.test.ts', './test/one'], ['test/one/one.test.ts']],
  [
    'a folder of folders',
    ['test/far/../sale', 'src'],
    ['test/sale/verify.test.ts', 'src/base/clock.test.ts'],
  ],
] as const) {
  test(`by name: ${what}`, () => {
    assert.deepEqual(namedTests(names, root), named);
  });
}

test('by name: neither a folder without tests nor half a name is a test', () => {
  for (const name of ['test/support', 'test/ban/se', 'test/b', 'README.md']) {
    assert.throws(() => namedTests([name], root), { message: `There is no test at ${name}.` });
  }
});
