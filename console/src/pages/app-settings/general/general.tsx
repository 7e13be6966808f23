// Name, time zone, what integrators look up, and the end of an app.
import { Stack, Text } from '@mantine/core';
import { useLocation } from 'wouter';
import { call } from '../../../api.ts';
import { ActionForm } from '../../../components/action-form.tsx';
import { timeFact } from '../../../components/app-time.tsx';
import { Card } from '../../../components/card.tsx';
import { Deletion } from '../../../components/deletion.tsx';
import { Facts, idFact } from '../../../components/facts.tsx';
import { endpoint } from '../../../endpoint.ts';
import { projectPath, useApp, useCan } from '../../../place.tsx';
import type { App } from '../../../records.ts';
import { useMessages } from './messages.ts';

export function General() {
  const say = useMessages();
  const can = useCan();
  const app = useApp();
  const facts = [
    idFact(say.appid, app.appid),
    { label: say.name, value: can('admin') ? null : app.name },
    { label: say.zone, value: can('admin') ? null : app.time_zone },
    idFact(say.namespace, app.account_namespace),
    timeFact(say.created, app.created_at),
  ];
  return (
    <Stack gap="lg">
      {can('admin') && <AppForm key={app.appid} app={app} />}
      <Card title={say.facts}>
        <Facts facts={facts} />
        <Text size="xs" c="dimmed" mt="xs">
          {say.namespaceAbout}
        </Text>
      </Card>
      {can('owner') && <AppDeletion app={app} />}
    </Stack>
  );
}

function AppForm({ app: { appid, game_index, name, time_zone } }: { app: App }) {
  const say = useMessages();
  return (
    <Card title={say.title}>
      <ActionForm
        isSettings
        action={say.save}
        initialValues={{ name, time_zone }}
        run={(values) =>
          call('PATCH', endpoint('/apps/{appid}', { appid }), {
            ...values,
            name: values.name.trim(),
          })
        }
        done={say.saved}
        refreshes={[
          endpoint('/apps/{appid}', { appid }),
          endpoint('/projects/{game_index}/apps', { game_index }),
        ]}
        fields={[
          { kind: 'name', name: 'name', label: say.name },
          { kind: 'zone', name: 'time_zone', label: say.zone, about: say.zoneAbout },
        ]}
      />
    </Card>
  );
}

function AppDeletion({ app: { appid, game_index, name } }: { app: App }) {
  const say = useMessages();
  const [, navigate] = useLocation();
  return (
    <Deletion
      title={say.deleteTitle}
      about={say.deleteAbout}
      action={say.delete}
      name={name}
      run={() => call('DELETE', endpoint('/apps/{appid}', { appid }))}
      done={say.deleted(name)}
      refreshes={[endpoint('/projects/{game_index}/apps', { game_index })]}
      after={() => navigate(projectPath(game_index))}
    />
  );
}
