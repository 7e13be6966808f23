// Bars over time, a colour for each band, stacked on the axis or below it; pointing at a bar shows its values.

import { useElementSize } from '@mantine/hooks';
import { type PointerEvent, useState } from 'react';
import { type Step, sumOf } from '../figures.ts';
import type { Band } from './band.ts';
import styles from './chart.module.css';
import { BOTTOM, HEIGHT, type Layout, layoutOf, RIGHT, TOP } from './layout.ts';
import { ticksBetween } from './scale.ts';
import { useStepNames } from './step-names.ts';
import { Tip } from './tip.tsx';

export interface ChartProps {
  readonly step: Step;
  readonly steps: readonly number[];
  readonly bands: readonly Band[];
  /** A value in full. */
  readonly print: (value: bigint) => string;
  /** A value on the axis, as short as can be. */
  readonly printShort: (value: number) => string;
  /** The least distance of two lines of the axis. */
  readonly least: number;
}

export function BarChart({
  step,
  steps,
  bands,
  print,
  printShort,
  least,
  label,
}: ChartProps & {
  /** What the picture says, for who cannot see it. */
  label: string;
}) {
  const { ref, width } = useElementSize();
  const [pointed, setPointed] = useState<number>();
  const names = useStepNames(step, steps.length);
  const highestOf = (some: readonly Band[]): number => {
    const totals = steps.map((_, index) => sumOf(some.map(({ values }) => values[index] ?? 0n)));
    return Math.max(...totals.map(Number), 0);
  };
  const above = highestOf(bands.filter(({ isBelow }) => !isBelow));
  const below = highestOf(bands.filter(({ isBelow }) => isBelow));
  const ticks = ticksBetween(below, above, least).map((value) => ({
    value,
    text: printShort(Math.abs(value)),
  }));
  const first = names.short(steps[0] ?? 0);
  const layout = layoutOf({ width, slots: steps.length, ticks, label: first });
  const { left, slot, every, labelAt, y } = layout;

  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const within = clientX - currentTarget.getBoundingClientRect().left - left;
    const index = Math.floor(within / slot);
    setPointed(index >= 0 && index < steps.length ? index : undefined);
  };

  return (
    <div ref={ref} className={styles.chart}>
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={HEIGHT}
        onPointerMove={point}
        onPointerLeave={() => setPointed(undefined)}
      >
        {ticks.map(({ value, text }) => (
          <g key={value}>
            <line
              className={styles.line}
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
        {pointed !== undefined && (
          <rect
            className={styles.pointed}
            x={left + pointed * slot}
            y={TOP}
            width={slot}
            height={HEIGHT - TOP - BOTTOM}
          />
        )}
        {steps.map((at, index) => {
          const x = left + (index + 0.5) * slot;
          return (
            <g key={at}>
              <Stack bands={bands} index={index} x={x} layout={layout} />
              {index % every === 0 && (
                <text className={styles.text} x={labelAt(x)} y={HEIGHT - 6} textAnchor="middle">
                  {names.short(at)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      {pointed !== undefined && (
        <Tip
          title={names.long(steps[pointed] ?? 0)}
          bands={bands}
          index={pointed}
          print={print}
          x={left + (pointed + 0.5) * slot}
          width={width}
        />
      )}
    </div>
  );
}

/** The bands of one step, one on top of the other; some hang below the axis. */
function Stack({
  bands,
  index,
  x,
  layout: { bar, isDense, y },
}: {
  bands: readonly Band[];
  index: number;
  x: number;
  layout: Layout;
}) {
  let [top, bottom] = [0, 0];
  return bands.map(({ label, color, values, isBelow }) => {
    const value = Number(values[index] ?? 0n);
    if (value <= 0) return null;
    if (isBelow) bottom -= value;
    else top += value;
    const upper = y(isBelow ? bottom + value : top);
    const lower = y(isBelow ? bottom : top - value);
    return (
      <rect
        key={label}
        x={x - bar / 2}
        y={upper}
        width={bar}
        // A value that is there is seen, however small it is.
        height={Math.max(lower - upper, 1)}
        rx={isDense ? 0 : 2}
        shapeRendering={isDense ? 'crispEdges' : undefined}
        fill={color}
      />
    );
  });
}
