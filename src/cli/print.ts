// Prints results: JSON for programs, aligned text for people.
import { printJson } from '../base/json.ts';

export function show(result: object, asJson: boolean): string {
  if (asJson) return printJson(result);
  if (!('items' in result) || !Array.isArray(result.items)) return fields(result);
  const rest = 'next' in result && result.next !== null ? `\nmore: --after ${result.next}` : '';
  return (result.items.length === 0 ? '(none)' : table(result.items)) + rest;
}

function fields(record: object): string {
  const entries = Object.entries(record);
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}`).join('\n');
}

function table(records: readonly object[]): string {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const rows = [names, ...records.map((record) => names.map((name) => cell(Object(record)[name])))];
  const widths = names.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return typeof value === 'object' ? printJson(value) : String(value);
}
