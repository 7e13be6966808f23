// Statistics for tables that have just got their first rows.
import { sql } from 'kysely';
import type { Db } from '../db.ts';

/** After a change. The server counts the rows a little later, so there are several looks, ever further apart. */
const LOOKS_MS = [1_000, 2_000, 4_000, 8_000, 15_000];
/** A process that starts on an empty database is used soon after; later the server's own minute is soon enough. */
const LOOK_FOR_MS = 10 * 60_000;
const FEW_ROWS = 100;

/**
 * Until the server's automatic look, up to a minute after the first rows, its planner takes any index that begins
 * with the project, and reads all rows of an app to find one. Looks only after changes of this process.
 */
export function analyzeFirstRows(db: Db, schema: string): Analyzing {
  const end = Date.now() + LOOK_FOR_MS;
  let changedRows = 0;
  let looks = LOOKS_MS.length;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  function lookLater(): void {
    const ms = LOOKS_MS[looks];
    if (ms === undefined || Date.now() > end) return;
    looks += 1;
    timer = setTimeout(() => {
      timer = undefined;
      looking = analyzeNew(db, schema).then(lookLater);
    }, ms).unref();
  }
  return {
    changed(rows) {
      changedRows += rows;
      if (changedRows < FEW_ROWS) return;
      changedRows = 0;
      // The looks that are under way go on: a busy service looks no more often than one that was used once.
      if (looks < LOOKS_MS.length) return;
      looks = 0;
      lookLater();
    },
    async stop() {
      looks = LOOKS_MS.length;
      clearTimeout(timer);
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
