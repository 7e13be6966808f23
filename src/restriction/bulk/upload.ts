// Taking in a bulk job: a text that streams in, read, judged and kept row by row.
import { type Actor, writeAudit } from '../../audit/audit.ts';
import { type Desk, invalid, isRefusal, type Refusal } from '../../audit/operation.ts';
import { CsvError, readCsv } from '../../base/csv.ts';
import { timeOrderedId } from '../../base/ids.ts';
import { insertRows } from '../../storage/rows.ts';
import type { BulkJobTable } from '../../storage/schema.ts';
import type { App } from '../../tenants/directory.ts';
import { COLUMNS, type Column, type Defaults, judgeRows, type ReadRow, readRow } from './rows.ts';

const MAX_ROWS = 100_000;
const MAX_BYTES = 16 * 1024 * 1024;
const CHUNK = 1_000;

export interface BulkInput {
  readonly action: BulkJobTable['action'];
  readonly skipBlocked: boolean;
  readonly comment: string | null;
  readonly defaults: Defaults;
}

/** The job with every row judged, or why the text is no list of players; then nothing is kept. */
export async function uploadBulk(
  desk: Desk,
  actor: Actor,
  app: App,
  input: BulkInput,
  body: AsyncIterable<Buffer>,
): Promise<BulkJobTable | Refusal> {
  const { db } = desk.storage;
  const now = desk.clock();
  const job: BulkJobTable = {
    job_id: timeOrderedId(now),
    appid: app.appid,
    action: input.action,
    state: 'reading',
    skip_blocked: input.skipBlocked ? 1 : 0,
    comment: input.comment,
    actor_kind: actor.kind,
    actor: actor.name,
    total: 0,
    position: 0,
    verdicts: '{}',
    results: '{}',
    created_at: now,
    finished_at: null,
    lease: null,
    due_at: 0,
  };
  await db.insertInto('bulk_job').values(job).execute();
  let kept = false;
  try {
    const read = await readAll(desk, app, job, input, body);
    if (isRefusal(read)) return read;
    const ready = { ...job, ...read, state: 'ready' as const };
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('bulk_job')
        .set({ state: 'ready', total: ready.total, verdicts: ready.verdicts })
        .where('job_id', '=', job.job_id)
        .execute();
      await writeAudit(tx, now, actor, bulkAudit('create', app, ready));
    });
    kept = true;
    return ready;
  } catch (error) {
    if (error instanceof CsvError) return invalid('', error.message);
    throw error;
  } finally {
    if (!kept) await db.deleteFrom('bulk_job').where('job_id', '=', job.job_id).execute();
  }
}

async function readAll(
  desk: Desk,
  app: App,
  job: BulkJobTable,
  { action, defaults }: BulkInput,
  body: AsyncIterable<Buffer>,
): Promise<{ readonly total: number; readonly verdicts: string } | Refusal> {
  const rowOf = new Map<string, number>();
  const counts: Record<string, number> = {};
  let columns: readonly Column[] | undefined;
  let total = 0;
  let chunk: ReadRow[] = [];

  const keep = async (): Promise<void> => {
    const first = total - chunk.length + 1;
    const judged = await judgeRows(desk.storage.db, app, job, chunk, desk.clock());
    for (const { verdict } of judged) counts[verdict] = (counts[verdict] ?? 0) + 1;
    chunk = [];
    const rows = judged.map((row, index) => ({
      job_id: job.job_id,
      number: first + index,
      source: row.source,
      player_id: row.player_id,
      status: row.status,
      block_type: row.block_type,
      start_date: row.start_date,
      end_date: row.end_date,
      verdict: row.verdict,
      reason: row.reason,
      result: null,
    }));
    await desk.storage.db.transaction().execute((tx) => insertRows(tx, 'bulk_row', rows));
  };

  for await (const { cells, source } of readCsv(limited(body))) {
    if (columns === undefined) {
      const header = headerOf(cells);
      if (header && 'unknown' in header) {
        const known = COLUMNS.join(', ');
        return invalid('', `The column ${header.unknown} is not known; known are ${known}.`);
      }
      columns = header?.columns ?? COLUMNS;
      if (header) continue;
    }
    total += 1;
    if (total > MAX_ROWS) return invalid('', `There are more than ${MAX_ROWS} rows.`);
    chunk.push(once(readRow(action, columns, cells, source.replaceAll('\0', ''), defaults)));
    if (chunk.length === CHUNK) await keep();
  }
  if (total === 0) return invalid('', 'There are no rows.');
  await keep();
  return { total, verdicts: JSON.stringify(counts) };

  /** A player that comes twice would make the result depend on the order. */
  function once(row: ReadRow): ReadRow {
    if (row.player_id === null) return row;
    const key = String(row.player_id);
    const before = rowOf.get(key);
    if (before !== undefined) return { ...row, reason: `The player is in row ${before} already.` };
    rowOf.set(key, total);
    return row;
  }
}

/** The columns that the first line names, if it is no row of values. */
function headerOf(
  cells: readonly string[],
): { readonly columns: Column[] } | { readonly unknown: string } | undefined {
  const names = cells.map((cell) => cell.toLowerCase());
  if (!names.includes('player_id')) return undefined;
  const unknown = names.find((name) => !COLUMNS.some((column) => column === name));
  return unknown === undefined ? { columns: names as Column[] } : { unknown };
}

async function* limited(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new CsvError(`The text has more than ${MAX_BYTES} bytes.`);
    yield chunk;
  }
}

export const bulkAudit = (
  verb: string,
  app: Pick<App, 'appid' | 'gameIndex'>,
  job: BulkJobTable,
) => ({
  action: `bulk.${verb}`,
  gameIndex: app.gameIndex,
  target: `apps/${app.appid}/bulk/${job.job_id}`,
  after: {
    action: job.action,
    rows: job.total,
    verdicts: JSON.parse(job.verdicts) as object,
    ...(job.comment !== null && { comment: job.comment }),
  },
});
