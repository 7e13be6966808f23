// All entries that the filters leave, in the order of the list, as a file.
import { Button, Menu } from '@mantine/core';
import { address } from '../api.ts';
import { DownloadIcon } from '../components/icons.tsx';
import { useDownload } from '../download.ts';
import type { Endpoint, PathWith } from '../endpoint.ts';
import { useMessages } from './messages.ts';

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
