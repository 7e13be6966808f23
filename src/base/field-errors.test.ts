// What callers read about an invalid field: its name and one message in words, never the validator's own.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type TSchema, Type } from 'typebox';
import { describeErrors, fieldErrors, fieldOf } from './field-errors.ts';
import { Id64 } from './id-shapes.ts';
import { checkShape } from './validation.ts';

describe('the message of a field', () => {
  const market = Type.Enum(['APPLE', 'GOOGLE', 'STEAM', 'PG']);
  const choice = Type.Unsafe({ type: 'integer', enum: [1, 2] });
  const either = Type.Union([Type.Literal('on'), Type.Literal('off')]);
  const dateOrNull = Type.Union([Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }), Type.Null()]);
  const cases: [name: string, TSchema, unknown, string][] = [
    ['no text', Type.String(), 7, 'must be a string'],
    ['no integer', Type.Integer(), 1.5, 'must be an integer'],
    ['a long integer', Type.Integer(), 2n ** 53n, 'must be between -2^53 and 2^53'],
    ['a long number', Type.Number(), 2n ** 53n, 'must be between -2^53 and 2^53'],
    ['a long integer for a text', Type.String(), 2n ** 53n, 'must be a string'],
    ['no number', Type.Number(), '1', 'must be a number'],
    ['no boolean', Type.Boolean(), 1, 'must be true or false'],
    ['no object', Type.Object({}), [], 'must be an object'],
    ['no list', Type.Array(Type.String()), {}, 'must be a list'],
    ['not null', Type.Null(), 1, 'must be null'],
    ['of two types', Type.Unsafe({ type: ['string', 'null'] }), 1, 'must be a string or null'],
    ['neither text nor null', dateOrNull, 1, 'must be a string or null'],
    ['another text or null', dateOrNull, 'noon', 'must be a date such as 2026-11-15'],
    ['one of texts', market, 'apple', 'must be one of APPLE, GOOGLE, STEAM, PG'],
    ['one of numbers', choice, 3, 'must be one of 1, 2'],
    ['one of numbers, as text', choice, '1', 'must be one of 1, 2'],
    ['one of literals', either, 'up', 'must be one of on, off'],
    ['empty text', Type.String({ minLength: 1 }), '', 'must not be empty'],
    ['short text', Type.String({ minLength: 12 }), 'a', 'must have at least 12 characters'],
    [
      'long text',
      Type.String({ maxLength: 255 }),
      'a'.repeat(256),
      'must have at most 255 characters',
    ],
    ['a small number', Type.Integer({ minimum: 1 }), 0, 'must be at least 1'],
    ['a large number', Type.Integer({ maximum: 100 }), 101, 'must be at most 100'],
    ['an empty list', Type.Array(Type.Any(), { minItems: 1 }), [], 'must not be empty'],
    ['a short list', Type.Array(Type.Any(), { minItems: 2 }), [1], 'must have at least 2 entries'],
    ['a long list', Type.Array(Type.Any(), { maxItems: 1 }), [1, 2], 'must have at most 1 entry'],
    [
      'an entry twice',
      Type.Array(Type.Any(), { uniqueItems: true }),
      [1, 1],
      'must not have the same entry twice',
    ],
    ['no id', Id64('A player.'), 0, 'must be an integer from 1 to 9223372036854775807'],
    ['no UUID', Type.String({ format: 'uuid' }), 'x', 'must be a UUID'],
    ['no URL', Type.String({ format: 'uri' }), 'x', 'must be a URL'],
    [
      'no time',
      Type.String({ format: 'date-time' }),
      'noon',
      'must be a date and time with an offset, such as 2026-11-15T12:00:00Z',
    ],
    ['another format', Type.String({ format: 'ipv4' }), 'x', 'is not valid'],
    [
      'a pattern with words',
      Type.String({ pattern: '^[A-Z]{2}$' }),
      'x',
      'must be a country code of two upper-case letters, such as KR',
    ],
    ['a pattern without words', Type.String({ pattern: '^unheard of$' }), 'x', 'is not valid'],
    [
      'too short and of another form',
      Type.String({ minLength: 1, pattern: '\\S' }),
      '',
      'must not be empty',
    ],
    [
      'a rule that nobody describes',
      Type.Object({}, { maxProperties: 0 }),
      { a: 1 },
      'is not valid',
    ],
  ];
  for (const [name, schema, value, message] of cases) {
    test(name, () => {
      const Body = Type.Object({ field: schema });
      assert.deepEqual(checkShape(Body, 'json', { field: value }), {
        errors: [{ field: 'field', message }],
      });
    });
  }

  test('a list of too many entries says so beside what is wrong with an entry', () => {
    const Body = Type.Object({ ids: Type.Array(Type.Integer(), { maxItems: 1 }) });
    assert.deepEqual(checkShape(Body, 'json', { ids: [1, 'x'] }), {
      errors: [
        { field: 'ids', message: 'must have at most 1 entry' },
        { field: 'ids.1', message: 'must be an integer' },
      ],
    });
  });

  test('every field has one, in the order of the errors', () => {
    const Item = Type.Union([Type.Object({ id: Type.Integer() }), Type.Null()]);
    const Body = Type.Object(
      { name: Type.String(), items: Type.Array(Item) },
      { additionalProperties: false },
    );
    const checked = checkShape(Body, 'json', { items: [{ id: 'x' }, 1], more: 1 });
    assert.ok('errors' in checked);
    assert.deepEqual(checked.errors, [
      { field: 'name', message: 'is required' },
      { field: 'more', message: 'is not a known field' },
      { field: 'items.0.id', message: 'must be an integer' },
      { field: 'items.1', message: 'must be an object or null' },
    ]);
  });
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

test('all errors are one sentence', () => {
  const two = [
    { field: 'a', message: 'is required' },
    { field: '', message: 'is wrong' },
  ];
  assert.equal(describeErrors(two), 'a is required; the input is wrong.');
  assert.deepEqual(fieldErrors([]), []);
});
