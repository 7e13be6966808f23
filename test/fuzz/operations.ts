// Every operation of the running service: what its API reference says, and the routes that the reference leaves out.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Service } from '../../src/service.ts';

export interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly example?: unknown;
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
}

export interface Operation {
  readonly method: string;
  /** With `{name}` in place of parameters. */
  readonly path: string;
  readonly body?: Schema;
  readonly example?: Readonly<Record<string, unknown>>;
  readonly query: readonly string[];
  /** The documented check of a body by its status; undefined for a status that is not documented. */
  shapeOf(status: number): ValidateFunction | 'any' | undefined;
}

interface Described {
  readonly requestBody?: { content: Record<string, { schema: Schema; example?: object }> };
  readonly parameters?: readonly { $ref?: string; in?: string; name?: string }[];
  readonly responses: Readonly<Record<string, Response>>;
}
interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

export type Route = Pick<RouteOptions, 'url' | 'config' | 'schema'> & { readonly method: string };

/** Runs what creates a service, and says which routes it added; HEAD goes with GET. */
export async function routesOf(create: () => Promise<unknown>): Promise<Route[]> {
  const routes: Route[] = [];
  const listen = (message: unknown) => {
    const { fastify } = message as { readonly fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url, config, schema }) => {
      for (const each of [method].flat()) {
        if (each !== 'HEAD') routes.push({ method: each, url, config, schema } as Route);
      }
    });
  };
  subscribe('fastify.initialization', listen);
  try {
    await create();
  } finally {
    unsubscribe('fastify.initialization', listen);
  }
  return routes;
}

export const named = (url: string): string =>
  url.replace(/:(\w+)/g, '{$1}').replace(/(?<=.)\/$/, '');

export function operationsOf({ app }: Service, routes: readonly Route[]): Operation[] {
  const document = JSON.parse(JSON.stringify(app.swagger())) as {
    paths: Record<string, Record<string, Described>>;
    components: Record<string, Record<string, unknown>>;
  };
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'openapi', ...document });
  const follow = <T extends { readonly $ref?: string }>(value: T): T => {
    const [, , kind = '', name = ''] = value.$ref?.split('/') ?? [];
    return value.$ref ? follow(document.components[kind]?.[name] as T) : value;
  };
  const checks = new Map<string, ValidateFunction | 'any'>();

  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => {
      const content = Object.values(operation.requestBody?.content ?? {})[0];
      const parameters = (operation.parameters ?? []).map(follow);
      return {
        method: method.toUpperCase(),
        path,
        ...(content && { body: deref(content.schema, follow) }),
        ...(content?.example && { example: content.example as Record<string, unknown> }),
        query: parameters.flatMap((each) => (each.in === 'query' ? [each.name as string] : [])),
        shapeOf(status) {
          const key = String(status) in operation.responses ? String(status) : `${status}`[0];
          const name = key?.length === 1 ? `${key}XX` : (key as string);
          const response = operation.responses[name];
          if (!response) return undefined;
          const found = checks.get(`${method} ${path} ${name}`);
          if (found) return found;
          const schema = Object.values(follow(response).content ?? {})[0]?.schema;
          const check = schema ? ajv.compile(rooted(schema)) : 'any';
          checks.set(`${method} ${path} ${name}`, check);
          return check;
        },
      };
    }),
  );
  const known = new Set(described.map(({ method, path }) => `${method} ${path}`));
  const hidden = routes
    .filter(({ method, url }) => !known.has(`${method} ${named(url)}`))
    .map(
      ({ method, url }): Operation => ({
        method,
        path: named(url),
        query: [],
        shapeOf: (status) => (status < 500 ? 'any' : undefined),
      }),
    );
  return [...described, ...hidden];
}

function deref(schema: Schema, follow: (schema: Schema) => Schema): Schema {
  const { properties, items, ...rest } = follow(schema);
  return {
    ...rest,
    ...(items && { items: deref(items, follow) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, deref(each, follow)]),
      ),
    }),
  };
}

/** References are to the whole document, wherever the schema is compiled. */
function rooted(schema: Schema): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"openapi#/'));
}
