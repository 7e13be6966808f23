// A fresh database for each test file: a SQLite file in milliseconds, a PostgreSQL database from a template.
import { hash, randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { MIGRATION_LOCK } from '../../src/storage/migrate.ts';
import { distribute } from '../../src/storage/postgres/cluster.ts';
import { LAYOUT } from '../../src/storage/postgres/cluster-layout.ts';
import { openStorage, type Storage, type StorageOptions } from '../../src/storage/storage.ts';
import { connectNodes, nodesOf } from './citus.ts';
import { keptFile } from './kept-file.ts';
import { dataFolder } from './memory.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { type PostgresServer, startPostgres } from './postgres.ts';

export type Kind = 'sqlite' | 'postgres';
/** With `TEST_POOLER=on`, suites run on PostgreSQL alone, through PgBouncer. */
const IS_POOLED = process.env.TEST_POOLER === 'on';
/** With TEST_CITUS_URL only PostgreSQL, too, which is a cluster then. With `TEST_DATABASES=sqlite` only SQLite. */
export const KINDS: readonly Kind[] =
  IS_POOLED || process.env.TEST_CITUS_URL
    ? ['postgres']
    : process.env.TEST_DATABASES === 'sqlite'
      ? ['sqlite']
      : ['sqlite', 'postgres'];
/** For what no statement decides: on one database, or with `TEST_DATABASES=both` on both. */
export const EITHER = 'either';

/** Of the suites on either, about half run on each: which one, their names decide, or whose turn it is. */
export function kindsOf(
  name: string,
  kinds: readonly Kind[] | typeof EITHER,
  turn = hash('sha256', name, 'buffer').readUInt32BE(),
): readonly Kind[] {
  if (kinds !== EITHER) return kinds;
  if (process.env.TEST_DATABASES === 'both') return KINDS;
  const first = turn % KINDS.length;
  return KINDS.slice(first, first + 1);
}

/** One of two on each database, where no statement depends on it; with `TEST_DATABASES=both` both on both. */
export const oneFor = <T>(kind: Kind, [onSqlite, onPostgres]: readonly [T, T]): readonly T[] =>
  process.env.TEST_DATABASES === 'both'
    ? [onSqlite, onPostgres]
    : [kind === 'sqlite' ? onSqlite : onPostgres];

export type EnvironmentName = 'production' | 'sandbox';

export interface TestDatabase {
  readonly kind: Kind;
  storage(environment: EnvironmentName): StorageOptions;
  /** What a process of the service needs in its environment to use this database. */
  readonly variables: Record<string, string>;
  drop(): Promise<void>;
}

const POOL_SIZE = 5;

export async function createDatabase(kind: Kind, isPooled = IS_POOLED): Promise<TestDatabase> {
  return kind === 'sqlite' ? createSqlite() : createPostgres(isPooled);
}

function createSqlite(): TestDatabase {
  const folder = dataFolder();
  return {
    kind: 'sqlite',
    storage: (environment) => ({ kind: 'sqlite', path: join(folder, `${environment}.sqlite`) }),
    variables: { TOLLGATE_DATA: folder },
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function createPostgres(isPooled: boolean): Promise<TestDatabase> {
  const server = await serverUrl();
  await ensureTemplate(server.url);
  const name = `test_${randomBytes(6).toString('hex')}`;
  const servers = await serversOf(server.url);
  const everywhere = (statement: string) =>
    Promise.all(servers.map((each) => administer(each, statement)));
  await everywhere(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  const pooler = isPooled ? await startPgBouncer(server.url) : undefined;
  const url = pooler?.url(name) ?? withDatabase(server.url, name);
  const folder = dataFolder();
  return {
    kind: 'postgres',
    storage: (environment) => ({
      kind: 'postgres',
      url,
      schema: environment,
      poolSize: POOL_SIZE,
    }),
    variables: { TOLLGATE_DATA: folder, DATABASE_URL: url },
    async drop() {
      rmSync(folder, { recursive: true, force: true });
      await pooler?.stop();
      await everywhere(`drop database ${name} with (force)`);
      await server.stop?.();
    },
  };
}

/** A database whose tables are there, for a process that is started on it. */
export async function createMigrated(kind: Kind): Promise<TestDatabase> {
  const database = await createDatabase(kind);
  for (const environment of ['production', 'sandbox'] as const) {
    const options = database.storage(environment);
    // That of PostgreSQL is a copy of a template.
    if (options.kind === 'sqlite') await copyMigrated(options.path);
  }
  return database;
}

/** Migrating takes longer than most tests: every file is a copy of one, which is kept by what it is made of. */
const KEPT_FOLDER = join(import.meta.dirname, '../../node_modules/.cache/migrated');
const KEPT = join(KEPT_FOLDER, `${storageHash()}.sqlite`);

async function copyMigrated(path: string): Promise<void> {
  copyFileSync(await keptFile(KEPT, makeMigrated), path);
}

/** Opens the storage with its tables; where there is no file yet, from a copy. */
export async function openMigrated(options: StorageOptions): Promise<Storage> {
  if (options.kind === 'sqlite' && !existsSync(options.path)) await copyMigrated(options.path);
  const storage = openStorage(options);
  await storage.migrate();
  return storage;
}

async function makeMigrated(path: string): Promise<void> {
  const opened = openStorage({ kind: 'sqlite', path });
  await opened.migrate();
  await opened.close();
}

function storageHash(): string {
  const folder = new URL('../../src/storage/', import.meta.url);
  const files = ['migrations/*.sql', 'migrate.ts', 'sqlite/*.ts'].flatMap((each) =>
    globSync(each, { cwd: folder }).sort(),
  );
  return hash('sha256', files.map((file) => readFileSync(new URL(file, folder))).join('\n'));
}

/** `npm test` starts one server for all files; a file that is run alone starts its own. */
export async function serverUrl(): Promise<Pick<PostgresServer, 'url'> & Partial<PostgresServer>> {
  const url = process.env.TEST_CITUS_URL ?? process.env.TEST_DATABASE_URL;
  return url ? { url } : startPostgres();
}

/** With TEST_CITUS_URL, the databases are those of a cluster: one of the same name on every server. */
async function serversOf(url: string): Promise<string[]> {
  return url === process.env.TEST_CITUS_URL ? nodesOf(url) : [url];
}

/** Named after the migrations it is made of: when they change, it is another one. */
const TEMPLATE = `tollgate_template_${migrationsHash()}`;
const TEMPLATE_LOCK = 4_711;

/** By the address of their server. */
const templates = new Map<string, Promise<void>>();

export function ensureTemplate(serverUrl: string): Promise<void> {
  const template = templates.get(serverUrl) ?? makeTemplate(serverUrl);
  templates.set(serverUrl, template);
  return template;
}

/** Whichever process comes first migrates the template; the others wait for it. */
async function makeTemplate(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const found = await client.query(
      'select 1 from pg_database where datname = $1 and datistemplate',
      [TEMPLATE],
    );
    if (found.rowCount) return;
    const servers = await serversOf(serverUrl);
    for (const server of servers) {
      await administer(server, `drop database if exists ${TEMPLATE} with (force)`);
      await administer(server, `create database ${TEMPLATE}`);
    }
    const isCluster = servers.length > 1;
    if (isCluster) await connectNodes(servers.map((server) => withDatabase(server, TEMPLATE)));
    for (const schema of ['production', 'sandbox']) {
      const url = withDatabase(serverUrl, TEMPLATE);
      const storage = openStorage({ kind: 'postgres', url, schema, poolSize: 1 });
      await storage.migrate();
      if (isCluster) await distribute(storage.db, schema, MIGRATION_LOCK);
      await storage.close();
    }
    for (const server of servers) await seal(server);
  } finally {
    await client.end();
  }
}

/** Nobody may be connected to what is copied, and the extension's own process would be. */
async function seal(server: string): Promise<void> {
  await administer(server, `alter database ${TEMPLATE} is_template true allow_connections false`);
  await administer(
    server,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${TEMPLATE}'`,
  );
}

function migrationsHash(): string {
  const folder = new URL('../../src/storage/migrations/', import.meta.url);
  const texts = readdirSync(folder)
    .sort()
    .map((file) => readFileSync(new URL(file, folder), 'utf8'));
  return hash('sha256', [...texts, JSON.stringify(LAYOUT)].join('\n')).slice(0, 12);
}

async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
