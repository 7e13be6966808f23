// Statements among decoys: one row is meant, and each of the others differs from it in one respect.
import assert from 'node:assert/strict';
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
}

export interface Apps {
  readonly app: TestApp;
  readonly nextDoor: TestApp;
  readonly abroad: TestApp;
}

/** An app, another one of its project, and one of another project. */
export async function openApps(gate: Gate): Promise<Apps> {
  const app = await gate.createApp();
  const nextDoor = await gate.createApp({ gameIndex: app.gameIndex });
  return { app, nextDoor, abroad: await gate.createApp() };
}

/** Fails unless the statement finds, or changes, the row that is meant and no decoy. */
export function among(gate: Gate, { app, nextDoor, abroad }: Apps) {
  async function put({ table, row, key, but = [], ofProject }: Scene): Promise<readonly Row[]> {
    const place = ({ appid, gameIndex }: TestApp): Row =>
      ofProject ? { game_index: gameIndex } : { game_index: gameIndex, appid };
    const others = [...(ofProject ? [] : [place(nextDoor)]), place(abroad), ...but];
    const rows = [{}, ...others].map((differs, number) => ({
      ...row,
      ...place(app),
      ...key(number),
      ...differs,
    }));
    const { db } = gate.service.context.storage;
    await db.deleteFrom(table).execute();
    await db
      .insertInto(table)
      .values(rows as never)
      .execute();
    return rows;
  }

  const readAll = async (table: Scene['table']): Promise<string[]> => {
    const rows = await gate.service.context.storage.db.selectFrom(table).selectAll().execute();
    return rows.map((row) => printJson(row)).sort();
  };

  return {
    /** `call` gives what was found: one row, by the columns that it has of the key. */
    async finds(scene: Scene, call: () => Promise<unknown>): Promise<void> {
      await put(scene);
      const found = await call();
      const rows = (Array.isArray(found) ? found : [found]) as Row[];
      assert.equal(rows.length, 1, printJson(rows));
      for (const [column, value] of Object.entries(scene.key(0))) {
        const [row] = rows;
        if (row && column in row) assert.equal(String(row[column]), String(value), column);
      }
    },
    async changes(scene: Scene, call: () => Promise<unknown>): Promise<void> {
      const rows = await put(scene);
      const before = await readAll(scene.table);
      await call();
      const after = new Set(await readAll(scene.table));
      const changed = before.filter((row) => !after.has(row));
      assert.equal(changed.length, 1, printJson(changed));
      assert.ok(rows[0]);
      const name = printJson(scene.key(0)).slice(1, -1).split(',');
      for (const part of name) assert.ok(changed[0]?.includes(part), `${part}: ${changed[0]}`);
    },
  };
}
