// Name, number and end of a project.
import { Button, Code, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useLocation } from 'wouter';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { Card } from '../../components/card.tsx';
import { Deletion } from '../../components/deletion.tsx';
import { Facts } from '../../components/facts.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint } from '../../endpoint.ts';
import { useCan, useProject } from '../../place.tsx';
import { refresh, useAll } from '../../queries.ts';
import type { Project } from '../../records.ts';
import { useMessages } from './messages.ts';

export function Page() {
  const say = useMessages();
  const can = useCan();
  const project = useProject();
  const facts = [
    { label: say.number, value: <Code>{project.game_index}</Code> },
    { label: say.created, value: <Time at={project.created_at} absolute /> },
  ];
  return (
    <>
      <PageTitle title={say.title} about={project.name} />
      <Stack gap="lg">
        {can('admin') && <NameForm key={project.game_index} project={project} />}
        <Card title={say.facts}>
          <Facts facts={facts} />
        </Card>
        {can('owner') && <ProjectDeletion project={project} />}
      </Stack>
    </>
  );
}

function NameForm({ project: { game_index, name } }: { project: Project }) {
  const say = useMessages();
  const form = useForm({ initialValues: { name } });
  const save = useAction({
    run: (values: { name: string }) =>
      call('PATCH', endpoint('/projects/{game_index}', { game_index }), {
        name: values.name.trim(),
      }),
    done: say.saved,
    refreshes: [endpoint('/projects')],
    form,
    after: () => form.resetDirty(),
  });
  return (
    <Card title={say.nameTitle}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack maw={480}>
          <TextInput
            aria-label={say.name}
            required
            maxLength={200}
            {...form.getInputProps('name')}
          />
          <Group>
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              {say.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

function ProjectDeletion({ project: { game_index, name } }: { project: Project }) {
  const say = useMessages();
  const [, navigate] = useLocation();
  const apps = useAll(endpoint('/projects/{game_index}/apps', { game_index }));
  const remove = useAction({
    run: () => call('DELETE', endpoint('/projects/{game_index}', { game_index })),
    done: say.deleted(name),
    after() {
      navigate('/projects');
      void refresh(endpoint('/projects'));
    },
  });
  return (
    <Deletion
      title={say.deleteTitle}
      about={say.deleteAbout}
      hindrance={apps.data?.length === 0 ? undefined : say.hasApps}
      action={say.delete}
      name={name}
      isPending={remove.isPending}
      onDelete={() => remove.mutate()}
    />
  );
}
