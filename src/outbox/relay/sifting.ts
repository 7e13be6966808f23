// Pure rules of batches: which messages are sent, and how a refused batch is halved.
import type { QueuedRow } from '../channel.ts';

export interface Sifted {
  /** The newest row of each subject, if it is still true, in the order of their numbers. */
  readonly current: readonly QueuedRow[];
  readonly superseded: readonly QueuedRow[];
}

/** Takes rows from the front until `limit` subjects are in; later rows are in neither list. */
export function siftRows(
  rows: readonly QueuedRow[],
  outdated: ReadonlySet<number>,
  limit: number,
): Sifted {
  const newest = new Map<string, QueuedRow>();
  const superseded: QueuedRow[] = [];
  for (const row of rows) {
    if (outdated.has(row.seq)) {
      superseded.push(row);
      continue;
    }
    const older = newest.get(row.subject);
    if (older) superseded.push(older);
    else if (newest.size === limit) break;
    newest.delete(row.subject);
    newest.set(row.subject, row);
  }
  return { current: [...newest.values()], superseded };
}

/** The first is the larger one of an odd number. */
export function halvesOf<T>(rows: readonly T[]): readonly [readonly T[], readonly T[]] {
  const middle = Math.ceil(rows.length / 2);
  return [rows.slice(0, middle), rows.slice(middle)];
}
