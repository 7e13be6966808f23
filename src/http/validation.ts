// Fastify's validators and serializers, compiled once per schema for all environments.
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

/** Fastify's default serializers, which it would compile again for each server. */
const ofFastify = createRequire(import.meta.resolve('fastify'));
const serializers = ofFastify(
  '@fastify/fast-json-stringify-compiler',
) as () => Compilers['buildSerializer'];
type Serializer = (value: unknown) => string;
const compile = remember(serializers()({}, {}) as unknown as (part: Part) => Serializer);

export const compilersFactory = {
  buildValidator: () => checkerOf,
  buildSerializer: () => serializerOf,
} as unknown as Compilers;

/** Only bodies are typed; everything else arrives as text. */
function checkerOf({ schema, httpPart }: Part): (value: unknown) => true | { error: unknown } {
  // With a custom validator, Fastify does not lower-case header names.
  const named = httpPart === 'headers' ? inLowerCase(schema as TObject) : schema;
  const errorsIn = validator(named, httpPart === 'body' ? 'json' : 'text');
  return (value) => {
    const error = errorsIn(value);
    return error ? { error } : true;
  };
}

/** Compiles on first use: of the answers of all routes, few are ever sent. */
function serializerOf(part: Part): Serializer {
  let serialize: Serializer | undefined;
  return (value) => {
    serialize ??= compile(part);
    return serialize(value);
  };
}

/** Keyed by the schema's text, because many schemas are new objects for each route. */
function remember(make: (part: Part) => Serializer): (part: Part) => Serializer {
  const compiled = new Map<string, Serializer>();
  return (part) => {
    const key = JSON.stringify(part.schema);
    const serialize = compiled.get(key) ?? make(part);
    compiled.set(key, serialize);
    return serialize;
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
