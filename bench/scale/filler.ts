// Bulk statements straight to a database, past the service: SQLite without a journal, PostgreSQL without its log.
import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { StorageOptions } from '../../src/storage/storage.ts';

export interface Filler {
  run(statement: string): Promise<void>;
  /** Empties the table and fills it; its indexes are built at the end. */
  refill(table: string, statements: readonly string[]): Promise<void>;
  /** SQL of a hash of a text, 64 hex digits. */
  hashOf(text: string): string;
  /** SQL of an instant as the interface writes it. */
  dateOf(ms: string): string;
  /** SQL of the numbers from 1 on, as `i`. */
  numbers(count: number): string;
  close(): Promise<void>;
}

export const openFiller = (storage: StorageOptions): Promise<Filler> =>
  storage.kind === 'sqlite' ? openFile(storage.path) : openServer(storage);

async function openFile(path: string): Promise<Filler> {
  const file = new DatabaseSync(path);
  file.exec(`pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -1000000;
    pragma foreign_keys = off`);
  file.function('hash_of', { deterministic: true }, (text) => hash('sha256', String(text), 'hex'));
  return {
    run: async (statement) => file.exec(statement),
    async refill(table, statements) {
      const indexes = file
        .prepare(
          "select name, sql from sqlite_master where type = 'index' and tbl_name = ? and sql is not null",
        )
        .all(table);
      for (const { name } of indexes) file.exec(`drop index ${name}`);
      file.exec(`delete from ${table}`);
      for (const statement of statements) file.exec(statement);
      for (const { sql } of indexes) file.exec(String(sql));
    },
    hashOf: (text) => `hash_of(${text})`,
    dateOf: (ms) => `strftime('%Y-%m-%d %H:%M:%S', (${ms}) / 1000, 'unixepoch')`,
    numbers: (count) =>
      `(with recursive numbered(i) as (select 1 union all select i + 1 from numbered where i < ${count})
        select i from numbered)`,
    async close() {
      file.exec('pragma optimize');
      file.exec('pragma journal_mode = wal');
      file.close();
    },
  };
}

async function openServer({ url, schema }: StorageOptions & { kind: 'postgres' }): Promise<Filler> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`set search_path = ${schema}`);
  await client.query("set maintenance_work_mem = '1GB'");
  const tables: string[] = [];
  return {
    async run(statement) {
      await client.query(statement);
    },
    async refill(table, statements) {
      tables.push(table);
      const { rows: indexes } = await client.query<{ name: string; sql: string }>(
        `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as sql from pg_index i
          where i.indrelid = $1::regclass
            and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
        [table],
      );
      // What is written in the transaction that empties a table needs no log, with `wal_level=minimal`.
      await client.query('begin');
      for (const { name } of indexes) await client.query(`drop index ${name}`);
      await client.query(`truncate ${table}`);
      for (const statement of statements) await client.query(statement);
      for (const { sql } of indexes) await client.query(sql);
      await client.query('commit');
    },
    hashOf: (text) => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`,
    dateOf: (ms) =>
      `to_char(to_timestamp((${ms}) / 1000) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`,
    numbers: (count) => `generate_series(1::bigint, ${count}) as numbered(i)`,
    async close() {
      for (const table of tables) await client.query(`vacuum (analyze) ${table}`);
      await client.end();
    },
  };
}
