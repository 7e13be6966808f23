// Creates an admin token.
import { MultiSelect, Select, TextInput } from '@mantine/core';
import { call } from '../../api.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { endpoint } from '../../endpoint.ts';
import { useKeyset } from '../../queries.ts';
import { useMessages } from './messages.ts';

export const TOKENS = endpoint('/admin-tokens');

/** Days; zero is for ever. */
const LIVES = [30, 90, 365, 0] as const;
const SCOPES = ['read', 'restriction', 'payment', 'full'] as const;

export function NewToken({
  opened,
  onMade,
  onClose,
}: {
  opened: boolean;
  onMade: (token: string) => void;
  onClose: () => void;
}) {
  const say = useMessages();
  const projects = useKeyset(endpoint('/projects'));
  return (
    <FormDialog
      opened={opened}
      title={say.create}
      action={say.create}
      initialValues={{
        name: '',
        scope: 'read' as (typeof SCOPES)[number],
        projects: [] as string[],
        life: '90',
      }}
      run={({ name, scope, projects: chosen, life }) =>
        call('POST', TOKENS, {
          name: name.trim(),
          scope,
          ...(chosen.length > 0 && { projects: chosen.map(Number) }),
          ...(life !== '0' && { expires_in_days: Number(life) }),
        })
      }
      refreshes={[TOKENS]}
      after={({ token }) => onMade(token)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            label={say.name}
            description={say.nameAbout}
            required
            maxLength={200}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Select
            label={say.scope}
            data={SCOPES.map((scope) => ({ value: scope, label: say[`scope_${scope}`] }))}
            allowDeselect={false}
            {...form.getInputProps('scope')}
          />
          <MultiSelect
            label={say.projects}
            description={say.projectsAbout}
            data={projects.items.map(({ game_index, name }) => ({
              value: String(game_index),
              label: `${game_index} ${name}`,
            }))}
            searchable
            {...form.getInputProps('projects')}
          />
          <Select
            label={say.life}
            data={LIVES.map((days) => ({ value: String(days), label: say[`life_${days}`] }))}
            allowDeselect={false}
            {...form.getInputProps('life')}
          />
        </>
      )}
    </FormDialog>
  );
}
