// A chart with its heading, its legend with figures, and the same as a table.
import { Anchor, Button, Center, Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import styles from './chart.module.css';
import { Legend } from './legend.tsx';
import { useMessages } from './messages.ts';
import { type ChartProps, figureOf, type Series } from './series.ts';
import { TimeChart } from './time-chart.tsx';

export function ChartCard({
  title,
  nothing,
  beside,
  aside,
  covers,
  left,
  details,
  ...chart
}: ChartProps & {
  title: string;
  /** Below the heading: which currencies it is of, what it counts. */
  covers?: ReactNode;
  /** What to say when there is nothing to draw. */
  nothing: string;
  /** Beside the heading. */
  beside?: ReactNode;
  aside?: ReactNode;
  left?: number;
  /** What the table shows, where it is more than the chart. */
  details?: readonly Series[];
}) {
  const say = useMessages();
  const [isTable, setTable] = useState(false);
  const { series, print } = chart;
  const isEmpty = series.every(({ values }) => values.every((value) => !value));
  const summary = series
    .map((each) => {
      const figure = figureOf(each);
      return figure === null ? each.label : `${each.label} ${print(figure)}`;
    })
    .join(', ');
  return (
    <Paper withBorder p="lg" component="section" aria-label={title} className={styles.card}>
      <Group justify="space-between" align="flex-start" mb="xs" mih={30} gap="xs" wrap="nowrap">
        <div>
          <Group gap={4} wrap="nowrap">
            <Title order={2} size="h4">
              {title}
            </Title>
            {beside}
          </Group>
          {covers && (
            <Text size="xs" c="dimmed">
              {covers}
            </Text>
          )}
        </div>
        <Group gap="xs" wrap="nowrap" mt={2} className={styles.actions}>
          {aside}
          {!isEmpty && (
            <Button
              size="compact-xs"
              variant="default"
              aria-pressed={isTable}
              onClick={() => setTable(!isTable)}
            >
              {say.asTable}
            </Button>
          )}
        </Group>
      </Group>
      {isEmpty ? (
        <Center mih={200}>
          <Text size="sm" c="dimmed" ta="center" maw={320}>
            {nothing}
          </Text>
        </Center>
      ) : (
        <Stack gap="sm" justify="space-between" className={styles.content}>
          <Legend series={series} print={print} />
          {isTable ? (
            <ChartTable {...chart} series={details ?? series} label={title} />
          ) : (
            <TimeChart {...chart} title={title} label={`${title}: ${summary}`} left={left} />
          )}
        </Stack>
      )}
    </Paper>
  );
}

type TableProps = Pick<ChartProps, 'periods' | 'series' | 'print' | 'opens'>;

function ChartTable({ label, periods, series, print, opens }: TableProps & { label: string }) {
  const say = useMessages();
  const shown = periods
    .map(({ key, long }, index) => ({ key, long, index }))
    .filter(({ index }) => series.some(({ values }) => (values[index] ?? 0n) !== 0n));
  const link = (index: number, id: string | undefined, text: ReactNode) =>
    opens ? (
      <Anchor component={Link} to={opens(index, id)} fz="xs" c="inherit" underline="always">
        {text}
      </Anchor>
    ) : (
      text
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className={styles.table} tabIndex={0} aria-label={label}>
      <Table stickyHeader fz="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say.time}</Table.Th>
            {series.map((each) => (
              <Table.Th key={each.label} ta="right">
                {each.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(({ key, long, index }) => (
            <Table.Tr key={key}>
              <Table.Td>{link(index, undefined, long)}</Table.Td>
              {series.map((each) => {
                const value = each.values[index];
                const text = value === undefined ? '–' : print(value);
                return (
                  <Table.Td key={each.label} ta="right">
                    {each.id !== undefined && value ? link(index, each.id, text) : text}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
