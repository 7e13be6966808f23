// Checks a value against a shape and names every offending field, for requests and for the command line.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Static, TSchema } from 'typebox';

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

export type Checked<T> = { readonly value: T } | { readonly errors: readonly FieldError[] };

const exact = new Ajv({ allErrors: true, strict: false });
/** Paths, queries and options are text: `5` is a number there. */
const fromText = new Ajv({ allErrors: true, strict: false, coerceTypes: true });

export function shapeCheck<S extends TSchema>(
  schema: S,
  source: 'json' | 'text',
): (value: unknown) => Checked<Static<S>> {
  const ajv = source === 'json' ? exact : fromText;
  // Compiled when first needed: to compile that of every route takes a quarter of a start.
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= ajv.compile(schema);
    return validate(value)
      ? { value: value as Static<S> }
      : { errors: (validate.errors ?? []).map(toFieldError) };
  };
}

function toFieldError({ instancePath, keyword, params, message }: ErrorObject): FieldError {
  const inside = instancePath.slice(1).replaceAll('/', '.');
  const within = (name: string): string => (inside === '' ? name : `${inside}.${name}`);
  switch (keyword) {
    case 'required':
      return { field: within(params.missingProperty), message: 'is required' };
    case 'additionalProperties':
      return { field: within(params.additionalProperty), message: 'is not a known field' };
    case 'enum':
      return { field: inside, message: `must be one of ${params.allowedValues.join(', ')}` };
    default:
      return { field: inside, message: message ?? 'is not valid' };
  }
}

/** All errors in one sentence. */
export function describeErrors(errors: readonly FieldError[]): string {
  return `${errors.map(({ field, message }) => `${field || 'the whole'} ${message}`).join('; ')}.`;
}
