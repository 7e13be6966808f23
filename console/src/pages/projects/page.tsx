// The projects the user may see, and the installation owners.
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useLocation } from 'wouter';
import { call } from '../../api.ts';
import { AddButton } from '../../components/add-button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ProjectsIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TableCard } from '../../components/table-card.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useRoleNames } from '../../i18n/roles.ts';
import { projectPath } from '../../place.tsx';
import { useKeyset } from '../../queries.ts';
import type { Project } from '../../records.ts';
import { roleIn, useSession } from '../../session.tsx';
import { usePersonColumns } from '../members/members-card.tsx';
import { useMessages } from './messages.ts';

export function Page() {
  const say = useMessages();
  const roles = useRoleNames();
  const session = useSession();
  const list = useKeyset(endpoint('/projects'));
  const [opened, { open, close }] = useDisclosure(false);
  const create = session.owner && <AddButton label={say.create} onClick={open} />;
  const columns: readonly Column<Project>[] = [
    {
      label: say.name,
      cell: ({ game_index, name }) => (
        <Anchor component={Link} to={projectPath(game_index)} size="sm">
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

function NewProject({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const say = useMessages();
  const [, navigate] = useLocation();
  return (
    <FormDialog
      opened={opened}
      title={say.create}
      action={say.create}
      initialValues={{ name: '', game_index: '' }}
      validate={{
        game_index: (text) => (/^([1-9]\d*)?$/.test(text.trim()) ? null : say.numberWrong),
      }}
      run={({ name, game_index }) => {
        const number = game_index.trim();
        const body = { name: name.trim(), ...(number !== '' && { game_index: Number(number) }) };
        return call('POST', endpoint('/projects'), body);
      }}
      done={({ name }) => say.created(name)}
      refreshes={[endpoint('/projects')]}
      after={({ game_index }) => navigate(projectPath(game_index))}
      onClose={onClose}
      fields={[
        { kind: 'name', name: 'name', label: say.name, about: say.nameAbout },
        { name: 'game_index', label: say.number, about: say.numberAbout, inputMode: 'numeric' },
      ]}
    />
  );
}

type Owner = Schema<'Account'>;

function OwnersCard() {
  const say = useMessages();
  const { person, factor } = usePersonColumns();
  const owner: Column<Owner> = {
    ...person,
    cell: (row) => (
      <>
        {person.cell(row)}
        {row.issuer !== undefined && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {say.byIssuer(new URL(row.issuer).host)}
          </Text>
        )}
      </>
    ),
  };
  const since: Column<Owner> = {
    label: say.since,
    cell: ({ created_at }) => <Time at={created_at} />,
  };
  return (
    <TableCard
      title={say.owners}
      about={say.ownersAbout}
      aside={
        <Button variant="default" component={Link} to="/access">
          {say.inviteOwner}
        </Button>
      }
      source={useKeyset(endpoint('/owners'))}
      rowKey={({ account_id }) => account_id}
      columns={[owner, factor, since]}
      minWidth={520}
    />
  );
}
