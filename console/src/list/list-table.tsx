// A list that is sorted, counted and exported, and that shows new entries by itself.
import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Column, DataTable, type DataTableProps } from '../components/data-table.tsx';
import type { EmptyProps } from '../components/empty.tsx';
import type { Endpoint, Item, PagedPath, PathWith, Query } from '../endpoint.ts';
import { useFilters } from '../filters.ts';
import { useFormat } from '../i18n/format.ts';
import { useGet, useKeyset } from '../queries.ts';
import { ColumnsMenu, ExportMenu } from './menus.tsx';

/** Lists that can be counted, and read as a file: `…/count` and `…/file` lie below them. */
type ListPath = {
  [P in PagedPath]: `${P}/count` | `${P}/file` extends PathWith<'GET'> ? P : never;
}[PagedPath];
type CountPath = `${ListPath}/count` & PathWith<'GET'>;

interface ListTableProps<P extends ListPath> {
  readonly label: string;
  /** “1,302 purchases”. */
  readonly counted: (count: string) => string;
  readonly at: Endpoint<P>;
  /** What the file may be, with what the query says of it. */
  readonly formats?: readonly ('CSV' | 'NDJSON')[];
  readonly filters: Query<P>;
  /** In which order it is read at first. */
  readonly sort: string;
  readonly columns: readonly Column<Item<P>>[];
  readonly rowKey: (row: Item<P>) => string | number;
  readonly empty: EmptyProps;
  readonly actions?: DataTableProps<Item<P>>['actions'];
  readonly minWidth?: number;
  /** What can be done with chosen rows. */
  readonly children?: ReactNode;
}

/** How often new entries are looked for. */
const LIVE = { refetchInterval: 5_000 };

export function ListTable<P extends ListPath>(props: ListTableProps<P>) {
  const { label, counted, at, filters, columns } = props;
  const [{ sort, hide }, change] = useFilters(['sort', 'hide']);
  const hidden = hide === '' ? [] : hide.split('.');
  const known = columns.flatMap(({ sorts = [] }) => sorts);
  const order = known.includes(sort) ? sort : props.sort;
  const query = { ...filters, sort: order } as Query<P>;
  const source = useKeyset(at, query, LIVE);
  const shown = columns.filter(({ id }) => id === undefined || !hidden.includes(id));
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs" mih={30}>
        <Total at={`${at}/count` as Endpoint<CountPath>} query={query} counted={counted} />
        <Group gap={4}>
          {props.children}
          <ColumnsMenu
            columns={columns}
            hidden={hidden}
            onChange={(ids) => change({ hide: ids.join('.') })}
          />
          <ExportMenu
            from={`${at}/file` as Endpoint<PathWith<'GET'>>}
            query={query}
            formats={props.formats}
          />
        </Group>
      </Group>
      <DataTable
        label={label}
        columns={shown}
        source={source}
        rowKey={props.rowKey}
        empty={props.empty}
        actions={props.actions}
        minWidth={props.minWidth}
        sorting={{
          value: order,
          onChange: (chosen) => change({ sort: chosen === props.sort ? '' : chosen }),
        }}
      />
    </Stack>
  );
}

/** By itself, so that the rows are not drawn again when it arrives. */
function Total({
  at,
  query,
  counted,
}: {
  at: Endpoint<CountPath>;
  query: object;
  counted: (count: string) => string;
}) {
  const format = useFormat();
  const total = useGet(at, query as Query<CountPath>, LIVE).data;
  return (
    <Text size="sm" c="dimmed" aria-live="polite">
      {total && counted(`${format.number(total.count)}${total.is_exact ? '' : '+'}`)}
    </Text>
  );
}
