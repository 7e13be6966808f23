// Every admin route of an app answers 404 for an app that does not exist, before it does anything else.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Document, dereference } from '../http/openapi-document.ts';
import { EITHER } from '../support/databases.ts';
import { type Gate, suite } from '../support/harness.ts';
import { ADMIN_TOKEN, admin, problem } from './caller.ts';

const UNKNOWN = 'com.example.unknown';

interface Described {
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { example?: unknown }>> };
}

const openapi = JSON.parse(
  readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
) as Document;

const operations = Object.entries(openapi.paths)
  .filter(([path]) => path.startsWith('/admin/v1/apps/{appid}'))
  .flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Described>).map(([method, operation]) => {
      const { parameters, requestBody } = dereference(openapi, operation);
      const query = parameters
        .filter((each) => each.in === 'query' && each.required)
        .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
      const place = path.slice('/admin/v1'.length).replace(/\{(\w+)\}/g, (_, name: string) => {
        const { example } = parameters.find((each) => each.name === name) ?? {};
        return name === 'appid' ? UNKNOWN : encodeURIComponent(String(example));
      });
      const body = Object.values(requestBody?.content ?? {})[0]?.example;
      return { method: method.toUpperCase(), place, query, body };
    }),
  );

suite(
  'unknown apps',
  (gate) => {
    for (const { method, place, query, body } of operations) {
      test(`${method} ${place}`, async () => {
        const path = query.length === 0 ? place : `${place}?${query.join('&')}`;
        const answer = await admin(gate, method as Parameters<Gate['send']>[0], path, body);
        const expected = problem('not_found', place, `There is no app ${UNKNOWN}.`);
        assert.deepEqual([answer.status, answer.body], [404, expected]);
      });
    }
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
