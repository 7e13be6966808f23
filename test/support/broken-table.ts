// A table of the database that refuses what a test says, until it is repaired.
import { sql } from 'kysely';
import type { Gate } from './harness.ts';

/**
 * Refuses new rows, or changes of rows, as if the process died before its commit; the answer repairs the table. A check
 * on PostgreSQL and not a trigger: a distributed table has none.
 */
export async function breakTable(
  gate: Gate,
  table: string,
  what: 'insert' | 'update',
): Promise<() => Promise<unknown>> {
  const { db } = gate.service.context.storage;
  const run = (text: string) => sql.raw(text).execute(db);
  if (gate.kind === 'sqlite') {
    await run(`create trigger broken_${table} before ${what} on ${table}
      begin select raise(abort, 'broken'); end`);
    return () => run(`drop trigger broken_${table}`);
  }
  await run(`alter table ${table} add constraint broken_${table} check (appid = '') not valid`);
  return () => run(`alter table ${table} drop constraint broken_${table}`);
}
