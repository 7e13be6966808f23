// Uploads a bulk job: parses, checks and stores a CSV stream row by row.
import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import { invalid, type OperationContext, type Rejection } from '../../audit/operation.ts';
import { CsvError, limitedTo, readCsv } from '../../base/csv.ts';
import { insertRows } from '../../storage/rows.ts';
import type { BulkJobTable } from '../../storage/schema.ts';
import type { AppContext } from '../../tenants/apps.ts';
import type { App } from '../../tenants/directory.ts';
import { Comment, ScopeOrLogin } from '../schema.ts';
import { hasScope, LOGIN, noScope } from '../scopes.ts';
import { draftJob, type Filled } from './draft.ts';
import { BulkAction, type BulkJob } from './jobs.ts';
import {
  COLUMNS,
  type Column,
  type Defaults,
  judgeRows,
  MAX_ROWS,
  type ReadRow,
  readRow,
} from './rows.ts';

const MAX_BYTES = 16 * 1024 * 1024;
const CHUNK = 1_000;

const Cell = (description: string) =>
  Type.Optional(
    Type.String({ maxLength: 40, description: `${description} of rows with an empty cell.` }),
  );

/** Parameters of the upload. */
export const BulkInput = Type.Object(
  {
    action: BulkAction,
    skip_blocked: Type.Optional(
      Type.Boolean({ description: 'Leave existing restrictions as they are.' }),
    ),
    scope: ScopeOrLogin,
    comment: Comment,
    status: Cell('Status'),
    block_type: Cell('Type'),
    start_date: Cell('Start'),
    end_date: Cell('End'),
  },
  { additionalProperties: false },
);
export type BulkInput = Type.Static<typeof BulkInput>;

/** The job with its dry run, or why the text was rejected; then nothing is stored. */
export async function uploadBulk(
  { context, app }: AppContext,
  actor: Actor,
  { action, skip_blocked, scope = LOGIN, comment, ...defaults }: BulkInput,
  body: AsyncIterable<Buffer>,
): Promise<BulkJob | Rejection> {
  if (!hasScope(app, scope)) return invalid('scope', noScope(scope));
  const fields = {
    action,
    skip_blocked: skip_blocked ? 1 : 0,
    comment: comment || null,
    scope,
  } as const;
  try {
    return await draftJob(context, actor, app, fields, (job) =>
      readAll(context, app, job, defaults, body),
    );
  } catch (error) {
    if (error instanceof CsvError) return invalid('', error.message);
    throw error;
  }
}

async function readAll(
  context: OperationContext,
  app: App,
  job: BulkJobTable,
  defaults: Defaults,
  body: AsyncIterable<Buffer>,
): Promise<Filled | Rejection> {
  const rowOf = new Map<string, number>();
  const counts: Record<string, number> = {};
  let columns: readonly Column[] | undefined;
  let total = 0;
  let chunk: ReadRow[] = [];

  const keep = async (): Promise<void> => {
    const first = total - chunk.length + 1;
    const judged = await judgeRows(context.storage.db, app, job, chunk, context.clock());
    for (const { verdict } of judged) counts[verdict] = (counts[verdict] ?? 0) + 1;
    chunk = [];
    const rows = judged.map((row, index) => ({
      game_index: job.game_index,
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
      seq: null,
    }));
    await context.storage.db.transaction().execute((tx) => insertRows(tx, 'bulk_row', rows));
  };

  for await (const { cells, source } of readCsv(limitedTo(body, MAX_BYTES))) {
    if (columns === undefined) {
      const header = headerOf(cells);
      if (header && 'unknown' in header) {
        const known = COLUMNS.join(', ');
        return invalid('', `The column ${header.unknown} is unknown. Use only ${known}.`);
      }
      columns = header?.columns ?? COLUMNS;
      if (header) continue;
    }
    total += 1;
    if (total > MAX_ROWS) return invalid('', `The file has more than ${MAX_ROWS} rows. Split it.`);
    chunk.push(once(readRow(job.action, columns, cells, source.replaceAll('\0', ''), defaults)));
    if (chunk.length === CHUNK) await keep();
  }
  if (total === 0) return invalid('', 'The file has no rows.');
  await keep();
  return { total, verdicts: JSON.stringify(counts) };

  /** With a duplicate player the result would depend on the order. */
  function once(row: ReadRow): ReadRow {
    if (row.player_id === null) return row;
    const key = String(row.player_id);
    const before = rowOf.get(key);
    if (before !== undefined) return { ...row, reason: `The player is already in row ${before}.` };
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
