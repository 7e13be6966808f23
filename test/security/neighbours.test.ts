// Another app, in the same project or in another, may have the same ids: its rows are neither shown nor changed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sql } from 'kysely';
import { printJson } from '../../src/base/json.ts';
import { LAYOUT } from '../../src/storage/postgres/cluster-layout.ts';
import { ADMIN_TOKEN, admin } from '../admin/caller.ts';
import { PRODUCT } from '../payment/shop.ts';
import { fillPlayer } from '../players/filled-player.ts';
import { EITHER } from '../support/databases.ts';
import { type Answer, type Gate, START, type TestApp } from '../support/harness.ts';
import { marketSuite } from '../support/markets.ts';

const DAY = 86_400_000;

/** Tables of projects and apps. Jobs would begin to run for the neighbour. */
const OWN = [
  ...Object.entries(LAYOUT)
    .filter(([table, place]) => place === 'project' && table !== 'job')
    .map(([table]) => table),
  'product',
  'server',
];

const columnsOf = async ({ service }: Gate): Promise<ReadonlyMap<string, readonly string[]>> => {
  const tables = await service.context.storage.db.introspection.getTables();
  return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
};

/** The rows of an app; of a table without apps, those of its project. */
const whereOf = (columns: readonly string[], { appid, gameIndex }: TestApp) =>
  columns.includes('appid') ? sql`appid = ${appid}` : sql`game_index = ${gameIndex}`;

