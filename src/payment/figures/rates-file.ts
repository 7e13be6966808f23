// Exchange rates from a CSV file: all lines or none, and each wrong line is named.
import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import { invalid, type OperationContext, type Rejection } from '../../audit/operation.ts';
import { CsvError, type CsvRecord, readCsv } from '../../base/csv.ts';
import {
  Currency,
  describeProblems,
  MOST_RATES,
  type Rate,
  type RatesResult,
  rateProblem,
  saveRates,
} from './rates.ts';

export const RatesFile = Type.Object(
  {
    reporting: Currency,
    csv: Type.String({
      minLength: 1,
      maxLength: 500_000,
      description: `Lines with \`currency,day,rate\`, after a line with these names; at most ${MOST_RATES}.`,
      examples: ['currency,day,rate\nKRW,2026-11-01,0.00072\n'],
    }),
  },
  { additionalProperties: false },
);
export type RatesFile = Type.Static<typeof RatesFile>;

const COLUMNS = ['currency', 'day', 'rate'] as const;

export async function importRates(
  context: OperationContext,
  actor: Actor,
  { game_index, reporting, csv }: RatesFile & { readonly game_index: number },
): Promise<Type.Static<typeof RatesResult> | Rejection> {
  const read = await readRatesFile(csv);
  if (!('problems' in read)) return saveRates(context, actor, { game_index, reporting, ...read });
  return invalid('csv', describeProblems(read.problems));
}

type RatesRead =
  | { readonly rates: Type.Static<typeof Rate>[] }
  | { readonly problems: readonly string[] };

async function readRatesFile(csv: string): Promise<RatesRead> {
  const rates: Type.Static<typeof Rate>[] = [];
  const problems: string[] = [];
  let columns: string[] | undefined;
  try {
    for await (const record of readCsv(chunksOf(csv))) {
      if (!columns) {
        columns = record.cells;
        const missing = COLUMNS.filter((name) => !columns?.includes(name));
        if (missing.length > 0) {
          return { problems: [`The first line must name ${COLUMNS.join(', ')}.`] };
        }
        continue;
      }
      const rate = readLine(record, columns);
      if (typeof rate === 'string') problems.push(`Line ${record.line}: ${rate}`);
      else rates.push(rate);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { problems: [error.message] };
  }
  if (problems.length > 0) return { problems };
  if (rates.length === 0) return { problems: ['The file has no rates.'] };
  if (rates.length > MOST_RATES) {
    return { problems: [`The file has ${rates.length} rates; at most ${MOST_RATES} at once.`] };
  }
  return { rates };
}

async function* chunksOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/** The rate, or what is wrong with the line. */
function readLine(
  { cells }: CsvRecord,
  columns: readonly string[],
): Type.Static<typeof Rate> | string {
  const cell = (name: (typeof COLUMNS)[number]): string => cells[columns.indexOf(name)] ?? '';
  const rate = { currency: cell('currency'), day: cell('day'), rate: cell('rate') };
  return rateProblem(rate) ?? rate;
}
