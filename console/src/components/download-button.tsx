// A file of the admin API as a button.
import { Button } from '@mantine/core';
import { address } from '../api.ts';
import { useDownload } from '../download.ts';
import type { Endpoint, PathWith, Query } from '../endpoint.ts';
import { DownloadIcon } from './icons.tsx';
import { useMessages } from './messages.ts';

export function DownloadButton<P extends PathWith<'GET'>>({
  from,
  query,
  label,
}: {
  from: Endpoint<P>;
  query?: Query<P>;
  label?: string;
}) {
  const say = useMessages();
  const { onClick, isPending } = useDownload();
  return (
    <Button
      component="a"
      href={address(from, query)}
      download
      onClick={onClick}
      loading={isPending}
      variant="default"
      leftSection={<DownloadIcon size={16} />}
    >
      {label ?? say.download}
    </Button>
  );
}
