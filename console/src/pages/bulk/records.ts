// Bulk jobs as the admin API has them.
import type { Id } from '../../api.ts';
import type { RestrictionStatus } from '../players/records.ts';

export type BulkAction = 'restrict' | 'release';

/** What applying would do with a row, in the order in which people want to know. */
export const VERDICTS = [
  'new',
  'changed',
  'release',
  'already_restricted',
  'not_restricted',
  'unknown_type',
  'invalid',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What applying has done with a row. */
export const RESULTS = [
  'registered',
  'changed',
  'released',
  'unchanged',
  'not_restricted',
  'unknown_type',
  'invalid',
] as const;
export type Result = (typeof RESULTS)[number];

export interface JobRecord {
  readonly job_id: string;
  readonly action: BulkAction;
  readonly state: 'reading' | 'ready' | 'running' | 'done';
  readonly skip_blocked: boolean;
  readonly comment: string | null;
  readonly actor: string;
  readonly total: number;
  readonly done: number;
  readonly verdicts: Partial<Readonly<Record<Verdict, number>>>;
  readonly results: Partial<Readonly<Record<Result, number>>>;
  readonly created_at: string;
  readonly finished_at: string | null;
}

export interface RowRecord {
  readonly row: number;
  readonly player_id: Id | null;
  readonly status: RestrictionStatus | null;
  readonly block_type: number | null;
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly verdict: Verdict;
  readonly reason: string | null;
  readonly result: Result | null;
}

/** How many rows applying would change something for. */
export const workOf = ({ verdicts }: JobRecord): number =>
  (verdicts.new ?? 0) + (verdicts.changed ?? 0) + (verdicts.release ?? 0);

const BAD: readonly (Verdict | Result)[] = ['unknown_type', 'invalid'];
const GOOD: readonly (Verdict | Result)[] = ['new', 'changed', 'release', 'registered', 'released'];

/** What a word means to the reader: it changes something, it cannot be done, or neither. */
export function toneOf(word: Verdict | Result): 'good' | 'bad' | 'quiet' {
  if (BAD.includes(word)) return 'bad';
  return GOOD.includes(word) ? 'good' : 'quiet';
}
