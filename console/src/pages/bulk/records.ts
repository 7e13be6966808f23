// Bulk jobs as the admin API has them.
import type { Schema } from '../../endpoint.ts';

export type JobRecord = Schema<'BulkJob'>;
export type RowRecord = Schema<'BulkRow'>;
export type BulkAction = JobRecord['action'];
export type Verdict = RowRecord['verdict'];
export type Result = NonNullable<RowRecord['result']>;

/** What applying would do with a row, in the order in which people want to know. */
export const VERDICTS = [
  'new',
  'changed',
  'release',
  'already_restricted',
  'not_restricted',
  'changed_since',
  'unknown_type',
  'not_allowed',
  'invalid',
] as const satisfies readonly Verdict[];

/** What applying has done with a row. */
export const RESULTS = [
  'registered',
  'changed',
  'released',
  'unchanged',
  'not_restricted',
  'changed_since',
  'unknown_type',
  'not_allowed',
  'invalid',
] as const satisfies readonly Result[];

interface Titles {
  readonly jobTitleRestrict: (rows: string) => string;
  readonly jobTitleRelease: (rows: string) => string;
  readonly jobTitleUndo: (rows: string) => string;
  readonly jobTitleUndoRelease: (rows: string) => string;
}

/** What a list is for; made into a title with the number of its rows. */
export function titleOf({ action, undoes }: JobRecord, say: Titles): (rows: string) => string {
  if (action === 'restrict')
    return undoes === null ? say.jobTitleRestrict : say.jobTitleUndoRelease;
  return undoes === null ? say.jobTitleRelease : say.jobTitleUndo;
}

/** How many rows applying would change something for. */
export const workOf = ({ verdicts }: JobRecord): number =>
  (verdicts.new ?? 0) + (verdicts.changed ?? 0) + (verdicts.release ?? 0);

/** How many players an undo would concern. */
export const undoableOf = ({ results }: JobRecord): number =>
  (results.registered ?? 0) + (results.released ?? 0);

const BAD: readonly (Verdict | Result)[] = ['unknown_type', 'not_allowed', 'invalid'];
const GOOD: readonly (Verdict | Result)[] = ['new', 'changed', 'release', 'registered', 'released'];

/** Whether a verdict or result changes something, cannot be done, or neither. */
export function toneOf(word: Verdict | Result): 'good' | 'bad' | 'quiet' {
  if (BAD.includes(word)) return 'bad';
  return GOOD.includes(word) ? 'good' : 'quiet';
}
