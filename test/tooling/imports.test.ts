// The import rule really reads our modules, and really refuses what it should.
import assert from 'node:assert/strict';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { cruise, unreadModules, unusedPassages } from '../../scripts/imports.ts';

const root = resolve(import.meta.dirname, '../..');

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A tree with our rules, our settings, and these files. */
function treeWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-imports-'));
  folders.push(folder);
  for (const file of ['.dependency-cruiser.mjs', 'tsconfig.json', 'package.json']) {
    cpSync(join(root, file), join(folder, file));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test('modules that the cruiser did not read and passages that nobody takes are found', () => {
  const summary = { violations: [] };
  const dependencies = ['a', 'b', 'c', 'd', 'e', 'f'].map((each) => ({
    resolved: `src/storage/${each}.ts`,
  }));
  const seen = { modules: [{ source: 'src/audit/a.ts', dependencies }], summary };
  const files = ['src/audit/a.ts', 'src/audit/b.ts'];
  assert.deepEqual(unreadModules(seen, files), ['src/audit/b.ts']);
  const blind = { modules: [{ source: 'src/audit/a.ts', dependencies: [] }], summary };
  assert.deepEqual(unreadModules(blind, files), files);
  const rules = { HOUSE: { audit: ['base', 'storage'] }, PAYMENT: { ledger: ['markets'] } };
  assert.deepEqual(unusedPassages(seen, rules), [
    'audit → base',
    'payment/ledger → payment/markets',
  ]);
});

test('the admin API changes and reads nothing by itself', () => {
  const ownWork = /\b(makeChange|writeAudit|transaction|selectFrom|storage)\b/;
  const found = globSync('src/admin/**/*.ts', { cwd: root }).filter((file) =>
    ownWork.test(readFileSync(join(root, file), 'utf8')),
  );
  assert.deepEqual(found, []);
});

test('only the ledger writes purchases, subscriptions and refunds', () => {
  const table = "'(purchase|subscription|purchase_cancellation|purchase_trail|market_notice)'";
  const writes = new RegExp(
    `(insertInto|updateTable|deleteFrom)\\(${table}|insertRows\\(\\s*\\w+,\\s*${table}`,
  );
  const writers = globSync('src/**/*.ts', { cwd: root }).filter((file) =>
    writes.test(readFileSync(join(root, file), 'utf8')),
  );
  const others = writers.filter((file) => !file.startsWith('src/payment/ledger/'));
  assert.deepEqual(others, []);
  assert.ok(writers.length > 3, 'the writers of the ledger are seen');
});

test('a purchase is cancelled and reinstated in one place', () => {
  const places = globSync('src/**/*.ts', { cwd: root }).filter((file) =>
    /open: 'purchase\.disputed'/.test(readFileSync(join(root, file), 'utf8')),
  );
  assert.deepEqual(places, ['src/payment/ledger/cancellation.ts']);
});

const violations: readonly (readonly [string, Record<string, string>])[] = [
  [
    'house-storage',
    {
      'src/storage/a.ts': "import { b } from '../tenants/b.ts';\nexport const a = b;\n",
      'src/tenants/b.ts': 'export const b = 1;\n',
    },
  ],
  [
    'house-restriction',
    {
      'src/restriction/a.ts': "import type { B } from '../payment/b.ts';\nexport const a: B = 1;\n",
      'src/payment/b.ts': 'export type B = number;\n',
    },
  ],
  [
    'house-admin',
    {
      'src/admin/a.ts': "import type { B } from '../storage/b.ts';\nexport const a: B = 1;\n",
      'src/storage/b.ts': 'export type B = number;\n',
    },
  ],
  [
    'admin-only-translates',
    { 'src/admin/a.ts': "import { sql } from 'kysely';\nexport const a = sql;\n" },
  ],
  [
    'no-routes-below-the-command-line',
    {
      'src/cli/a.ts': "import { b } from '../admin/b.ts';\nexport const a = b;\n",
      'src/admin/b.ts': 'export const b = 1;\n',
    },
  ],
  [
    'markets-see-no-database',
    {
      'src/payment/markets/a.ts': "import { b } from '../../storage/b.ts';\nexport const a = b;\n",
      'src/storage/b.ts': 'export const b = 1;\n',
    },
  ],
  [
    'sql-drivers-in-storage',
    { 'src/tenants/a.ts': "import pg from 'pg';\nexport const a = pg;\n" },
  ],
  [
    'service-knows-no-strangers',
    {
      'src/tenants/a.ts': "import { b } from '../../emulator/b.ts';\nexport const a = b;\n",
      'emulator/b.ts': 'export const b = 1;\n',
    },
  ],
  [
    'console-is-a-stranger',
    {
      'console/src/a.ts': "import { b } from '../../sdk/src/b.ts';\nexport const a = b;\n",
      'sdk/src/b.ts': 'export const b = 1;\n',
    },
  ],
  [
    'sdk-is-a-stranger',
    { 'sdk/src/a.ts': "import { createHmac } from 'node:crypto';\nexport const a = createHmac;\n" },
  ],
  [
    'payment-ledger',
    {
      'src/payment/ledger/a.ts': "import { b } from '../verify/b.ts';\nexport const a = b;\n",
      'src/payment/verify/b.ts': 'export const b = 1;\n',
    },
  ],
  [
    'payment-leaves',
    {
      'src/payment/a.ts': "import { b } from './ledger/b.ts';\nexport const a = b;\n",
      'src/payment/ledger/b.ts': 'export const b = 1;\n',
    },
  ],
  [
    'acceptance-is-a-stranger',
    {
      'test/acceptance/a.ts': "import { b } from '../support/b.ts';\nexport const a = b;\n",
      'test/support/b.ts': 'export const b = 1;\n',
    },
  ],
  [
    'acceptance-is-a-stranger',
    { 'test/acceptance/a.ts': "import pg from 'pg';\nexport const a = pg;\n" },
  ],
  [
    'no-cycles',
    {
      'src/tenants/a.ts': "import type { B } from './b.ts';\nexport type A = B[];\n",
      'src/tenants/b.ts': "import type { A } from './a.ts';\nexport type B = A[];\n",
    },
  ],
  [
    'no-cycles',
    {
      'src/tenants/a.ts': "import { b } from './b.ts';\nexport const a = () => b;\n",
      'src/tenants/b.ts': "import { a } from './a.ts';\nexport const b = () => a;\n",
    },
  ],
];

/** One tree holds them all, since a look costs seconds: `a.ts` and `b.ts` of each have its number. */
const numbered = (text: string, index: number): string =>
  text.replaceAll(/\/([ab])\.ts/g, `/$1${index}.ts`);
const wrong = violations.map(([, files], index) =>
  Object.entries(files).map(([path, text]) => [numbered(path, index), numbered(text, index)]),
);
const wrongTree = cruise(treeWith(Object.fromEntries(wrong.flat())), [
  'src',
  'emulator',
  'console',
  'sdk',
  'test',
]);

for (const [index, [rule, files]] of violations.entries()) {
  test(`an import against ${rule} is refused: ${Object.values(files)[0]?.split('\n')[0]}`, async () => {
    const { summary } = await wrongTree;
    const own = summary.violations.filter(({ from }) => from.endsWith(`/a${index}.ts`));
    assert.ok(
      own.some((each) => each.rule.name === rule),
      JSON.stringify(own),
    );
  });
}
