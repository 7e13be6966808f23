// One validator: what it names, what it turns, and what it leaves alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { Id64 } from './id-shapes.ts';
import { AnyInteger, AnyNumber, LookedUp } from './shapes.ts';
import {
  checkShape,
  describeErrors,
  fieldOf,
  onlyNamed,
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
      ['pieces', 'must be an integer'],
      ['items.1.name', 'is required'],
      ['state', 'must be one of open, paid'],
      ['at', 'must be a date and time with an offset, such as 2026-11-15T12:00:00Z'],
    ]),
  );
  assert.equal(
    describeErrors([{ field: '', message: 'must be an object' }]),
    'the input must be an object.',
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

test('an integer of any size passes, and becomes one that a double holds', () => {
  const Block = Type.Object({ block_type: AnyInteger('A number.') });
  const cases: [unknown, number | undefined][] = [
    [7, 7],
    [-7, -7],
    [2 ** 53, Number.MAX_SAFE_INTEGER],
    [1e300, Number.MAX_SAFE_INTEGER],
    [-(10n ** 400n), Number.MIN_SAFE_INTEGER],
    [9_007_199_254_740_993n, Number.MAX_SAFE_INTEGER],
    [1.5, undefined],
    ['7', undefined],
    [true, undefined],
    [null, undefined],
  ];
  for (const [sent, block_type] of cases) {
    assert.deepEqual(
      checkShape(Block, 'json', { block_type: sent }),
      block_type === undefined
        ? { errors: [{ field: 'block_type', message: 'must be an integer' }] }
        : { value: { block_type } },
      String(sent),
    );
  }
});

test('a number of any size passes, and becomes a double', () => {
  const Paid = Type.Object({ price: AnyNumber('An amount.') });
  for (const [sent, price] of [
    [9.99, 9.99],
    [-1, -1],
    [10n ** 20n, 1e20],
  ]) {
    assert.deepEqual(checkShape(Paid, 'json', { price: sent }), { value: { price } });
  }
  for (const sent of ['9.99', true, null, {}]) {
    const errors = [{ field: 'price', message: 'must be a number' }];
    assert.deepEqual(checkShape(Paid, 'json', { price: sent }), { errors });
  }
});

test('no text may contain U+0000, wherever the schema names one', () => {
  const Letter = Type.Object({
    to: Type.String({ maxLength: 3, pattern: '^[a-z]+$', default: null }),
    note: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    more: Type.Optional(Type.Unsafe<unknown>({ type: ['string', 'null'] })),
    tags: Type.Optional(Type.Array(Type.String())),
    texts: Type.Optional(Type.Record(Type.String(), Type.String())),
    free: Type.Optional(Type.Object({}, { additionalProperties: true })),
    appid: Type.Optional(LookedUp('A name.')),
  });
  const wrong = { to: 'a\0bc', note: '\0', more: 'a\0', tags: ['a', '\0'], texts: { ko: '\0' } };
  const fields = ['to', 'note', 'more', 'tags.1', 'texts.ko'];
  const checked = checkShape(Letter, 'json', wrong);
  assert.ok('errors' in checked);
  assert.deepEqual(
    checked.errors,
    fields.map((field) => ({ field, message: 'must not contain the character U+0000' })),
  );
  const good = {
    to: 'abc',
    note: null,
    more: null,
    tags: [],
    free: { any: '\0' },
    extra: '\0',
    appid: '\0',
  };
  assert.deepEqual(checkShape(Letter, 'json', good), { value: good });
  assert.ok('errors' in checkShape(Letter, 'text', { to: '\0' }));
});

test('only the fields that the schema names are left, as deep as it names fields', () => {
  const Buyer = Type.Object({
    name: Type.String(),
    home: Type.Optional(Type.Object({ city: Type.String() })),
    notes: Type.Optional(Type.Object({}, { additionalProperties: true })),
    items: Type.Optional(Type.Array(Type.Object({ name: Type.String() }))),
  });
  const sent = Symbol('kept');
  const body = {
    name: 7,
    price: 'x',
    toString: 1,
    home: { city: 'Seoul', price: {} },
    notes: { any: 1 },
    items: [{ other: 1 }],
    [sent]: 'digits',
  };
  const left = { name: 7, home: { city: 'Seoul' }, notes: { any: 1 }, items: [{ other: 1 }] };
  assert.deepEqual(onlyNamed(body, Buyer), { ...left, [sent]: 'digits' });
  for (const home of [null, 'text', 7, ['city']]) {
    assert.deepEqual(onlyNamed({ home, more: 1 }, Buyer), { home });
  }
  assert.deepEqual(onlyNamed({ a: 1 }, Type.Object({})), {});
  assert.deepEqual(onlyNamed({ a: 1 }, undefined), {});
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
