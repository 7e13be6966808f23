// Migrations: the same tables however often and from wherever, and no work on tables of a newer program.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import pg from 'pg';
import { accountsOf } from '../../src/operators/accounts.ts';
import type { Db } from '../../src/storage/db.ts';
import {
  applyMigrations,
  pendingMigrations,
  SchemaTooNew,
  TablesInUse,
} from '../../src/storage/migrate.ts';
import { migrateFiles, migratePostgres, placeOf } from '../../src/storage/migrate-together.ts';
import { SqliteFile } from '../../src/storage/sqlite/file.ts';
import { openStorage, type Storage, type StorageOptions } from '../../src/storage/storage.ts';
import { createDatabase, KINDS, type TestDatabase } from '../support/databases.ts';
import { until } from '../support/process.ts';

const FOLDER = new URL('../../src/storage/migrations/', import.meta.url);
/** The numbers that the files begin with. */
const ALL = readdirSync(FOLDER)
  .map((file) => Number(file.slice(0, 4)))
  .sort((one, other) => one - other);

const migrationsBefore = (version: number) =>
  readdirSync(FOLDER)
    .sort()
    .map((name) => ({
      version: Number(name.slice(0, 4)),
      name,
      breaking: false,
      statements: readFileSync(new URL(name, FOLDER), 'utf8'),
    }))
    .filter((migration) => migration.version < version);

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  /** Who writes a row must give a value. */
  readonly required: boolean | number;
}

