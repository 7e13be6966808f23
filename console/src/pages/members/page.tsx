// Who belongs to a project, and who is invited.

import { Paper, Stack } from '@mantine/core';
import { useState } from 'react';
import { AddButton } from '../../components/add-button.tsx';
import { Empty } from '../../components/empty.tsx';
import { MembersIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { useCan, useProject } from '../../place.tsx';
import { InvitationsCard } from './invitations-card.tsx';
import { InviteDialog, type NewInvitation } from './invite-dialog.tsx';
import { MembersCard } from './members-card.tsx';
import { useMessages } from './messages.ts';
import { SecondFactorCard } from './second-factor-card.tsx';

export function Page() {
  const say = useMessages();
  const { name } = useProject();
  if (useCan()('owner')) return <Members />;
  return (
    <>
      <PageTitle title={say.title} about={say.about(name)} />
      <Paper withBorder>
        <Empty title={say.forOwners} about={say.forOwnersAbout} icon={MembersIcon} />
      </Paper>
    </>
  );
}

function Members() {
  const say = useMessages();
  const { game_index, name } = useProject();
  const [isInviting, setInviting] = useState(false);
  const [made, setMade] = useState<NewInvitation>();
  return (
    <>
      <PageTitle title={say.title} about={say.about(name)}>
        <AddButton label={say.invite} onClick={() => setInviting(true)} />
      </PageTitle>
      <Stack gap="lg">
        <MembersCard game_index={game_index} />
        <SecondFactorCard game_index={game_index} />
        <InvitationsCard
          gameIndex={game_index}
          title={say.invitations}
          about={say.invitationsAbout}
        />
      </Stack>
      <InviteDialog
        opened={isInviting}
        gameIndex={game_index}
        onClose={() => setInviting(false)}
        onMade={setMade}
      />
      <SecretOnce
        title={say.linkTitle(made?.email ?? '')}
        secrets={made && { [say.link]: made.link }}
        onDone={() => setMade(undefined)}
      />
    </>
  );
}
