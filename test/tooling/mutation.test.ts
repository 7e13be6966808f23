// What a mutation run makes of the changes that nobody noticed.
import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { describe, test } from 'node:test';
import { explain } from '../../scripts/mutation/explain.ts';
import { CORE, DECIDING, FAST_TESTS } from '../../scripts/mutation/files.ts';
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
