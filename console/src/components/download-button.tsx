// A file of the admin API: the browser fetches it by itself, however large it is.
import { Button } from '@mantine/core';
import { address, type Query } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { DownloadIcon } from './icons.tsx';
import { words } from './words.ts';

export function DownloadButton({
  path,
  query,
  label,
}: {
  path: string;
  query?: Query;
  label?: string;
}) {
  const say = useWords(words);
  return (
    <Button
      component="a"
      href={address(path, query)}
      download
      variant="default"
      leftSection={<DownloadIcon size={16} />}
    >
      {label ?? say.download}
    </Button>
  );
}
