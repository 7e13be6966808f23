// One validator: what it names, what it turns, and what it leaves alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { Id64 } from './id-shapes.ts';
import {
  checkShape,
  describeErrors,
  fieldError,
  fieldOf,
  validator,
  withoutEmpty,
} from './validation.ts';

const Order = Type.Object(
  {
    player_id: Type.Optional(Id64('The buyer.')),
    pieces: Type.Optional(Type.Integer({ default: 1 })),
    items: Type.Array(Type.Object({ name: Type.String() })),
    state: Type.Optional(Type.Enum(['open', 'paid'])),
    at: Type.Optional(Type.String({ format: 'date-time' })),
  },
  { additionalProperties: false },
);

test('every offending field is named, with what is wrong about it', () => {
  const wrong = { pieces: '2', items: [{ name: 'a' }, {}], state: 'shut', at: 'noon', more: 1 };
  const checked = checkShape(Order, 'json', wrong);
  assert.ok('errors' in checked);
  assert.deepEqual(
    new Map(checked.errors.map(({ field, message }) => [field, message])),
    new Map([
      ['more', 'is not a known field'],
      ['pieces', 'must be integer'],
      ['items.1.name', 'is required'],
      ['state', 'must be one of open, paid'],
      ['at', 'must match format "date-time"'],
    ]),
  );
  assert.equal(
    describeErrors([{ field: '', message: 'must be object' }]),
    'the input must be object.',
  );
});

test('a field is spelled in two ways', () => {
  const [error] = validator(Order, 'json')({ items: [{ name: 'a' }, {}] }) ?? [];
  assert.ok(error);
  assert.equal(fieldOf(error), 'items.1.name');
  assert.equal(fieldOf(error, 'brackets'), 'items[1].name');
});

test('only text is turned into what the shape asks for, and nothing is filled in', () => {
  const text = { pieces: '2', items: [] };
  assert.deepEqual(checkShape(Order, 'text', text), { value: { pieces: 2, items: [] } });
  assert.deepEqual(checkShape(Order, 'json', { items: [] }), { value: { items: [] } });
});

test('a 64-bit id comes back as bigint', () => {
  const checked = checkShape(Order, 'json', { player_id: 7, items: [] });
  assert.deepEqual(checked, { value: { player_id: 7n, items: [] } });
});

const Parcel = Type.Object({
  name: Type.String(),
  note: Type.Optional(Type.String()),
  pieces: Type.Optional(Type.Integer()),
  buyer: Type.Object({ note: Type.Optional(Type.String()) }),
  items: Type.Array(Type.Object({ note: Type.Optional(Type.String()) })),
  free: Type.Object({}, { additionalProperties: true }),
  list: Type.Array(Type.Object({}, { additionalProperties: true })),
});

test('null stands for an absent field, and so does empty text in an optional one', () => {
  const body = { pieces: null, note: '', name: '', more: '', buyer: { note: '', more: null } };
  assert.deepEqual(withoutEmpty(body, Parcel), { name: '', more: '', buyer: {} });
  for (const other of [null, 'text', 7, [], undefined])
    assert.equal(withoutEmpty(other, Parcel), undefined);
});

test('in the entries of a list null is absent and empty text stays', () => {
  const items = [{ note: '', pieces: null }, null, 'text'];
  assert.deepEqual(withoutEmpty({ items }, Parcel), { items: [{ note: '' }, null, 'text'] });
});

test('what the shape does not name is left as it came', () => {
  const body = () => ({
    free: { a: null },
    strange: { a: null },
    list: [{ a: null }],
    others: [null],
  });
  assert.deepEqual(withoutEmpty(body(), Parcel), body());
});

test('a 64-bit id is exact, at any depth, and nothing else passes for one', () => {
  const Buyers = Type.Object({ ids: Type.Array(Id64('Buyers.')) });
  assert.deepEqual(checkShape(Buyers, 'json', { ids: [1, 9_007_199_254_740_993n] }), {
    value: { ids: [1n, 9_007_199_254_740_993n] },
  });
  for (const id of [0, '7', 1.5, null])
    assert.ok('errors' in checkShape(Buyers, 'json', { ids: [id] }));
});

test('a field deep inside is spelled in two ways, an unknown one too', () => {
  const error = { instancePath: '/items/12/name', keyword: 'type', params: {} };
  assert.deepEqual(
    [fieldOf(error), fieldOf(error, 'brackets')],
    ['items.12.name', 'items[12].name'],
  );
  const unknown = {
    instancePath: '/items/1',
    keyword: 'additionalProperties',
    params: { additionalProperty: 'more' },
  };
  assert.equal(fieldOf(unknown, 'brackets'), 'items[1].more');
  const other = { instancePath: '/a', keyword: 'type', params: { additionalProperty: 'more' } };
  assert.equal(fieldOf(other), 'a');
});

test('an error without a message is not valid', () => {
  const error = { instancePath: '/a', keyword: 'strange', params: {} };
  assert.deepEqual(fieldError(error), { field: 'a', message: 'is not valid' });
  const two = [
    { field: 'a', message: 'is required' },
    { field: 'b', message: 'is wrong' },
  ];
  assert.equal(describeErrors(two), 'a is required; b is wrong.');
});

test('empty text stands for an absent field where the shape names one that may be absent', () => {
  const Buyer = Type.Object({
    name: Type.String(),
    nick: Type.Optional(Type.String()),
    home: Type.Optional(Type.Object({ street: Type.Optional(Type.String()), city: Type.String() })),
    notes: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    tags: Type.Optional(Type.Array(Type.Unknown())),
  });
  const cases: [string, object, unknown, object][] = [
    ['optional', { name: 'a', nick: '' }, Buyer, { name: 'a' }],
    ['required', { name: '' }, Buyer, { name: '' }],
    ['unknown', { name: 'a', more: '' }, Buyer, { name: 'a', more: '' }],
    ['with content', { name: 'a', nick: 'b' }, Buyer, { name: 'a', nick: 'b' }],
    ['null, wherever', { name: null, nick: null, more: null }, Buyer, {}],
    ['other values', { name: 0, nick: false }, Buyer, { name: 0, nick: false }],
    ['deeper', { home: { street: '', city: '', x: null } }, Buyer, { home: { city: '' } }],
    ['not an object there', { home: '' }, Buyer, {}],
    ['a list there', { home: [null, ''] }, Buyer, { home: [null, ''] }],
    [
      'names of their own',
      { notes: { a: null, b: '' }, tags: [null, ''] },
      Buyer,
      { notes: { a: null, b: '' }, tags: [null, ''] },
    ],
    ['nothing required', { nick: '' }, Type.Partial(Buyer), {}],
    ['no shape', { a: '', b: null, c: { d: null } }, undefined, { a: '', c: { d: null } }],
    ['no fields named', { a: '', b: null }, {}, { a: '' }],
  ];
  for (const [name, body, shape, left] of cases) {
    assert.deepEqual(withoutEmpty(body, shape), left, name);
  }
  for (const other of [null, 'text', '', 7, [], [null], undefined])
    assert.equal(withoutEmpty(other, Buyer), undefined);
});
