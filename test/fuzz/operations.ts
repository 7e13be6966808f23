// Every operation of the service: what the API reference says, and the routes that the reference leaves out.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import type { ValidateFunction } from 'ajv';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { pointerPart, validatorOf } from '../support/contract.ts';

const DOCUMENT = new URL('../../openapi.json', import.meta.url);

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

export function operationsOf(routes: readonly Route[]): Operation[] {
  const { paths, components } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as {
    paths: Record<string, Record<string, Described>>;
    components: Record<string, Record<string, unknown>>;
  };
  const follow = <T extends { readonly $ref?: string }>(value: T): T => {
    const [, , kind = '', name = ''] = value.$ref?.split('/') ?? [];
    return value.$ref ? follow(components[kind]?.[name] as T) : value;
  };

  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody, parameters, responses }]): Operation => {
      const content = Object.values(requestBody?.content ?? {})[0];
      return {
        method: method.toUpperCase(),
        path,
        ...(content && { body: deref(content.schema, follow) }),
        ...(content?.example && { example: content.example as Record<string, unknown> }),
        query: (parameters ?? [])
          .map(follow)
          .flatMap((each) => (each.in === 'query' ? [each.name as string] : [])),
        shapeOf(status) {
          const response = responses[status];
          if (!response) return undefined;
          const [type] = Object.keys(follow(response).content ?? {});
          if (type === undefined) return 'any';
          const where =
            response.$ref ?? `#/paths/${pointerPart(path)}/${method}/responses/${status}`;
          return validatorOf(`${where}/content/${pointerPart(type)}/schema`);
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
