// What a mutation run makes of the changes that nobody noticed.
import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { describe, test } from 'node:test';
import { explain } from '../../scripts/mutation/explain.ts';
import { CORE, DECIDING, FAST_TESTS } from '../../scripts/mutation/files.ts';
import { STORES, testsOf } from '../../scripts/mutation/rooms.ts';
import { EXPLAINED_STATEMENTS } from '../../scripts/mutation/statement-survivors.ts';
import { instrument } from '../../scripts/mutation/statements.ts';
import { EXPLAINED } from '../../scripts/mutation/survivors.ts';

describe('a change that nobody noticed', () => {
  const at = (line: number, change = 'a → b', file = 'one.ts') => ({ file, line, change });
  const why = 'They are equal.';
  const once = [{ file: 'one.ts', changes: ['a → b'], why }];
  const twice = [{ file: 'one.ts', changes: ['a → b', 'a → b'], why }];

  test('is explained by its code, wherever that stands in the file', () => {
    assert.deepEqual(explain([at(7)], once), { survivors: [{ ...at(7), why }], stale: [] });
  });

  test('is not explained by what is said of another file or another change', () => {
    const others = [at(1, 'a → c'), at(1, 'a → b', 'two.ts')];
    assert.deepEqual(explain(others, once), {
      survivors: others.map((each) => ({ ...each, why: undefined })),
      stale: [{ file: 'one.ts', change: 'a → b' }],
    });
  });

  test('at a second place needs an explanation of its own', () => {
    assert.deepEqual(explain([at(1), at(2)], once), {
      survivors: [
        { ...at(1), why },
        { ...at(2), why: undefined },
      ],
      stale: [],
    });
    assert.deepEqual(explain([at(1), at(2)], twice).survivors, [
      { ...at(1), why },
      { ...at(2), why },
    ]);
    assert.deepEqual(explain([at(1)], twice).stale, [{ file: 'one.ts', change: 'a → b' }]);
  });
});

test('an error in front of all changes ends the run: the plugin catches only those of its tests', async () => {
  const caught = () => process.listenerCount('uncaughtException');
  const before = caught();
  const { strykerPlugins } = await import('../../scripts/mutation/runner.ts');
  assert.equal(strykerPlugins.length, 2);
  assert.equal(caught(), before);
});

test('every file of a run exists, every pattern finds a test, and only files that decide are explained', () => {
  const deciding = new Set<string>(DECIDING);
  assert.deepEqual(
    DECIDING.filter((file) => !existsSync(file)),
    [],
  );
  assert.deepEqual(
    FAST_TESTS.filter((pattern) => globSync(pattern).length === 0),
    [],
  );
  assert.deepEqual(
    [...CORE, ...EXPLAINED.map(({ file }) => file)].filter((file) => !deciding.has(file)),
    [],
  );
});

describe('a statement is changed', () => {
  const changesOf = (code: string) =>
    instrument('x.ts', `const read = () => ${code};`).changes.map(({ change }) => change);

  for (const [name, code, changes] of [
    ['a condition is left out', "a.where('b', '=', c)", [".where('b', '=', c) → left out"]],
    [
      'a boundary moves by one',
      "a.where('b', '<', c)",
      [".where('b', '<', c) → left out", "'b' '<' c → <="],
    ],
    ['in code as well', 'a.size >= most', ['a.size >= most → >']],
    ['a limit is doubled', 'a.limit(AT_ONCE)', ['.limit(AT_ONCE) → twice as many']],
    ['a page is one row short', 'a.limit(limit + 1)', ['.limit(limit + 1) → one less']],
    ['an order is turned', "a.orderBy('b', 'desc')", [".orderBy('b', 'desc') → ascending"]],
    ['`or` becomes `and`', 'a.or([b, c])', ['.or([b, c]) → and']],
    [
      'in SQL that is written as text',
      'sql`select 1 where a > 1 and c`',
      ['select 1 where a > 1 and c → > becomes >=', 'select 1 where a > 1 and c → and becomes or'],
    ],
    ['a list ends after its first page', '{ do a(); while (b) }', ['while (b) → once']],
    ['not where it is one row', 'a.limit(1)', []],
    [
      'not where a lease or an app already says it',
      "a.where('game_index', '=', b).where('appid', '=', c).where('lease', '=', d)",
      [".where('lease', '=', d) → left out"],
    ],
    ['not where it is for an index', "a.where('provider', 'in', MARKETS)", []],
  ] as const) {
    test(name, () => assert.deepEqual(changesOf(code), changes));
  }

  test('by a switch, so that one process runs all changes', () => {
    const code = "const read = () => a.where('b', '<', c).limit(2);";
    assert.equal(
      instrument('x.ts', code, 5).source,
      "const read = () => a[switches.leftOut(6, 'where')]('b', switches.other(7, '<', '<='), c).limit(switches.twice(5, 2));",
    );
  });
});

test('every store has tests, and only stores are explained', () => {
  assert.deepEqual(
    STORES.filter((file) => testsOf(file).length < 2),
    [],
  );
  const stores = new Set(STORES);
  assert.deepEqual(
    EXPLAINED_STATEMENTS.filter(({ file }) => !stores.has(file)),
    [],
  );
});
