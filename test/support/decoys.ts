// Statements among decoys: one row is meant, and each of the others differs from it in one respect.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { printJson } from '../../src/base/json.ts';
import type { Schema } from '../../src/storage/schema.ts';
import type { Gate, TestApp } from './harness.ts';

type Row = Readonly<Record<string, unknown>>;

export interface Scene {
  readonly table: keyof Schema & string;
  /** The row that is meant. */
  readonly row: Row;
  /** What names a row, by its number: the one that is meant is 0. */
  readonly key: (number: number) => Row;
  /** In what each decoy differs. Decoys of other apps are added, unless the table has none. */
  readonly but?: readonly Row[];
  /** Only of the project: the apps of a project share it. */
  readonly ofProject?: true;
  /** The table names the app alone. */
  readonly ofApp?: true;
}

export interface Apps {
  readonly app: TestApp;
  readonly nextDoor: TestApp;
  readonly abroad: TestApp;
}

/** An app, another one of its project, and one of another project. The others come first in every order. */
export async function openApps(gate: Gate): Promise<Apps> {
  const abroad = await gate.createApp();
  const nextDoor = await gate.createApp();
  return { app: await gate.createApp({ gameIndex: nextDoor.gameIndex }), nextDoor, abroad };
}

/** Fails unless the statement finds, or changes, the row that is meant and no decoy. */
export function among(gate: Gate, { app, nextDoor, abroad }: Apps) {
  const placeOf = ({ ofProject, ofApp }: Scene, { appid, gameIndex }: TestApp): Row => ({
    ...(!ofApp && { game_index: gameIndex }),
    ...(!ofProject && { appid }),
  });

  /** Decoys first: whoever takes the first row that comes takes a wrong one. */
  async function put(scene: Scene): Promise<Row> {
    const { table, row, key, but = [], ofProject } = scene;
    const meant = { ...row, ...placeOf(scene, app), ...key(0) };
    const others = [...(ofProject ? [] : [nextDoor]), abroad].map((other) => ({
      ...meant,
      ...placeOf(scene, other),
    }));
    const decoys = but.map((differs, index) => ({ ...meant, ...key(index + 1), ...differs }));
    const { db } = gate.service.context.storage;
    await db.deleteFrom(table).execute();
    const ofOneShape = Map.groupBy([...others, ...decoys], (each) => Object.keys(each).join());
    for (const rows of [...ofOneShape.values(), [meant]]) {
      await db
        .insertInto(table)
        .values(rows as never)
        .execute();
    }
    return { ...placeOf(scene, app), ...key(0) };
  }

  const readAll = async (table: Scene['table']): Promise<string[]> => {
    const rows = await gate.service.context.storage.db.selectFrom(table).selectAll().execute();
    return rows.map((row) => printJson(row)).sort();
  };

  return {
    /** `call` gives what was found: the one row, as far as it shows what names it. */
    async finds(scene: Scene, call: () => Promise<unknown>): Promise<void> {
      const name = await put(scene);
      const found = await call();
      const rows = (Array.isArray(found) ? found : [found]) as Row[];
      assert.ok(rows.length === 1 && rows[0], printJson(rows));
      const shown = Object.keys(name).filter((column) => rows[0] && column in rows[0]);
      const texts = (row: Row | undefined) => shown.map((column) => `${column} ${row?.[column]}`);
      assert.deepEqual(texts(rows[0]), texts(name));
      if (Array.isArray(found)) return;
      // Whoever takes the first row that comes would now take a decoy.
      let meant = gate.service.context.storage.db.deleteFrom(scene.table as 'purchase');
      for (const [column, value] of Object.entries(name)) {
        meant = meant.where(sql.ref(column), '=', value);
      }
      await meant.execute();
      assert.equal(await call(), undefined);
    },
    async changes(scene: Scene, call: () => Promise<unknown>): Promise<void> {
      const name = await put(scene);
      const before = await readAll(scene.table);
      await call();
      const after = new Set(await readAll(scene.table));
      const changed = before.filter((row) => !after.has(row));
      assert.equal(changed.length, 1, printJson(changed));
      for (const part of printJson(name).slice(1, -1).split(',')) {
        assert.ok(changed[0]?.includes(part), `${part}: ${changed[0]}`);
      }
    },
    /** Puts the rows there and leaves the rest to the test. */
    put,
  };
}
