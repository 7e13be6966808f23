// Validation of requests: JSON types as they are (no coercion), exact 64-bit ids, all offending fields named.
// What is compiled from a shape, for requests and for answers, serves every environment of the process.
import { createRequire } from 'node:module';
import type { FuncKeywordDefinition, Options } from 'ajv';
import type { FastifyServerOptions } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import { INT64_KEYWORD, toId64 } from '../base/ids.ts';

type Compilers = Required<
  NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
>;
type Compile = (part: { readonly schema: TSchema; readonly httpPart?: string }) => unknown;

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

const ajvOptions: Options = {
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: true,
  allErrors: true,
  strict: false,
  keywords: [int64],
};

/** The compilers that Fastify would take by itself, anew for each server. */
const ofFastify = createRequire(import.meta.resolve('fastify'));
const validators = ofFastify('@fastify/ajv-compiler') as () => Compilers['buildValidator'];
const serializers = ofFastify(
  '@fastify/fast-json-stringify-compiler',
) as () => Compilers['buildSerializer'];

const validator = remember(validators()({}, { customOptions: ajvOptions }) as Compile);
const serializer = remember(serializers()({}, {}) as Compile);

export const compilersFactory = {
  buildValidator: () => validator,
  buildSerializer: () => serializer,
} as Compilers;

/** By what a shape says: many are put together when their route is added, and are new objects then. */
function remember(compile: Compile): Compile {
  const compiled = new Map<string, unknown>();
  return (part) => {
    // Fastify leaves the names of headers to whoever brings a validator.
    const schema = part.httpPart === 'headers' ? inLowerCase(part.schema as TObject) : part.schema;
    const key = JSON.stringify(schema);
    if (!compiled.has(key)) compiled.set(key, compile({ ...part, schema }));
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
