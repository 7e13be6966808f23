// Registers a receiver, or another one of a channel by its name; a game server gets a test message first.
import { Group, Radio } from '@mantine/core';
import { call } from '../../api.ts';
import { Fields } from '../../components/fields.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useProject } from '../../place.tsx';
import { useAll } from '../../queries.ts';
import { type Channel, partsOf, type Registration, receiversEndpoint } from '../../receivers.ts';
import { MARKETS } from '../../sales/markets.ts';
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
  /** Of a receiver that is added. */
  channel: 'restriction' | 'purchase';
  name: string;
  /** One a line; empty lists: everything. */
  events: string;
  apps: string[];
  markets: string[];
}

const NAME = /^[a-z0-9][a-z0-9-]{0,31}$/;

export function ReceiverDialog({
  channel,
  title,
  example,
  receiver,
  opened,
  onSaved,
  onClose,
}: {
  /** Absent when it is chosen here. */
  channel?: Channel;
  title: string;
  example: string;
  /** Absent the first time. */
  receiver: Registration | undefined;
  opened: boolean;
  onSaved: (registered: Schema<'RegisteredReceiver'>) => void;
  onClose: () => void;
}) {
  const say = useMessages();
  const { game_index } = useProject();
  const apps = useAll(endpoint('/projects/{game_index}/apps', { game_index }), { enabled: opened });
  const targetOf = (values: Values): Channel => channel ?? `${values.channel}:${values.name}`;
  /** Which is tested before it is saved. */
  const isServer = (values: Values): boolean => values.channel === 'restriction';
  const initialValues: Values = {
    url: receiver?.url ?? '',
    source: 'present',
    key: '',
    bearer: '',
    skip_test: false,
    channel: channel === undefined ? 'purchase' : partsOf(channel).channel,
    name: '',
    events: receiver?.events?.join('\n') ?? '',
    apps: [...(receiver?.apps ?? [])],
    markets: [...(receiver?.markets ?? [])],
  };
  return (
    <FormDialog
      opened={opened}
      title={title}
      isLasting
      action={(values) => (isServer(values) && !values.skip_test ? say.testAndSave : say.save)}
      initialValues={initialValues}
      validate={{
        name: (name) => (channel === undefined && !NAME.test(name) ? say.nameAbout : null),
        key: (key, { source }) => (source === 'own' && !SECRET.test(key) ? say.ownKeyAbout : null),
        bearer: (bearer) => (bearer !== '' && !SECRET.test(bearer) ? say.ownKeyAbout : null),
      }}
      run={(values) => {
        const { url, source, key, bearer, skip_test, events, markets } = values;
        const place = { game_index, channel: targetOf(values) };
        return call('PUT', endpoint('/projects/{game_index}/receivers/{channel}', place), {
          url: url.trim(),
          apps: values.apps,
          ...(values.channel === 'purchase' && {
            events: events.split(/\s+/).filter((each) => each !== ''),
            markets,
          }),
          ...(source === 'own' && { key }),
          ...(source === 'new' && { new_key: true }),
          ...(bearer !== '' && { bearer }),
          ...(isServer(values) && { skip_test }),
        });
      }}
      done={say.saved}
      refreshes={[receiversEndpoint(game_index)]}
      after={onSaved}
      fields={[
        channel === undefined && {
          kind: 'choice',
          name: 'channel',
          label: say.channel,
          data: [
            { value: 'purchase', label: say.events },
            { value: 'restriction', label: say.server },
          ],
        },
        channel === undefined && {
          kind: 'code',
          name: 'name',
          label: say.name,
          about: say.nameAbout,
          placeholder: 'analytics',
          required: true,
          maxLength: 32,
        },
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
              form.values.channel === 'purchase' && {
                kind: 'lines',
                name: 'events',
                label: say.onlyEvents,
                about: say.onlyEventsAbout,
                placeholder: 'purchase.refunded',
              },
              {
                kind: 'choices',
                name: 'apps',
                label: say.onlyApps,
                about: say.onlyAppsAbout,
                data: [
                  ...new Set([
                    ...(apps.data ?? []).map(({ appid }) => appid),
                    ...initialValues.apps,
                  ]),
                ],
              },
              form.values.channel === 'purchase' && {
                kind: 'choices',
                name: 'markets',
                label: say.onlyMarkets,
                about: say.onlyMarketsAbout,
                data: [...MARKETS],
              },
              isServer(form.values) && {
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
