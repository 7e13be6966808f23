// Tenancy: rows of projects are read and changed only through the helper that names the project, and the app.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { LAYOUT } from '../../src/storage/postgres/cluster-layout.ts';
import type { Schema } from '../../src/storage/schema.ts';
import { acrossProjects, ofApp, ofApps, ofProject } from '../../src/storage/tenancy.ts';

const TABLES = Object.entries(LAYOUT)
  .filter(([, place]) => place === 'project')
  .map(([table]) => table);
const ONE = `(?<table>${TABLES.join('|')})`;

const FILES = globSync('src/**/*.ts', { exclude: ['src/**/*.test.ts'] })
  .map((path) => path.replaceAll('\\', '/'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** Which files look at all projects together, and why. */
const ACROSS: Readonly<Record<string, string>> = {
  'src/alerts/conditions-store.ts': 'what is wrong, in any project',
  'src/alerts/metrics.ts': 'metrics of the process',
  'src/alerts/store.ts': 'alerts that are open, of any project',
  'src/audit/list.ts': 'owners of the installation read the log of all projects',
  'src/background/jobs.ts': 'what is due, of any project',
  'src/background/turns.ts': 'what is due, of any project',
  'src/cli/doctor.ts': 'the newest entry of the log, for the clock',
  'src/measures/sources.ts': 'apps with changes to follow, of any project',
  'src/measures/metrics.ts': 'metrics of the process',
  'src/measures/rules/rules-store.ts': 'rules whose type is missing, of any project',
  'src/outbox/backlog.ts': 'metrics of the process, and alerts of any project',
  'src/outbox/relay/lanes.ts': 'lanes that are due, of any project',
  'src/payment/figures/positions.ts': 'apps whose figures are behind, of any project',
  'src/payment/verify/recheck-store.ts': 'subscriptions that are due, of any project',
  'src/restriction/bulk/runner.ts': 'jobs that are too old, of any project',
  'src/restriction/figures-store.ts': 'changes that are not counted, of any project',
  'src/restriction/store.ts': 'restrictions that end next, of any project',
  'src/tenants/verification-failures.ts': 'apps with failures, of any project',
};

/** Which files have statements as text, and why. */
const AS_TEXT: Readonly<Record<string, string>> = {
  'src/retention.ts': 'conditions of retention, within the project that is walked',
  'src/measures/decide/buyers.ts': 'a condition about a row that is chosen already',
  'src/payment/queries/history-store.ts': 'pages as JSON, which the databases print differently',
  'src/payment/queries/purchase-state.ts': 'a condition about a row that is chosen already',
  'src/payment/queries/search-store.ts': 'look-ups per line, which the databases write differently',
  'src/restriction/personal-data.ts': 'conditions of one player',
  'src/restriction/store.ts': 'one upsert for many changes',
};

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;

test('the builders of tables of projects come from the helper', () => {
  const found = FILES.filter(({ path }) => path !== 'src/storage/tenancy.ts').flatMap(
    ({ path, text }) => {
      const builders = new RegExp(
        String.raw`(?<helper>\b(?:ofApps?|ofProject|acrossProjects)\((?:[^()]|\([^()]*\))*\)\s*\.)?` +
          String.raw`\b(?:selectFrom|updateTable|deleteFrom)\(\s*'${ONE}\b(?=(?<rest>[^]{0,160}))`,
        'g',
      );
      return (
        [...text.matchAll(builders)]
          .filter(({ groups }) => !groups?.helper)
          // One that belongs to the row around it.
          .filter(({ groups }) => !/where(Ref)?\('\w+\.game_index'/.test(groups?.rest ?? ''))
          .map(({ index, groups }) => `${path}:${lineOf(text, index)} ${groups?.table}`)
      );
    },
  );
  assert.deepEqual(found, []);
});

test('tables that are joined have the project in common', () => {
  const joins = new RegExp(
    String.raw`\b(?:inner|left)Join\(\s*'${ONE}\b(?=(?<on>[^]{0,250}))`,
    'g',
  );
  for (const { path, text } of FILES) {
    for (const { index, groups } of text.matchAll(joins)) {
      assert.match(
        groups?.on ?? '',
        /\bon(Ref)?\('\w+\.game_index'/,
        `${path}:${lineOf(text, index)}`,
      );
    }
  }
});

test('few files look at all projects, for a reason', () => {
  const found = FILES.filter(
    ({ path, text }) => path !== 'src/storage/tenancy.ts' && /acrossProjects\(/.test(text),
  );
  assert.deepEqual(found.map(({ path }) => path).sort(), Object.keys(ACROSS).sort());
});

test('few files have statements as text, for a reason, and they name the project', () => {
  const statements = new RegExp(String.raw`\`[^\`]*\b(?:from|update|join)\s+${ONE}\b[^\`]*\``);
  const found = FILES.filter(({ text }) => statements.test(text));
  assert.deepEqual(found.map(({ path }) => path).sort(), Object.keys(AS_TEXT).sort());
  for (const { path, text } of found) assert.match(text, /game_index = /, path);
});

test('the helper adds the project, and the app', () => {
  const db = new Kysely<Schema>({
    dialect: {
      createDriver: () => new DummyDriver(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (inner) => new SqliteIntrospector(inner),
    },
  });
  const app = { gameIndex: 7, appid: 'a' };
  const cases: readonly [
    { compile(): { sql: string; parameters: readonly unknown[] } },
    string,
    unknown[],
  ][] = [
    [
      ofApp(db, app).selectFrom('login').select('did'),
      'select "did" from "login" where "login"."game_index" = ? and "login"."appid" = ?',
      [7, 'a'],
    ],
    [
      ofApp(db, app).selectFrom('purchase as p').select('p.number'),
      'select "p"."number" from "purchase" as "p" where "p"."game_index" = ? and "p"."appid" = ?',
      [7, 'a'],
    ],
    [
      ofApps(db, { gameIndex: 7, appids: ['a', 'b'] })
        .selectFrom('login')
        .select('did'),
      'select "did" from "login" where "login"."game_index" = ? and "login"."appid" in (?, ?)',
      [7, 'a', 'b'],
    ],
    [
      ofProject(db, app).updateTable('outbox').set({ payload: 'x' }),
      'update "outbox" set "payload" = ? where "outbox"."game_index" = ?',
      ['x', 7],
    ],
    [
      ofApp(db, app).deleteFrom('login').where('did', '=', 1),
      'delete from "login" where "login"."game_index" = ? and "login"."appid" = ? and "did" = ?',
      [7, 'a', 1],
    ],
    [acrossProjects(db).selectFrom('job').select('kind'), 'select "kind" from "job"', []],
  ];
  for (const [query, sql, parameters] of cases) {
    const compiled = query.compile();
    assert.deepEqual([compiled.sql, compiled.parameters], [sql, parameters]);
  }
});
