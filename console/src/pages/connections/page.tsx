// Where a project's restrictions and events are told.
import { Stack } from '@mantine/core';
import { NotificationsIcon, ServersIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { useWords } from '../../i18n/words.ts';
import { useProject } from '../../place.tsx';
import { ReceiverCard } from './receiver-card.tsx';
import { words } from './words.ts';

export function Page() {
  const say = useWords(words);
  const { game_index, name } = useProject();
  const project = `/projects/${game_index}`;
  return (
    <>
      <PageTitle title={say.title} about={say.about(name)} />
      <Stack gap="lg">
        <ReceiverCard
          path={`${project}/game-server`}
          testPath={`${project}/outbox/restriction/test`}
          isTested
          icon={ServersIcon}
          title={say.server}
          about={say.serverAbout}
          none={say.serverNone}
          noneAbout={say.serverNoneAbout}
          removal={say.serverRemove}
        />
        <ReceiverCard
          path={`${project}/events`}
          testPath={`${project}/outbox/purchase/test`}
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
