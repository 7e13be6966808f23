// Migrations: the same tables however often and from wherever, and no work on tables of a newer program.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { SchemaTooNew } from '../../src/storage/migrate.ts';
import { openStorage, type Storage, type StorageOptions } from '../../src/storage/storage.ts';
import { createDatabase, KINDS, type TestDatabase } from '../support/databases.ts';

/** The numbers that the files begin with. */
const ALL = readdirSync(new URL('../../src/storage/migrations/', import.meta.url))
  .map((file) => Number(file.slice(0, 4)))
  .sort((one, other) => one - other);

for (const kind of KINDS) {
  describe(`migrations (${kind})`, () => {
    let database: TestDatabase;
    let places = 0;
    const open: Storage[] = [];
    before(async () => {
      database = await createDatabase(kind);
    });
    after(async () => {
      for (const storage of open) await storage.close();
      await database.drop();
    });

    /** Somewhere empty: a file of its own, or a schema of its own. */
    function emptyPlace(): StorageOptions {
      const options = database.storage('production');
      places += 1;
      return options.kind === 'sqlite'
        ? { ...options, path: `${options.path}.${places}` }
        : { ...options, schema: `empty_${places}` };
    }
    function openAt(options: StorageOptions): Storage {
      const storage = openStorage(options);
      open.push(storage);
      return storage;
    }
    const versions = async ({ db }: Storage) =>
      (
        await sql<{ version: number }>`select version from schema_version order by version`.execute(
          db,
        )
      ).rows.map((row) => row.version);

    test('an empty database is not ready, and gets every step once', async () => {
      const storage = openAt(emptyPlace());
      await assert.rejects(storage.check());
      await storage.migrate();
      await storage.check();
      assert.deepEqual(await versions(storage), ALL);
    });

    test('a second time changes nothing and keeps the data', async () => {
      const storage = openAt(emptyPlace());
      await storage.migrate();
      const project = { game_index: 1, name: 'kept', created_at: 5 };
      await storage.db.insertInto('project').values(project).execute();
      await storage.migrate();
      assert.deepEqual(await versions(storage), ALL);
      assert.deepEqual(await storage.db.selectFrom('project').selectAll().execute(), [project]);
    });

    test('several processes at once all succeed, and the steps are done once', async () => {
      const place = emptyPlace();
      await Promise.all(Array.from({ length: 3 }, () => migrateInAnotherThread(place)));
      const storage = openAt(place);
      assert.deepEqual(await versions(storage), ALL);
    });

    test('a newer schema that breaks this program is refused, and says what to do', async () => {
      const place = emptyPlace();
      const storage = openAt(place);
      await storage.migrate();
      await sql`insert into schema_version (version, name, breaking) values (9000, 'new', 1)`.execute(
        storage.db,
      );
      await assert.rejects(openAt(place).migrate(), (error) => {
        assert.ok(error instanceof SchemaTooNew);
        assert.match(error.message, /version 9000.*Run a newer Tollgate\.$/);
        return true;
      });
    });

    test('a newer schema that breaks nothing is used as it is', async () => {
      const place = emptyPlace();
      const storage = openAt(place);
      await storage.migrate();
      await sql`insert into schema_version (version, name, breaking) values (9000, 'new', 0)`.execute(
        storage.db,
      );
      await openAt(place).migrate();
      assert.deepEqual(await versions(storage), [...ALL, 9_000]);
    });
  });
}

/** A thread has its own connection and does not wait for ours: as good as a process. */
async function migrateInAnotherThread(options: StorageOptions): Promise<void> {
  const module = new URL('../../src/storage/storage.ts', import.meta.url).href;
  const program = `import { workerData } from 'node:worker_threads';
    import { openStorage } from '${module}';
    const storage = openStorage(workerData);
    await storage.migrate();
    await storage.close();`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), {
    workerData: options,
  });
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => resolve());
  });
}

test('a database in memory leaves no file', async () => {
  const storage = openStorage({ kind: 'sqlite', path: ':memory:' });
  await storage.migrate();
  await storage.close();
  assert.equal(existsSync(':memory:'), false);
});
