// The receivers of a project's restrictions and purchase events.
import { Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { AddButton } from '../../components/add-button.tsx';
import { NotificationsIcon, ServersIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { useCan, useProject } from '../../place.tsx';
import { partsOf, useReceivers } from '../../receivers.ts';
import { useMessages } from './messages.ts';
import { ReceiverCard } from './receiver-card.tsx';
import { ReceiverDialog } from './receiver-dialog.tsx';

export function Page() {
  const say = useMessages();
  const { name, game_index } = useProject();
  const named = useReceivers(game_index).filter(({ channel }) => partsOf(channel).name);
  return (
    <>
      <PageTitle title={say.title} about={say.about(name)} />
      <Stack gap="lg">
        <ReceiverCard
          channel="restriction"
          example="https://game.example.com/restrictions"
          icon={ServersIcon}
          title={say.server}
          about={say.serverAbout}
          none={say.serverNone}
          noneAbout={say.serverNoneAbout}
          removal={say.serverRemove}
        />
        <ReceiverCard
          channel="purchase"
          example="https://game.example.com/events"
          icon={NotificationsIcon}
          title={say.events}
          about={say.eventsAbout}
          none={say.eventsNone}
          noneAbout={say.eventsNoneAbout}
          removal={say.eventsRemove}
        />
        {named.map(({ channel }) => (
          <NamedCard key={channel} channel={channel} />
        ))}
        <AddReceiver />
      </Stack>
    </>
  );
}

function NamedCard({ channel: receiver }: { channel: string }) {
  const say = useMessages();
  const { channel, name = '' } = partsOf(receiver);
  const isServer = channel === 'restriction';
  return (
    <ReceiverCard
      channel={receiver}
      example={`https://${name}.example.com/${isServer ? 'restrictions' : 'events'}`}
      icon={isServer ? ServersIcon : NotificationsIcon}
      title={say.namedOf(isServer ? say.server : say.events, name)}
      about={isServer ? say.serverAbout : say.eventsAbout}
      none={say.eventsNone}
      noneAbout={say.eventsNoneAbout}
      removal={say.namedRemove}
    />
  );
}

/** Beside the first one of a channel. */
function AddReceiver() {
  const say = useMessages();
  const can = useCan();
  const [isAdding, { open, close }] = useDisclosure(false);
  const [key, setKey] = useState<string>();
  if (!can('admin')) return null;
  return (
    <Group>
      <AddButton label={say.add} onClick={open} />
      <ReceiverDialog
        title={say.add}
        example="https://analytics.example.com/events"
        receiver={undefined}
        opened={isAdding}
        onSaved={(made) => setKey(made.key)}
        onClose={close}
      />
      <SecretOnce
        title={say.made}
        secrets={key === undefined ? undefined : { [say.key]: key }}
        onDone={() => setKey(undefined)}
      />
    </Group>
  );
}
