// A restriction in the history, before or after a change: stored as a list, because there are many.
import type { Restriction } from './rules.ts';

export interface Snapshot {
  readonly status: 'P' | 'B';
  readonly block_type: number;
  readonly start_date: string;
  readonly end_date: string;
}

export const snapshotOf = (restriction: Restriction): Snapshot => ({
  status: restriction.status,
  block_type: restriction.blockType,
  start_date: restriction.startDate,
  end_date: restriction.endDate,
});

export const printSnapshot = (restriction: Restriction | undefined): string | null =>
  restriction ? JSON.stringify(Object.values(snapshotOf(restriction))) : null;

type Listed = [Snapshot['status'], number, string, string];

/** Earlier releases stored an object. */
export function readSnapshot(text: string | null): Snapshot | null {
  if (text === null) return null;
  const stored = JSON.parse(text) as Snapshot | Listed;
  if (!Array.isArray(stored)) return stored;
  const [status, block_type, start_date, end_date] = stored;
  return { status, block_type, start_date, end_date };
}
