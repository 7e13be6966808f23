// Apps of a project, with the first steps of a new one.
import { Anchor, Button, Code, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from 'wouter';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { AddIcon, AppsIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint } from '../../endpoint.ts';
import { FirstSteps } from '../../first-steps/first-steps.tsx';
import { appPath, useCan, useProject } from '../../place.tsx';
import { useKeyset } from '../../queries.ts';
import type { App } from '../../records.ts';
import { useMessages } from './messages.ts';
import { NewApp } from './new-app.tsx';

export function Page() {
  const say = useMessages();
  const project = useProject();
  const mayChange = useCan()('admin');
  const list = useKeyset(
    endpoint('/projects/{game_index}/apps', { game_index: project.game_index }),
  );
  const [opened, { open, close }] = useDisclosure(false);
  const [first] = list.items;
  const create = mayChange && (
    <Button leftSection={<AddIcon size={16} />} onClick={open}>
      {say.create}
    </Button>
  );
  const columns: readonly Column<App>[] = [
    {
      label: say.name,
      cell: ({ appid, name }) => (
        <Anchor component={Link} to={appPath(appid)} size="sm" fw={600}>
          {name}
        </Anchor>
      ),
    },
    { label: say.appid, cell: ({ appid }) => <Code>{appid}</Code> },
    { label: say.zone, cell: ({ time_zone }) => time_zone },
    { label: say.since, cell: ({ created_at }) => <Time at={created_at} /> },
    {
      label: '',
      align: 'right',
      cell: ({ appid, name }) => (
        <Button
          component={Link}
          to={appPath(appid, '/settings')}
          size="xs"
          variant="default"
          aria-label={say.settingsOf(name)}
        >
          {say.settings}
        </Button>
      ),
    },
  ];
  return (
    <>
      <PageTitle title={say.title} about={say.about(project.name)}>
        {first && create}
      </PageTitle>
      <Stack gap="lg">
        <DataTable
          label={say.title}
          columns={columns}
          source={list}
          rowKey={({ appid }) => appid}
          empty={{
            title: say.none,
            about: mayChange ? say.noneAbout : say.noneToRead,
            icon: AppsIcon,
            children: create,
          }}
        />
        {first && mayChange && <FirstSteps app={first} />}
      </Stack>
      <NewApp opened={opened} onClose={close} />
    </>
  );
}
