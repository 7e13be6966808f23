// Registers a server id, or renames one.
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useAction } from '../../../action.ts';
import { call } from '../../../api.ts';
import { endpoint, type Schema } from '../../../endpoint.ts';
import { useMessages as useShared } from '../messages.ts';
import { useMessages } from './messages.ts';

export type Server = Schema<'Server'>;

export function ServerForm({
  appid,
  server,
  onDone,
}: {
  appid: string;
  /** Absent for a new one. */
  server?: Server;
  onDone: () => void;
}) {
  const say = useMessages();
  const common = useShared();
  const form = useForm({
    initialValues: { server_id: server?.server_id ?? '', name: server?.name ?? '' },
    validate: {
      server_id: (text) => (/^[\w.-]{1,100}$/.test(text.trim()) ? null : say.idWrong),
    },
  });
  const save = useAction({
    run: ({ server_id, name }: { server_id: string; name: string }) =>
      call(
        'PUT',
        endpoint('/apps/{appid}/servers/{server_id}', { appid, server_id: server_id.trim() }),
        { name: name.trim() },
      ),
    done: say.saved,
    refreshes: [endpoint('/apps/{appid}/servers', { appid })],
    form,
    after: onDone,
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        <TextInput
          label={say.id}
          description={say.idAbout}
          required
          disabled={server !== undefined}
          spellCheck={false}
          autoComplete="off"
          data-autofocus={server === undefined || undefined}
          {...form.getInputProps('server_id')}
        />
        <TextInput
          label={common.name}
          description={say.nameAbout}
          required
          maxLength={200}
          data-autofocus={server !== undefined || undefined}
          {...form.getInputProps('name')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
