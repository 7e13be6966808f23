// The shape of figures over time: a line for each period and value, totals, and what they are compared with.
import { Type } from 'typebox';
import { isoTime } from '../base/iso-time.ts';
import { orNull } from '../base/shapes.ts';
import { comparedRange, type Range } from './range.ts';

/** A count that belongs to a period and to a value that the figures are split by. */
export interface Placed {
  readonly at: number;
  readonly value: string | null;
}

/** The fields of one part of an answer; `Sum` are the figures of a line. */
export const partFields = <Fields extends Record<string, Type.TSchema>>(
  Value: Type.TSchema,
  Sum: Fields,
) => ({
  from: Type.String({ description: 'When the first period begins.' }),
  to: Type.String({ description: 'When the last one ends.' }),
  items: Type.Array(
    Type.Object({
      at: Type.String({ description: 'When the period begins.' }),
      value: Value as ReturnType<typeof valueField>,
      ...Sum,
    }),
    { description: 'In the order of time; periods in which nothing happened are left out.' },
  ),
  totals: Type.Array(Type.Object({ value: Value as ReturnType<typeof valueField>, ...Sum })),
});

export const valueField = (description: string) => orNull(Type.String(), description);

/** Sums the rows of each period and value, and of each value in all periods. */
export function splitPeriods<Row extends Placed, Sum extends object>(
  { from, to }: Range,
  rows: readonly Row[],
  sumOf: (rows: readonly Row[]) => Sum,
) {
  const lines = (some: readonly Row[]) =>
    [...Map.groupBy(some, ({ value }) => value)]
      .sort(([one], [other]) => compareValues(one, other))
      .map(([value, group]) => ({ value, ...sumOf(group) }));
  return {
    from: isoTime(from),
    to: isoTime(to),
    items: [...Map.groupBy(rows, ({ at }) => at)]
      .sort(([one], [other]) => one - other)
      .flatMap(([at, group]) => lines(group).map((line) => ({ at: isoTime(at), ...line }))),
    totals: lines(rows),
  };
}

/** Numbers as numbers. */
const compareValues = (one: string | null, other: string | null): number =>
  Number(one) - Number(other) || ((one ?? '') < (other ?? '') ? -1 : 1);

/** The part of the range, and of the range that it is compared with. */
export async function withCompared<Part extends object>(
  range: Range,
  compare: 'before' | 'year' | undefined,
  read: (range: Range) => Promise<Part>,
): Promise<Part & { compared: Part | null }> {
  return {
    ...(await read(range)),
    compared: compare ? await read(comparedRange(range, compare)) : null,
  };
}
