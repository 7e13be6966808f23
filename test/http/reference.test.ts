// openapi.json by itself: complete for people and generators, and its examples are true.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { COMPILER } from '../../scripts/compiler.ts';
import { pointerPart, validatorOf } from '../support/contract.ts';
import { type Document, dereference } from './openapi-document.ts';

interface Media {
  readonly schema?: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Body {
  readonly description: string;
  readonly content?: Readonly<Record<string, Media>>;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
  readonly 'x-codeSamples'?: readonly { readonly source: string }[];
}

const ROOT = join(import.meta.dirname, '../..');
const document = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8')) as Document;
const operationsIn = (items: Readonly<Record<string, unknown>>): [string, Operation][] =>
  Object.entries(dereference(document, items) as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, each]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        each,
      ]),
  );
const calls = operationsIn(document.paths);
const all = [...calls, ...operationsIn(document.webhooks)];

test('every operation has an id of its own, a summary, a description, one section and its security', () => {
  const ids = all.map(([, { operationId }]) => operationId);
  assert.equal(new Set(ids).size, all.length);
  for (const [name, { operationId, summary, description, tags, security }] of all) {
    assert.ok(operationId && summary && description, name);
    assert.equal(tags.length, 1, name);
    assert.ok(Array.isArray(security), name);
  }
});

test('what the stores and the console call stands apart, after everything else', () => {
  const groups = document['x-tagGroups'];
  assert.deepEqual(groups.at(-1), {
    name: 'Not for your servers',
    tags: ['Console session', 'Market notices'],
  });
  for (const [name, { tags }] of calls) {
    const isApart = /\/(market\/v1\/|admin\/v1\/(session|environment))/.test(name);
    if (isApart) assert.ok(groups.at(-1)?.tags.includes(tags[0] ?? ''), name);
  }
});

test('every operation has an error answer, and every answer says what it means', () => {
  for (const [name, { responses }] of all) {
    assert.ok(
      Object.keys(responses).some((status) => /^[45]/.test(status)),
      name,
    );
    for (const [status, { description }] of Object.entries(responses)) {
      assert.ok(description && description !== 'Default Response', `${name} ${status}`);
    }
  }
});

/** Every body of the document, by where it is; what is shared, once. */
function bodies(): [string, Media][] {
  const found: [string, Media][] = [];
  const add = (pointer: string, { content = {} }: Partial<Body> = {}) => {
    for (const [type, media] of Object.entries(content)) {
      found.push([`${pointer}/content/${pointerPart(type)}`, media]);
    }
  };
  const { responses = {} } = document.components as Record<string, Record<string, Body>>;
  for (const [name, body] of Object.entries(responses)) add(`#/components/responses/${name}`, body);
  for (const kind of ['paths', 'webhooks'] as const) {
    for (const [path, methods] of Object.entries(document[kind])) {
      for (const [method, each] of Object.entries(methods as Record<string, Operation>)) {
        const place = `#/${kind}/${pointerPart(path)}/${method}`;
        add(`${place}/requestBody`, each.requestBody);
        for (const [status, body] of Object.entries(each.responses)) {
          add(`${place}/responses/${status}`, body);
        }
      }
    }
  }
  return found;
}

test('every body has an example, and each is valid and names no other fields', () => {
  assert.ok(bodies().length > 200);
  for (const [pointer, { example, examples = {} }] of bodies()) {
    const several = Object.values(examples).map(({ value }) => value);
    const shown = example === undefined ? several : [example];
    assert.ok(shown.length > 0, `${pointer} has no example`);
    const validate = validatorOf(`${pointer}/schema`);
    for (const each of shown) {
      assert.ok(validate(each), `${pointer}: ${JSON.stringify(validate.errors)}`);
    }
  }
});

test('payment calls declare the app and the tokens that they take', () => {
  const callers = calls
    .filter(([name]) => name.includes('/payment/v1/'))
    .map(([name, { security, parameters = [] }]) => [
      name.replace('POST /payment/v1/', ''),
      parameters.map((each) => `${each.in} ${each.name}`)[0],
      security.flatMap((each) => Object.keys(each)),
    ]);
  const app = ['appServerToken'];
  const player = ['userToken', 'debtToken'];
  assert.deepEqual(callers, [
    ['purchase/verify', 'header X-App-Id', app],
    ['subscription/verify', 'header X-App-Id', app],
    ['subscription/status', 'header X-App-Id', app],
    ['purchase/init', 'header X-App-Id', player],
    ['order/pay-page-url', 'header X-App-Id', player],
    ['purchase/restore', 'header X-App-Id', [...player, 'appServerToken']],
    ['purchase/finalize', 'header X-App-Id', player],
    ['item/result', 'header X-App-Id', ['userToken', 'appServerToken']],
    ['transactions', 'header X-App-Id', ['appServerToken', 'userToken']],
    ['owned', 'header X-App-Id', ['appServerToken', 'userToken']],
  ]);
});

test('verify shows every outcome that it can have', () => {
  const verify = calls.find(([name]) => name.endsWith('/purchase/verify'))?.[1];
  const shown = ['400', '500'].flatMap((status) =>
    Object.keys(verify?.responses[status]?.content?.['application/problem+json']?.examples ?? {}),
  );
  assert.deepEqual(shown, [
    'INVALID_REQUEST',
    'UNAUTHORIZED_REQUEST',
    'FORBIDDEN_REQUEST',
    'APP_NOT_FOUND',
    'INVALID_RECEIPT',
    'PRICE_VERIFY_FAIL',
    'RECEIPT_VERIFY_FAIL',
    'PAYMENT_PENDING',
    'MARKET_UNAVAILABLE',
    'INTERNAL_ERROR',
  ]);
});

test('the samples of the SDK compile', () => {
  const samples = calls.flatMap(([, each]) => each['x-codeSamples'] ?? []);
  assert.equal(samples.length, 25);
  const folder = mkdtempSync(join(ROOT, 'node_modules/.cache/samples-'));
  try {
    for (const [index, { source }] of samples.entries()) {
      const text = source.replace('@tollgate/server', join(ROOT, 'sdk/src/index.ts'));
      writeFileSync(join(folder, `${index}.ts`), text);
    }
    const compilerOptions = {
      noEmit: true,
      strict: true,
      skipLibCheck: true,
      target: 'es2022',
      module: 'nodenext',
      allowImportingTsExtensions: true,
      types: ['node'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const { status, stdout } = spawnSync(process.execPath, [COMPILER, '-p', folder], {
      encoding: 'utf8',
    });
    assert.deepEqual([status, stdout], [0, '']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
