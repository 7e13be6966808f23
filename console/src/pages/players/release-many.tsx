// Releases the players that are chosen in the list.
import { Button, Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { endpoint } from '../../endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { appPath, useApp } from '../../place.tsx';
import { useMessages } from './messages.ts';
import { ReleaseForm, type ReleaseValues } from './release-form.tsx';

/** As many as one request takes. */
export const MOST_RELEASED = 500;

export function ReleaseMany({
  players,
  onReleased,
}: {
  players: readonly string[];
  onReleased: () => void;
}) {
  const say = useMessages();
  const format = useFormat();
  const { appid, game_index } = useApp();
  const [isOpen, dialog] = useDisclosure(false);
  const form = useForm<ReleaseValues>({ initialValues: { comment: '' } });
  const count = format.number(players.length);
  const release = useAction({
    run: ({ comment }: ReleaseValues) =>
      call('POST', endpoint('/apps/{appid}/restrictions/release', { appid }), {
        player_ids: [...players],
        ...(comment !== '' && { comment }),
      }),
    done: ({ released, not_restricted }) =>
      say.doneMany(format.number(released.length), format.number(not_restricted.length)),
    leadsTo: ({ released }) =>
      released.length === 1
        ? { to: appPath(appid, `/players/${released[0]}`), label: say.openPlayer }
        : { to: `/p/${game_index}/audit?action=restriction`, label: say.seeAudit },
    refreshes: [endpoint('/apps/{appid}/restrictions', { appid })],
    form,
    after: () => {
      dialog.close();
      onReleased();
    },
  });
  return (
    <>
      <Button size="xs" onClick={dialog.open} aria-haspopup="dialog">
        {say.releaseMany(count)}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={say.releaseManyTitle(count)}>
        <ReleaseForm
          form={form}
          about={say.releaseManyAbout}
          action={say.releaseMany(count)}
          release={release}
          onClose={dialog.close}
        />
      </Modal>
    </>
  );
}
