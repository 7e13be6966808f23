// Asks for the comment of a release, of one player or of many.
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMessages } from './messages.ts';

export interface ReleaseValues {
  readonly comment: string;
}

export function ReleaseForm({
  form,
  about,
  action,
  release,
  onClose,
}: {
  form: UseFormReturnType<ReleaseValues>;
  about: string;
  action: string;
  release: { readonly isPending: boolean; mutate(values: ReleaseValues): void };
  onClose: () => void;
}) {
  const say = useMessages();
  return (
    <form onSubmit={form.onSubmit((values) => release.mutate(values))}>
      <Stack>
        <Text size="sm">{about}</Text>
        <Textarea
          label={say.comment}
          description={say.commentAbout}
          autosize
          minRows={2}
          maxLength={1_000}
          data-autofocus
          {...form.getInputProps('comment')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {say.cancel}
          </Button>
          <Button type="submit" loading={release.isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
