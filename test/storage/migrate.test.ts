// Migrations: the same tables however often and from wherever, and no work on tables of a newer program.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { migrate, SchemaTooNew } from '../../src/storage/migrate.ts';
import { openStorage, type Storage, type StorageOptions } from '../../src/storage/storage.ts';
import { createDatabase, KINDS, type TestDatabase } from '../support/databases.ts';

const FOLDER = new URL('../../src/storage/migrations/', import.meta.url);
/** The numbers that the files begin with. */
const ALL = readdirSync(FOLDER)
  .map((file) => Number(file.slice(0, 4)))
  .sort((one, other) => one - other);

const stepsBefore = (version: number) =>
  readdirSync(FOLDER)
    .sort()
    .map((name) => ({
      version: Number(name.slice(0, 4)),
      name,
      breaking: false,
      statements: readFileSync(new URL(name, FOLDER), 'utf8'),
    }))
    .filter((step) => step.version < version);

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
      const project = {
        game_index: 1,
        name: 'kept',
        created_at: 5,
        requires_second_factor: 0,
      } as const;
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

    if (kind === 'sqlite') {
      test('waits for a process that migrates longer than any other write may wait', async () => {
        const place = { ...emptyPlace(), busyTimeoutMs: 1 };
        const [first, second] = [openAt(place), openAt(place)];
        await first.migrate();
        await second.check();
        const other = new DatabaseSync('path' in place ? place.path : '');
        other.exec('begin immediate');
        const waiting = second.migrate();
        const write = () => sql`delete from project`.execute(first.db);
        for (let tries = 0; tries < 20; tries += 1) await assert.rejects(write(), /locked/);
        other.exec('rollback');
        other.close();
        await waiting;
        await write();
      });
    }

    test('apps with the same name at a market are kept as twins, and Steam is read on from its position', async () => {
      const place = emptyPlace();
      const { db, ...storage } = openAt(place);
      await migrate(
        db,
        kind,
        place.kind === 'postgres' ? place.schema : undefined,
        stepsBefore(12),
      );
      await sql`insert into project (game_index, name, created_at) values (1, 'p', 1)`.execute(db);
      for (const [appid, market, settings] of [
        ['a', 'APPLE', '{"bundle_id":"com.x","app_apple_id":1}'],
        ['a', 'STEAM', '{"amount_divisor":100,"steam_app_id":480}'],
        ['b', 'STEAM', '{"steam_app_id":480}'],
        ['c', 'STEAM', '{"steam_app_id":481}'],
        ['c', 'GOOGLE', '{"package_name":"com.x"}'],
        ['c', 'PG', '{"gateway":"STRIPE"}'],
      ]) {
        await sql`insert into app
          (appid, game_index, name, time_zone, account_namespace, created_at,
            next_block_type, next_purchase_number)
          values (${appid}, 1, 'n', 'UTC', 'u', 1, 1, 1) on conflict do nothing`.execute(db);
        await sql`insert into market_setting (appid, market, settings, sealed_secrets, updated_at)
          values (${appid}, ${market}, ${settings}, '', 1)`.execute(db);
      }
      await sql`insert into market_poll (appid, source, position, due_at, lease)
        values ('a', 'steam.report', 7, 9, 'l'), ('c', 'google.voided', 3, 4, null)`.execute(db);
      await storage.migrate();
      const named = await db
        .selectFrom('market_setting')
        .select(['appid', 'market', 'identity', 'twin'])
        .orderBy('appid')
        .orderBy('market')
        .execute();
      assert.deepEqual(
        named.map((row) => [row.appid, row.market, row.identity, row.twin]),
        [
          ['a', 'APPLE', 'com.x', 0],
          ['a', 'STEAM', '480', 0],
          ['b', 'STEAM', '480', 1],
          ['c', 'GOOGLE', 'com.x', 0],
          ['c', 'PG', null, 0],
          ['c', 'STEAM', '481', 0],
        ],
      );
      const lists = await db.selectFrom('market_poll').selectAll().orderBy('source').execute();
      assert.deepEqual(lists, [
        { appid: 'c', source: 'google.voided', position: 3, due_at: 4, lease: null },
        { appid: 'a', source: 'steam.chargeback', position: 7, due_at: 9, lease: null },
        { appid: 'a', source: 'steam.settlement', position: 7, due_at: 9, lease: null },
      ]);
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
