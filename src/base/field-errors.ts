// Names the invalid fields of a value and says in words what is wrong: one message for each field.
import { formInWords } from './forms.ts';
import { INT64_KEYWORD } from './ids.ts';
import { INTEGER_KEYWORD, NUMBER_KEYWORD, STORABLE_KEYWORD } from './keywords.ts';

/** One error as Ajv reports it. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The value that is wrong. */
  readonly data?: unknown;
}

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** The invalid field; the restriction API writes `reasons[0].language`, the others `reasons.0.language`. */
export function fieldOf(
  { instancePath, keyword, params }: SchemaError,
  spelling: 'brackets' | 'dots' = 'dots',
): string {
  const named =
    keyword === 'required'
      ? params.missingProperty
      : keyword === 'additionalProperties' && params.additionalProperty;
  const path = (named ? `${instancePath}/${named}` : instancePath).slice(1);
  const indexed = spelling === 'brackets' ? path.replace(/\/(\d+)/g, '[$1]') : path;
  return indexed.replaceAll('/', '.');
}

/** One message for each invalid field, in the order of the errors. */
export function fieldErrors(errors: readonly SchemaError[]): FieldError[] {
  const named = errors.map((error) => ({ error, field: fieldOf(error) }));
  const unions = named.filter(({ error }) => error.keyword === 'anyOf');
  const others = named.filter(({ error }) => error.keyword !== 'anyOf');
  // What is wrong inside of a value says more than that it could have been something else.
  const outer = new Set(
    unions
      .map(({ field }) => field)
      .filter((field) => others.some((each) => each.field.startsWith(`${field}.`))),
  );
  const telling = others.filter(({ field }) => !outer.has(field));
  return [...Map.groupBy(telling, ({ field }) => field)].map(([field, found]) => ({
    field,
    message: messageOf(found.map(({ error }) => error)),
  }));
}

/** All errors in one sentence. */
export function describeErrors(errors: readonly FieldError[]): string {
  return `${errors.map(({ field, message }) => `${field || 'the input'} ${message}`).join('; ')}.`;
}

function messageOf(errors: readonly SchemaError[]): string {
  if (errors.some(({ keyword }) => keyword === STORABLE_KEYWORD)) {
    return 'must not contain the character U+0000';
  }
  const allowed = errors.flatMap(({ params }) => allowedBy(params));
  if (allowed.length > 0) return `must be one of ${allowed.join(', ')}`;
  const other = errors.find(({ keyword }) => keyword !== 'type');
  if (other) return describe(other);
  const types = errors.flatMap(({ params }) => params.type as string | string[]);
  const isNumeric = types.includes('integer') || types.includes('number');
  // Long integers arrive as bigint, and only ids may be that long.
  if (isNumeric && errors.some(({ data }) => typeof data === 'bigint')) {
    return 'must be between -2^53 and 2^53';
  }
  return `must be ${types.map((type) => TYPES[type]).join(' or ')}`;
}

function allowedBy({ allowedValues, allowedValue }: SchemaError['params']): readonly unknown[] {
  if (allowedValues !== undefined) return allowedValues as readonly unknown[];
  return allowedValue === undefined ? [] : [allowedValue];
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'must be a date and time with an offset, such as 2026-11-15T12:00:00Z',
  uuid: 'must be a UUID',
  uri: 'must be a URL',
};

const NOT_VALID = 'is not valid';

const PLURALS = { character: 'characters', entry: 'entries' };

const count = (limit: number, noun: keyof typeof PLURALS): string =>
  `${limit} ${limit === 1 ? noun : PLURALS[noun]}`;

function describe({ keyword, params }: SchemaError): string {
  const limit = Number(params.limit);
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not a known field';
    case 'pattern':
      return formInWords(String(params.pattern)) ?? NOT_VALID;
    case 'format':
      return FORMATS[String(params.format)] ?? NOT_VALID;
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${count(limit, 'character')}`;
    case 'maxLength':
      return `must have at most ${count(limit, 'character')}`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'minItems':
      return limit === 1 ? 'must not be empty' : `must have at least ${count(limit, 'entry')}`;
    case 'maxItems':
      return `must have at most ${count(limit, 'entry')}`;
    case 'uniqueItems':
      return 'must not have the same entry twice';
    case INT64_KEYWORD:
      return 'must be an integer from 1 to 9223372036854775807';
    case INTEGER_KEYWORD:
      return 'must be an integer';
    case NUMBER_KEYWORD:
      return 'must be a number';
    default:
      return NOT_VALID;
  }
}
