// An address without a page.
import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { Empty } from '../components/empty.tsx';
import { useMessages } from './messages.ts';

export function NotFound() {
  const say = useMessages();
  return (
    <Empty title={say.notFound} about={say.notFoundAbout}>
      <Button component={Link} to="/" variant="light" mt="sm">
        {say.toStart}
      </Button>
    </Empty>
  );
}
