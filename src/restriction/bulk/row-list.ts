// The rows of a bulk job: in pages, and as a CSV file.
import { Type } from 'typebox';
import type { Rejection } from '../../audit/operation.ts';
import { printRecord } from '../../base/csv.ts';
import { Id64Answer } from '../../base/id-shapes.ts';
import { namedObject } from '../../base/named.ts';
import { DEFAULT_LIMIT, type Page, pageBy, toPage } from '../../base/paging.ts';
import { orNull } from '../../base/shapes.ts';
import type { Db } from '../../storage/db.ts';
import type { BulkRowTable } from '../../storage/schema.ts';
import { ofProject } from '../../storage/tenancy.ts';
import type { AppContext } from '../../tenants/apps.ts';
import { type BulkJobName, findJob, RESULTS, unknownJob } from './jobs.ts';
import { COLUMNS, VERDICTS, type Verdict } from './rows.ts';

const VerdictName = Type.Enum([...VERDICTS]);
const TextOrNull = orNull(Type.String());

export const BulkRow = namedObject('BulkRow', {
  row: Type.Integer(),
  player_id: orNull(Id64Answer('Player identifier.')),
  status: TextOrNull,
  block_type: orNull(Type.Integer()),
  start_date: TextOrNull,
  end_date: TextOrNull,
  verdict: VerdictName,
  reason: TextOrNull,
  result: orNull(Type.Enum([...RESULTS])),
});
export type BulkRow = Type.Static<typeof BulkRow>;

export const BulkRowQuery = Type.Object(
  {
    ...pageBy(/^\d{1,6}$/),
    verdict: Type.Optional(VerdictName),
  },
  { additionalProperties: false },
);
export type BulkRowQuery = Type.Static<typeof BulkRowQuery>;

/** Small, because a caller may wait for one page. */
const FILE_PAGE = 200;

export async function listBulkRows(
  { context, app }: AppContext,
  jobId: string,
  { limit = DEFAULT_LIMIT, after = '0', verdict }: BulkRowQuery,
): Promise<Page<BulkRow> | Rejection> {
  const { db } = context.storage;
  const job = await findJob(db, app, jobId);
  if (!job) return unknownJob(app, jobId);
  const page = { after: Number(after), limit: limit + 1 };
  const rows = await readRows(db, job, page, verdict);
  return toPage(rows, limit, (row) => String(row.number), viewRow);
}

/** The file in chunks. */
export async function printBulkRows(
  { context, app }: AppContext,
  jobId: string,
): Promise<{ readonly chunks: AsyncIterable<string> } | Rejection> {
  const { db } = context.storage;
  const job = await findJob(db, app, jobId);
  return job ? { chunks: printRows(db, job) } : unknownJob(app, jobId);
}

async function* printRows(db: Db, job: BulkJobName): AsyncGenerator<string> {
  yield printRecord(['row', ...COLUMNS, 'verdict', 'reason', 'result', 'source']);
  for (let after = 0; ; ) {
    const rows = await readRows(db, job, { after, limit: FILE_PAGE });
    yield rows
      .map((row) =>
        printRecord([
          row.number,
          row.player_id,
          row.status,
          row.block_type,
          row.start_date,
          row.end_date,
          row.verdict,
          row.reason,
          row.result,
          row.source,
        ]),
      )
      .join('');
    const last = rows.at(-1);
    if (!last || rows.length < FILE_PAGE) return;
    after = last.number;
  }
}

function readRows(
  db: Db,
  { game_index, job_id }: BulkJobName,
  { after, limit }: { readonly after: number; readonly limit: number },
  verdict?: Verdict,
): Promise<BulkRowTable[]> {
  let select = ofProject(db, { gameIndex: game_index })
    .selectFrom('bulk_row')
    .selectAll()
    .where('job_id', '=', job_id)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit);
  if (verdict !== undefined) select = select.where('verdict', '=', verdict);
  return select.execute();
}

const viewRow = ({
  game_index: _,
  job_id: ___,
  number,
  source: __,
  seq: ____,
  ...row
}: BulkRowTable): BulkRow => ({ row: number, ...row }) as BulkRow;
