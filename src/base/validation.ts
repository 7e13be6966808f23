// Checks values against shapes: one Ajv for requests, files and the command line, and the names of what is wrong.
import { Ajv, type FuncKeywordDefinition, type Options, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { Static, TSchema } from 'typebox';
import { INT64_KEYWORD, toId64 } from './ids.ts';

/** JSON keeps its types; paths, queries and options are text, and `5` is a number there. */
export type Source = 'json' | 'text';

/** What Ajv says about one offending place. */
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

/** Exact 64-bit ids: a number or bigint comes in, a bigint goes on. */
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

const OPTIONS: Options = { allErrors: true, strict: false, keywords: [int64] };
const ajv: Readonly<Record<Source, Ajv>> = {
  json: formats.default(new Ajv(OPTIONS)),
  text: formats.default(new Ajv({ ...OPTIONS, coerceTypes: true })),
};

/** Serves every environment of the process: shapes are put together per route, so their text is the key. */
const compiled = new Map<string, ValidateFunction>();

function compile(schema: TSchema, source: Source): ValidateFunction {
  const key = `${source} ${JSON.stringify(schema)}`;
  const known = compiled.get(key);
  if (known) return known;
  const validate = ajv[source].compile(schema);
  compiled.set(key, validate);
  return validate;
}

/** The errors of a value, undefined when it fits. Compiles when first used: doing so at start takes a quarter of it. */
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

/** The value as its shape types it, or every offending field. */
export function checkShape<S extends TSchema>(
  schema: S,
  source: Source,
  value: unknown,
): Checked<Static<S>> {
  const errors = validator(schema, source)(value);
  return errors ? { errors: errors.map(fieldError) } : { value: value as Static<S> };
}

/** The offending field; the restriction half writes `reasons[0].language`, the others `reasons.0.language`. */
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
  return `${errors.map(({ field, message }) => `${field || 'the whole'} ${message}`).join('; ')}.`;
}

/** A null stands for an absent field, down to `depth`. Undefined when the body is not an object. */
export function withoutNulls(body: unknown, depth = 1): Record<string, unknown> | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const fields = body as Record<string, unknown>;
  removeNulls(fields, depth);
  return fields;
}

function removeNulls(fields: Record<string, unknown>, depth: number): void {
  for (const name in fields) {
    const value = fields[name];
    if (value === null) delete fields[name];
    else if (typeof value === 'object' && depth > 1) {
      removeNulls(value as Record<string, unknown>, depth - 1);
    }
  }
}
