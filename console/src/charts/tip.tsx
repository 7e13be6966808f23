// The values of the period that is looked at.
import { Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './chart.module.css';
import { Swatch } from './legend.tsx';
import { useMessages } from './messages.ts';
import { barsOf, type ChartProps, reachOf } from './series.ts';

export interface TipRow {
  readonly label: string;
  readonly value: string;
  /** The place of the series in the chart; absent for the total. */
  readonly index?: number;
}

/** What is zero is left out, unless everything is. */
export function tipRows(
  { series, print, hasTotal = true }: Pick<ChartProps, 'series' | 'print' | 'hasTotal'>,
  index: number,
  total: string,
): readonly TipRow[] {
  const rows = series.flatMap(({ label, values, as }, place) => {
    const value = values[index];
    const isShown = value !== undefined && (as !== undefined || value !== 0n);
    return isShown ? [{ label, value: print(value), index: place }] : [];
  });
  const bars = barsOf(series);
  const { up, down } = reachOf(bars, index);
  const shown = rows.filter((row) => series[row.index]?.as === undefined);
  if (!hasTotal || bars.length === 0 || shown.length === 1) return rows;
  return [...rows, { label: total, value: print(up - down) }];
}

export function Tip({
  title,
  rows,
  series,
  x,
  width,
  hint,
}: {
  title: string;
  rows: readonly TipRow[];
  series: ChartProps['series'];
  x: number;
  /** Of the chart: the tip stays within. */
  width: number;
  /** What a click does. */
  hint?: ReactNode;
}) {
  const say = useMessages();
  const isRight = x > width / 2;
  return (
    <Paper
      withBorder
      shadow="md"
      p="xs"
      className={styles.tip}
      style={isRight ? { right: width - x + 12 } : { left: x + 12 }}
    >
      <Text size="xs" fw={600}>
        {title}
      </Text>
      {rows.length === 0 && <Text size="xs">{say.noValue}</Text>}
      {rows.map(({ label, value, index }) => {
        const shown = index === undefined ? undefined : series[index];
        return (
          <Group key={label} gap="md" justify="space-between" wrap="nowrap">
            <Group gap={6} wrap="nowrap">
              {shown && index !== undefined && <Swatch series={shown} index={index} />}
              <Text size="xs">{label}</Text>
            </Group>
            <Text size="xs">{value}</Text>
          </Group>
        );
      })}
      {hint && (
        <Text size="xs" c="dimmed" mt={2}>
          {hint}
        </Text>
      )}
    </Paper>
  );
}
