// Creates a project, then leads to its apps.
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useLocation } from 'wouter';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { useWords } from '../../i18n/words.ts';
import { projectPath } from '../../place.tsx';
import type { Project } from '../../records.ts';
import { words } from './words.ts';

const EMPTY = { name: '', game_index: '' };

export function NewProject({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const say = useWords(words);
  return (
    <Modal opened={opened} onClose={onClose} title={say.create}>
      <ProjectForm />
    </Modal>
  );
}

/** Its own component, so that what was typed is forgotten when the dialog closes. */
function ProjectForm() {
  const say = useWords(words);
  const [, navigate] = useLocation();
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      game_index: (text) => (/^([1-9]\d*)?$/.test(text.trim()) ? null : say.numberWrong),
    },
  });
  const create = useAction({
    run: ({ name, game_index }: typeof EMPTY) => {
      const number = game_index.trim();
      const body = { name: name.trim(), ...(number !== '' && { game_index: Number(number) }) };
      return call<Project>('POST', '/projects', { body });
    },
    done: ({ name }) => say.created(name),
    refreshes: ['/projects'],
    form,
    after: ({ game_index }) => navigate(projectPath(game_index)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values))}>
      <Stack>
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
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {say.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
