// Takes deleted rows out of the bytes of a SQLite file: out of its write-ahead log, and out of the gaps in its pages.
import type { QueryResult } from 'kysely';
import { isBusy } from '../failure.ts';

/** In the thread that owns the file, which does nothing else meanwhile. */
type Ask = (statement: string) => Promise<QueryResult<unknown>>;

/**
 * When SQLite moves rows from page to page, copies may stay in the gap of a page, also with
 * `secure_delete`. Only a vacuum writes every page anew. It stops all callers, so only a file that is
 * done in a fraction of a second gets one.
 */
const VACUUM_BYTES = 16 * 1_024 ** 2;

/** False while another process reads or writes: nobody waits for it here, because all callers would. */
export async function scrub(ask: Ask, busyTimeoutMs: number): Promise<boolean> {
  const pages = await numberOf(ask, 'page_count');
  const size = pages * (await numberOf(ask, 'page_size'));
  try {
    await ask('pragma busy_timeout = 0');
    // The log has the pages as they were before. First, because a vacuum beside a reader only makes it longer.
    if (!(await emptyLog(ask))) return false;
    if (size > VACUUM_BYTES) return true;
    await vacuum(ask);
    return await emptyLog(ask);
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  } finally {
    await ask(`pragma busy_timeout = ${busyTimeoutMs}`);
  }
}

async function emptyLog(ask: Ask): Promise<boolean> {
  const { rows } = await ask('pragma wal_checkpoint(truncate)');
  return (rows[0] as { busy: number }).busy === 0;
}

/** Its copy of the file is in memory, because a container may have no folder for temporary files. */
async function vacuum(ask: Ask): Promise<void> {
  try {
    await ask('pragma temp_store = memory');
    await ask('vacuum');
  } finally {
    await ask('pragma temp_store = default');
  }
}

async function numberOf(ask: Ask, name: string): Promise<number> {
  const { rows } = await ask(`pragma ${name}`);
  return Number((rows[0] as Record<string, unknown>)[name]);
}
