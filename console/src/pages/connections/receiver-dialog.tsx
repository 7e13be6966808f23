// Registers a receiver; a game server gets a test message first.
import { Group, Radio } from '@mantine/core';
import { call } from '../../api.ts';
import { Fields } from '../../components/fields.tsx';
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
  const place = { game_index, channel };
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
        call('PUT', endpoint('/projects/{game_index}/receivers/{channel}', place), {
          url: url.trim(),
          ...(source === 'own' && { key }),
          ...(source === 'new' && { new_key: true }),
          ...(bearer !== '' && { bearer }),
          ...(isTested && { skip_test }),
        })
      }
      done={say.saved}
      refreshes={[receiversEndpoint(game_index)]}
      after={onSaved}
      fields={[
        {
          kind: 'code',
          name: 'url',
          label: say.url,
          about: say.urlAbout,
          placeholder: example,
          inputMode: 'url',
          required: true,
        },
      ]}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Radio.Group label={say.key} description={say.keyAbout} {...form.getInputProps('source')}>
            <Group mt="xs">
              <Radio value="present" label={receiver ? say.keep : say.make} />
              {receiver && <Radio value="new" label={say.make} />}
              <Radio value="own" label={say.own} />
            </Group>
          </Radio.Group>
          <Fields
            form={form}
            fields={[
              form.values.source === 'own' && {
                kind: 'password',
                name: 'key',
                label: say.ownKey,
                about: say.ownKeyAbout,
                autoComplete: 'new-password',
              },
              {
                kind: 'password',
                name: 'bearer',
                label: say.bearer,
                about: say.bearerAbout,
                required: false,
                autoComplete: 'new-password',
              },
              isTested && {
                kind: 'check',
                name: 'skip_test',
                label: say.skip,
                about: say.skipAbout,
              },
            ]}
          />
        </>
      )}
    </FormDialog>
  );
}
