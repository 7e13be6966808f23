// The projects the user may see, and the installation owners.
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from 'wouter';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { AddIcon, ProjectsIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint } from '../../endpoint.ts';
import { useRoleNames } from '../../i18n/roles.ts';
import { projectPath } from '../../place.tsx';
import { useKeyset } from '../../queries.ts';
import type { Project } from '../../records.ts';
import { roleIn, useSession } from '../../session.tsx';
import { useMessages } from './messages.ts';
import { NewProject } from './new-project.tsx';
import { OwnersCard } from './owners-card.tsx';

export function Page() {
  const say = useMessages();
  const roles = useRoleNames();
  const session = useSession();
  const list = useKeyset(endpoint('/projects'));
  const [opened, { open, close }] = useDisclosure(false);
  const create = session.owner && (
    <Button leftSection={<AddIcon size={16} />} onClick={open}>
      {say.create}
    </Button>
  );
  const columns: readonly Column<Project>[] = [
    {
      label: say.name,
      cell: ({ game_index, name }) => (
        <Anchor component={Link} to={projectPath(game_index)} size="sm" fw={600}>
          {name}
        </Anchor>
      ),
    },
    {
      label: say.number,
      cell: ({ game_index }) => (
        <Text size="sm" ff="monospace">
          {game_index}
        </Text>
      ),
    },
    {
      label: say.role,
      cell: ({ game_index }) => {
        const role = roleIn(session, game_index);
        return role && <StatusBadge tone="quiet">{roles[role]}</StatusBadge>;
      },
    },
    { label: say.since, cell: ({ created_at }) => <Time at={created_at} /> },
  ];
  return (
    <>
      <PageTitle title={say.title} about={say.about}>
        {list.items.length > 0 && create}
      </PageTitle>
      <Stack gap="lg">
        <DataTable
          label={say.title}
          columns={columns}
          source={list}
          rowKey={({ game_index }) => game_index}
          minWidth={520}
          empty={{
            title: session.owner ? say.none : say.noneForYou,
            about: session.owner ? say.noneAbout : say.noneForYouAbout,
            icon: ProjectsIcon,
            children: create,
          }}
        />
        {session.owner && <OwnersCard />}
      </Stack>
      <NewProject opened={opened} onClose={close} />
    </>
  );
}
