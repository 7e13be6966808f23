// The same figures as a table: exact, and for who cannot see the picture.
import { Table } from '@mantine/core';
import { useMessages } from '../../../i18n/messages.ts';
import { messages } from '../messages.ts';
import type { ChartProps } from './bar-chart.tsx';
import styles from './chart.module.css';
import { useStepNames } from './step-names.ts';

export function ChartTable({ label, step, steps, bands, print }: ChartProps & { label: string }) {
  const say = useMessages(messages);
  const names = useStepNames(step, steps.length);
  const shown = steps
    .map((at, index) => ({ at, index }))
    .filter(({ index }) => bands.some(({ values }) => (values[index] ?? 0n) !== 0n));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className={styles.table} tabIndex={0} aria-label={label}>
      <Table stickyHeader fz="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say.time}</Table.Th>
            {bands.map((band) => (
              <Table.Th key={band.label} ta="right">
                {band.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(({ at, index }) => (
            <Table.Tr key={at}>
              <Table.Td>{names.long(at)}</Table.Td>
              {bands.map((band) => (
                <Table.Td key={band.label} ta="right">
                  {print(band.values[index] ?? 0n)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
