// Creates a project, then leads to its apps.
import { TextInput } from '@mantine/core';
import { useLocation } from 'wouter';
import { call } from '../../api.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { endpoint } from '../../endpoint.ts';
import { projectPath } from '../../place.tsx';
import { useMessages } from './messages.ts';

export function NewProject({ opened, onClose }: { opened: boolean; onClose: () => void }) {
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
          <TextInput
            label={say.number}
            description={say.numberAbout}
            inputMode="numeric"
            {...form.getInputProps('game_index')}
          />
        </>
      )}
    </FormDialog>
  );
}
