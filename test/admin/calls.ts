// The admin calls of an app, made from the examples of the API reference.
import { readFileSync } from 'node:fs';
import { type Document, dereference } from '../http/openapi-document.ts';
import type { Gate } from '../support/harness.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
}

interface Described {
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { example?: unknown }>> };
}

export interface Call {
  readonly method: Parameters<Gate['send']>[0];
  /** Without the query. */
  readonly place: string;
  readonly path: string;
  readonly body: unknown;
  /** What it can be given. */
  readonly names: readonly string[];
}

const openapi = JSON.parse(
  readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
) as Document;

/** With these values where a call takes them, and otherwise only what it needs. */
export function callsOfApps(given: Readonly<Record<string, string>>): Call[] {
  return Object.entries(openapi.paths)
    .filter(([path]) => path.startsWith('/admin/v1/apps/{appid}'))
    .flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, Described>).map(([method, operation]) =>
        callOf(path, method, dereference(openapi, operation), given),
      ),
    );
}

function callOf(
  path: string,
  method: string,
  { parameters, requestBody }: Described,
  given: Readonly<Record<string, string>>,
): Call {
  const textOf = ({ name, example }: Parameter): string =>
    encodeURIComponent(given[name] ?? String(example));
  const query = parameters
    .filter((each) => each.in === 'query' && (each.required || each.name in given))
    .map((each) => `${each.name}=${textOf(each)}`);
  const place = path.slice('/admin/v1'.length).replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((each) => each.name === name);
    return parameter ? textOf(parameter) : name;
  });
  return {
    method: method.toUpperCase() as Call['method'],
    place,
    path: query.length === 0 ? place : `${place}?${query.join('&')}`,
    body: Object.values(requestBody?.content ?? {})[0]?.example,
    names: parameters.map(({ name }) => name),
  };
}
