// Keys of pages: they come back as they were printed, and those of other lists are refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageKey } from './paging.ts';

const KEY = pageKey({ order: ['E', 'C'], at: 'number', playerId: 'id64', name: 'text' });

test('a key comes back as it was printed', () => {
  const place = { order: 'C', at: 12, playerId: 2n ** 63n - 1n, name: 'a~b c' } as const;
  assert.equal(KEY.print(place), 'C~12~9223372036854775807~a~b c');
  assert.deepEqual(KEY.read(KEY.print(place)), place);
});

test('anything else is no key', () => {
  const cases = [
    undefined,
    '',
    'C~12~1',
    'C~12~1~',
    'P~12~1~a',
    'C~-1~1~a',
    'C~12~9223372036854775808~a',
    'C~12345678901234567~1~a',
    'C~12~1~ä',
  ];
  for (const text of cases) assert.equal(KEY.read(text), undefined, text);
});
