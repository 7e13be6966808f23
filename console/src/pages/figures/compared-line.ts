// The line of the time that figures are compared with.
import type { Series } from '../../charts/series.ts';
import { bandColor } from '../../sales/colors.ts';

/** The same figure at the other time, period by period. */
export const comparedLine = (
  label: string,
  values: readonly (bigint | undefined)[],
  periods: readonly unknown[],
  figure?: bigint | null,
): Series => ({
  label,
  color: bandColor('rose'),
  as: 'dashed',
  values: values.slice(0, periods.length),
  figure,
});
