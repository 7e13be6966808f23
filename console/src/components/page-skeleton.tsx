// The shape of a page that is on its way.
import { Skeleton, Stack } from '@mantine/core';
import { useMessages } from '../i18n/messages.ts';
import { messages } from './messages.ts';

export function PageSkeleton() {
  const say = useMessages(messages);
  return (
    <Stack role="status" aria-label={say.loading}>
      <Skeleton height={32} width={240} />
      <Skeleton height={16} width="60%" />
      <Skeleton height={260} mt="md" />
    </Stack>
  );
}
