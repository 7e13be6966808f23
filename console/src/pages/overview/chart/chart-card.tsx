// A chart with its heading, its legend with totals, and the same as a table.
import { Box, Button, Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../../i18n/messages.ts';
import { sumOf } from '../figures.ts';
import { messages } from '../messages.ts';
import { BarChart, type ChartProps } from './bar-chart.tsx';
import { ChartTable } from './chart-table.tsx';

export function ChartCard({
  title,
  nothing,
  aside,
  ...chart
}: ChartProps & {
  title: string;
  /** What to say when there is nothing to draw. */
  nothing: string;
  aside?: ReactNode;
}) {
  const say = useMessages(messages);
  const [isTable, setTable] = useState(false);
  const { bands, print } = chart;
  const totals = bands.map(({ label, color, values }) => ({ label, color, total: sumOf(values) }));
  const isEmpty = totals.every(({ total }) => total === 0n);
  const summary = totals.map(({ label, total }) => `${label} ${print(total)}`).join(', ');
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      <Group justify="space-between" mb="xs" mih={30}>
        <Title order={2} size="h4">
          {title}
        </Title>
        <Group gap="xs">
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
        <Stack gap="sm">
          <Group gap="4px 18px">
            {totals.map(({ label, color, total }) => (
              <Group key={label} gap={7} wrap="nowrap">
                <Box w={10} h={10} bg={color} bdrs={3} />
                <Text size="sm" c="dimmed">
                  {label}
                </Text>
                <Text size="sm" fw={600}>
                  {print(total)}
                </Text>
              </Group>
            ))}
          </Group>
          {isTable ? (
            <ChartTable {...chart} label={title} />
          ) : (
            <BarChart {...chart} label={`${title}: ${summary}`} />
          )}
        </Stack>
      )}
    </Paper>
  );
}
