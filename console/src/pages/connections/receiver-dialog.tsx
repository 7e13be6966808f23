// Registers a receiver; a game server gets a test message first.

import { Checkbox, Group, PasswordInput, Radio, TextInput } from '@mantine/core';
import { call } from '../../api.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useProject } from '../../place.tsx';
import { type Channel, type Registration, receiversEndpoint } from '../../receivers.ts';
import { useMessages } from './messages.ts';

const SECRET = /^[\x21-\x7e]{16,512}$/;

interface Values {
  url: string;
  /** Where the key comes from. */
  source: 'present' | 'new' | 'own';
  key: string;
  /** Empty: as it is. */
  bearer: string;
  skip_test: boolean;
}

export function ReceiverDialog({
  channel,
  title,
  example,
  isTested,
  receiver,
  opened,
  onSaved,
  onClose,
}: {
  channel: Channel;
  title: string;
  example: string;
  isTested: boolean;
  /** Absent the first time. */
  receiver: Registration | undefined;
  opened: boolean;
  onSaved: (registered: Schema<'RegisteredReceiver'>) => void;
  onClose: () => void;
}) {
  const say = useMessages();
  const { game_index } = useProject();
  const initialValues: Values = {
    url: receiver?.url ?? '',
    source: 'present',
    key: '',
    bearer: '',
    skip_test: false,
  };
  return (
    <FormDialog
      opened={opened}
      title={title}
      isLasting
      action={({ skip_test }) => (isTested && !skip_test ? say.testAndSave : say.save)}
      initialValues={initialValues}
      validate={{
        key: (key, { source }) => (source === 'own' && !SECRET.test(key) ? say.ownKeyAbout : null),
        bearer: (bearer) => (bearer !== '' && !SECRET.test(bearer) ? say.ownKeyAbout : null),
      }}
      run={({ url, source, key, bearer, skip_test }) =>
        call(
          'PUT',
          endpoint('/projects/{game_index}/receivers/{channel}', { game_index, channel }),
          {
            url: url.trim(),
            ...(source === 'own' && { key }),
            ...(source === 'new' && { new_key: true }),
            ...(bearer !== '' && { bearer }),
            ...(isTested && { skip_test }),
          },
        )
      }
      done={say.saved}
      refreshes={[receiversEndpoint(game_index)]}
      after={onSaved}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            label={say.url}
            description={say.urlAbout}
            placeholder={example}
            inputMode="url"
            required
            spellCheck={false}
            autoComplete="off"
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
          {form.values.source === 'own' && (
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
        </>
      )}
    </FormDialog>
  );
}
