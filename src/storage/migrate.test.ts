// Cases of the splitter: comments go, statements end at the end of a line, literals stay as they are. And the numbers
// of the migrations.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { statementsOf } from './migrate.ts';

const split = (statements: string, kind: 'sqlite' | 'postgres' = 'sqlite') =>
  statementsOf({ version: 1, name: 'a', breaking: false, statements }, kind);

for (const [name, text, expected] of [
  [
    'comments',
    "-- The owner's table;\ncreate table a (b integer); -- one\ncreate table c (d text);\n",
    ['create table a (b integer)', 'create table c (d text)'],
  ],
  [
    'two hyphens in a literal',
    "update a set b = 'x -- y' where c = 'it''s -- z';",
    ["update a set b = 'x -- y' where c = 'it''s -- z'"],
  ],
  [
    'a semicolon at the end of a line of a literal',
    "update a set b = 'x;\ny';\ndrop table c;",
    ["update a set b = 'x;\ny'", 'drop table c'],
  ],
  [
    'statements of the other database',
    '/* postgres */ analyze a;\n/* sqlite */ pragma b;\n',
    ['/* sqlite */ pragma b'],
  ],
] as const) {
  test(`splits ${name}`, () => assert.deepEqual(split(text), expected));
}

test('clustered tables have no row ids on SQLite', () => {
  const text = 'create table a (b integer primary key) /* clustered */;';
  assert.deepEqual(split(text), ['create table a (b integer primary key) without rowid']);
  assert.deepEqual(split(text, 'postgres'), ['create table a (b integer primary key)']);
});

test('each migration has a number of its own', () => {
  const files = readdirSync(new URL('./migrations/', import.meta.url));
  const shared = [...Map.groupBy(files, (file) => file.slice(0, 4)).values()].filter(
    ({ length }) => length > 1,
  );
  assert.deepEqual(shared, []);
});
