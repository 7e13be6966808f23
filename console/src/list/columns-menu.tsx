// Which columns of a list show.
import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import type { Column } from '../components/data-table.tsx';
import { ColumnsIcon } from '../components/icons.tsx';
import { useMessages } from './messages.ts';

export function ColumnsMenu<T>({
  columns,
  hidden,
  onChange,
}: {
  columns: readonly Column<T>[];
  /** Ids of columns. */
  hidden: readonly string[];
  onChange: (hidden: readonly string[]) => void;
}) {
  const say = useMessages();
  const choices = columns.flatMap(({ id, label }) => (id === undefined ? [] : [{ id, label }]));
  const toggle = (id: string) =>
    onChange(hidden.includes(id) ? hidden.filter((each) => each !== id) : [...hidden, id]);
  return (
    <Popover position="bottom-end" withinPortal trapFocus>
      <Popover.Target>
        <Button variant="subtle" size="xs" leftSection={<ColumnsIcon size={15} />}>
          {say.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={say.columns}>
        <Stack gap="xs">
          {choices.map(({ id, label }) => (
            <Checkbox
              key={id}
              size="sm"
              label={label}
              checked={!hidden.includes(id)}
              onChange={() => toggle(id)}
            />
          ))}
          {hidden.length > 0 && (
            <Button size="compact-xs" variant="subtle" onClick={() => onChange([])}>
              {say.showAll}
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
