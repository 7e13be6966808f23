// A file of the admin API: the browser fetches it by itself, however large it is.
import { Button } from '@mantine/core';
import { address } from '../api.ts';
import type { Endpoint, PathWith, Query } from '../endpoint.ts';
import { useWords } from '../i18n/words.ts';
import { DownloadIcon } from './icons.tsx';
import { words } from './words.ts';

export function DownloadButton<P extends PathWith<'GET'>>({
  from,
  query,
  label,
}: {
  from: Endpoint<P>;
  query?: Query<P>;
  label?: string;
}) {
  const say = useWords(words);
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
