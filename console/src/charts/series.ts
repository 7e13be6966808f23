// What a chart draws: periods of time, and a value of each series for each of them.
export interface Period {
  readonly key: string;
  /** On the axis. */
  readonly short: string;
  /** In tips and tables. */
  readonly long: string;
  /** It is not over: what is shown of it will change. */
  readonly isRunning?: boolean;
}

export interface Series {
  readonly label: string;
  readonly color: string;
  /** Undefined where there is none, such as in the future. */
  readonly values: readonly (bigint | undefined)[];
  /** Bars by default, stacked; a dashed line is of another time. */
  readonly as?: 'line' | 'dashed';
  /** Bars below the axis, because they take away from the others. */
  readonly isBelow?: boolean;
  /** What stands beside its name: by default the sum of bars and the end of a line; null: nothing. */
  readonly figure?: bigint | null | undefined;
  /** What a click on it is about, such as a market. */
  readonly id?: string;
}

export interface ChartProps {
  readonly periods: readonly Period[];
  readonly series: readonly Series[];
  /** A value in full. */
  readonly print: (value: bigint) => string;
  /** A value on the axis, as short as can be. */
  readonly printShort: (value: number) => string;
  /** The least distance of two lines of the axis. */
  readonly least: number;
  /** To the distance that people count in; by default to 1, 2, 5, 10 … */
  readonly round?: (wanted: number) => number;
  /** Whether the bars of a period add up to something. */
  readonly hasTotal?: boolean;
  /** Where a click on a period leads. */
  readonly opens?: ((index: number, id?: string) => string) | undefined;
}

const isBar = ({ as }: Series): boolean => as === undefined;

export const barsOf = (series: readonly Series[]): readonly Series[] => series.filter(isBar);

export const sumOf = (values: readonly (bigint | undefined)[]): bigint =>
  values.reduce<bigint>((sum, value) => sum + (value ?? 0n), 0n);

/** What stands beside the name of a series, if anything. */
export function figureOf(series: Series): bigint | null {
  if (series.figure !== undefined) return series.figure;
  if (isBar(series)) return sumOf(series.values);
  return series.values.findLast((value) => value !== undefined) ?? null;
}

/** How far the bars of a period reach above the axis and below it. */
export function reachOf(bars: readonly Series[], index: number): { up: bigint; down: bigint } {
  let [up, down] = [0n, 0n];
  for (const { values, isBelow } of bars) {
    const value = isBelow ? -(values[index] ?? 0n) : (values[index] ?? 0n);
    if (value > 0n) up += value;
    else down -= value;
  }
  return { up, down };
}

/** The greatest distances from the axis, up and down. */
export function extentOf(
  series: readonly Series[],
  count: number,
): { above: number; below: number } {
  const bars = barsOf(series);
  const lines = series.filter((each) => !isBar(each)).flatMap(({ values }) => values);
  const reaches = Array.from({ length: count }, (_, index) => reachOf(bars, index));
  const ups = [...reaches.map(({ up }) => up), ...lines].map((value) => Number(value ?? 0n));
  const downs = [...reaches.map(({ down }) => down), ...lines.map((value) => -(value ?? 0n))];
  return { above: Math.max(0, ...ups), below: Math.max(0, ...downs.map(Number)) };
}
