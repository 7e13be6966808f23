// Percentiles of a histogram: how many values lie up to each bound, interpolated within a bucket.

/** By upper bound, how many. */
export type Histogram = ReadonlyMap<number, number>;

/** `bounds` are the upper bounds in order; values lie evenly in a bucket. Null of nothing. */
export function percentileOf(
  histogram: Histogram,
  bounds: readonly number[],
  share: number,
): number | null {
  const all = bounds.reduce((sum, bound) => sum + (histogram.get(bound) ?? 0), 0);
  if (all === 0) return null;
  const rank = share * all;
  let below = 0;
  let lower = 0;
  for (const upper of bounds) {
    const count = histogram.get(upper) ?? 0;
    if (count > 0 && below + count >= rank) {
      return Math.round(lower + ((upper - lower) * (rank - below)) / count);
    }
    below += count;
    lower = upper;
  }
  return lower;
}

/** The bucket of a value; what is above all bounds is in the last one. */
export const boundOf = (value: number, bounds: readonly number[]): number =>
  bounds.find((upper) => value <= upper) ?? (bounds.at(-1) as number);
