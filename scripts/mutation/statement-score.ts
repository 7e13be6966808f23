// What share of the changes of statements is noticed, room by room.
import { explain, type Survivor } from './explain.ts';
import { runStatementChanges, type StatementOptions } from './statement-run.ts';
import { EXPLAINED_STATEMENTS } from './statement-survivors.ts';

/** Percent. */
export const LEAST_OF_STATEMENTS = 85;

export interface RoomScore {
  readonly room: string;
  readonly noticed: number;
  /** Without those that nobody can notice. */
  readonly changes: number;
}

export interface StatementScore {
  /** Percent. */
  readonly score: number;
  readonly rooms: readonly RoomScore[];
  readonly unnoticed: readonly Survivor[];
}

export async function runStatements(
  files: readonly string[],
  options: StatementOptions,
): Promise<StatementScore> {
  const verdicts = await runStatementChanges(files, options);
  const missed = verdicts.filter(({ noticed }) => noticed === undefined);
  const { survivors } = explain(missed, EXPLAINED_STATEMENTS);
  const counted = [
    ...verdicts.filter(({ noticed }) => noticed !== undefined),
    ...survivors
      .filter(({ why }) => why === undefined)
      .map((each) => ({ ...each, noticed: undefined })),
  ];
  const isNoticed = ({ noticed }: { readonly noticed: string | undefined }) =>
    noticed !== undefined;
  return {
    score: counted.length === 0 ? 100 : (100 * counted.filter(isNoticed).length) / counted.length,
    rooms: [...Map.groupBy(counted, ({ file }) => file.replace(/\/[^/]*$/, ''))]
      .map(([room, own]) => ({ room, noticed: own.filter(isNoticed).length, changes: own.length }))
      .sort((one, other) => (one.room < other.room ? -1 : 1)),
    unnoticed: survivors,
  };
}
