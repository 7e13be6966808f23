// `tollgate migrate`: both environments, or the one that is named; a dry run changes nothing.
import assert from 'node:assert/strict';
import { readdirSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { KINDS } from '../support/databases.ts';
import { suite } from '../support/harness.ts';
import { dataFolder } from '../support/memory.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { tollgate, tollgateJson } from './tollgate.ts';

/** Each migration is a file; the last one has the newest number. */
const migrations = join(import.meta.dirname, '../../src/storage/migrations');
const newest = Number(readdirSync(migrations).sort().at(-1)?.slice(0, 4));

describe('tollgate migrate', () => {
  let folder = '';
  beforeEach(() => {
    folder = dataFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const data = () => ({ TOLLGATE_DATA: join(folder, 'data') });
  const files = () => readdirSync(folder, { recursive: true }).map(String).sort();

  test('both environments are brought up to date, and again without harm', async () => {
    const done = {
      items: [
        { environment: 'production', version: newest },
        { environment: 'sandbox', version: newest },
      ],
    };
    assert.deepEqual(await tollgateJson(data(), ['migrate']), done);
    assert.deepEqual(await tollgateJson(data(), ['migrate']), done);
    assert.deepEqual(files(), ['data', 'data/production.sqlite', 'data/sandbox.sqlite']);
    const modes = files().map((name) => statSync(join(folder, name)).mode & 0o777);
    assert.deepEqual(modes, [0o700, 0o600, 0o600], 'for their owner alone');
    const { stdout } = await tollgate(data(), ['migrate']);
    const lines = ['environment  version', `production   ${newest}`, `sandbox      ${newest}`];
    assert.equal(stdout, `${lines.join('\n')}\n`);
  });

  test('an environment without a port is left out, unless it is named', async () => {
    const variables = { ...data(), SANDBOX_PORT: 'off' };
    const done = (environment: string) => ({ items: [{ environment, version: newest }] });
    assert.deepEqual(await tollgateJson(variables, ['migrate']), done('production'));
    assert.deepEqual(files(), ['data', 'data/production.sqlite']);
    const named = ['migrate', '--env', 'sandbox'];
    assert.deepEqual(await tollgateJson(variables, named), done('sandbox'));
    assert.deepEqual(files(), ['data', 'data/production.sqlite', 'data/sandbox.sqlite']);
  });

  test('a dry run compares the versions and creates nothing', async () => {
    await tollgateJson({ ...data(), SANDBOX_PORT: 'off' }, ['migrate']);
    assert.deepEqual(await tollgateJson(data(), ['migrate', '--dry-run']), {
      items: [
        { environment: 'production', database: newest, program: newest },
        { environment: 'sandbox', database: 0, program: newest },
      ],
    });
    assert.deepEqual(files(), ['data', 'data/production.sqlite']);
    const elsewhere = { TOLLGATE_DATA: join(folder, 'none') };
    await tollgateJson(elsewhere, ['migrate', '--dry-run']);
    assert.deepEqual(files(), ['data', 'data/production.sqlite']);
  });

  test('when the second one fails, the first stays as it was and the failure names its environment', async () => {
    writeFileSync(join(folder, 'sandbox.sqlite'), 'this is no database'.repeat(1_000));
    const variables = { TOLLGATE_DATA: folder };
    assert.deepEqual(await tollgate(variables, ['migrate', '--json']), {
      code: 1,
      stdout: '',
      stderr: 'error: sandbox: file is not a database. Nothing was changed.\n',
    });
    const production = ['migrate', '--dry-run', '--env', 'production'];
    assert.deepEqual(await tollgateJson(variables, production), {
      items: [{ environment: 'production', database: 0, program: newest }],
    });
  });

  test('a file that another process writes to is waited for, then neither is changed', async () => {
    const other = new DatabaseSync(join(folder, 'sandbox.sqlite'));
    other.exec('pragma journal_mode = wal; begin immediate');
    const variables = { TOLLGATE_DATA: folder };
    assert.deepEqual(await tollgate(variables, ['migrate', '--wait', '1']), {
      code: 1,
      stdout: '',
      stderr:
        'error: sandbox: Another process is writing to the file. Stop it. Nothing was changed.\n',
    });
    other.exec('rollback');
    other.close();
    assert.deepEqual(await tollgateJson(variables, ['migrate']), {
      items: [
        { environment: 'production', version: newest },
        { environment: 'sandbox', version: newest },
      ],
    });
  });

  test('the wait is a whole number of seconds', async () => {
    const { code, stderr } = await tollgate(data(), ['migrate', '--wait', 'soon']);
    assert.equal(code, 2);
    assert.match(stderr, /It must be a whole number from 1 to 86400\./);
  });

  test('when only the last commit fails, it says which environment is done and how to continue', async (t) => {
    const disk = mountSmallDisk(4);
    if (!disk) return t.skip('only root can mount a small disk');
    // Production commits last, and the disk of its file has room only for the start of its log.
    symlinkSync(join(disk.folder, 'production.sqlite'), join(folder, 'production.sqlite'));
    try {
      const file = new DatabaseSync(join(disk.folder, 'production.sqlite'));
      file.exec('pragma journal_mode = wal; create table first (one integer)');
      file.close();
      await disk.fill();
      const ballast = join(disk.folder, 'ballast');
      truncateSync(ballast, statSync(ballast).size - 200_000);
      const variables = { TOLLGATE_DATA: folder };
      assert.deepEqual(await tollgate(variables, ['migrate']), {
        code: 1,
        stdout: '',
        stderr: `error: production: database or disk is full. production is at version 0, sandbox is at version ${newest}. Run tollgate migrate again to continue.\n`,
      });
      disk.free();
      assert.deepEqual(await tollgateJson(variables, ['migrate']), {
        items: [
          { environment: 'production', version: newest },
          { environment: 'sandbox', version: newest },
        ],
      });
    } finally {
      disk.unmount();
    }
  });
});

const RESTRICTED = {
  status: 'P',
  start_date: '2026-11-15 12:00:00',
  end_date: '',
  starts_at: 0,
  ends_at: null,
  changed_at: 0,
  actor_kind: null,
  actor: null,
  since_seq: 0,
  appealed: 0,
  with_devices: 0,
} as const;

suite('tollgate migrate beside a running service', (gate) => {
  test('the environment that is missing is added, after a dry run that leaves it out', async () => {
    const { variables } = gate.database;
    const { db, kind } = gate.service.context.storage;
    // A fresh PostgreSQL database of the tests has the tables of both.
    if (kind === 'postgres') await sql`drop schema sandbox cascade`.execute(db);
    const compare = async () => (await tollgateJson(variables, ['migrate', '--dry-run'])).items;
    const compared = (sandbox: number) => [
      { environment: 'production', database: newest, program: newest },
      { environment: 'sandbox', database: sandbox, program: newest },
    ];
    assert.deepEqual(await compare(), compared(0));
    assert.deepEqual(await compare(), compared(0));
    await tollgateJson(variables, ['migrate']);
    assert.deepEqual(await compare(), compared(newest));
  });

  test('a dry run says what is breaking, which tables are held, and how many rows they have', async () => {
    const { variables } = gate.database;
    const { db, kind } = gate.service.context.storage;
    const app = await gate.createApp();
    const player = { game_index: app.gameIndex, appid: app.appid, block_type: 1, scope: 'login' };
    const rows = [1n, 2n, 3n].map((player_id) => ({ ...player, ...RESTRICTED, player_id }));
    await db.insertInto('restricted_player').values(rows).execute();
    if (kind === 'postgres') await sql`analyze restricted_player`.execute(db);
    await sql`delete from schema_version where version >= 56`.execute(db);
    const args = ['migrate', '--dry-run', '--env', 'production'];
    const [{ database, migrations }] = (await tollgateJson(variables, args)).items;
    assert.equal(database, 55);
    const { version, name, breaking, locks, rows: counted } = migrations[0];
    assert.deepEqual([version, name, breaking], [56, 'scopes', true]);
    assert.ok(counted >= 3, String(counted));
    const waiting = kind === 'postgres' ? 'everyone' : 'writers';
    assert.deepEqual(
      locks.filter(({ table }: { table: string }) => table === 'restricted_player'),
      [{ table: 'restricted_player', waiting }],
    );
    assert.deepEqual(
      migrations.find((each: { name: string }) => each.name === 'applied-configuration'),
      {
        version: 62,
        name: 'applied-configuration',
        breaking: false,
        locks: [{ table: 'project', waiting }],
        rows: 0,
        seconds: 0,
      },
    );
    const { stdout } = await tollgate(variables, args);
    const [head, first] = stdout.split('\n');
    assert.equal(head, `production: version 55 → ${newest}`);
    assert.match(
      first ?? '',
      /^ {2}56 scopes; BREAKING: stop processes of earlier versions first; /,
    );
  });
});

suite(
  'tollgate migrate beside a session that keeps the tables',
  (gate) => {
    test('changes nothing and says what to stop', async (t) => {
      const { variables } = gate.database;
      // As the version before: its newest steps are to run again.
      const { db } = gate.service.context.storage;
      await sql`delete from schema_version where version >= 34`.execute(db);
      const client = new pg.Client({
        connectionString: variables.DATABASE_URL as string,
        application_name: 'night job',
      });
      await client.connect();
      t.after(() => client.end());
      await client.query('begin; delete from production.purchase_cancellation');
      const { rows } = await client.query('select pg_backend_pid() as pid');
      assert.deepEqual(await tollgate(variables, ['migrate', '--wait', '1']), {
        code: 1,
        stdout: '',
        stderr: `error: The tables are in use and were not free for a moment in 1 seconds. Stop the processes of the older version, and end open transactions: night job at 127.0.0.1 (session ${rows[0].pid}, idle in transaction). Nothing was changed.\n`,
      });
    });
  },
  { kinds: KINDS.filter((kind) => kind === 'postgres') },
);
