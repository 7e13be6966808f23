// Validates requests, files and command lines with one Ajv, and names the invalid fields.
import { Ajv, type FuncKeywordDefinition, type Options, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { Static, TSchema } from 'typebox';
import { INT64_KEYWORD, toId64 } from './ids.ts';

/** JSON has types; paths, queries and options are text, where `5` may be a number. */
export type Source = 'json' | 'text';

/** One error as Ajv reports it. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string | undefined;
}

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

export type Checked<T> = { readonly value: T } | { readonly errors: readonly FieldError[] };

/** Converts 64-bit ids from number or bigint to bigint. */
const int64: FuncKeywordDefinition = {
  keyword: INT64_KEYWORD,
  schema: false,
  modifying: true,
  validate(
    value: unknown,
    place?: { parentData: Record<string, unknown>; parentDataProperty: string | number },
  ) {
    const id = toId64(value);
    if (id === undefined || !place) return false;
    place.parentData[place.parentDataProperty] = id;
    return true;
  },
};

const OPTIONS: Options = {
  allErrors: true,
  strict: false,
  keywords: [int64],
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
  const validate = ajv[source].compile(schema);
  compiled.set(key, validate);
  return validate;
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
  return errors ? { errors: errors.map(fieldError) } : { value: value as Static<S> };
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
  const steps = spelling === 'brackets' ? path.replace(/\/(\d+)/g, '[$1]') : path;
  return steps.replaceAll('/', '.');
}

export function fieldError(error: SchemaError): FieldError {
  const { keyword, params, message = 'is not valid' } = error;
  const field = fieldOf(error);
  switch (keyword) {
    case 'required':
      return { field, message: 'is required' };
    case 'additionalProperties':
      return { field, message: 'is not a known field' };
    case 'enum':
      return { field, message: `must be one of ${(params.allowedValues as unknown[]).join(', ')}` };
    default:
      return { field, message };
  }
}

/** All errors in one sentence. */
export function describeErrors(errors: readonly FieldError[]): string {
  return `${errors.map(({ field, message }) => `${field || 'the input'} ${message}`).join('; ')}.`;
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
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const fields = body as Record<string, unknown>;
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

const itemsOf = (schema: unknown): unknown => (schema as { items?: unknown } | undefined)?.items;

const hasNamedFields = (schema: unknown): boolean =>
  Object.keys((schema as NamedFields | undefined)?.properties ?? {}).length > 0;
