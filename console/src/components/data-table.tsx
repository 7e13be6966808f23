// A long list, one page at a time: while it loads, when it fails, when it is empty, and with the way onward.
import { ActionIcon, Group, Paper, Skeleton, Table, Text, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../i18n/messages.ts';
import type { Keyset } from '../queries.ts';
import { Failure } from './failure.tsx';
import { NextIcon, PreviousIcon } from './icons.tsx';
import { messages } from './messages.ts';

export interface Column<T> {
  readonly label: string;
  readonly cell: (row: T) => ReactNode;
  readonly align?: 'right';
  readonly width?: number | string;
}

type Source<T> = Keyset<T> | Pick<Keyset<T>, 'items' | 'isPending' | 'error' | 'retry'>;

const SKELETON_ROWS = 6;

export function DataTable<T>({
  label,
  columns,
  source,
  rowKey,
  empty,
  minWidth = 640,
}: {
  /** What the table is, for who cannot see it. */
  label: string;
  columns: readonly Column<T>[];
  /** From `useKeyset`, or the same four fields of a short list. */
  source: Source<T>;
  rowKey: (row: T) => string | number;
  /** An `<Empty>`. */
  empty: ReactNode;
  minWidth?: number;
}) {
  const say = useMessages(messages);
  const { items, isPending, error, retry } = source;
  if (error && items.length === 0) return <Failure error={error} retry={retry} />;
  const isEmpty = !isPending && items.length === 0;
  const isTurning = 'isTurning' in source && source.isTurning;
  return (
    <Paper withBorder className="table">
      {isEmpty ? (
        empty
      ) : (
        <Table.ScrollContainer minWidth={minWidth} type="native">
          <Table verticalSpacing="sm" horizontalSpacing="md" highlightOnHover aria-label={label}>
            <Table.Thead>
              <Table.Tr>
                {columns.map((column) => (
                  <Table.Th key={column.label} w={column.width} ta={column.align}>
                    {column.label}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody aria-busy={isPending || isTurning} data-turning={isTurning || undefined}>
              {isPending ? (
                <SkeletonRows columns={columns.length} />
              ) : (
                items.map((row) => (
                  <Table.Tr key={rowKey(row)}>
                    {columns.map((column) => (
                      <Table.Td key={column.label} ta={column.align}>
                        {column.cell(row)}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))
              )}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {'number' in source && (source.next || source.previous) && (
        <Group justify="flex-end" gap="xs" px="md" py="xs" className="pager">
          <Text size="sm" c="dimmed" aria-live="polite">
            {say.page(source.number)}
          </Text>
          <Turn label={say.previous} turn={source.previous} icon={<PreviousIcon />} />
          <Turn label={say.next} turn={source.next} icon={<NextIcon />} />
        </Group>
      )}
    </Paper>
  );
}

function Turn({
  label,
  turn,
  icon,
}: {
  label: string;
  turn: (() => void) | undefined;
  icon: ReactNode;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" aria-label={label} disabled={!turn} onClick={turn}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: SKELETON_ROWS }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have no other name
    <Table.Tr key={row}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells without content have no other name
        <Table.Td key={column}>
          <Skeleton height={14} my={4} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}
