// Migrates several environments together: all of them, or none.
import { Kysely } from 'kysely';
import type { Db } from './db.ts';
import { isBusy } from './failure.ts';
import { createGate } from './gate.ts';
import {
  applyMigrations,
  MIGRATION_LOCK,
  type Migration,
  pendingMigrations,
  TablesInUse,
} from './migrate.ts';
import { distribute, isDistributed } from './postgres/cluster.ts';
import { openConnections, type PostgresOptions } from './postgres/connections.ts';
import { migrateSchemas } from './postgres/migrate.ts';
import { postgresDialect } from './postgres/postgres.ts';
import type { Schema } from './schema.ts';

/**
 * In one transaction. True for a database that is a cluster. Over connections of its own: to build an index of
 * a large table takes longer than other statements may.
 */
export async function migratePostgres(
  options: PostgresOptions,
  schemas: readonly string[],
  waitMs: number,
): Promise<boolean> {
  const connections = openConnections({ ...options, poolSize: 1, isPatient: true });
  const db = new Kysely<Schema>({ dialect: postgresDialect(connections, createGate(1)) });
  try {
    await migrateSchemas(db, schemas, waitMs);
    let isCluster = false;
    for (const schema of schemas) {
      if (!(await isDistributed(db, schema))) continue;
      isCluster = true;
      // New tables go where they belong.
      await distribute(db, schema, MIGRATION_LOCK);
    }
    return isCluster;
  } finally {
    await db.destroy();
  }
}

interface File {
  readonly name: string;
  readonly db: Db;
}

interface Locked extends File {
  readonly migrations: readonly Migration[];
}

/**
 * Takes the write lock of every file, then runs all migrations, then commits. Two files have two commits: if the
 * second one fails, such as on a full disk, the first stays.
 */
export async function migrateFiles(
  files: readonly File[],
  locked: readonly Locked[] = [],
): Promise<void> {
  const [file, ...others] = files;
  if (!file) {
    for (const { name, db, migrations } of locked) {
      await within(name, () => applyMigrations(db, 'sqlite', migrations));
    }
    return;
  }
  const { name } = file;
  await within(name, () =>
    file.db.transaction().execute(async (tx) => {
      const migrations = await pendingMigrations(tx);
      await migrateFiles(others, [...locked, { name, db: tx, migrations }]);
    }),
  );
}

/** A failure says where; the innermost knows it. */
async function within<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const cause = isBusy(error)
      ? new TablesInUse('Another process is writing to the file. Stop it.')
      : (error as Error);
    throw Object.assign(cause, { place: placeOf(cause) ?? name });
  }
}

/** The schema, or the name of the file, in which a migration failed. */
export const placeOf = (error: unknown): string | undefined => (error as { place?: string }).place;
