// Apps of a project, with the first steps of a new one.
import { Anchor, Code, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useLocation } from 'wouter';
import { call } from '../../api.ts';
import { AddButton } from '../../components/add-button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { AppsIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint } from '../../endpoint.ts';
import { FirstSteps } from '../../first-steps/first-steps.tsx';
import { appPath, useCan, useProject } from '../../place.tsx';
import { useKeyset } from '../../queries.ts';
import type { App } from '../../records.ts';
import { useMessages } from './messages.ts';

export function Page() {
  const say = useMessages();
  const project = useProject();
  const mayChange = useCan()('admin');
  const list = useKeyset(
    endpoint('/projects/{game_index}/apps', { game_index: project.game_index }),
  );
  const [opened, { open, close }] = useDisclosure(false);
  const [first] = list.items;
  const create = mayChange && <AddButton label={say.create} onClick={open} />;
  const columns: readonly Column<App>[] = [
    {
      label: say.name,
      cell: ({ appid, name }) => (
        <Anchor component={Link} to={appPath(appid)} size="sm">
          {name}
        </Anchor>
      ),
    },
    { label: say.appid, cell: ({ appid }) => <Code>{appid}</Code> },
    { label: say.zone, cell: ({ time_zone }) => time_zone },
    { label: say.since, cell: ({ created_at }) => <Time at={created_at} /> },
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
          actions={({ appid, name }) => [
            {
              label: say.settings,
              about: say.settingsOf(name),
              to: appPath(appid, '/settings'),
            },
          ]}
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

const EMPTY = {
  appid: '',
  name: '',
  time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
};

function NewApp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const say = useMessages();
  const { game_index } = useProject();
  const [, navigate] = useLocation();
  const path = endpoint('/projects/{game_index}/apps', { game_index });
  return (
    <FormDialog
      opened={opened}
      title={say.create}
      action={say.create}
      initialValues={EMPTY}
      validate={{
        appid: (text) => (/^[\w.-]{1,100}$/.test(text.trim()) ? null : say.appidWrong),
      }}
      run={({ appid, name, time_zone }) =>
        call('POST', path, { appid: appid.trim(), name: name.trim(), time_zone })
      }
      done={({ name }) => say.created(name)}
      refreshes={[path]}
      after={({ appid }) => navigate(appPath(appid, '/settings'))}
      onClose={onClose}
      fields={[
        { kind: 'name', name: 'name', label: say.name, about: say.nameAbout },
        {
          kind: 'code',
          name: 'appid',
          label: say.appid,
          about: say.appidAbout,
          placeholder: 'com.example.game',
          required: true,
        },
        { kind: 'zone', name: 'time_zone', label: say.zone, about: say.zoneAbout },
      ]}
    />
  );
}
