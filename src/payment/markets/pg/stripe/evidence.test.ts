// What Stripe would refuse of evidence.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FILE_FIELDS, problemOf } from './evidence.ts';

const x = (count: number): string => 'x'.repeat(count);

test('empty evidence', () => {
  assert.deepEqual(problemOf({}), { field: '', text: 'The evidence is empty.' });
});

test('a field is too long', () => {
  assert.deepEqual(problemOf({ product_description: x(20_001) }), {
    field: 'evidence.product_description',
    text: '1 characters too long (maximum 20000).',
  });
  assert.equal(problemOf({ product_description: x(20_000) }), undefined);
});

test('all fields together are too long', () => {
  const many = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => [name, x(18_750)]),
  );
  assert.equal(problemOf(many), undefined);
  assert.deepEqual(problemOf({ ...many, i: 'x' }), {
    field: 'evidence',
    text: 'All fields together: 1 characters too long (maximum 150000).',
  });
});

test('files are ids of files', () => {
  for (const field of FILE_FIELDS) {
    for (const id of ['file_1A2b3C', 'file_1', `file_${x(100)}`]) {
      assert.equal(problemOf({ [field]: id }), undefined, id);
    }
    for (const id of ['receipt.pdf', 'file_', 'file_1 ', ' file_1', 'file_-', `file_${x(101)}`]) {
      assert.deepEqual(
        problemOf({ [field]: id }),
        {
          field: `evidence.${field}`,
          text: 'Send the id of a file uploaded at Stripe, such as file_1A2b3C.',
        },
        id,
      );
    }
  }
});
