// The SQLite dialect for Kysely, for a file in another thread or in this one.
import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { type Connector, createDriver } from '../driver.ts';
import { BEGIN } from './file.ts';

/** Kysely would let callers wait in its own queue, behind work that yields; the connector has one. */
class QueuedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

export const sqliteDialect = (connector: Pick<Connector, 'connect' | 'close'>): Dialect => ({
  createDriver: () => createDriver({ ...connector, system: 'sqlite', begin: BEGIN }),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new QueuedAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
});
