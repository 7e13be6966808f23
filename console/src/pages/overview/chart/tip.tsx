// What the pointer is on, in full.
import { Box, Group, Paper, Text } from '@mantine/core';
import { useMessages } from '../../../i18n/messages.ts';
import { sumOf } from '../figures.ts';
import { messages } from '../messages.ts';
import type { Band } from './band.ts';
import styles from './chart.module.css';

export function Tip({
  title,
  bands,
  index,
  print,
  x,
  width,
}: {
  title: string;
  bands: readonly Band[];
  index: number;
  print: (value: bigint) => string;
  x: number;
  /** Of the chart: the tip stays within. */
  width: number;
}) {
  const say = useMessages(messages);
  const shown = bands.filter(({ values }) => (values[index] ?? 0n) !== 0n);
  const total = sumOf(shown.map(({ values }) => values[index] ?? 0n));
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
      {shown.map(({ label, color, values }) => (
        <Row key={label} label={label} color={color} value={print(values[index] ?? 0n)} />
      ))}
      {shown.length !== 1 && <Row label={say.total} value={print(total)} />}
    </Paper>
  );
}

function Row({ label, color, value }: { label: string; color?: string; value: string }) {
  return (
    <Group gap="md" justify="space-between" wrap="nowrap">
      <Group gap={6} wrap="nowrap">
        {color && <Box w={8} h={8} bg={color} bdrs={2} />}
        <Text size="xs">{label}</Text>
      </Group>
      <Text size="xs" fw={600}>
        {value}
      </Text>
    </Group>
  );
}
