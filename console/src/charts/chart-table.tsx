// The same figures as a table: exact, and for who cannot see the picture.
import { Anchor, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './chart.module.css';
import { useMessages } from './messages.ts';
import type { ChartProps } from './series.ts';

type TableProps = Pick<ChartProps, 'periods' | 'series' | 'print' | 'opens'>;

export function ChartTable({
  label,
  periods,
  series,
  print,
  opens,
}: TableProps & { label: string }) {
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
