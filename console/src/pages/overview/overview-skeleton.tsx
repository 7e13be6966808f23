// The shape of the overview while its figures are on their way.
import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useMessages } from './messages.ts';

export function OverviewSkeleton() {
  const say = useMessages();
  return (
    <Stack role="status" aria-label={say.title}>
      <SimpleGrid cols={{ base: 2, lg: 5 }}>
        {['a', 'b', 'c', 'd', 'e'].map((name) => (
          <Skeleton key={name} height={108} />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Skeleton height={320} />
        <Skeleton height={320} />
      </SimpleGrid>
    </Stack>
  );
}
