// Releases a player, with a comment.
import { Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { endpoint } from '../../endpoint.ts';
import { useApp } from '../../place.tsx';
import { useMessages } from './messages.ts';
import { ReleaseForm, type ReleaseValues } from './release-form.tsx';

interface ReleaseProps {
  readonly playerId: string;
  readonly onClose: () => void;
}

export function ReleaseDialog({ opened, ...release }: ReleaseProps & { opened: boolean }) {
  const say = useMessages();
  return (
    <Modal opened={opened} onClose={release.onClose} title={say.releaseTitle(release.playerId)}>
      <ReleaseOne {...release} />
    </Modal>
  );
}

function ReleaseOne({ playerId, onClose }: ReleaseProps) {
  const say = useMessages();
  const { appid } = useApp();
  const form = useForm<ReleaseValues>({ initialValues: { comment: '' } });
  const release = useAction({
    run: ({ comment }: ReleaseValues) =>
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
    <ReleaseForm
      form={form}
      about={say.releaseAbout}
      action={say.release}
      release={release}
      onClose={onClose}
    />
  );
}
