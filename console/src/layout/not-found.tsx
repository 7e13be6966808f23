// An address without a page.
import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { Empty } from '../components/empty.tsx';
import { useWords } from '../i18n/words.ts';
import { words } from './words.ts';

export function NotFound() {
  const say = useWords(words);
  return (
    <Empty title={say.notFound} about={say.notFoundAbout}>
      <Button component={Link} to="/" variant="light" mt="sm">
        {say.toStart}
      </Button>
    </Empty>
  );
}
