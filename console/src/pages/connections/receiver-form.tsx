// Registers a receiver; a game server gets a test message first.
import { Button, Checkbox, Group, PasswordInput, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useProject } from '../../place.tsx';
import { type Channel, type Registration, receiversEndpoint } from '../../receivers.ts';
import { useMessages } from './messages.ts';

const SECRET = /^[\x21-\x7e]{16,512}$/;

export type RegisteredReceiver = Schema<'RegisteredReceiver'>;

interface Values {
  url: string;
  /** Where the key comes from. */
  source: 'present' | 'new' | 'own';
  key: string;
  /** Empty: as it is. */
  bearer: string;
  skip_test: boolean;
}

export function ReceiverForm({
  channel,
  example,
  isTested,
  receiver,
  onSaved,
}: {
  channel: Channel;
  example: string;
  isTested: boolean;
  /** Absent the first time. */
  receiver: Registration | undefined;
  onSaved: (registered: RegisteredReceiver) => void;
}) {
  const say = useMessages();
  const { game_index } = useProject();
  const form = useForm<Values>({
    initialValues: {
      url: receiver?.url ?? '',
      source: 'present',
      key: '',
      bearer: '',
      skip_test: false,
    },
    validate: {
      key: (key, { source }) => (source === 'own' && !SECRET.test(key) ? say.ownKeyAbout : null),
      bearer: (bearer) => (bearer !== '' && !SECRET.test(bearer) ? say.ownKeyAbout : null),
    },
  });
  const save = useAction({
    run: ({ url, source, key, bearer, skip_test }: Values) =>
      call('PUT', endpoint('/projects/{game_index}/receivers/{channel}', { game_index, channel }), {
        url: url.trim(),
        ...(source === 'own' && { key }),
        ...(source === 'new' && { new_key: true }),
        ...(bearer !== '' && { bearer }),
        ...(isTested && { skip_test }),
      }),
    done: say.saved,
    refreshes: [receiversEndpoint(game_index)],
    form,
    after: onSaved,
  });
  const { skip_test, source } = form.values;
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} autoComplete="off">
      <Stack>
        <TextInput
          label={say.url}
          description={say.urlAbout}
          placeholder={example}
          inputMode="url"
          required
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('url')}
        />
        <Radio.Group label={say.key} description={say.keyAbout} {...form.getInputProps('source')}>
          <Group mt="xs">
            <Radio value="present" label={receiver ? say.keep : say.make} />
            {receiver && <Radio value="new" label={say.make} />}
            <Radio value="own" label={say.own} />
          </Group>
        </Radio.Group>
        {source === 'own' && (
          <PasswordInput
            label={say.ownKey}
            description={say.ownKeyAbout}
            required
            autoComplete="new-password"
            {...form.getInputProps('key')}
          />
        )}
        <PasswordInput
          label={say.bearer}
          description={say.bearerAbout}
          autoComplete="new-password"
          {...form.getInputProps('bearer')}
        />
        {isTested && (
          <Checkbox
            label={say.skip}
            description={say.skipAbout}
            {...form.getInputProps('skip_test', { type: 'checkbox' })}
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {isTested && !skip_test ? say.testAndSave : say.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
