// The guides for game clients and for the change of generation name calls and fields that exist.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import openapi from '../../openapi.json' with { type: 'json' };
import { type Document, dereference } from '../http/openapi-document.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const document = openapi as unknown as Document;
const guides = globSync('docs/clients/*.md', { cwd: root }).sort();
const platforms = guides.filter((file) => !file.endsWith('README.md'));
const MIGRATION = 'docs/migrate-generation-1-to-2.md';

interface Operation {
  readonly requestBody?: {
    readonly content: Record<string, { readonly schema: { readonly properties?: object } }>;
  };
}

/** The fields of a call's body. */
function fieldsOf(path: string): string[] {
  const { post } = dereference(document, document.paths[path]) as { post?: Operation };
  const [body] = Object.values(post?.requestBody?.content ?? {});
  return Object.keys(body?.schema.properties ?? {});
}

test('there is a guide for each platform, and the overview leads to each', () => {
  const names = platforms.map((file) => file.replace(/^.*\/(.*)\.md$/, '$1'));
  assert.deepEqual(names, ['android', 'ios', 'steam', 'unity', 'unreal']);
  const overview = read('docs/clients/README.md');
  for (const name of names) assert.ok(overview.includes(`](${name}.md)`), name);
});

for (const file of platforms) {
  test(`${file} says what to send, how to restore, what test money is, and which mistakes lose money`, () => {
    const text = read(file);
    const titles = [...text.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);
    for (const title of ['What to send', 'Test money', 'Mistakes that lose money']) {
      assert.ok(titles.includes(title), title);
    }
    assert.ok(titles.some((title) => title.startsWith('Restore')));
    const mistakes = text.slice(text.indexOf('## Mistakes that lose money'));
    assert.match(mistakes, /^\| mistake \| symptom \| cure \|$/m);
    assert.ok([...mistakes.matchAll(/^\| .+ \| .+ \| .+ \|$/gm)].length > 6);
  });
}

test('what an app server sends is a field of the verification', () => {
  const known = fieldsOf('/payment/v1/purchase/verify');
  const sent = guides.flatMap((file) => {
    const table = /^\| (?:your app server sends|field) \|.*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(
      read(file),
    );
    const names = [...(table?.[1] ?? '').matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => cell);
    return names.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  });
  assert.ok(sent.length > 20, `${sent.length} fields`);
  assert.deepEqual(
    sent.filter((name = '') => !known.includes(name)),
    [],
  );
});

test('every call that the guides name exists', () => {
  const calls = [...guides, MIGRATION].flatMap((file) =>
    [...read(file).matchAll(/`(?:POST )?(\/(?:payment|auth|oauth|game|v2)\/[\w/-]+)`/g)].map(
      ([, path = '']) => `${file} ${path}`,
    ),
  );
  assert.ok(calls.length > 20, `${calls.length} calls`);
  assert.deepEqual(
    calls.filter((call) => !((call.split(' ')[1] ?? '') in document.paths)),
    [],
  );
});

test('the migration guide has every call of both generations, and every field of their bodies', () => {
  const text = read(MIGRATION);
  for (const path of Object.keys(document.paths)) {
    if (!path.includes('/game/block/')) continue;
    assert.ok(text.includes(`\`${path}\``), path);
    for (const field of fieldsOf(path)) assert.ok(text.includes(`\`${field}\``), field);
  }
});
