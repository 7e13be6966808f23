// Reads a file record by record, in constant memory: CSV with a header line, or JSON Lines.
import { createReadStream } from 'node:fs';
import { linesOf, readCsv } from '../../base/csv.ts';
import type { LineProblem } from '../../base/import-lines.ts';
import { parseJson } from '../../base/json.ts';
import { Failure } from '../failure.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** One record of the file, or what is wrong with its text. */
export type SourceRecord = { readonly line: number; readonly source: string } & (
  | { readonly fields: Fields }
  | { readonly problem: LineProblem }
);

/** Answers of APIs stand on one line with a hundred purchases and what the stores said about each. */
const LONGEST = 16 * 1024 * 1024;

export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : undefined;

export type Chunks = AsyncIterable<Buffer>;

/** `onBytes` hears how far the reading is. */
export async function* chunksOf(
  path: string,
  onBytes: (count: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path) as Chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}

/** `checkHeader` may refuse the columns of a CSV file. */
export function recordsIn(
  chunks: Chunks,
  format: 'csv' | 'jsonl',
  checkHeader: (columns: readonly string[]) => void,
): AsyncGenerator<SourceRecord> {
  return format === 'csv' ? csvRecords(chunks, checkHeader) : jsonRecords(chunks);
}

async function* csvRecords(
  chunks: Chunks,
  checkHeader: (columns: readonly string[]) => void,
): AsyncGenerator<SourceRecord> {
  let columns: string[] | undefined;
  for await (const { cells, source, line } of readCsv(chunks, LONGEST)) {
    if (!columns) {
      columns = cells.map((cell) => cell.toLowerCase());
      checkHeader(columns);
    } else if (cells.length === columns.length) {
      const names = columns;
      const fields = Object.fromEntries(cells.map((cell, index) => [names[index], cell]));
      yield { line, source, ...readable(source, fields) };
    } else {
      const reason = `The line has ${cells.length} cells, but the header has ${columns.length}.`;
      yield { line, source, problem: { reason } };
    }
  }
}

async function* jsonRecords(chunks: Chunks): AsyncGenerator<SourceRecord> {
  let line = 0;
  for await (const text of linesOf(chunks, LONGEST)) {
    line += 1;
    const source = text.trim();
    if (source === '') continue;
    const fields = jsonObject(source);
    if (fields) yield { line, source, ...readable(source, fields) };
    else yield { line, source, problem: { reason: 'The line is no JSON object.' } };
  }
}

function jsonObject(text: string): Fields | undefined {
  try {
    return fieldsOf(parseJson(text));
  } catch {
    return undefined;
  }
}

/** The decoder writes this mark where bytes are no UTF-8. */
const readable = (source: string, fields: Fields) =>
  source.includes('\uFFFD')
    ? { problem: { reason: 'The line is not valid UTF-8. Convert the file.' } }
    : { fields };

/** The second column by the first, read into memory. */
export async function readPlayers(
  path: string | undefined,
): Promise<Map<string, string> | undefined> {
  if (path === undefined) return undefined;
  const players = new Map<string, string>();
  for await (const { cells, line } of readCsv(
    chunksOf(path, () => {}),
    LONGEST,
  )) {
    const [old = '', player = ''] = cells;
    if (/^\d{1,19}$/.test(player)) players.set(old, player);
    else if (line > 1) throw new Failure(`${path} line ${line}: ${player} is no player_id.`);
  }
  return players;
}
