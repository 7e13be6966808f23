// What can be done with a row of a table: small buttons at its end, for those who may.
import { Button, Group } from '@mantine/core';
import type { Column } from './data-table.tsx';

interface RowAction {
  readonly label: string;
  /** Names the row too, for screen readers, which read one button at a time. */
  readonly about: string;
  readonly onClick: () => void;
}

/** The last column, or none. */
export function actionsColumn<T>(
  isOffered: boolean,
  actionsOf: (row: T) => readonly RowAction[],
): readonly Column<T>[] {
  if (!isOffered) return [];
  const cell = (row: T) => (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {actionsOf(row).map(({ label, about, onClick }) => (
        <Button key={label} size="xs" variant="default" aria-label={about} onClick={onClick}>
          {label}
        </Button>
      ))}
    </Group>
  );
  return [{ label: '', align: 'right', cell }];
}
