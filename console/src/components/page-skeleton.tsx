// The shape of a page that is on its way.
import { Skeleton, Stack } from '@mantine/core';
import { useMessages } from './messages.ts';

export function PageSkeleton() {
  const say = useMessages();
  return (
    <Stack role="status" aria-label={say.loading}>
      <Skeleton height={32} width={240} />
      <Skeleton height={16} width="60%" />
      <Skeleton height={260} mt="md" />
    </Stack>
  );
}
