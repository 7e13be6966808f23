// The generated types: each shape once, and the console takes those that it shares with the SDK from the SDK.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiTypes } from '../../scripts/api-types.ts';

const answer = (name: string) => ({
  responses: {
    200: {
      description: 'done',
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
    },
  },
});

const document = (schemas: object): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'test', version: '1' },
    paths: {
      '/auth/v1/login': { post: answer('Both') },
      '/v2/game/block/get': { post: answer('Caller') },
      '/admin/v1/projects': { get: answer('Both'), post: answer('Operator') },
      '/health/live': { get: answer('Nobody') },
    },
    webhooks: {},
    components: { schemas },
  });

const object = (property: object) => ({ type: 'object', properties: { value: property } });
const TEXT = object({ type: 'string' });
const INT64 = object({ type: 'integer', format: 'int64' });

/** The fields of `components.schemas`, in one line each. */
function schemasOf(types: string): string[] {
  const [, inside = ''] = /^ {2}schemas: \{\n(.*?)^ {2}\};$/ms.exec(types) ?? [];
  return inside.split(/^ {4}(?=readonly)/m).flatMap(
    (each) =>
      each
        .replaceAll(/\/\*.*?\*\/|\s+/gs, ' ')
        .replaceAll(/ +/g, ' ')
        .trim() || [],
  );
}

test('a shape that both use is generated for the SDK, and the console refers to it', async () => {
  const types = await apiTypes(
    document({ Both: TEXT, Caller: INT64, Operator: INT64, Nobody: TEXT }),
  );
  assert.deepEqual(schemasOf(types.sdk), [
    'readonly Both: { readonly value?: string; };',
    'readonly Caller: { readonly value?: bigint; };',
  ]);
  assert.deepEqual(schemasOf(types.console), [
    "readonly Both: Shared['schemas']['Both'];",
    'readonly Operator: { readonly value?: number | string; };',
  ]);
  assert.match(
    types.console,
    /^import type \{ components as Shared \} from '\.\.\/\.\.\/sdk\/src\/api-types\.ts';$/m,
  );
});

test('a shape with 64-bit ids is not shared: the SDK reads them as bigint, the console does not', async () => {
  const generated = apiTypes(document({ Both: INT64, Caller: TEXT, Operator: TEXT, Nobody: TEXT }));
  await assert.rejects(generated, {
    message:
      'Both has int64 fields, which the SDK and the console read differently. Give each its own schema.',
  });
});
