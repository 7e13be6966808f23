// People read names, not codes: every code of the admin API that the console shows has one, in both languages.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { wordsOf } from '../../console/src/words-of.ts';
import { personalData } from '../../src/personal-data.ts';

const ROOT = join(import.meta.dirname, '../..');
const CONSOLE = join(ROOT, 'console/src');
const read = (path: string): string => readFileSync(path, 'utf8');
const files = (folder: string, pattern: string): string[] =>
  globSync(pattern, { cwd: folder }).map((file) => join(folder, file));

const KEY = /[{,]\s*'?([\w.: -]+?)'?:/g;
const keysIn = (text: string): string[] => [...text.matchAll(KEY)].map(([, key = '']) => key);

/** The names that a table of a file has in one language. */
function namesIn(file: string, table: string, language: 'en' | 'ko'): ReadonlySet<string> {
  const [, after = ''] = read(join(CONSOLE, file)).split(`${table} = defineNames({`);
  const [own = ''] = after.split('\n});');
  const [english = '', korean = ''] = own.split('\n  ko: {');
  return new Set(keysIn(`{${language === 'ko' ? korean : english.split('en: {')[1]}`));
}

interface Node {
  readonly [name: string]: unknown;
}

/** Codes by the field that has them, in everything that the admin API answers. */
function codesOfAnswers(): ReadonlyMap<string, ReadonlySet<string>> {
  const api = JSON.parse(read(join(ROOT, 'openapi.json')));
  const codes = new Map<string, Set<string>>();
  const walk = (node: unknown, field: string, seen: readonly string[]): void => {
    if (Array.isArray(node)) for (const each of node) walk(each, field, seen);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const { $ref, enum: values, const: one, properties, ...rest } = node as Node;
    if (typeof $ref === 'string' && !seen.includes($ref)) {
      const target = $ref.slice(2).split('/');
      walk(
        target.reduce<Node>((at, name) => at[name] as Node, api),
        field,
        [...seen, $ref],
      );
    }
    for (const code of [...((values as unknown[]) ?? []), one]) {
      if (typeof code !== 'string') continue;
      codes.set(field, (codes.get(field) ?? new Set()).add(code));
    }
    for (const [name, each] of Object.entries((properties as Node) ?? {})) walk(each, name, seen);
    for (const name of ['items', 'anyOf', 'oneOf', 'allOf']) walk(rest[name], field, seen);
  };
  for (const [path, methods] of Object.entries<Node>(api.paths)) {
    if (!path.startsWith('/admin/')) continue;
    for (const { responses } of Object.values(methods) as Node[]) {
      for (const [status, answer] of Object.entries((responses ?? {}) as Node)) {
        if (!status.startsWith('2')) continue;
        for (const { schema } of Object.values(((answer as Node).content ?? {}) as Node) as Node[])
          walk(schema, '', []);
      }
    }
  }
  return codes;
}

/** Codes, or fields with all of theirs, that no page prints, and what it shows instead. */
const NOT_PRINTED: Readonly<Record<string, string>> = {
  found_by: 'the search links to what it found',
  language: 'the browser names languages',
  purchase_date_source: 'only in exports',
  same_device: 'a checkbox',
  ownership: 'a badge, where a family shares it',
  'mode live': 'nothing: only a test has a badge',
  'outcome extended': 'lines of an import are answered to tools',
  'reason mode': 'the sentence of the answer',
  'sending unsent': 'the evidence, which can be edited and sent',
};

test('every code of an answer has a name on some page', () => {
  const names = new Set(
    files(CONSOLE, '**/*.{ts,tsx}')
      .filter((file) => !file.endsWith('api-types.ts'))
      .flatMap((file) => keysIn(read(file))),
  );
  const isNamed = (field: string, code: string): boolean =>
    [code, `${field} ${code}`, `${field}_${code}`].some((name) => names.has(name));
  const codes = codesOfAnswers();
  assert.ok(codes.size > 30);
  const missing = [...codes]
    .filter(([field]) => !(field in NOT_PRINTED))
    .flatMap(([field, all]) =>
      [...all]
        .filter((code) => !isNamed(field, code) && !(`${field} ${code}` in NOT_PRINTED))
        .map((code) => `${field} ${code}`),
    );
  assert.deepEqual(missing, []);
});

test('every table that an erasure counts has a name, in both languages', () => {
  const file = 'pages/players/player/personal-messages.ts';
  for (const language of ['en', 'ko'] as const) {
    const names = namesIn(file, 'useTableNames', language);
    const missing = personalData.map(({ table }) => table).filter((table) => !names.has(table));
    assert.deepEqual(missing, [], language);
  }
});

test('every action of the audit log has a noun and a verb', () => {
  const source = files(join(ROOT, 'src'), '**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .map(read)
    .join('\n');
  const found = (pattern: RegExp): string[] =>
    [...source.matchAll(pattern)].map(([, it = '']) => it);
  const actions = found(/\baction: '([a-z-]+\.[a-z.-]+)'/g);
  const nouns = [
    ...actions.map((action) => action.split('.')[0] ?? ''),
    ...found(/\bauditOf\('([a-z-]+)/g),
    ...found(/\baction: `([a-z-]+)\.\$\{/g),
  ];
  const verbs = [
    ...actions.map((action) => action.split('.').slice(1).join('.')),
    ...found(
      /\b(?:audit|receiverAudit|laneAudit|bulkAudit|appealAudit|accountAudit)\('([a-z.-]+)'/g,
    ),
  ];
  assert.ok(nouns.length > 25 && verbs.length > 40);
  const known = (table: string) => namesIn('pages/audit/actions.ts', table, 'en');
  const [ours, theirs] = [known('useNouns'), known('useVerbs')];
  assert.deepEqual(
    nouns.filter((noun) => !ours.has(noun)),
    [],
  );
  // Of a channel of alerts it is `channel.add`.
  const isKnown = (verb: string) => theirs.has(verb) || theirs.has(`channel.${verb}`);
  assert.deepEqual(
    verbs.filter((verb) => !isKnown(verb)),
    [],
  );
});

test('a field without a name is read as words', () => {
  assert.equal(wordsOf('prices.0.store_amount'), 'Prices 1 store amount');
  assert.equal(wordsOf('bundle_id'), 'Bundle id');
});
