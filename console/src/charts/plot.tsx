// Everything of a chart that does not follow the pointer: axes, bars and lines.
import { memo } from 'react';
import styles from './chart.module.css';
import { HEIGHT, type Layout, RIGHT } from './layout.ts';
import { dashOf, patternOf } from './patterns.tsx';
import type { Period, Series } from './series.ts';

export interface Tick {
  readonly value: number;
  readonly text: string;
}

interface PlotProps {
  readonly periods: readonly Period[];
  readonly series: readonly Series[];
  readonly ticks: readonly Tick[];
  readonly layout: Layout;
  /** Begins the ids of the patterns. */
  readonly id: string;
}

export const Plot = memo(({ periods, series, ticks, layout, id }: PlotProps) => {
  const { width, left, every, labelAt, x, y } = layout;
  return (
    <>
      {ticks.map(({ value, text }) => (
        <g key={value}>
          <line
            className={value === 0 ? styles.axis : styles.line}
            x1={left}
            x2={width - RIGHT}
            y1={y(value)}
            y2={y(value)}
          />
          <text className={styles.text} x={left - 8} y={y(value) + 4} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {periods.map(({ key, short, isRunning }, index) => (
        <g key={key}>
          <g className={isRunning ? styles.running : undefined}>
            <Bars series={series} index={index} layout={layout} id={id} />
          </g>
          {index % every === 0 && (
            <text className={styles.text} x={labelAt(x(index))} y={HEIGHT - 6} textAnchor="middle">
              {short}
            </text>
          )}
        </g>
      ))}
      {series.map((each, index) =>
        each.as ? (
          <Line key={each.label} series={each} dash={dashOf(each, index)} layout={layout} />
        ) : null,
      )}
    </>
  );
});

/** The bars of one period, away from the axis in both directions. */
function Bars({
  series,
  index,
  layout: { bar, isDense, x, y },
  id,
}: {
  series: readonly Series[];
  index: number;
  layout: Layout;
  id: string;
}) {
  let [top, bottom] = [0, 0];
  return series.map(({ label, color, values, as, isBelow }, place) => {
    const value = Number(values[index] ?? 0n) * (isBelow ? -1 : 1);
    if (as || value === 0) return null;
    const from = value > 0 ? top : bottom;
    if (value > 0) top += value;
    else bottom += value;
    const upper = y(Math.max(from, from + value));
    const lower = y(Math.min(from, from + value));
    const box = {
      x: x(index) - bar / 2,
      y: upper,
      width: bar,
      // A value that is there is seen, however small it is.
      height: Math.max(lower - upper, 1),
      rx: isDense ? 0 : 2,
      shapeRendering: isDense ? 'crispEdges' : undefined,
    };
    return (
      <g key={label}>
        <rect {...box} fill={color} data-series={place} />
        {!isDense && patternOf(place) > 0 && (
          <rect {...box} fill={`url(#${id}${patternOf(place)})`} pointerEvents="none" />
        )}
      </g>
    );
  });
}

/** A gap where there is no value; a value alone is a dot. */
function Line({
  series: { color, values },
  dash,
  layout: { x, y },
}: {
  series: Series;
  dash: string | undefined;
  layout: Layout;
}) {
  const isAt = (index: number): boolean => values[index] !== undefined;
  const path = values
    .map((value, index) =>
      value === undefined
        ? ''
        : `${isAt(index - 1) ? 'L' : 'M'}${x(index).toFixed(1)} ${y(Number(value)).toFixed(1)}`,
    )
    .join('');
  return (
    <g fill="none" stroke={color}>
      <path className={styles.series} d={path} strokeDasharray={dash} />
      {values.map((value, index) =>
        value === undefined || isAt(index - 1) || isAt(index + 1) ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a value has no other name
          <circle key={index} cx={x(index)} cy={y(Number(value))} r={3} fill={color} />
        ),
      )}
    </g>
  );
}