const columnsOf = async (db: Db, place: StorageOptions): Promise<readonly Column[]> =>
  (
    await (place.kind === 'sqlite'
      ? sql<Column>`
          select m.name as "table", c.name as "column", c.type,
            c."notnull" and c.dflt_value is null as required
          from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table'`
      : sql<Column>`
          select table_name as table, column_name as column, data_type as type,
            is_nullable = 'NO' and column_default is null as required
          from information_schema.columns where table_schema = ${place.schema}`
    ).execute(db)
  ).rows;

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
    /** As an older program left it. */
    async function migrateBefore(
      version: number,
      { db }: Pick<Storage, 'db'>,
      place: StorageOptions,
    ): Promise<void> {
      await db.transaction().execute(async (tx) => {
        if (place.kind === 'postgres') {
          await sql`create schema if not exists ${sql.id(place.schema)}`.execute(tx);
        }
        await applyMigrations(tx, kind, await pendingMigrations(tx, migrationsBefore(version)));
      });
    }
    /** Two environments of an older program. */
    async function openOlder(version: number) {
      const places = [emptyPlace(), emptyPlace()];
      const storages = places.map(openAt) as [Storage, Storage];
      for (const [index, place] of places.entries()) {
        await migrateBefore(version, storages[index] as Storage, place);
      }
      const names = places.map((place) => (place.kind === 'sqlite' ? place.path : place.schema));
      const migrateBoth = (waitMs: number) =>
        places[0]?.kind === 'postgres'
          ? migratePostgres(places[0], names, waitMs)
          : migrateFiles(storages.map(({ db }, index) => ({ name: names[index] ?? '', db })));
      return { storages, names, migrateBoth };
    }
    const versions = async ({ db }: Storage) =>
      (
        await sql<{ version: number }>`select version from schema_version order by version`.execute(
          db,
        )
      ).rows.map((row) => row.version);

    describe('of an empty database', () => {
      let place: StorageOptions;
      let storage: Storage;
      before(() => {
        place = emptyPlace();
        storage = openAt(place);
      });

      test('it is not ready, and gets every migration once', async () => {
        await assert.rejects(storage.check());
        await storage.migrate();
        await storage.check();
        assert.deepEqual(await versions(storage), ALL);
      });

      test('a second time changes nothing and keeps the data', async () => {
        const project = {
          game_index: 1,
          name: 'kept',
          created_at: 5,
          requires_second_factor: 0,
          scopes: '[]',
          applied_configuration: null,
          appeals: '{}',
          actions: '{}',
        } as const;
        await storage.db.insertInto('project').values(project).execute();
        await storage.migrate();
        assert.deepEqual(await versions(storage), ALL);
        assert.deepEqual(await storage.db.selectFrom('project').selectAll().execute(), [project]);
      });

      const addStep = (version: number, breaking: 0 | 1) =>
        sql`insert into schema_version (version, name, breaking)
          values (${version}, 'new', ${breaking})`.execute(storage.db);

      test('a newer schema that breaks nothing is used as it is', async () => {
        await addStep(9_000, 0);
        await openAt(place).migrate();
        assert.deepEqual(await versions(storage), [...ALL, 9_000]);
      });

      test('a newer schema that breaks this program is refused, and says what to do', async () => {
        await addStep(9_001, 1);
        await assert.rejects(openAt(place).migrate(), (error) => {
          assert.ok(error instanceof SchemaTooNew);
          assert.match(error.message, /version 9001.*Run a newer Tollgate\.$/);
          return true;
        });
      });
    });

    test('since the last breaking migration, an older process finds every column, and none is new that it would have to fill', async () => {
      const place = emptyPlace();
      const storage = openAt(place);
      const breaking = readdirSync(FOLDER).filter((name) => name.endsWith('.breaking.sql'));
      await migrateBefore(Number(breaking.sort().at(-1)?.slice(0, 4)) + 1, storage, place);
      const older = await columnsOf(storage.db, place);
      await storage.migrate();
      const newer = await columnsOf(storage.db, place);
      const shown = ({ table, column, type }: Column) => `${table}.${column} ${type}`;
      const kept = new Set(newer.map(shown));
      assert.ok(older.length > 300 && newer.length > older.length);
      assert.deepEqual(
        older.map(shown).filter((each) => !kept.has(each)),
        [],
      );
      const known = new Set(older.map(shown));
      const tables = new Set(older.map(({ table }) => table));
      const toFill = newer.filter(
        (each) => each.required && tables.has(each.table) && !known.has(shown(each)),
      );
      assert.deepEqual(toFill.map(shown), []);
    });

    test('two processes at once both succeed, and the migrations are done once', async () => {
      const place = emptyPlace();
      await Promise.all([migrateInAnotherThread(place), migrateInAnotherThread(place)]);
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

    describe('of two environments together', () => {
      /** The last test migrates them. */
      let older: Awaited<ReturnType<typeof openOlder>>;
      before(async () => {
        older = await openOlder(10);
      });

      test('when the second one fails, the first one stays as it was, and the failure names the second', async () => {
        const { storages, names, migrateBoth } = older;
        const [, second] = storages;
        await sql`create table alert (one integer)`.execute(second.db);
        await assert.rejects(migrateBoth(1), (error) => {
          assert.match((error as Error).message, /alert.* already exists/);
          assert.equal(placeOf(error), names[1]);
          return true;
        });
        const before = ALL.filter((version) => version < 10);
        for (const storage of storages) assert.deepEqual(await versions(storage), before);
        await sql`drop table alert`.execute(second.db);
      });

      if (kind === 'postgres') {
        const connect = async () => {
          const [{ url }] = [emptyPlace() as { readonly url: string }];
          const client = new pg.Client({
            connectionString: url,
            application_name: 'older version',
          });
          await client.connect();
          return client;
        };

        test('tables that stay in use are left alone in both, and the failure names who uses them', async () => {
          const { storages, names, migrateBoth } = older;
          const session = await connect();
          await session.query(`set search_path to ${names[1]}; begin`);
          const { rows } = await session.query(
            'select pg_backend_pid() as pid from app for update',
          );
          assert.deepEqual(rows, []);
          const { rows: own } = await session.query('select pg_backend_pid() as pid');
          await assert.rejects(migrateBoth(1_000), (error) => {
            assert.ok(error instanceof TablesInUse);
            assert.equal(
              error.message,
              `The tables are in use and were not free for a moment in 1 seconds. Stop the processes of the older version, and end open transactions: older version at 127.0.0.1 (session ${own[0].pid}, idle in transaction).`,
            );
            return true;
          });
          const before = ALL.filter((version) => version < 10);
          for (const storage of storages) assert.deepEqual(await versions(storage), before);
          await session.end();
        });

        test('a process of an older version that uses the tables in another order works on, and nobody ends in a deadlock', async () => {
          const { storages, names, migrateBoth } = older;
          const session = await connect();
          // In a deadlock, the server would end this session, and not the one that migrates.
          const { rows } = await session.query('select current_database() as name');
          await session.query(`alter database ${rows[0].name} set deadlock_timeout = '1h'`);
          await session.query(`set deadlock_timeout = '5s'; set search_path to ${names[1]}; begin`);
          // Migration 15 changes the table after the other one.
          await session.query('delete from outbox_dead');
          const migrating = migrateBoth(600_000);
          const isWaiting = async () => {
            const { rowCount } = await session.query(
              `select 1 from pg_locks where not granted and relation = 'outbox_dead'::regclass`,
            );
            return rowCount === 1;
          };
          await until(isWaiting);
          await session.query('delete from outbox');
          await session.query('commit');
          await session.end();
          await migrating;
          for (const storage of storages) assert.deepEqual(await versions(storage), ALL);
        });
      } else {
        test('both have every migration', async () => {
          await older.migrateBoth(1);
          for (const storage of older.storages) assert.deepEqual(await versions(storage), ALL);
        });
      }
    });

    /** All in one database, each in a project of its own: one climb through the migrations takes them along. */
    describe('rows of earlier releases', () => {
      const written: { readonly version: number; readonly write: (db: Db) => Promise<void> }[] = [];
      let place: StorageOptions;
      let storage: Storage;
      before(async () => {
        place = emptyPlace();
        storage = openAt(place);
        for (const { version, write } of written) {
          await migrateBefore(version, storage, place);
          await write(storage.db);
        }
        await storage.migrate();
      });
      /** In the order of their versions: `write` as the release before this one did, `check` as it is now. */
      function rowsBefore(
        version: number,
        name: string,
        write: (db: Db) => Promise<void>,
        check: (db: Db) => Promise<void>,
      ): void {
        written.push({ version, write });
        test(name, () => check(storage.db));
      }

      rowsBefore(
        12,
        'apps with the same name at a market are kept as twins, and Steam is read on from its position',
        async (db) => {
          await sql`insert into project (game_index, name, created_at) values (1, 'p', 1)`.execute(
            db,
          );
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
            values ('a', 'steam.report', 7, 9, 'l'), ('c', 'google.voided', 3, 4, null)`.execute(
            db,
          );
        },
        async (db) => {
          const named = await db
            .selectFrom('market_setting')
            .select(['appid', 'market', 'identity', 'twin'])
            .where('appid', 'in', ['a', 'b', 'c'])
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
          const lists = await db
            .selectFrom('turn')
            .select(['appid', 'work', 'position', 'due_at', 'lease'])
            .where('appid', 'in', ['a', 'b', 'c'])
            .orderBy('work')
            .execute();
          assert.deepEqual(lists, [
            { appid: 'c', work: 'google.voided', position: 3, due_at: 4, lease: null },
            { appid: 'a', work: 'steam.chargeback', position: 7, due_at: 9, lease: null },
            { appid: 'a', work: 'steam.settlement', position: 7, due_at: 9, lease: null },
          ]);
        },
      );

      const erased = '11111111-0000-4000-8000-00000000e001';
      rowsBefore(
        36,
        'erasures of earlier releases are known again, and what came after them loses its body',
        async (db) => {
          const other = 'somebody';
          const audited = (action: string, target: string, audit_id: string) =>
            sql`insert into audit_log (game_index, audit_id, at, actor_kind, actor, action, target)
              values (2, ${audit_id}, 1, 'admin', 'x', ${action}, ${target})`.execute(db);
          await audited('player.erase', `apps/com.x/erasures/${erased}`, 'a');
          await audited('player.erase', `apps/com.x/erasures/${erased}`, 'b');
          await audited('player.note', 'apps/com.x/players/5/notes/1', 'c');
          const bought = [
            ['t1', erased],
            ['t2', other],
          ] as const;
          for (const [key, account] of bought) {
            await sql`insert into subscription (game_index, appid, provider, subscription_id,
                account_uuid, product_id, status, test, cycle_key, cycle_at, cycle_said_at, said_at,
                created_at, updated_at)
              values (2, 'com.x', 'APPLE', ${key}, ${account}, 'p', 'active', 0, ${key}, 1, 1, 1, 1, 1)`.execute(
              db,
            );
          }
          for (const subject of ['t1', 't2', null]) {
            await sql`insert into market_notice (game_index, appid, provider, notice_id, kind, state,
                body, said_at, received_at, subject)
              values (2, 'com.x', 'APPLE', ${`n-${subject}`}, 'REFUND', 'applied', 'signed', 1, 1,
                ${subject})`.execute(db);
          }
        },
        async (db) => {
          assert.deepEqual(
            await db.selectFrom('erasure').where('game_index', '=', 2).selectAll().execute(),
            [{ game_index: 2, appid: 'com.x', erasure_id: erased }],
          );
          const notices = await db
            .selectFrom('market_notice')
            .where('game_index', '=', 2)
            .select(['notice_id', 'body', 'account_uuid'])
            .orderBy('notice_id')
            .execute();
          assert.deepEqual(notices, [
            { notice_id: 'n-null', body: 'signed', account_uuid: '?' },
            { notice_id: 'n-t1', body: '{}', account_uuid: null },
            { notice_id: 'n-t2', body: 'signed', account_uuid: '?' },
          ]);
        },
      );

      /** Rules of tables that name markets. */
      const checks = async (db: Db): Promise<number> =>
        (place.kind === 'postgres'
          ? await sql<{ name: string }>`
              select conrelid::regclass::text as name from pg_constraint
              where contype = 'c' and connamespace = current_schema()::regnamespace
                and pg_get_constraintdef(oid) ~ 'APPLE|STEAM'`.execute(db)
          : await sql<{ name: string }>`
              select name from sqlite_schema
              where sql glob '*''APPLE''*' or sql glob '*''STEAM''*'`.execute(db)
        ).rows.length;
      const addMarket = (db: Db, market: string, twin: number) =>
        sql`insert into market_setting (appid, market, settings, sealed_secrets, updated_at, twin)
          values ('m', ${market}, '{}', '', 1, ${twin})`.execute(db);
      rowsBefore(
        39,
        'no table lists the markets any more, and its other rules stand',
        async (db) => {
          assert.equal(await checks(db), 14);
          await sql`insert into project (game_index, name, created_at) values (3, 'p', 1)`.execute(
            db,
          );
          await sql`insert into app
            (appid, game_index, name, time_zone, account_namespace, created_at, next_block_type)
            values ('m', 3, 'n', 'UTC', 'u', 1, 1)`.execute(db);
          await addMarket(db, 'APPLE', 0);
          await assert.rejects(addMarket(db, 'ONESTORE', 0));
        },
        async (db) => {
          assert.equal(await checks(db), 0);
          await addMarket(db, 'ONESTORE', 0);
          await assert.rejects(addMarket(db, 'SAMSUNG', 2));
          const rows = await db
            .selectFrom('market_setting')
            .select('market')
            .where('appid', '=', 'm')
            .execute();
          assert.deepEqual(rows.map(({ market }) => market).sort(), ['APPLE', 'ONESTORE']);
          if (place.kind === 'sqlite') {
            const [state] = (await sql<object>`pragma integrity_check`.execute(db)).rows;
            assert.deepEqual(state, { integrity_check: 'ok' });
          }
        },
      );

      rowsBefore(
        40,
        'what figures and measures had still to follow is not lost',
        async (db) => {
          const apps = ['com.x', 'com.y'];
          for (const appid of apps) {
            await sql`insert into purchase_sequence (game_index, appid, next_number, last_verified_at)
              values (4, ${appid}, 5, 77)`.execute(db);
            await sql`insert into figure_position
                (game_index, appid, number, version, time_zone, due_at, lease)
              values (4, ${appid}, 4, 9, 'UTC', 0, null)`.execute(db);
            await sql`insert into measure_position (game_index, appid, number, seq)
              values (4, ${appid}, 3, 8)`.execute(db);
          }
          for (const [id, account, player] of [
            ['b', 'second', null],
            ['a', 'first', 7],
          ]) {
            await sql`insert into measure_mark (game_index, appid, mark_id, account_uuid, player_id)
              values (4, 'com.x', ${id}, ${account}, ${player})`.execute(db);
          }
        },
        async (db) => {
          const changes = await db
            .selectFrom('purchase_change')
            .where('game_index', '=', 4)
            .selectAll()
            .orderBy('number')
            .execute();
          const account = { game_index: 4, appid: 'com.x', at: 77, provider: '', kind: 'account' };
          assert.deepEqual(changes, [
            { ...account, number: 5, subject: 'first' },
            { ...account, number: 6, subject: 'second' },
          ]);
          const sequences = await db
            .selectFrom('purchase_sequence')
            .where('game_index', '=', 4)
            .select('next_number')
            .orderBy('appid')
            .execute();
          assert.deepEqual(sequences, [{ next_number: 7 }, { next_number: 5 }]);
          const positions = await db
            .selectFrom('feed_position')
            .where('game_index', '=', 4)
            .select(['appid', 'consumer', 'number', 'facts'])
            .orderBy('appid')
            .orderBy('consumer')
            .execute();
          // Nobody knows any more which player a mark named, so the history is read again.
          assert.deepEqual(
            positions.map((row) => [row.appid, row.consumer, row.number, row.facts]),
            [
              ['com.x', 'figures', 4, 0],
              ['com.x', 'payments', 3, 0],
              ['com.x', 'restrictions', 0, 0],
              ['com.y', 'figures', 4, 0],
              ['com.y', 'payments', 3, 0],
              ['com.y', 'restrictions', 8, 0],
            ],
          );
        },
      );

      const hour = 494_000 * 3_600_000;
      rowsBefore(
        41,
        'counters become counts; changes that the follower has still to count are in them once',
        async (db) => {
          for (const [bucket, metric, dimension, value] of [
            [hour, 'purchase.refused', 'APPLE INVALID_RECEIPT', 2],
            [hour, 'purchase.verified', 'APPLE', 5],
            [hour, 'purchase.verified', 'APPLE test', 6],
            [hour, 'purchase.amount', 'APPLE USD', 7],
            [hour, 'restriction.registered', '1', 3],
            [hour, 'restriction.registered', '2', 1],
            [hour, 'restriction.changed', '2', 1],
            [0, 'restriction.active', '1', 2],
            [0, 'restriction.active', '2', 2],
          ]) {
            await sql`insert into counter (game_index, appid, bucket, metric, dimension, value)
              values (5, 'com.x', ${bucket}, ${metric}, ${dimension}, ${value})`.execute(db);
          }
          await sql`insert into day_count (game_index, appid, metric, day, detail, amount)
            values (5, 'com.x', 'market.calls', '2026-05-10', 'APPLE ok', 9)`.execute(db);
          await sql`insert into change_sequence (game_index, channel, last_seq, counted_seq)
            values (5, 'restriction', 4, 2)`.execute(db);
          const [one, two] = ['["B",1,"",""]', '{"status":"B","block_type":2}'];
          for (const [seq, action, before, after] of [
            [2, 'registered', null, one],
            [3, 'changed', one, two],
            [4, 'registered', null, two],
          ]) {
            await sql`insert into restriction_history (game_index, seq, appid, player_id, at, action,
                actor_kind, actor, before_change, after_change)
              values (5, ${seq}, 'com.x', 7, ${hour + 5}, ${action}, 'key', 'k', ${before}, ${after})`.execute(
              db,
            );
          }
        },
        async (db) => {
          const counts = await db
            .selectFrom('activity_count')
            .where('game_index', '=', 5)
            .select(['grain', 'bucket', 'metric', 'detail', 'amount'])
            .orderBy('grain')
            .orderBy('metric')
            .orderBy('detail')
            .execute();
          assert.deepEqual(
            counts.map((row) => Object.values(row)),
            [
              ['day', Date.parse('2026-05-10'), 'market.calls', 'APPLE ok', 9],
              ['hour', hour, 'purchase.refused', 'APPLE INVALID_RECEIPT', 2],
              ['hour', hour, 'restriction.registered', '1', 3],
              ['hour', hour, 'verification.verified', 'APPLE', 5],
              ['now', 0, 'restriction.active', '1', 3],
              ['now', 0, 'restriction.active', '2', 0],
            ],
          );
        },
      );

      rowsBefore(
        43,
        'App Store purchases of earlier releases are found by what was paid',
        async (db) => {
          const restored = { originalTransactionId: '100', type: 'Non-Consumable' };
          const bought = { originalTransactionId: '300', type: 'Consumable' };
          const cycle = {
            webOrderLineItemId: '77',
            originalTransactionId: '1',
            type: 'Auto-Renewable',
          };
          const unlock = { ...restored, transactionId: '200', bundleId: 'com.x' };
          const stored = (content: object) => `signature..${JSON.stringify(content)}`;
          const whole = (content: object) => JSON.stringify({ status: 1, transaction: content });
          for (const [number, [key, kind, receipt, result, chain]] of [
            ['100', 'consumable', stored({ ...restored, transactionId: '100' }), '[1,1,0,0]', 'c'],
            ['200', 'consumable', stored(unlock), '[1,1,0,0]', 'c'],
            ['sandbox 201', 'consumable', 'MII…', JSON.stringify(unlock), null],
            ['300', 'consumable', stored({ ...bought, transactionId: '300' }), '[1,1,0,0]', 'c'],
            ['400', 'subscription', stored(cycle), '[1,1,0,0]', 'c'],
            ['sandbox 401', 'subscription', 'a.b.c', whole(cycle), null],
            ['402', 'subscription', 'a.b.c', null, null],
          ].entries()) {
            await sql`insert into purchase (game_index, appid, provider, unique_key, number,
                transaction_id, provider_transaction_id, product_id, quantity, cancel_state, test,
                account_uuid, account_compare, receipt, receipt_hash, market_result,
                purchase_date_source, verified_at, request_type, kind, chain_hash)
              values (6, 'com.x', 'APPLE', ${key}, ${number + 1}, ${`t${number}`},
                ${key?.replace('sandbox ', '')}, 'p', 1, 0, 0, '', 9, ${receipt}, '', ${result},
                'VERIFIED', 5, 1, ${kind}, ${chain})`.execute(db);
          }
        },
        async (db) => {
          const rows = await db
            .selectFrom('purchase')
            .where('game_index', '=', 6)
            .select(['unique_key', 'payment_key'])
            .orderBy('number')
            .execute();
          assert.deepEqual(
            rows.map((row) => [row.unique_key, row.payment_key]),
            [
              ['100', null],
              ['200', '100'],
              ['sandbox 201', 'sandbox 100'],
              ['300', null],
              ['400', 'cycle 77'],
              ['sandbox 401', 'sandbox cycle 77'],
              ['402', null],
            ],
          );
        },
      );

      rowsBefore(
        56,
        'restrictions of earlier releases are of the login, and another scope stands beside them',
        async (db) => {
          await sql`insert into restricted_player (game_index, appid, player_id, status, block_type,
              start_date, end_date, starts_at, ends_at, changed_at, actor_kind, actor)
            values (7, 'a', 7, 'B', 2, 's', 'e', 3, 4, 5, 'key', 'k'),
              (7, 'a', 8, 'P', 2, 's', 'e', 3, null, 6, 'key', 'k')`.execute(db);
          await sql`insert into restriction_history (game_index, seq, appid, player_id, at, action,
              actor_kind, actor)
            values (7, 1, 'a', 7, 5, 'registered', 'key', 'k')`.execute(db);
        },
        async (db) => {
          const rows = () =>
            db
              .selectFrom('restricted_player')
              .where('game_index', '=', 7)
              .selectAll()
              .orderBy('player_id')
              .orderBy('scope')
              .execute();
          const [timed, permanent] = await rows();
          const kept = { game_index: 7, appid: 'a', block_type: 2, start_date: 's', end_date: 'e' };
          const by = { actor_kind: 'key', actor: 'k' };
          const added = { since_seq: 0, appealed: 0, with_devices: 0 };
          const login = { ...kept, ...by, ...added, scope: 'login', starts_at: 3 };
          assert.deepEqual(
            { ...timed },
            { ...login, player_id: 7, status: 'B', ends_at: 4, changed_at: 5 },
          );
          assert.deepEqual(
            { ...permanent },
            { ...login, player_id: 8, status: 'P', ends_at: null, changed_at: 6 },
          );
          const { scope } = await db
            .selectFrom('restriction_history')
            .where('game_index', '=', 7)
            .select('scope')
            .executeTakeFirstOrThrow();
          assert.equal(scope, 'login');
          const add = (fields: object) =>
            db
              .insertInto('restricted_player')
              .values({ ...(timed as NonNullable<typeof timed>), ...fields })
              .execute();
          await assert.rejects(add({}), 'one of each scope');
          await assert.rejects(add({ scope: 'chat', status: 'P' }), 'P has no end');
          await add({ scope: 'chat' });
          assert.deepEqual(
            (await rows()).map((row) => [row.player_id, row.scope]),
            [
              [7, 'chat'],
              [7, 'login'],
              [8, 'login'],
            ],
          );
        },
      );

      rowsBefore(
        75,
        'owners whom groups made are owners by their issuer alone',
        async (db) => {
          for (const [account, owner, given] of [
            ['by people', 1, 0],
            ['by groups', 1, 1],
            ['by nobody', 0, 0],
          ] as const) {
            await sql`insert into account (account_id, email, password_hash, owner, disabled,
                totp_confirmed, totp_last_step, created_at)
              values (${account}, ${account}, '', ${owner}, 0, 0, 0, 1)`.execute(db);
            await sql`insert into oidc_identity (issuer, subject, account_id, gives_owner, created_at)
              values ('https://corp.example', ${account}, ${account}, ${given}, 1)`.execute(db);
          }
        },
        async (db) => {
          const rows = await accountsOf(db).orderBy('account_id').execute();
          assert.deepEqual(
            rows.map(({ account_id, owner, issuer }) => [account_id, owner, issuer]),
            [
              ['by groups', 0, 'https://corp.example'],
              ['by nobody', 0, null],
              ['by people', 1, null],
            ],
          );
        },
      );
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

test('SQLite guards its schema, except in the migration that changes it', () => {
  const file = new SqliteFile(':memory:', 1);
  const ask = (text: string): string => {
    const result = file.ask({ sql: text, parameters: [] });
    return 'failure' in result ? result.failure.message : 'done';
  };
  const change = "update sqlite_schema set sql = 'create table one (two text)'";
  const refused = 'table sqlite_master may not be modified';
  const [on, off] = ['on', 'reset'].map((mode) => `/* sqlite */ pragma writable_schema = ${mode}`);
  assert.deepEqual(
    [
      'create table one (two integer)',
      'pragma writable_schema = 1',
      change,
      ...[on, change, off, change],
      ...['begin immediate', on, 'no statement', 'rollback', change],
    ].map((statement) => ask(statement as string)),
    [
      ...['done', 'done', refused],
      ...['done', 'done', 'done', refused],
      ...['done', 'done', 'near "no": syntax error', 'done', refused],
    ],
  );
  file.close();
});
