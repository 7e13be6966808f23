// What migrations would do to a database: which tables they hold, how many rows they go through, and for how long.
import { type Kysely, sql } from 'kysely';
import {
  lackingMigrations,
  locksOf,
  type Migration,
  type Relation,
  statementsOf,
} from './migrate.ts';
import { rowsOnNodes } from './postgres/cluster.ts';
import type { Schema } from './schema.ts';

export interface PlannedMigration {
  readonly version: number;
  readonly name: string;
  /** Processes of earlier versions cannot work with the tables after it. */
  readonly breaking: boolean;
  /** Tables that it holds until it is done. */
  readonly locks: readonly { readonly table: string; readonly waiting: 'everyone' | 'writers' }[];
  /** How many rows it reads or writes, and about how long that takes. */
  readonly rows: number;
  readonly seconds: number;
}

/** Fewer than any machine does that was measured. */
const ROWS_A_SECOND = 50_000;
const GOES_THROUGH_ROWS =
  /^(\/\*.*?\*\/\s*)*(update|insert|delete|create (unique )?index|alter table \S+ (add constraint|alter))\b/i;

/** Nothing for a database without tables: they are all created. */
export async function planMigrations(
  db: Kysely<Schema>,
  kind: 'sqlite' | 'postgres',
): Promise<PlannedMigration[]> {
  const { current, lacking } = await lackingMigrations(db, kind);
  if (current === 0 || lacking.length === 0) return [];
  const relations = await readRelations(db, kind);
  const plans: PlannedMigration[] = [];
  for (const migration of lacking) plans.push(await planOf(db, kind, migration, relations));
  return plans;
}

async function planOf(
  db: Kysely<Schema>,
  kind: 'sqlite' | 'postgres',
  migration: Migration,
  relations: readonly Relation[],
): Promise<PlannedMigration> {
  const { version, name, breaking } = migration;
  const statements = statementsOf(migration, kind);
  const locks = [...locksOf(statements, relations)].map(([table, mode]) => ({
    table,
    // SQLite has one lock for its file, and readers never wait.
    waiting: kind === 'postgres' && mode === 'access exclusive' ? 'everyone' : 'writers',
  })) satisfies PlannedMigration['locks'];
  const long = statements.filter((statement) => GOES_THROUGH_ROWS.test(statement));
  let rows = 0;
  for (const table of locksOf(long, relations).keys()) rows += await countRows(db, kind, table);
  return { version, name, breaking, locks, rows, seconds: Math.ceil(rows / ROWS_A_SECOND) };
}

async function readRelations(
  db: Kysely<Schema>,
  kind: 'sqlite' | 'postgres',
): Promise<readonly Relation[]> {
  const { rows } =
    kind === 'sqlite'
      ? await sql<Relation>`select tbl_name as "table", name from sqlite_master`.execute(db)
      : await sql<Relation>`
          select t.relname as table, c.relname as name
          from pg_class c left join pg_index i on i.indexrelid = c.oid
            join pg_class t on t.oid = coalesce(i.indrelid, c.oid)
          where c.relkind in ('r', 'p', 'i') and c.relnamespace = current_schema()::regnamespace
          order by t.relname`.execute(db);
  return rows;
}

/** On PostgreSQL as many as its statistics say. */
async function countRows(
  db: Kysely<Schema>,
  kind: 'sqlite' | 'postgres',
  table: string,
): Promise<number> {
  const { rows } =
    kind === 'sqlite'
      ? await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(db)
      : await sql<{ rows: number }>`
          select greatest(reltuples, 0)::float8 as rows from pg_class
          where relname = ${table} and relnamespace = current_schema()::regnamespace`.execute(db);
  const onNodes = kind === 'postgres' ? await rowsOnNodes(db, table) : 0;
  return Number(rows[0]?.rows ?? 0) + onNodes;
}
