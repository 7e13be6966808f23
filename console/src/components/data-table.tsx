// A long list, one page at a time: while it loads, when it fails, when it is empty, and with the way onward.
import {
  ActionIcon,
  Button,
  Group,
  Paper,
  Skeleton,
  Table,
  Text,
  Tooltip,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Keyset } from '../queries.ts';
import { Empty, type EmptyProps } from './empty.tsx';
import { Failure } from './failure.tsx';
import { DownIcon, NextIcon, PreviousIcon, UpIcon } from './icons.tsx';
import { useMessages } from './messages.ts';
import { useArrivals } from './use-arrivals.ts';

export interface Column<T> {
  readonly label: string;
  readonly cell: (row: T) => ReactNode;
  readonly align?: 'right';
  readonly width?: number | string;
  /** By which the reader hides it; absent: it always shows. */
  readonly id?: string;
  /** In place of the label; of the rows of the page. */
  readonly head?: (rows: readonly T[]) => ReactNode;
  /** The orders that a click on the heading goes through. */
  readonly sorts?: readonly string[];
}

export interface Sorting {
  readonly value: string;
  readonly onChange: (sort: string) => void;
}

/** From `useKeyset`; or from `useGet`, where the list is short; or what is known already. */
export type Source<T> = Keyset<T> | ShortList<T> | readonly T[];

interface ShortList<T> {
  readonly data: { readonly items: readonly T[] } | undefined;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** What can be done with a row: a small button at its end. */
export interface RowAction {
  readonly label: string;
  /** Names the row too, for screen readers, which read one button at a time. */
  readonly about: string;
  readonly onClick?: () => void;
  /** In place of `onClick`: the page that it leads to. */
  readonly to?: string;
  readonly isPending?: boolean;
  readonly variant?: 'light' | 'subtle';
  readonly color?: string;
}

export interface DataTableProps<T> {
  /** What the table is, for who cannot see it. */
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly source: Source<T>;
  readonly rowKey: (row: T) => string | number;
  /** What is said of no rows; absent where the table is left out then. */
  readonly empty?: EmptyProps;
  readonly actions?: false | ((row: T) => readonly (RowAction | false)[]);
  readonly minWidth?: number;
}

const SKELETON_ROWS = 6;

export function DataTable<T>({
  label,
  columns: own,
  source,
  rowKey,
  empty,
  actions,
  sorting,
  minWidth = 640,
}: DataTableProps<T> & { sorting?: Sorting }) {
  const say = useMessages();
  const { items, isPending, error, retry } = listOf(source);
  const isTurning = 'isTurning' in source && source.isTurning;
  const page = 'about' in source && !isTurning ? source.about : undefined;
  const { body, isNew } = useArrivals(items.map(rowKey), page);
  const columns = actions ? [...own, actionsColumn(actions, say.actions)] : own;
  if (error && items.length === 0) return <Failure error={error} retry={retry} />;
  const isEmpty = !isPending && items.length === 0;
  const hasMore = 'next' in source && source.next !== undefined;
  return (
    <Paper withBorder className="table">
      {isEmpty ? (
        hasMore ? (
          <Text size="sm" p="md">
            {say.readOn}
          </Text>
        ) : (
          empty && <Empty {...empty} />
        )
      ) : (
        // What is only for screen readers scrolls with its column, instead of widening the page.
        <Table.ScrollContainer minWidth={minWidth} type="native" pos="relative">
          <Table verticalSpacing={3} horizontalSpacing="xs" highlightOnHover aria-label={label}>
            <Table.Thead>
              <Table.Tr>
                {columns.map((column) => (
                  <Heading key={column.label} column={column} rows={items} sorting={sorting} />
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody
              ref={body}
              aria-busy={isPending || isTurning}
              data-turning={isTurning || undefined}
            >
              {isPending ? (
                <SkeletonRows columns={columns.length} />
              ) : (
                items.map((row) => (
                  <Table.Tr key={rowKey(row)} data-new={isNew(rowKey(row)) || undefined}>
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

/** What there is to show of each kind of source. */
export function listOf<T>(
  source: Source<T>,
): Pick<Keyset<T>, 'items' | 'isPending' | 'error' | 'retry'> {
  if (!('isPending' in source)) {
    return { items: source, isPending: false, error: null, retry: () => {} };
  }
  if ('items' in source) return source;
  const { data, isPending, error, refetch } = source;
  return { items: data?.items ?? [], isPending, error, retry: () => void refetch() };
}

function actionsColumn<T>(
  actionsOf: (row: T) => readonly (RowAction | false)[],
  label: string,
): Column<T> {
  const cell = (row: T) => (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {actionsOf(row).map((action) => action && <ActionButton key={action.label} {...action} />)}
    </Group>
  );
  return { label, align: 'right', cell, head: () => <VisuallyHidden>{label}</VisuallyHidden> };
}

function ActionButton({ label, about, onClick, to, isPending, ...look }: RowAction) {
  const shared = { size: 'xs', variant: 'default', 'aria-label': about, ...look } as const;
  return to === undefined ? (
    <Button loading={isPending ?? false} onClick={onClick} {...shared}>
      {label}
    </Button>
  ) : (
    <Button component={Link} to={to} {...shared}>
      {label}
    </Button>
  );
}

function Heading<T>({
  column,
  rows,
  sorting,
}: {
  column: Column<T>;
  rows: readonly T[];
  sorting: Sorting | undefined;
}) {
  const { label, head, align, width, sorts = [] } = column;
  if (!sorting || sorts.length === 0) {
    return (
      <Table.Th w={width} ta={align}>
        {head ? head(rows) : label}
      </Table.Th>
    );
  }
  const at = sorts.indexOf(sorting.value);
  const direction = sorting.value.startsWith('-') ? 'descending' : 'ascending';
  const Arrow = direction === 'descending' ? DownIcon : UpIcon;
  return (
    <Table.Th w={width} ta={align} aria-sort={at < 0 ? 'none' : direction}>
      <UnstyledButton
        className="sort"
        onClick={() => sorting.onChange(sorts[(at + 1) % sorts.length] as string)}
      >
        {label}
        <span className="sort-arrow" data-on={at >= 0 || undefined}>
          <Arrow size={12} />
        </span>
      </UnstyledButton>
    </Table.Th>
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
