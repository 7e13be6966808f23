// Threads of SQLite outlive their files: a test that ends the thread of a file needs one that it has seen start.
import { sql } from 'kysely';
import { openStorage, type Storage } from '../../src/storage/storage.ts';

/** Takes all threads that no file has: the next files get new ones, until what it answers is called. */
export async function holdSpareThreads(): Promise<() => Promise<void>> {
  const held: Storage[] = [];
  let isNew = false;
  const watch = (): void => {
    isNew = true;
  };
  process.on('worker', watch);
  while (!isNew) {
    const storage = openStorage({ kind: 'sqlite', path: ':memory:' });
    held.push(storage);
    await sql`select 1`.execute(storage.db);
  }
  process.off('worker', watch);
  return async () => {
    for (const storage of held) await storage.close();
  };
}
