// Runs an import: reads, converts and checks each line, sends batches, and counts the outcomes.
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { CsvError } from '../../base/csv.ts';
import { type LineProblem, MOST_LINES } from '../../base/import-lines.ts';
import { printJson } from '../../base/json.ts';
import { checkShape, describeErrors } from '../../base/validation.ts';
import { PurchaseLine } from '../../payment/imports/lines.ts';
import { RestrictionLine } from '../../restriction/imports/lines.ts';
import { TypeLine } from '../../restriction/imports/types.ts';
import { Failure } from '../failure.ts';
import { showProgress } from '../progress.ts';
import { convert, itemsOf } from './convert.ts';
import { checkColumns } from './plain.ts';
import { chunksOf, type Fields, recordsIn, type SourceRecord } from './records.ts';
import { createRefusedFile } from './refused.ts';
import { createJudge, type Judge } from './repetitions.ts';
import type { Converted, Options } from './shape.ts';
import type { Target } from './target.ts';

export interface Job extends Options {
  readonly file: string;
  readonly refused: string | undefined;
  readonly dryRun: boolean;
  /** More fields of each batch. */
  readonly more: { readonly extend?: boolean };
}

const SHAPES = { restrictions: RestrictionLine, purchases: PurchaseLine, types: TypeLine } as const;

/** Below the size that the service reads. */
const MOST_BYTES = 200 * 1024;
const PEEKED_BYTES = 1_024;

interface Pending {
  readonly fields: Fields & { readonly line: number };
  readonly source: string;
}

export async function runImport(job: Job, target: Target): Promise<object> {
  const { file, dryRun } = job;
  const { size } = await stat(file).catch(() => {
    throw new Failure(`Cannot read ${file}.`);
  });
  const counts = { lines: 0, new: 0, extended: 0, unchanged: 0, refused: 0, skipped: 0 };
  const refusedFile = createRefusedFile(job.refused ?? `${file}.refused.csv`);
  const { what, more } = job;
  const judge: Judge =
    dryRun && what !== 'types' ? createJudge(what, more.extend ?? false) : (outcome) => outcome;
  const progress = showProgress('bytes', size, process.stderr);
  let batch: Pending[] = [];
  let bytes = 0;
  let done = 0;

  function refuse(line: number, problem: LineProblem, source: string): void {
    counts.refused += 1;
    refusedFile.add(line, problem, source);
  }

  async function flush(): Promise<void> {
    if (batch.length === 0) return;
    const sent = batch;
    batch = [];
    bytes = 0;
    const lines = sent.map(({ fields }) => fields);
    const report = await target({ dry_run: dryRun, file: basename(file), ...more, lines });
    report.items.forEach((item, index) => {
      const { fields, source } = sent[index] as Pending;
      const outcome =
        item.outcome === 'refused' ? { reason: '', ...item } : judge(item.outcome, fields);
      if (typeof outcome === 'object') refuse(item.line, outcome, source);
      else counts[outcome] += 1;
    });
    done = sent.at(-1)?.fields.line ?? done;
  }

  async function take(converted: Converted, line: number, source: string): Promise<void> {
    if (converted === 'skip') {
      counts.skipped += 1;
      return;
    }
    if ('reason' in converted) return refuse(line, converted, source);
    const checked = checkShape(SHAPES[what], 'json', { ...converted.fields, line });
    if ('errors' in checked) {
      const { errors } = checked;
      const field = errors.map((error) => error.field).join(' ');
      return refuse(line, { field, reason: describeErrors(errors) }, source);
    }
    const fields = checked.value as Pending['fields'];
    const length = Buffer.byteLength(printJson(fields));
    if (batch.length === MOST_LINES || bytes + length > MOST_BYTES) await flush();
    batch.push({ fields, source });
    bytes += length;
  }

  try {
    for await (const record of await readFile(job, progress.advance)) {
      const { line, source } = record;
      const items = 'fields' in record ? itemsOf(record.fields, job) : [];
      counts.lines += 'fields' in record ? items.length : 1;
      if ('problem' in record) refuse(line, record.problem, source);
      for (const item of items) {
        await take(convert(item, job), line, items.length > 1 ? printJson(item) : source);
      }
      await refusedFile.room();
    }
    await flush();
  } catch (error) {
    const reason =
      error instanceof CsvError ? `${file}: ${error.message}` : (error as Error).message;
    if (dryRun || done === 0) throw new Failure(reason);
    throw new Failure(
      `${reason} Lines up to ${done} are imported. Run the command again to continue.`,
    );
  } finally {
    progress.end();
  }
  return { file, dry_run: dryRun, ...counts, refused_file: await refusedFile.end() };
}

async function readFile(
  job: Job,
  onBytes: (count: number) => void,
): Promise<AsyncGenerator<SourceRecord>> {
  const { file, format } = job;
  const isTable = format === 'csv' || (format !== 'jsonl' && !(await beginsWithBrace(file)));
  const checkHeader = (columns: readonly string[]): void => {
    if (format === 'csv') checkColumns(job, columns);
  };
  return recordsIn(chunksOf(file, onBytes), isTable ? 'csv' : 'jsonl', checkHeader);
}

/** Exports of other systems are tables or JSON. */
async function beginsWithBrace(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PEEKED_BYTES), 0, PEEKED_BYTES, 0);
    return /^\uFEFF?\s*\{/.test(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await file.close();
  }
}
