// The shapes that all imports share: a batch of numbered lines in, an outcome per line out.
import { type TSchema, Type } from 'typebox';
import { namedObject } from './named.ts';

/** Lines of one call: a transaction that others do not wait for long. */
export const MOST_LINES = 500;

export const LineNumber = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Number of the line in its file. The outcome names it.',
});

/** What every import takes beside its own options. */
export const importFields = <T extends TSchema>(line: T) => ({
  dry_run: Type.Optional(
    Type.Boolean({ description: 'Report what would happen, and write nothing.' }),
  ),
  file: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Name of the file, for the audit log.',
    }),
  ),
  lines: Type.Array(line, { minItems: 1, maxItems: MOST_LINES }),
});

export const OUTCOMES = ['new', 'extended', 'unchanged', 'refused'] as const;
export type Outcome = (typeof OUTCOMES)[number];

const Count = Type.Integer({ minimum: 0 });

const ImportItem = namedObject('ImportItem', {
  line: LineNumber,
  outcome: Type.Enum([...OUTCOMES]),
  field: Type.Optional(
    Type.String({ description: 'The field that is wrong, if it is one field.' }),
  ),
  reason: Type.Optional(Type.String({ description: 'Why the line is refused.' })),
  block_type: Type.Optional(Type.Integer({ description: 'Number of the restriction type.' })),
  service_transaction_id: Type.Optional(
    Type.String({ description: 'Id of the recorded purchase.' }),
  ),
});
export type ImportItem = Type.Static<typeof ImportItem>;

export const ImportResult = namedObject(
  'ImportReport',
  {
    dry_run: Type.Boolean(),
    new: Count,
    extended: Type.Integer({ minimum: 0, description: 'Restrictions that now last longer.' }),
    unchanged: Type.Integer({ minimum: 0, description: 'Lines that were imported before.' }),
    refused: Count,
    items: Type.Array(ImportItem, { description: 'One per line, in their order.' }),
  },
  {
    examples: [
      {
        dry_run: false,
        new: 1,
        extended: 0,
        unchanged: 0,
        refused: 1,
        items: [
          { line: 2, outcome: 'new' },
          {
            line: 3,
            outcome: 'refused',
            field: 'end_date',
            reason: 'The period is over. Leave the line out.',
          },
        ],
      },
    ],
  },
);
export type ImportResult = Type.Static<typeof ImportResult>;

/** Why a line is refused. */
export interface LineProblem {
  readonly field?: string;
  readonly reason: string;
}

export const isProblem = (value: object): value is LineProblem => 'reason' in value;

export const refusedItem = (line: number, { field, reason }: LineProblem): ImportItem => ({
  line,
  outcome: 'refused',
  ...(field !== undefined && { field }),
  reason,
});

export function resultOf(items: ImportItem[], dryRun: boolean): ImportResult {
  const of = (outcome: Outcome) => items.filter((item) => item.outcome === outcome).length;
  return {
    dry_run: dryRun,
    new: of('new'),
    extended: of('extended'),
    unchanged: of('unchanged'),
    refused: of('refused'),
    items,
  };
}

/** What the audit log says about the source of a batch. */
export const sourceOf = (
  file: string | undefined,
  lines: readonly { readonly line: number }[],
) => ({
  file: file ?? null,
  lines: `${lines[0]?.line}-${lines.at(-1)?.line}`,
});
