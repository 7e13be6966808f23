// A list as a part of a page, with the button that adds to it: beside the heading, or in the list while it is empty.
import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { DataTable, type DataTableProps, listOf } from './data-table.tsx';

export function TableCard<T>({
  title,
  about,
  aside,
  create,
  children,
  label = title,
  empty,
  ...table
}: Omit<DataTableProps<T>, 'label'> & {
  title: string;
  about?: ReactNode;
  aside?: ReactNode;
  create?: ReactNode;
  /** Dialogs. */
  children?: ReactNode;
  label?: string;
}) {
  const { items } = listOf(table.source);
  return (
    <Card title={title} about={about} aside={aside ?? (items.length > 0 && create)}>
      <DataTable {...table} label={label} empty={empty && { children: create, ...empty }} />
      {children}
    </Card>
  );
}
