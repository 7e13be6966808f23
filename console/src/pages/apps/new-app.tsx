// Creates an app, then leads to its keys.
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useLocation } from 'wouter';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { TimeZoneSelect } from '../../components/time-zone-select.tsx';
import { useWords } from '../../i18n/words.ts';
import { appPath, useProject } from '../../place.tsx';
import type { AppRecord } from '../../records.ts';
import { words } from './words.ts';

interface Values {
  readonly appid: string;
  readonly name: string;
  readonly time_zone: string;
}

export function NewApp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const say = useWords(words);
  return (
    <Modal opened={opened} onClose={onClose} title={say.create}>
      <AppForm />
    </Modal>
  );
}

/** Its own component, so that what was typed is forgotten when the dialog closes. */
function AppForm() {
  const say = useWords(words);
  const { game_index } = useProject();
  const [, navigate] = useLocation();
  const path = `/projects/${game_index}/apps`;
  const form = useForm<Values>({
    initialValues: {
      appid: '',
      name: '',
      time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    validate: {
      appid: (text) => (/^[\w.-]{1,100}$/.test(text.trim()) ? null : say.appidWrong),
    },
  });
  const create = useAction({
    run: ({ appid, name, time_zone }: Values) =>
      call<AppRecord>('POST', path, {
        body: { appid: appid.trim(), name: name.trim(), time_zone },
      }),
    done: ({ name }) => say.created(name),
    refreshes: [path],
    form,
    after: ({ appid }) => navigate(appPath(appid, '/settings')),
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
          label={say.appid}
          description={say.appidAbout}
          placeholder="com.example.game"
          required
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('appid')}
        />
        <TimeZoneSelect
          label={say.zone}
          description={say.zoneAbout}
          required
          {...form.getInputProps('time_zone')}
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
