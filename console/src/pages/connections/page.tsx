// The receivers of a project's restrictions and purchase events.
import { Stack } from '@mantine/core';
import { NotificationsIcon, ServersIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { useProject } from '../../place.tsx';
import { useMessages } from './messages.ts';
import { ReceiverCard } from './receiver-card.tsx';

export function Page() {
  const say = useMessages();
  const { name } = useProject();
  return (
    <>
      <PageTitle title={say.title} about={say.about(name)} />
      <Stack gap="lg">
        <ReceiverCard
          channel="restriction"
          example="https://game.example.com/restrictions"
          isTested
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
      </Stack>
    </>
  );
}
