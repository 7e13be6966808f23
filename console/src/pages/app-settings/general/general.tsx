// Name, time zone, what integrators look up, and the end of an app.
import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useLocation } from 'wouter';
import { useAction } from '../../../action.ts';
import { call } from '../../../api.ts';
import { Card } from '../../../components/card.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Deletion } from '../../../components/deletion.tsx';
import { Facts } from '../../../components/facts.tsx';
import { Time } from '../../../components/time.tsx';
import { TimeZoneSelect } from '../../../components/time-zone-select.tsx';
import { useWords } from '../../../i18n/words.ts';
import { projectPath, useApp, useCan } from '../../../place.tsx';
import type { AppRecord } from '../../../records.ts';
import { words as shared } from '../words.ts';
import { words } from './words.ts';

export function General() {
  const say = useWords(words);
  const common = useWords(shared);
  const can = useCan();
  const app = useApp();
  const facts = {
    [say.appid]: <Copied text={app.appid} />,
    ...(!can('admin') && { [common.name]: app.name, [say.zone]: app.time_zone }),
    [say.namespace]: (
      <>
        <Copied text={app.account_namespace} />
        <Text size="xs" c="dimmed">
          {say.namespaceAbout}
        </Text>
      </>
    ),
    [common.created]: <Time at={app.created_at} timeZone={app.time_zone} absolute />,
  };
  return (
    <Stack gap="lg">
      {can('admin') && <AppForm key={app.appid} app={app} />}
      <Card title={say.facts}>
        <Facts facts={facts} />
      </Card>
      {can('owner') && <AppDeletion app={app} />}
    </Stack>
  );
}

function Copied({ text }: { text: string }) {
  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex">
      <Code>{text}</Code>
      <CopyButton text={text} />
    </Group>
  );
}

function AppForm({ app }: { app: AppRecord }) {
  const say = useWords(words);
  const common = useWords(shared);
  const form = useForm({ initialValues: { name: app.name, time_zone: app.time_zone } });
  const save = useAction({
    run: ({ name, time_zone }: { name: string; time_zone: string }) =>
      call<AppRecord>('PATCH', `/apps/${app.appid}`, { body: { name: name.trim(), time_zone } }),
    done: say.saved,
    refreshes: [`/apps/${app.appid}`, `/projects/${app.game_index}/apps`],
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

function AppDeletion({ app: { appid, game_index, name } }: { app: AppRecord }) {
  const say = useWords(words);
  const [, navigate] = useLocation();
  const remove = useAction({
    run: () => call('DELETE', `/apps/${appid}`),
    done: say.deleted(name),
    refreshes: [`/projects/${game_index}/apps`],
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
