// Statistics for tables that have just got their first rows.
import { sql } from 'kysely';
import type { Db } from '../db.ts';

const LOOK_EVERY_MS = 1_000;
/** A process that starts on an empty database is used soon after; later the server's own minute is soon enough. */
const LOOK_FOR_MS = 10 * 60_000;
/** The server counts the rows a little later. */
const LOOK_AFTER_CHANGE_MS = 30_000;
const FEW_ROWS = 100;

/**
 * Until the server's automatic look, up to a minute after the first rows, its planner takes any index that begins
 * with the project, and reads all rows of an app to find one. Looks only after changes of this process.
 */
export function analyzeFirstRows(db: Db, schema: string): Analyzing {
  const end = Date.now() + LOOK_FOR_MS;
  let changedRows = 0;
  let lookUntil = 0;
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    if (Date.now() > end) clearInterval(timer);
    if (Date.now() > lookUntil) return;
    looking ??= analyzeNew(db, schema).finally(() => {
      looking = undefined;
    });
  }, LOOK_EVERY_MS).unref();
  return {
    changed(rows) {
      changedRows += rows;
      if (changedRows < FEW_ROWS) return;
      changedRows = 0;
      lookUntil = Date.now() + LOOK_AFTER_CHANGE_MS;
    },
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

interface Analyzing {
  changed(rows: number): void;
  stop(): Promise<void>;
}

/** A database that cannot be asked now does without. */
async function analyzeNew(db: Db, schema: string): Promise<void> {
  try {
    const { rows } = await sql<{ table: string }>`
      select t.relname as table from pg_stat_user_tables as t join pg_class as c on c.oid = t.relid
      where t.schemaname = ${schema} and t.n_live_tup >= ${FEW_ROWS} and c.reltuples < ${FEW_ROWS}`.execute(
      db,
    );
    for (const { table } of rows) {
      await sql`analyze (skip_locked) ${sql.id(schema, table)}`.execute(db);
    }
  } catch {}
}
