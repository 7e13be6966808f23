// Validates requests, files and command lines with one Ajv, and names the invalid fields.
import { Ajv, type FuncKeywordDefinition, type Options, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { Static, TSchema } from 'typebox';
import { type FieldError, fieldErrors, type SchemaError } from './field-errors.ts';
import { INT64_KEYWORD, toId64 } from './ids.ts';
import { hasFraction } from './json.ts';
import { INTEGER_KEYWORD, NUMBER_KEYWORD, STORABLE_KEYWORD } from './keywords.ts';

export {
  describeErrors,
  type FieldError,
  fieldErrors,
  fieldOf,
  type SchemaError,
} from './field-errors.ts';

/** JSON has types; paths, queries and options are text, where `5` may be a number. */
export type Source = 'json' | 'text';

export type Checked<T> = { readonly value: T } | { readonly errors: readonly FieldError[] };

type Place = { parentData: Record<string, unknown>; parentDataProperty: string | number };

/** A keyword that puts another value in the place of the one that was sent; undefined refuses it. */
const converting = (
  keyword: string,
  convert: (value: unknown, place: Place) => unknown,
): FuncKeywordDefinition => ({
  keyword,
  schema: false,
  modifying: true,
  validate(value: unknown, place?: Place) {
    if (!place) return false;
    const converted = convert(value, place);
    if (converted === undefined) return false;
    place.parentData[place.parentDataProperty] = converted;
    return true;
  },
});

const { MIN_SAFE_INTEGER, MAX_SAFE_INTEGER } = Number;

const toId = (value: unknown, { parentData, parentDataProperty }: Place): bigint | undefined =>
  hasFraction(parentData, parentDataProperty) ? undefined : toId64(value);

/** Long integers arrive as bigint. */
function toInteger(value: unknown): number | undefined {
  if (typeof value !== 'bigint' && !Number.isInteger(value)) return undefined;
  return Math.min(Math.max(Number(value), MIN_SAFE_INTEGER), MAX_SAFE_INTEGER);
}

const toNumber = (value: unknown): number | undefined =>
  typeof value === 'bigint' || typeof value === 'number' ? Number(value) : undefined;

const storable: FuncKeywordDefinition = {
  keyword: STORABLE_KEYWORD,
  type: 'string',
  schema: false,
  validate: (text: string) => !text.includes('\0'),
};

const OPTIONS: Options = {
  allErrors: true,
  verbose: true,
  strict: false,
  keywords: [
    converting(INT64_KEYWORD, toId),
    converting(INTEGER_KEYWORD, toInteger),
    converting(NUMBER_KEYWORD, toNumber),
    storable,
  ],
  // The schemas are TypeBox's; compiling what would check them takes longer than compiling ten of them.
  validateSchema: false,
};
const ajv: Readonly<Record<Source, Ajv>> = {
  json: formats.default(new Ajv(OPTIONS)),
  text: formats.default(new Ajv({ ...OPTIONS, coerceTypes: true })),
};

/** Shared by all environments; the key is the schema's text, because each route builds a new object. */
const compiled = new Map<string, ValidateFunction>();

function compile(schema: TSchema, source: Source): ValidateFunction {
  const key = `${source} ${JSON.stringify(schema)}`;
  const known = compiled.get(key);
  if (known) return known;
  const validate = ajv[source].compile(storableTexts(schema));
  compiled.set(key, validate);
  return validate;
}

/** The schema, with every text in it checked for what a database cannot store. */
function storableTexts<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(storableTexts) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const { [STORABLE_KEYWORD]: isStored, ...rest } = schema as Record<string, unknown>;
  const parts = Object.entries(rest).map(([name, part]) => [name, storableTexts(part)]);
  const isText = isStored !== false && [rest.type].flat().includes('string');
  return { ...Object.fromEntries(parts), ...(isText && { [STORABLE_KEYWORD]: true }) };
}

/** The errors of a value, or undefined. Compiles on first use, which shortens the start by a quarter. */
export function validator(
  schema: TSchema,
  source: Source,
): (value: unknown) => readonly SchemaError[] | undefined {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= compile(schema, source);
    return validate(value) ? undefined : (validate.errors ?? []);
  };
}

/** The typed value, or every invalid field. */
export function checkShape<S extends TSchema>(
  schema: S,
  source: Source,
  value: unknown,
): Checked<Static<S>> {
  const errors = validator(schema, source)(value);
  return errors ? { errors: fieldErrors(errors) } : { value: value as Static<S> };
}

interface NamedFields {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, unknown>>;
}

/**
 * Removes fields that are null, and optional ones that are empty text, as deep as the schema names fields.
 * In the entries of a list empty text stays. Undefined when the body is not an object.
 */
export function withoutEmpty(body: unknown, schema: unknown): Record<string, unknown> | undefined {
  if (!isObject(body)) return undefined;
  const fields = body;
  const { required, properties = {} } = (schema ?? {}) as NamedFields;
  for (const name in fields) {
    const value = fields[name];
    if (value === null || (value === '' && !required?.includes(name) && name in properties)) {
      delete fields[name];
    } else if (Array.isArray(value)) {
      if (hasNamedFields(itemsOf(properties[name]))) {
        for (const entry of value) withoutEmpty(entry, undefined);
      }
    } else if (hasNamedFields(properties[name])) {
      withoutEmpty(value, properties[name]);
    }
  }
  return fields;
}

/** Removes the fields that the schema does not name, as deep as it names fields: nobody looks at them. */
export function onlyNamed(body: Record<string, unknown>, schema: unknown): Record<string, unknown> {
  const { properties = {} } = (schema ?? {}) as NamedFields;
  for (const name of Object.keys(body)) {
    const value = body[name];
    if (!Object.hasOwn(properties, name)) delete body[name];
    else if (hasNamedFields(properties[name]) && isObject(value)) {
      onlyNamed(value, properties[name]);
    }
  }
  return body;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const itemsOf = (schema: unknown): unknown => (schema as { items?: unknown } | undefined)?.items;

const hasNamedFields = (schema: unknown): boolean =>
  Object.keys((schema as NamedFields | undefined)?.properties ?? {}).length > 0;
