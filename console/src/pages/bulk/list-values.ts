// What the form of a new list holds.
import type { RestrictionStatus } from '../../restrictions/records.ts';
import type { BulkAction } from './records.ts';

export interface ListValues {
  readonly action: BulkAction;
  readonly source: 'paste' | 'file';
  readonly text: string;
  readonly file: File | null;
  readonly status: RestrictionStatus;
  readonly block_type: string | null;
  readonly start_date: string;
  readonly end_date: string;
  readonly skip_blocked: boolean;
  readonly comment: string;
}
