// Who belongs to a project, and who is invited.
import { Anchor, Paper, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { AddButton } from '../../components/add-button.tsx';
import { Card } from '../../components/card.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { Empty } from '../../components/empty.tsx';
import { Failure } from '../../components/failure.tsx';
import { MembersIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { endpoint } from '../../endpoint.ts';
import { useCan, useProject } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { useSession } from '../../session.tsx';
import { InvitationsCard } from './invitations-card.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MembersCard } from './members-card.tsx';
import { useMessages } from './messages.ts';

export function Page() {
  const say = useMessages();
  const { name } = useProject();
  if (useCan()('owner')) return <Members />;
  return (
    <>
      <PageTitle title={say.members} about={say.about(name)} />
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
  return (
    <>
      <PageTitle title={say.members} about={say.about(name)}>
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
      <InviteDialog opened={isInviting} gameIndex={game_index} onClose={() => setInviting(false)} />
    </>
  );
}

function SecondFactorCard({ game_index }: { game_index: number }) {
  const say = useMessages();
  const { second_factor: hasOwn } = useSession();
  const path = endpoint('/projects/{game_index}/second-factor', { game_index });
  const { data: rule, error, refetch } = useGet(path);
  const [isAsking, setAsking] = useState(false);
  const change = {
    run: (required: boolean) => call('PUT', path, { required }),
    done: ({ required }: { required: boolean }) =>
      required ? say.factorRequired : say.factorOptional,
    refreshes: [path],
  };
  const require = useAction(change);
  // Who requires it of others has one.
  const isLocked = rule?.required === false && !hasOwn;
  return (
    <Card title={say.factorTitle} about={say.factorAbout}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      <Stack gap="xs">
        <Switch
          label={say.factorSwitch}
          checked={rule?.required ?? false}
          disabled={rule === undefined || isLocked || require.isPending}
          onChange={({ currentTarget: { checked } }) =>
            checked ? setAsking(true) : require.mutate(false)
          }
        />
        {isLocked && (
          <Text size="sm" c="dimmed">
            {say.factorOwnFirst}{' '}
            <Anchor component={Link} to="/account" size="sm">
              {say.factorToAccount}
            </Anchor>
          </Text>
        )}
      </Stack>
      <Confirm
        asked={isAsking}
        title={say.factorAskTitle}
        action={say.factorAsk}
        {...change}
        onClose={() => setAsking(false)}
      >
        {say.factorAskAbout}
      </Confirm>
    </Card>
  );
}
