// The options of an import, and the outcome of a record.
import type { LineProblem } from '../../base/import-lines.ts';
import type { Fields } from './records.ts';

export type What = 'restrictions' | 'types' | 'purchases';
export const FORMATS = ['csv', 'jsonl', 'nakama', 'playfab'] as const;
export type Format = (typeof FORMATS)[number];

export interface Options {
  readonly what: What;
  readonly format: Format;
  /** Old names of fields, with the new ones; an empty one leaves the field out. */
  readonly map: ReadonlyMap<string, string>;
  /** Old types, with numbers or English names. */
  readonly types: ReadonlyMap<string, string>;
  /** For lines without a type or comment. */
  readonly blockType?: number | undefined;
  readonly comment?: string | undefined;
  readonly players: ReadonlyMap<string, string> | undefined;
}

/** The fields of a line, why it is refused, or that there is nothing to import. */
export type Converted = { readonly fields: Fields } | LineProblem | 'skip';
