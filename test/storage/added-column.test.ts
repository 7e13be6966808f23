// A migration beside a running process adds a column: what it reads of that table goes on, with the column.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { statement } from '../../src/storage/statement.ts';
import { openStorage, type Storage } from '../../src/storage/storage.ts';
import { createDatabase, KINDS, type TestDatabase } from '../support/databases.ts';

const readProjects = statement((db) => db.selectFrom('project').selectAll());

for (const kind of KINDS) {
  describe(`a column is added (${kind})`, () => {
    let database: TestDatabase;
    let running: Storage;
    let upgrade: Storage;
    before(async () => {
      database = await createDatabase(kind);
      [running, upgrade] = [1, 2].map(() => openStorage(database.storage('production'))) as [
        Storage,
        Storage,
      ];
      await running.migrate();
    });
    after(async () => {
      await running.close();
      await upgrade.close();
      await database.drop();
    });

    test('by another process, and by the same', async () => {
      const project = {
        game_index: 1,
        name: 'one',
        created_at: 5,
        requires_second_factor: 0,
        scopes: '[]',
        applied_configuration: null,
        appeals: '{}',
        actions: '{}',
      } as const;
      await running.db.insertInto('project').values(project).execute();
      const read = () =>
        Promise.all([
          readProjects(running.db, {}),
          running.db.selectFrom('project').selectAll().execute(),
        ]);
      assert.deepEqual(await read(), [[project], [project]]);
      await sql`alter table project add column colour text default 'red'`.execute(upgrade.db);
      const coloured = { ...project, colour: 'red' };
      assert.deepEqual(await read(), [[coloured], [coloured]]);
      await sql`alter table project add column shape text`.execute(running.db);
      const shaped = { ...coloured, shape: null };
      assert.deepEqual(await read(), [[shaped], [shaped]]);
    });
  });
}
