// Name, number, scopes of restrictions, appeals, limits of refunds, configuration file and end of a project.
import { Code, Stack, TextInput } from '@mantine/core';
import { useLocation } from 'wouter';
import { call } from '../../api.ts';
import { ActionForm } from '../../components/action-form.tsx';
import { Card } from '../../components/card.tsx';
import { Deletion } from '../../components/deletion.tsx';
import { Facts } from '../../components/facts.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint } from '../../endpoint.ts';
import { useCan, useProject } from '../../place.tsx';
import { refresh, useAll } from '../../queries.ts';
import type { Project } from '../../records.ts';
import { ActionsCard } from './actions-card.tsx';
import { AppealsCard } from './appeals-card.tsx';
import { ConfigurationCard } from './configuration-card.tsx';
import { useMessages } from './messages.ts';
import { ScopesCard } from './scopes.tsx';

export function Page() {
  const say = useMessages();
  const can = useCan();
  const project = useProject();
  const facts = [
    { label: say.number, value: <Code>{project.game_index}</Code> },
    { label: say.created, value: <Time at={project.created_at} /> },
  ];
  return (
    <>
      <PageTitle title={say.title} about={project.name} />
      <Stack gap="lg">
        {can('admin') && <NameForm key={project.game_index} project={project} />}
        <Card title={say.facts}>
          <Facts facts={facts} />
        </Card>
        <ScopesCard gameIndex={project.game_index} />
        {can('admin') && <AppealsCard gameIndex={project.game_index} />}
        {can('owner') && <ActionsCard gameIndex={project.game_index} />}
        {can('admin') && <ConfigurationCard gameIndex={project.game_index} />}
        {can('owner') && <ProjectDeletion project={project} />}
      </Stack>
    </>
  );
}

function NameForm({ project: { game_index, name } }: { project: Project }) {
  const say = useMessages();
  return (
    <Card title={say.name}>
      <ActionForm
        isSettings
        action={say.save}
        initialValues={{ name }}
        run={(values) =>
          call('PATCH', endpoint('/projects/{game_index}', { game_index }), {
            name: values.name.trim(),
          })
        }
        done={say.saved}
        refreshes={[endpoint('/projects')]}
      >
        {(form) => (
          <TextInput
            aria-label={say.name}
            required
            maxLength={200}
            {...form.getInputProps('name')}
          />
        )}
      </ActionForm>
    </Card>
  );
}

function ProjectDeletion({ project: { game_index, name } }: { project: Project }) {
  const say = useMessages();
  const [, navigate] = useLocation();
  const apps = useAll(endpoint('/projects/{game_index}/apps', { game_index }));
  return (
    <Deletion
      title={say.deleteTitle}
      about={say.deleteAbout}
      hindrance={apps.data?.length === 0 ? undefined : say.hasApps}
      action={say.delete}
      name={name}
      run={() => call('DELETE', endpoint('/projects/{game_index}', { game_index }))}
      done={say.deleted(name)}
      after={() => {
        navigate('/projects');
        void refresh(endpoint('/projects'));
      }}
    />
  );
}
