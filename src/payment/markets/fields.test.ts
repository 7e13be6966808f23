// A market's JSON is read without trusting its shape, and kept without what nobody listed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCancelling, refundIf } from './cancellation.ts';
import { fieldsOf, listOf, parseFields, textOf } from './fields.ts';
import { keep } from './redact.ts';

test('only an object has fields', () => {
  assert.deepEqual(fieldsOf({ a: 1 }), { a: 1 });
  for (const other of [null, undefined, [], [{}], 'text', 5, true, () => {}]) {
    assert.equal(fieldsOf(other), undefined);
  }
});

test('only the text of an object is parsed', () => {
  assert.deepEqual(parseFields('{"a":1}'), { a: 1 });
  for (const text of ['', '{', '[]', 'null', '"a"', '5'])
    assert.equal(parseFields(text), undefined);
});

test('a list has its objects', () => {
  assert.deepEqual(listOf([{ a: 1 }, null, 5, 'x', [], { b: 2 }]), [{ a: 1 }, { b: 2 }]);
  for (const other of [undefined, null, {}, 'text', { length: 1 }])
    assert.deepEqual(listOf(other), []);
});

test('a text has letters', () => {
  assert.equal(textOf('a'), 'a');
  for (const other of ['', 5, null, undefined, {}, ['a']]) assert.equal(textOf(other), undefined);
});

test('of an answer only what is listed is kept', () => {
  const source = {
    id: 'pi_1',
    zero: 0,
    none: null,
    card: { number: '4242' },
    list: ['secret'],
    charge: { id: 'ch_1', name: 'Mina' },
    items: [{ id: 1, name: 'Mina' }, 'secret', { id: 2 }],
    text: 'secret',
  };
  const kept = {
    id: true,
    zero: true,
    none: true,
    card: true,
    list: true,
    charge: { id: true },
    items: { id: true },
    text: { id: true },
    missing: true,
  } as const;
  assert.deepEqual(keep(source, kept), {
    id: 'pi_1',
    zero: 0,
    none: null,
    card: null,
    list: null,
    charge: { id: 'ch_1' },
    items: [{ id: 1 }, { id: 2 }],
    text: null,
  });
});

test('what cancels a purchase', () => {
  const states = ['pending', 'partial', 'given', 'restored', 'open', 'won', 'lost'] as const;
  assert.deepEqual(
    states.filter((state) => isCancelling({ state })),
    ['given', 'open', 'lost'],
  );
  assert.deepEqual(refundIf(true), [{ kind: 'refund', state: 'given' }]);
  assert.deepEqual(refundIf(false), []);
});
