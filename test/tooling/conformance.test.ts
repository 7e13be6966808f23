// docs/conformance.md names tests that exist: each file is there, and a test in it is titled so.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../', import.meta.url);
const table = readFileSync(new URL('docs/conformance.md', root), 'utf8');

/** `file` "title", "title", …; the cases that run for every market are no test files themselves. */
const REFERENCE =
  /`([\w/.-]+\.test\.ts|test\/payment\/conformance\/cases\/[\w-]+\.ts)`((?:,? "[^"]+")+)/g;

test('every test that the conformance table names exists', () => {
  const references = [...table.matchAll(REFERENCE)];
  assert.ok(references.length > 50);
  for (const [, file = '', titles = ''] of references) {
    const url = new URL(file.startsWith('test/') ? file : `test/restriction/${file}`, root);
    assert.ok(existsSync(url), file);
    const source = readFileSync(url, 'utf8');
    for (const [, title = ''] of titles.matchAll(/"([^"]+)"/g)) {
      assert.ok(source.includes(title), `${file} has no test "${title}"`);
    }
  }
});
