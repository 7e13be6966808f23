// Two views of the API reference: as it is served, with references followed, and as the routes declare it.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { NAME_KEYWORD } from '../../src/base/named.ts';
import { webhooks } from '../../src/channels.ts';
import { openapi } from '../../src/http/openapi.ts';
import { complete } from '../../src/http/openapi-examples.ts';
import type { Service } from '../../src/service.ts';

export interface Document {
  readonly paths: Readonly<Record<string, unknown>>;
  readonly webhooks: Readonly<Record<string, unknown>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly 'x-tagGroups': readonly { readonly name: string; readonly tags: readonly string[] }[];
}

/** Every `$ref` of the document. */
export function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === '$ref' ? [each as string] : referencesIn(each),
  );
}

export function resolve(document: Document, reference: string): unknown {
  const [, root, kind = '', name = ''] = reference.split('/');
  return root === 'components' ? document.components[kind]?.[name] : undefined;
}

/** The same value with every reference replaced by what it refers to. */
export function dereference<T>(document: Document, value: T): T {
  if (Array.isArray(value)) return value.map((each) => dereference(document, each)) as T;
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) return dereference(document, resolve(document, value.$ref as string)) as T;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, dereference(document, each)]),
  ) as T;
}

/** What the routes of a service declare, before any shape is shared. */
export async function declaredBy(create: () => Promise<Service>): Promise<Document> {
  let root: FastifyInstance | undefined;
  const describe = (message: unknown) => {
    root = (message as { readonly fastify: FastifyInstance }).fastify;
    const options = openapi({ environment: 'production', webhooks });
    root.register(fastifySwagger, {
      ...options,
      transformObject: (made) => ('openapiObject' in made ? complete(made.openapiObject) : {}),
      decorator: 'declared' as 'swagger',
    });
  };
  subscribe('fastify.initialization', describe);
  try {
    await (await create()).app.ready();
  } finally {
    unsubscribe('fastify.initialization', describe);
  }
  const { declared } = root as FastifyInstance & { readonly declared: () => object };
  return JSON.parse(JSON.stringify(declared(), withoutNames)) as Document;
}

const withoutNames = (key: string, value: unknown) => (key === NAME_KEYWORD ? undefined : value);
