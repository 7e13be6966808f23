// How Fastify checks requests and prints answers: what is compiled from a shape serves every environment.
import { createRequire } from 'node:module';
import type { FastifyServerOptions } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import { validator } from '../base/validation.ts';

type Compilers = Required<
  NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
>;
interface Part {
  readonly schema: TSchema;
  readonly httpPart?: string;
}

/** The serialisers that Fastify would take by itself, anew for each server. */
const ofFastify = createRequire(import.meta.resolve('fastify'));
const serializers = ofFastify(
  '@fastify/fast-json-stringify-compiler',
) as () => Compilers['buildSerializer'];
const serializer = remember(serializers()({}, {}) as (part: Part) => unknown);

export const compilersFactory = {
  buildValidator: () => checkerOf,
  buildSerializer: () => serializer,
} as unknown as Compilers;

/** Only bodies have types of their own; everything else arrives as text. */
function checkerOf({ schema, httpPart }: Part): (value: unknown) => true | { error: unknown } {
  // Fastify leaves the names of headers to whoever brings a validator.
  const named = httpPart === 'headers' ? inLowerCase(schema as TObject) : schema;
  const errorsIn = validator(named, httpPart === 'body' ? 'json' : 'text');
  return (value) => {
    const error = errorsIn(value);
    return error ? { error } : true;
  };
}

/** By what a shape says: many are put together when their route is added, and are new objects then. */
function remember(compile: (part: Part) => unknown): (part: Part) => unknown {
  const compiled = new Map<string, unknown>();
  return (part) => {
    const key = JSON.stringify(part.schema);
    if (!compiled.has(key)) compiled.set(key, compile(part));
    return compiled.get(key);
  };
}

function inLowerCase({ properties, required, ...rest }: TObject): TSchema {
  const named = Object.entries(properties).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    ...rest,
    properties: Object.fromEntries(named),
    required: required?.map((name) => name.toLowerCase()) ?? [],
  };
}
