// Name, time zone, what integrators look up, and the end of an app.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useLocation } from 'wouter';
import { useAction } from '../../../action.ts';
import { call } from '../../../api.ts';
import { Card } from '../../../components/card.tsx';
import { Deletion } from '../../../components/deletion.tsx';
import { Facts, idFact } from '../../../components/facts.tsx';
import { Time } from '../../../components/time.tsx';
import { TimeZoneSelect } from '../../../components/time-zone-select.tsx';
import { endpoint } from '../../../endpoint.ts';
import { projectPath, useApp, useCan } from '../../../place.tsx';
import type { App } from '../../../records.ts';
import { useMessages as useShared } from '../messages.ts';
import { useMessages } from './messages.ts';

export function General() {
  const say = useMessages();
  const common = useShared();
  const can = useCan();
  const app = useApp();
  const facts = [
    idFact(say.appid, app.appid),
    { label: common.name, value: can('admin') ? null : app.name },
    { label: say.zone, value: can('admin') ? null : app.time_zone },
    idFact(say.namespace, app.account_namespace),
    {
      label: common.created,
      value: <Time at={app.created_at} timeZone={app.time_zone} absolute />,
    },
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

function AppForm({ app }: { app: App }) {
  const say = useMessages();
  const common = useShared();
  const form = useForm({ initialValues: { name: app.name, time_zone: app.time_zone } });
  const save = useAction({
    run: ({ name, time_zone }: { name: string; time_zone: string }) =>
      call('PATCH', endpoint('/apps/{appid}', { appid: app.appid }), {
        name: name.trim(),
        time_zone,
      }),
    done: say.saved,
    refreshes: [
      endpoint('/apps/{appid}', { appid: app.appid }),
      endpoint('/projects/{game_index}/apps', { game_index: app.game_index }),
    ],
    form,
    after: () => form.resetDirty(),
  });
  return (
    <Card title={say.title}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack maw={480}>
          <TextInput label={common.name} required maxLength={200} {...form.getInputProps('name')} />
          <TimeZoneSelect
            label={say.zone}
            description={say.zoneAbout}
            required
            {...form.getInputProps('time_zone')}
          />
          <Group>
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              {common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

function AppDeletion({ app: { appid, game_index, name } }: { app: App }) {
  const say = useMessages();
  const [, navigate] = useLocation();
  const remove = useAction({
    run: () => call('DELETE', endpoint('/apps/{appid}', { appid })),
    done: say.deleted(name),
    refreshes: [endpoint('/projects/{game_index}/apps', { game_index })],
    after: () => navigate(projectPath(game_index)),
  });
  return (
    <Deletion
      title={say.deleteTitle}
      about={say.deleteAbout}
      action={say.delete}
      name={name}
      isPending={remove.isPending}
      onDelete={() => remove.mutate()}
    />
  );
}
