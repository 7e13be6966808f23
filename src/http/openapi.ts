// The OpenAPI document, with every named schema under `components`.
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { INT64_KEYWORD } from '../base/ids.ts';
import { NAME_KEYWORD } from '../base/named.ts';

type Json = Record<string, unknown>;
type Kind = 'schemas' | 'parameters' | 'responses';

export function openapi(environment: string): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tollgate',
        version: '1',
        description: `Access restriction and purchase verification (${environment}).`,
      },
      components: {
        securitySchemes: {
          admin: { type: 'http', scheme: 'bearer', description: 'An admin token.' },
        },
      },
    },
    transform: ({ schema, url }) => ({ schema: plainIds(schema), url }),
    transformObject: (made) =>
      'openapiObject' in made ? shareShapes(made.openapiObject) : made.swaggerObject,
  };
}

/** Replaces the validator's keyword for 64-bit ids with OpenAPI's. */
function plainIds<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(plainIds) as T;
  if (!isObject(schema)) return schema;
  const { [INT64_KEYWORD]: isId, ...rest } = schema as Json;
  const plain = mapValues(rest, plainIds);
  return (isId ? { type: 'integer', format: 'int64', minimum: 1, ...plain } : plain) as T;
}

/** Moves named schemas, parameters with a named schema and errors of a named schema to `components`. */
function shareShapes<D extends { components?: object; paths?: object }>(document: D): D {
  const shared: Record<Kind, Json> = { schemas: {}, parameters: {}, responses: {} };

  function refer(kind: Kind, name: string, shape: unknown): Json {
    const known = shared[kind][name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(shape)) {
      throw new Error(`Two different ${kind} are named ${name}.`);
    }
    shared[kind][name] = shape;
    return { $ref: `#/components/${kind}/${name}` };
  }

  function share(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(share);
    if (!isObject(value)) return value;
    const { [NAME_KEYWORD]: name, ...rest } = value;
    const shape = mapValues(rest, share);
    return typeof name === 'string' ? refer('schemas', name, shape) : shape;
  }

  function shareParameter(parameter: Parameter): unknown {
    const { [NAME_KEYWORD]: isNamed, ...schema } = parameter.schema;
    const shape = share({ ...parameter, schema });
    return isNamed ? refer('parameters', `${parameter.in}.${parameter.name}`, shape) : shape;
  }

  function shareResponse(response: Response, status: string): unknown {
    const [media] = Object.values(response.content ?? {});
    const name = media?.schema[NAME_KEYWORD];
    const shape = share(response);
    return typeof name === 'string' && /^[45]/.test(status)
      ? refer('responses', `${name}${status}`, shape)
      : shape;
  }

  const paths = mapValues(document.paths as Record<string, Record<string, Operation>>, (path) =>
    mapValues(path, ({ parameters, responses, ...operation }) => ({
      ...mapValues(operation, share),
      ...(parameters && { parameters: parameters.map(shareParameter) }),
      responses: mapValues(responses, shareResponse),
    })),
  );
  const components = { ...document.components, ...mapValues(shared, sorted) };
  return { ...document, components, paths };
}

interface Response {
  readonly content?: Record<string, { readonly schema: Json }>;
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly schema: Json;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly responses: Record<string, Response>;
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const mapValues = <V, R>(
  record: Readonly<Record<string, V>>,
  map: (value: V, key: string) => R,
): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));

const sorted = (record: Json): Json =>
  Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));
