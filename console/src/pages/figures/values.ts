// Answers of the service as values of the periods.
import { keyOf, keysOf, type Range } from './periods.ts';

export interface Dated {
  readonly at: string;
}

/** Finds the period of an answer's item; each moment is looked up once. */
function placesIn(range: Range): (item: Dated) => number | undefined {
  const places = new Map(keysOf(range).map((key, index) => [key, index]));
  const known = new Map<string, number | undefined>();
  return ({ at }) => {
    if (!known.has(at)) known.set(at, places.get(keyOf(at, range)));
    return known.get(at);
  };
}

/** What happened in each period; nothing is zero. */
export function sumsOf<T extends Dated>(
  items: readonly T[],
  range: Range,
  pick: (item: T) => bigint,
): readonly bigint[] {
  const place = placesIn(range);
  const sums = keysOf(range).map(() => 0n);
  for (const item of items) {
    const index = place(item);
    if (index !== undefined) sums[index] = (sums[index] ?? 0n) + pick(item);
  }
  return sums;
}

/** What was so at the end of each period; undefined where the service says nothing. */
export function levelsOf<T extends Dated>(
  items: readonly T[],
  range: Range,
  pick: (item: T) => bigint | undefined,
): readonly (bigint | undefined)[] {
  const place = placesIn(range);
  const levels = keysOf(range).map((): bigint | undefined => undefined);
  for (const item of items) {
    const index = place(item);
    if (index !== undefined) levels[index] = pick(item);
  }
  return levels;
}
