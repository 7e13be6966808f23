// The document for generators of clients: OpenAPI 3.0 that is valid, with ids of 64 bits and names that are some in every language.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import core from '@redocly/openapi-core';
// @ts-expect-error: a program for users, without types
import { plainDocument, plainShapes } from '../../examples/generated/plain.mjs';

const { createConfig, lintFromString } = core;

type Json = Record<string, unknown>;

const document = JSON.parse(readFileSync('openapi.json', 'utf8'));
const plain = plainDocument(document) as Json & { paths: Record<string, Json> };
const operations = Object.values(plain.paths).flatMap((path) => Object.values(path)) as {
  readonly operationId: string;
}[];

/** Everything inside that is an object, with the name under which it lies; examples are not shapes. */
function* objectsIn(value: unknown, name = ''): Generator<readonly [name: string, object: Json]> {
  if (typeof value !== 'object' || value === null || /^(examples?|default|enum)$/.test(name))
    return;
  if (!Array.isArray(value)) yield [name, value as Json];
  for (const [key, each] of Object.entries(value)) yield* objectsIn(each, key);
}

test('is valid OpenAPI 3.0, examples included', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      'info-license-strict': 'off',
      'no-invalid-schema-examples': 'error',
      'no-invalid-media-type-examples': 'error',
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(plain), config });
  assert.deepEqual(
    problems.map(({ message, location }) => `${message} ${location[0]?.pointer}`),
    [],
  );
});

test('has nothing of OpenAPI 3.1 that generators cannot read', () => {
  const later = ['const', 'prefixItems', '$defs', 'patternProperties', 'examples'];
  for (const [name, object] of objectsIn(plain.components)) {
    if (name === 'properties' || 'content' in object) continue;
    const isMedia = 'schema' in object;
    assert.ok(!Array.isArray(object.type) && object.type !== 'null', name);
    if (!isMedia)
      assert.deepEqual(
        later.filter((each) => each in object),
        [],
        name,
      );
  }
});

test('says of every integer how wide it is', () => {
  let ids = 0;
  for (const [name, object] of objectsIn(plain)) {
    if (object.type !== 'integer') continue;
    assert.match(String(object.format), /^int(32|64)$/, name);
    if (!/^(player_id|did)$/.test(name)) continue;
    assert.equal(object.format, 'int64', name);
    ids += 1;
  }
  assert.ok(ids > 20, `${ids}`);
});

test('the API reference itself says so of every id', () => {
  for (const [name, object] of objectsIn(document)) {
    if (object.type === 'integer' && /^(player_id|did)$/.test(name))
      assert.equal(object.format, 'int64', name);
  }
});

/** Of Python, Go, Java and C#, in the form that their generators make of a name. */
const RESERVED = new Set(
  'and as assert async await break case catch class const continue default defer def del do else enum except export extends finally for func go goto if import in int interface internal is lambda long map namespace new not null object or package pass private public raise range return select static string struct super switch this throw try type typeof using var void while with yield'.split(
    ' ',
  ),
);

test('has a name for every call of an app server, and none for others', () => {
  const names = operations.map(({ operationId }) => operationId);
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length);
  for (const name of names) {
    assert.match(name, /^[a-z][a-zA-Z0-9]*$/);
    assert.ok(!RESERVED.has(name), name);
  }
  const wanted = ['v2BlockSet', 'v2BlockGet', 'login', 'purchaseVerify', 'purchaseHistory'];
  for (const name of [...wanted, 'oauthToken']) assert.ok(names.includes(name), name);
  assert.deepEqual(
    names.filter((name) => /^(admin|market|health|metrics)/.test(name)),
    [],
  );
});

test('the shapes alone refer to each other and to nothing else, and none of them is null', () => {
  const { definitions } = plainShapes(document) as { definitions: Record<string, Json> };
  assert.ok('V2BlockSetRequest' in definitions && 'PurchaseVerifyAnswer' in definitions);
  for (const [, object] of objectsIn(definitions)) {
    const [, name] = /^#\/definitions\/(.+)$/.exec(String(object.$ref ?? '')) ?? [];
    assert.ok(object.$ref === undefined || (name && name in definitions), String(object.$ref));
  }
  for (const [name, { type }] of Object.entries(definitions))
    assert.ok(type !== 'null' && !Array.isArray(type), name);
});
