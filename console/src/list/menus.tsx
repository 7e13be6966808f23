// The menus of a list: which columns show, and all entries that the filters leave as a file.
import { Button, Checkbox, Menu, Popover, Stack } from '@mantine/core';
import { address } from '../api.ts';
import type { Column } from '../components/data-table.tsx';
import { ColumnsIcon, DownloadIcon } from '../components/icons.tsx';
import { useDownload } from '../download.ts';
import type { Endpoint, PathWith } from '../endpoint.ts';
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

export function ExportMenu({
  from,
  query,
  formats = ['CSV'],
}: {
  from: Endpoint<PathWith<'GET'>>;
  query: object;
  formats?: readonly string[] | undefined;
}) {
  const say = useMessages();
  const { onClick, isPending } = useDownload();
  const linkTo = (format: string): string => {
    const more = formats.length > 1 ? { format: format.toLowerCase() } : {};
    return address(from, { ...query, ...more } as never);
  };
  const look = { variant: 'subtle', size: 'xs', leftSection: <DownloadIcon size={15} /> } as const;
  if (formats.length === 1) {
    return (
      <Button
        component="a"
        href={linkTo('CSV')}
        download
        onClick={onClick}
        loading={isPending}
        {...look}
      >
        {say.exportAs('CSV')}
      </Button>
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button loading={isPending} {...look}>
          {say.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} component="a" href={linkTo(format)} download onClick={onClick}>
            {say.exportAs(format)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
