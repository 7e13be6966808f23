// A chart over time: stacked bars and lines; the pointer or the arrow keys choose a period and show its values.
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useId,
  useMemo,
  useRef,
} from 'react';
import { useLocation } from 'wouter';
import styles from './chart.module.css';
import { useCursor } from './cursor.tsx';
import { BOTTOM, HEIGHT, layoutOf, TOP } from './layout.ts';
import { useMessages } from './messages.ts';
import { PATTERNS, Pattern } from './patterns.tsx';
import { Plot } from './plot.tsx';
import { ticksBetween } from './scale.ts';
import { type ChartProps, extentOf } from './series.ts';
import { Tip, tipRows } from './tip.tsx';
import { useWidth } from './use-width.ts';

const PAGE = 7;

export function TimeChart({
  title,
  label,
  left = 0,
  ...chart
}: ChartProps & {
  readonly title: string;
  /** What the picture says, for who cannot see it. */
  readonly label: string;
  /** Where the first period begins at least, so that charts above each other align. */
  readonly left?: number;
}) {
  const say = useMessages();
  const { ref, width } = useWidth();
  const [cursor, setCursor] = useCursor();
  const [, navigate] = useLocation();
  const touched = useRef<number>(undefined);
  const id = useId();
  const { periods, series, opens } = chart;
  const { ticks, layout } = usePicture(chart, width, left);
  const last = periods.length - 1;
  const looked = cursor !== undefined && cursor <= last ? cursor : undefined;
  const rows = looked === undefined ? [] : tipRows(chart, looked, say.total);
  const name = looked === undefined ? '' : (periods[looked]?.long ?? '');

  const indexAt = ({ clientX, currentTarget }: MouseEvent<HTMLDivElement>): number | undefined => {
    const box = currentTarget.getBoundingClientRect();
    const index = Math.floor((clientX - box.left - layout.left) / layout.slot);
    return index >= 0 && index <= last ? index : undefined;
  };
  const press = (event: PointerEvent<HTMLDivElement>) => {
    // A finger has no hover: its first tap shows the values, the second opens.
    touched.current = event.pointerType === 'touch' ? cursor : indexAt(event);
    setCursor(indexAt(event));
  };
  const click = (event: MouseEvent<HTMLDivElement>) => {
    const index = indexAt(event);
    if (index === undefined || touched.current !== index || !opens) return;
    const place = (event.target as Element).getAttribute('data-series');
    navigate(opens(index, place === null ? undefined : series[Number(place)]?.id));
  };
  const type = (event: KeyboardEvent) => {
    const from = looked ?? last + 1;
    const to: Readonly<Record<string, number>> = {
      ArrowLeft: from - 1,
      ArrowDown: from - 1,
      ArrowRight: from + 1,
      ArrowUp: from + 1,
      PageDown: from - PAGE,
      PageUp: from + PAGE,
      Home: 0,
      End: last,
    };
    const next = to[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setCursor(Math.max(0, Math.min(next, last)));
    } else if (event.key === 'Escape') setCursor(undefined);
    else if (event.key === 'Enter' && opens && looked !== undefined) navigate(opens(looked));
  };

  return (
    <div
      ref={ref}
      className={styles.chart}
      role="slider"
      tabIndex={0}
      aria-label={say.choose(title)}
      aria-valuemin={1}
      aria-valuemax={periods.length}
      aria-valuenow={(looked ?? last) + 1}
      aria-valuetext={[name, ...rows.map((row) => `${row.label} ${row.value}`)].join(', ')}
      onKeyDown={type}
      onPointerMove={(event) => event.pointerType !== 'touch' && setCursor(indexAt(event))}
      onPointerDown={press}
      onPointerLeave={(event) => event.pointerType !== 'touch' && setCursor(undefined)}
      onClick={click}
      onBlur={() => setCursor(undefined)}
    >
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        width={width}
        height={HEIGHT}
        data-opens={opens && looked !== undefined ? true : undefined}
      >
        <defs>
          {series.slice(0, PATTERNS).map(({ label: each }, index) => (
            <Pattern key={each} id={`${id}${index}`} index={index} />
          ))}
        </defs>
        {looked !== undefined && (
          <>
            <rect
              className={styles.pointed}
              x={layout.left + looked * layout.slot}
              y={TOP}
              width={layout.slot}
              height={HEIGHT - TOP - BOTTOM}
            />
            <line
              className={styles.cursor}
              x1={layout.x(looked)}
              x2={layout.x(looked)}
              y1={TOP}
              y2={HEIGHT - BOTTOM}
            />
          </>
        )}
        <Plot periods={periods} series={series} ticks={ticks} layout={layout} id={id} />
      </svg>
      {looked !== undefined && (
        <Tip
          title={name}
          rows={rows}
          series={series}
          x={layout.x(looked)}
          width={width}
          hint={opens && say.opens}
        />
      )}
    </div>
  );
}

function usePicture(
  { periods, series, printShort, least, round }: ChartProps,
  width: number,
  left: number,
) {
  return useMemo(() => {
    const { above, below } = extentOf(series, periods.length);
    const ticks = ticksBetween(below, above, least, round).map((value) => ({
      value,
      text: printShort(value),
    }));
    const labels = periods.map(({ short }) => short);
    const layout = layoutOf({ width, slots: periods.length, ticks, labels, least: left });
    return { ticks, layout };
  }, [periods, series, printShort, least, round, width, left]);
}
