// The line of the time that figures are compared with.
import { type Series, sumOf } from '../../charts/series.ts';
import { bandColor } from '../../sales/colors.ts';
import { useMessages } from './messages.ts';
import type { Range } from './periods.ts';
import { type Dated, levelsOf, sumsOf } from './values.ts';

/** The same figure at the other time, period by period; nothing without a comparison. */
export function useComparedLine<T extends Dated>(
  items: readonly T[] | undefined,
  compared: Range | undefined,
  periods: readonly unknown[],
) {
  const say = useMessages();
  const line = (
    label: string,
    values: readonly (bigint | undefined)[],
    figure?: bigint | null,
  ): Series => ({
    label: say.comparedLine(label),
    color: bandColor('slate'),
    as: 'dashed',
    values: values.slice(0, periods.length),
    figure,
  });
  return {
    /** Of what happened. */
    sums(label: string, pick: (item: T) => bigint): readonly Series[] {
      if (!items || !compared) return [];
      const values = sumsOf(items, compared, pick);
      if (values.every((value) => value === 0n)) return [];
      return [line(label, values, sumOf(values))];
    },
    /** Of what was so; `figure` as in a series. */
    levels(label: string, pick: (item: T) => bigint | undefined, figure?: null): readonly Series[] {
      if (!items || !compared) return [];
      return [line(label, levelsOf(items, compared, pick), figure)];
    },
  };
}