/** Gives the neighbour a copy of every row of the app, under the same ids. */
async function copyRows(gate: Gate, from: TestApp, to: TestApp): Promise<void> {
  const known = await columnsOf(gate);
  for (const table of OWN) {
    const columns = known.get(table) ?? assert.fail(table);
    // What has no app is shared by the apps of a project.
    if (!columns.includes('appid') && from.gameIndex === to.gameIndex) continue;
    const values = columns.map((column) => {
      if (column === 'game_index') return sql.lit(to.gameIndex);
      return column === 'appid' ? sql.lit(to.appid) : sql.ref(column);
    });
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
      select ${sql.join(values)} from ${sql.table(table)} where ${whereOf(columns, from)}
      on conflict do nothing`.execute(gate.service.context.storage.db);
  }
}

async function rowsOf(gate: Gate, app: TestApp, besides?: TestApp): Promise<object> {
  const known = await columnsOf(gate);
  const all: Record<string, unknown> = {};
  for (const table of OWN) {
    const columns = known.get(table) ?? assert.fail(table);
    if (!columns.includes('appid') && app.gameIndex === besides?.gameIndex) continue;
    const { rows } = await sql<object>`select * from ${sql.table(table)}
      where ${whereOf(columns, app)}`.execute(gate.service.context.storage.db);
    all[table] = rows.map(printJson).sort();
  }
  return all;
}

type Answers = ReadonlyMap<string, Pick<Answer, 'status' | 'body'>>;

interface Operation {
  readonly parameters?: readonly { in: string; name: string; required?: boolean }[];
}
const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  readonly paths: Record<string, { readonly get?: Operation }>;
};

/** The overview takes moments, all others days. */
const queryOf = (path: string, value: string): string =>
  /^\d{4}-\d\d-\d\dT/.test(value) && !path.endsWith('/overview') ? value.slice(0, 10) : value;

/** What the console shows of an app: every list, count, file and record that the reference names. */
async function readAll(
  gate: Gate,
  prefix: string,
  start: Record<string, string>,
): Promise<Answers> {
  const values = { ...start };
  const answers = new Map<string, Pick<Answer, 'status' | 'body'>>();
  const learn = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(learn);
    else if (value && typeof value === 'object') {
      for (const [key, own] of Object.entries(value)) {
        if (/_id$/.test(key) && own !== null) values[key] ??= String(own);
        if (key === 'provider') values.provider ??= String(own);
        learn(own);
      }
    }
  };
  const parametersOf = (path: string) =>
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const wanted = Object.entries(paths)
    .filter(([path, { get }]) => path.startsWith(`/admin/v1${prefix}`) && get)
    .sort(([one], [other]) => parametersOf(one).length - parametersOf(other).length);
  for (const [path, { get }] of wanted) {
    // Each export is in the audit log, which it shows.
    if (path.endsWith('/export')) continue;
    const missing = parametersOf(path).filter((name) => values[name] === undefined);
    if (missing.length > 0) continue;
    const query = (get?.parameters ?? [])
      .filter((each) => each.in === 'query' && each.required)
      .map(({ name }) => `${name}=${queryOf(path, values[name] ?? '')}`)
      .join('&');
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''));
    const { status, body } = await admin(
      gate,
      'GET',
      `${filled.slice('/admin/v1'.length)}?${query}`,
    );
    answers.set(path, { status, body });
    if (status === 200) learn(body);
  }
  return answers;
}

marketSuite(
  'neighbours',
  (gate, markets) => {
    test('with the same ids in another app, only what is of the app is shown, changed, erased and deleted', async (t) => {
      // Comes first in every order.
      const abroad = await gate.createApp();
      const filled = await fillPlayer(gate, markets, t);
      const { app, player, page } = filled;
      const { appid, gameIndex } = app;
      const send = async (method: Parameters<typeof admin>[1], path: string, body?: object) => {
        const answer = await admin(gate, method, path, body);
        assert.ok(answer.status < 300, `${method} ${path}: ${printJson(answer.body)}`);
      };
      const product = `/apps/${appid}/products/${PRODUCT}`;
      await send('PUT', product, { name: 'Gems', kind: 'consumable', prices: [] });
      await send('PUT', `/apps/${appid}/servers/1`, { name: 'One' });
      const nextDoor = await gate.createApp({ gameIndex });
      const values = {
        appid,
        game_index: String(gameIndex),
        player_id: String(player),
        market: 'APPLE',
        by: 'player',
        reporting: 'USD',
        kind: 'refund',
        from: new Date(START - DAY).toISOString(),
        to: new Date(START + DAY).toISOString(),
      };
      const ofApp = () => readAll(gate, '/apps/{appid}', values);
      const ofProject = async () => [
        await readAll(gate, '/projects/{game_index}', { ...values, channel: 'restriction' }),
        await readAll(gate, '/projects/{game_index}', { ...values, channel: 'purchase' }),
        (await admin(gate, 'GET', `/audit/count?game_index=${gameIndex}`)).body,
      ];
      const exported = async () => {
        const { body } = await admin(gate, 'GET', `${page}/export`);
        return { ...body, audit_entries: undefined };
      };
      const data = await exported();
      const before = [await ofApp(), await ofProject()];
      assert.deepEqual(
        [...(before[0] as Answers)].filter(([, { status }]) => status !== 200),
        [],
      );
      await copyRows(gate, app, abroad);
      assert.deepEqual([await ofApp(), await ofProject()], before);
      await copyRows(gate, app, nextDoor);
      assert.deepEqual(await ofApp(), before[0]);
      assert.deepEqual(await exported(), data);

      const neighbours = async () => [
        await rowsOf(gate, abroad),
        await rowsOf(gate, nextDoor, app),
      ];
      const untouched = await neighbours();
      const [first] = (await admin(gate, 'GET', `${page}/notes`)).body.items;
      const note = `${page}/notes/${first.note_id}`;
      const rules = `/apps/${appid}/measures/rules`;
      const [rule] = (await admin(gate, 'GET', rules)).body.items;
      const [flag] = (await admin(gate, 'GET', `/apps/${appid}/measures/flags`)).body.items;
      const [notice] = (await admin(gate, 'GET', `/apps/${appid}/notices`)).body.items;
      const notices = `/apps/${appid}/notices/${notice.provider}/${notice.notice_id}`;
      await send('PATCH', note, { text: 'another text' });
      await send('DELETE', note);
      await send('POST', `/apps/${appid}/measures/flags/${flag.effect_id}/close`, { note: 'seen' });
      await send('PUT', `${rules}/${rule.rule_id}/exempt`, { player_ids: [String(player)] });
      await send('POST', `${rules}/${rule.rule_id}/switch`, { state: 'off' });
      await send('DELETE', `${rules}/${rule.rule_id}`);
      await send('POST', `${notices}/replay`);
      await send('PUT', product, { name: 'Jewels', kind: 'consumable', prices: [] });
      await send('DELETE', product);
      await send('DELETE', `/apps/${appid}/servers/1`);
      assert.deepEqual(await neighbours(), untouched);

      await filled.release();
      await filled.erase();
      assert.deepEqual(await neighbours(), untouched);

      await send('DELETE', `/apps/${appid}`);
      assert.deepEqual(await neighbours(), untouched);
    });
  },
  { adminToken: ADMIN_TOKEN, kinds: EITHER },
);
