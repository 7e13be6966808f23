// Releases a player, with a comment.
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { endpoint } from '../../endpoint.ts';
import { useMessages } from '../../i18n/messages.ts';
import { useApp } from '../../place.tsx';
import { messages } from './messages.ts';

interface ReleaseProps {
  readonly playerId: string;
  readonly onClose: () => void;
}

export function ReleaseDialog({ opened, ...release }: ReleaseProps & { opened: boolean }) {
  const say = useMessages(messages);
  return (
    <Modal opened={opened} onClose={release.onClose} title={say.releaseTitle(release.playerId)}>
      <ReleaseForm {...release} />
    </Modal>
  );
}

function ReleaseForm({ playerId, onClose }: ReleaseProps) {
  const say = useMessages(messages);
  const { appid } = useApp();
  const form = useForm({ initialValues: { comment: '' } });
  const release = useAction({
    run: ({ comment }: { comment: string }) =>
      call(
        'POST',
        endpoint('/apps/{appid}/players/{player_id}/release', { appid, player_id: playerId }),
        comment === '' ? {} : { comment },
      ),
    done: say.doneRelease(playerId),
    refreshes: [
      endpoint('/apps/{appid}/restrictions', { appid }),
      endpoint('/apps/{appid}/players/{player_id}', { appid, player_id: playerId }),
    ],
    form,
    after: onClose,
  });
  return (
    <form onSubmit={form.onSubmit((values) => release.mutate(values))}>
      <Stack>
        <Text size="sm">{say.releaseAbout}</Text>
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
            {say.release}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
