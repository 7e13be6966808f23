// What each colour and pattern of a chart stands for, with its figure.
import { Group, Text } from '@mantine/core';
import { useId } from 'react';
import { dashOf, Pattern, patternOf } from './patterns.tsx';
import { type ChartProps, figureOf, type Series } from './series.ts';

const [WIDTH, HEIGHT] = [16, 12];

export function Legend({ series, print }: Pick<ChartProps, 'series' | 'print'>) {
  return (
    <Group gap="4px 18px">
      {series.map((each, index) => {
        const figure = figureOf(each);
        return (
          <Group key={each.label} gap={7} wrap="nowrap">
            <Swatch series={each} index={index} />
            <Text size="sm" c="dimmed">
              {each.label}
            </Text>
            {figure !== null && <Text size="sm">{print(figure)}</Text>}
          </Group>
        );
      })}
    </Group>
  );
}

/** A piece of the bar or line of a series; `index` is its place in the chart. */
export function Swatch({ series, index }: { series: Series; index: number }) {
  const id = useId();
  const { as, color } = series;
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true" style={{ flex: 'none' }}>
      {as ? (
        <line
          x1={0}
          x2={WIDTH}
          y1={HEIGHT / 2}
          y2={HEIGHT / 2}
          stroke={color}
          strokeWidth={2.5}
          strokeDasharray={dashOf(series, index)}
        />
      ) : (
        <>
          <rect width={WIDTH} height={HEIGHT} rx={3} fill={color} />
          {patternOf(index) > 0 && (
            <>
              <defs>
                <Pattern id={id} index={index} />
              </defs>
              <rect width={WIDTH} height={HEIGHT} rx={3} fill={`url(#${id})`} />
            </>
          )}
        </>
      )}
    </svg>
  );
}
