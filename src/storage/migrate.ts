// Migrations: which ones the tables lack, and running them. Rejects a schema newer than this program.
import { readdirSync, readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

type Kind = 'sqlite' | 'postgres';

export interface Migration {
  readonly version: number;
  readonly name: string;
  /** An older program cannot work with the tables after it. */
  readonly breaking: boolean;
  readonly statements: string;
}

/** Any number works, but every version of the program must use the same. */
export const MIGRATION_LOCK = 7_305_112_025;

export class SchemaTooNew extends Error {}

/** Others use the tables and do not let go of them. Nothing was changed. */
export class TablesInUse extends Error {}

/** File names are `0001-name.sql`, or `0001-name.breaking.sql`. */
function readMigrations(): Migration[] {
  const folder = new URL('./migrations/', import.meta.url);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      version: Number(file.slice(0, 4)),
      name: file.slice(5).replace(/(\.breaking)?\.sql$/, ''),
      breaking: file.endsWith('.breaking.sql'),
      statements: readFileSync(new URL(file, folder), 'utf8'),
    }));
}

/** What the tables lack. `tx` is in the schema, and holds the lock of migrations. */
export async function pendingMigrations(
  tx: Kysely<Schema>,
  migrations: readonly Migration[] = readMigrations(),
): Promise<Migration[]> {
  await createVersionTable(tx);
  const applied = await sql<{ version: number; breaking: number }>`
    select version, breaking from schema_version order by version`.execute(tx);
  rejectNewer(applied.rows, migrations.at(-1)?.version ?? 0);
  const current = applied.rows.at(-1)?.version ?? 0;
  return migrations.filter((each) => each.version > current);
}

export async function applyMigrations(
  tx: Kysely<Schema>,
  kind: Kind,
  migrations: readonly Migration[],
): Promise<void> {
  for (const migration of migrations) {
    for (const statement of statementsOf(migration, kind)) await sql.raw(statement).execute(tx);
    await sql`insert into schema_version (version, name, breaking)
      values (${migration.version}, ${migration.name}, ${migration.breaking ? 1 : 0})`.execute(tx);
  }
}

export interface Versions {
  readonly database: number;
  readonly program: number;
}

/** What the tables lack, without a lock: for looking. */
export async function lackingMigrations(
  db: Kysely<Schema>,
  kind: Kind,
): Promise<{ readonly current: number; readonly lacking: readonly Migration[] }> {
  const { database: current } = await schemaVersions(db, kind);
  return { current, lacking: readMigrations().filter(({ version }) => version > current) };
}

/** The schema versions of the database (0 without tables) and of this program. */
export async function schemaVersions(db: Kysely<Schema>, kind: Kind): Promise<Versions> {
  const program = readMigrations().at(-1)?.version ?? 0;
  const { rows: tables } =
    kind === 'postgres'
      ? await sql`select 1 where to_regclass('schema_version') is not null`.execute(db)
      : await sql`select 1 from sqlite_master where name = 'schema_version'`.execute(db);
  if (tables.length === 0) return { database: 0, program };
  const { rows } = await sql<{ version: number }>`
    select max(version) as version from schema_version`.execute(db);
  return { database: rows[0]?.version ?? 0, program };
}

async function createVersionTable(db: Kysely<Schema>): Promise<void> {
  await sql`create table if not exists schema_version (
    version integer primary key, name text not null, breaking integer not null)`.execute(db);
}

function rejectNewer(
  applied: readonly { readonly version: number; readonly breaking: number }[],
  known: number,
): void {
  const tooNew = applied.find(({ version, breaking }) => version > known && breaking === 1);
  if (!tooNew) return;
  throw new SchemaTooNew(
    `The database has schema version ${tooNew.version}, but this program supports only versions up to ${known}. Run a newer Tollgate.`,
  );
}

/** Statements end with a semicolon at the end of a line; some are marked for one database. */
export function statementsOf({ statements }: Migration, kind: Kind): string[] {
  return statements
    .replace(COMMENTS, (_, literal?: string) => literal ?? '')
    .replace(ENDS, (_, literal?: string) => literal ?? END)
    .replaceAll('/* clustered */', kind === 'sqlite' ? 'without rowid' : '')
    .split(END)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '' && !isForOther(statement, kind));
}

/** What is in a literal is neither. */
const COMMENTS = /('(?:[^']|'')*')|--.*$/gm;
const ENDS = /('(?:[^']|'')*')|;\s*$/gm;
const END = '\0';

const isForOther = (statement: string, kind: Kind): boolean =>
  statement.startsWith(kind === 'postgres' ? '/* sqlite */' : '/* postgres */');

/** A table, or one of its indexes. */
export interface Relation {
  readonly table: string;
  readonly name: string;
}

export type LockMode = 'access exclusive' | 'exclusive';

/** The tables that statements are about. Reads go on while an index is built or rows are changed. */
export function locksOf(
  statements: readonly string[],
  relations: readonly Relation[],
): Map<string, LockMode> {
  const modes = new Map<string, LockMode>();
  for (const { table, name } of relations) {
    const word = new RegExp(`\\b${name}\\b`);
    const about = statements.filter((statement) => word.test(statement));
    if (about.length === 0 || modes.get(table) === 'access exclusive') continue;
    const isAlone = about.some((statement) => CHANGES_TABLE.test(statement));
    modes.set(table, isAlone ? 'access exclusive' : 'exclusive');
  }
  return modes;
}

const CHANGES_TABLE = /^(\/\*.*?\*\/\s*)?(alter|drop)\b/i;
