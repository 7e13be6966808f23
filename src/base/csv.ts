// Streaming CSV reader and writer for commas, semicolons or tabs.

export class CsvError extends Error {}

const LONGEST_RECORD = 10_000;

export interface CsvRecord {
  readonly cells: string[];
  readonly source: string;
  /** Where it begins. */
  readonly line: number;
}

/** Fails beyond so many bytes. */
export async function* limitedTo(
  chunks: AsyncIterable<Buffer>,
  most: number,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > most) throw new CsvError(`The file has more than ${most} bytes. Split it.`);
    yield chunk;
  }
}

/** The records of a text without blank lines; the first line determines the separator. */
export async function* readCsv(
  chunks: AsyncIterable<Buffer>,
  longest = LONGEST_RECORD,
): AsyncGenerator<CsvRecord> {
  let separator: string | undefined;
  for await (const { source, line } of recordsOf(linesOf(chunks, longest), longest)) {
    separator ??= separatorOf(source);
    yield { cells: cellsOf(source, separator), source, line };
  }
}

export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  longest = LONGEST_RECORD,
): AsyncGenerator<string> {
  // Spreadsheets write a byte order mark, which is not part of the text.
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longest) throw new CsvError('A line is too long.');
    yield* lines;
  }
  yield rest + decoder.decode();
}

/** A line break within quotes belongs to the record. */
async function* recordsOf(
  lines: AsyncIterable<string>,
  longest: number,
): AsyncGenerator<Omit<CsvRecord, 'cells'>> {
  let record = '';
  let number = 0;
  let begun = 0;
  for await (const line of lines) {
    number += 1;
    if (record === '') begun = number;
    record += record === '' ? line : `\n${line}`;
    if (record.length > longest) throw new CsvError('A quoted cell has no closing quote.');
    if (quotesIn(record) % 2 === 1) continue;
    const source = record.replace(/\r$/, '');
    record = '';
    if (source.trim() !== '') yield { source, line: begun };
  }
  if (record !== '') throw new CsvError('A quoted cell has no closing quote.');
}

const quotesIn = (text: string): number => (text.includes('"') ? text.split('"').length - 1 : 0);

function separatorOf(first: string): string {
  if (first.includes('\t')) return '\t';
  return first.includes(';') && !first.includes(',') ? ';' : ',';
}

function cellsOf(record: string, separator: string): string[] {
  if (!record.includes('"')) return record.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  let quoted = false;
  let cell = '';
  for (let index = 0; index < record.length; index++) {
    const letter = record[index] as string;
    if (letter === '"' && quoted && record[index + 1] === '"') {
      cell += letter;
      index++;
    } else if (letter === '"') quoted = !quoted;
    else if (letter === separator && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell.trim()];
}

type Cell = string | number | bigint | null;

/** A line with the names of the columns, and one for each row. */
export const printTable = (
  rows: readonly Readonly<Record<string, Cell>>[],
  columns: readonly string[],
): string =>
  [columns, ...rows.map((row) => columns.map((column) => row[column] ?? null))]
    .map(printRecord)
    .join('');

/** One line. Escapes cells that a spreadsheet would read as formulas. */
export function printRecord(cells: readonly Cell[]): string {
  return `${cells.map(printCell).join(',')}\r\n`;
}

function printCell(value: Cell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
