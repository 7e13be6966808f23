// A file of the admin API: the browser fetches it by itself, however large it is.
import { Button } from '@mantine/core';
import { address } from '../api.ts';
import type { Endpoint, PathWith, Query } from '../endpoint.ts';
import { useMessages } from '../i18n/messages.ts';
import { DownloadIcon } from './icons.tsx';
import { messages } from './messages.ts';

export function DownloadButton<P extends PathWith<'GET'>>({
  from,
  query,
  label,
}: {
  from: Endpoint<P>;
  query?: Query<P>;
  label?: string;
}) {
  const say = useMessages(messages);
  return (
    <Button
      component="a"
      href={address(from, query)}
      download
      variant="default"
      leftSection={<DownloadIcon size={16} />}
    >
      {label ?? say.download}
    </Button>
  );
}
