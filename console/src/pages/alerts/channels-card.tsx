// Where alerts are sent: add, test and remove channels.
import { SegmentedControl, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { AddButton } from '../../components/add-button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Fields } from '../../components/fields.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { TableCard } from '../../components/table-card.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { LANGUAGES, useLanguage } from '../../i18n/language.tsx';
import { useProject } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { useMessages } from './messages.ts';

type Channel = Schema<'AlertChannel'>;
type Input = Schema<'AlertChannelInput'>;

const KINDS = ['email', 'slack', 'discord'] as const;

export function ChannelsCard() {
  const say = useMessages();
  const { game_index } = useProject();
  const path = endpoint('/projects/{game_index}/alert-channels', { game_index });
  const one = (channel_id: string) => ({ game_index, channel_id });
  const [isAdding, { open, close }] = useDisclosure(false);
  const [leaving, setLeaving] = useState<Channel>();
  const test = useAction({
    run: ({ channel_id }: Channel) =>
      call(
        'POST',
        endpoint('/projects/{game_index}/alert-channels/{channel_id}/test', one(channel_id)),
      ),
    refreshes: [path],
    after: ({ sent, failure }) =>
      notifications.show({
        message: sent ? say.testSent : say.testFailed(failure ?? ''),
        color: sent ? 'green' : 'red',
      }),
  });
  const columns: readonly Column<Channel>[] = [
    { label: say.kind, width: 100, cell: ({ kind }) => say[kind] },
    {
      label: say.target,
      cell: ({ hint }) => (
        <Text size="sm" miw={170} style={{ overflowWrap: 'anywhere' }}>
          {hint}
        </Text>
      ),
    },
    { label: say.language, width: 100, cell: ({ language }) => LANGUAGES[language] },
    { label: say.lastFailure, cell: (channel) => <LastFailure channel={channel} /> },
  ];
  return (
    <TableCard
      title={say.channels}
      about={say.channelsAbout}
      source={useGet(path)}
      rowKey={({ channel_id }) => channel_id}
      columns={columns}
      actions={(channel) => [
        {
          label: say.test,
          about: say.testOf(channel.hint),
          variant: 'light',
          isPending: test.isPending && test.variables.channel_id === channel.channel_id,
          onClick: () => test.mutate(channel),
        },
        {
          label: say.remove,
          about: say.removeOf(channel.hint),
          onClick: () => setLeaving(channel),
        },
      ]}
      create={<AddButton label={say.add} onClick={open} />}
      empty={{ title: say.noChannels, about: say.noChannelsAbout }}
    >
      <NewChannel opened={isAdding} onClose={close} />
      <Confirm
        asked={leaving}
        title={say.removeTitle}
        action={say.remove}
        run={({ channel_id }) =>
          call(
            'DELETE',
            endpoint('/projects/{game_index}/alert-channels/{channel_id}', one(channel_id)),
          )
        }
        done={say.removed}
        refreshes={[path]}
        onClose={() => setLeaving(undefined)}
      >
        {({ hint }) => say.removeAbout(hint)}
      </Confirm>
    </TableCard>
  );
}

function LastFailure({ channel: { failed_at, failure } }: { channel: Channel }) {
  if (failed_at === null) return '–';
  return (
    <>
      <Text size="sm" c="red" style={{ overflowWrap: 'anywhere' }}>
        {failure}
      </Text>
      <Text size="xs" c="dimmed">
        <Time at={failed_at} />
      </Text>
    </>
  );
}

function NewChannel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const say = useMessages();
  const { language } = useLanguage();
  const { game_index } = useProject();
  const path = endpoint('/projects/{game_index}/alert-channels', { game_index });
  const initialValues: Required<Input> = { kind: 'email', target: '', language };
  return (
    <FormDialog
      opened={opened}
      title={say.add}
      action={say.add}
      initialValues={initialValues}
      run={(values) => call('POST', path, { ...values, target: values.target.trim() })}
      done={say.added}
      refreshes={[path]}
      onClose={onClose}
    >
      {(form) => {
        const isMail = form.values.kind === 'email';
        return (
          <>
            <SegmentedControl
              aria-label={say.kind}
              data={KINDS.map((value) => ({ value, label: say[value] }))}
              {...form.getInputProps('kind')}
            />
            <Fields
              form={form}
              fields={[
                {
                  kind: 'code',
                  name: 'target',
                  label: isMail ? say.address : say.url,
                  about: isMail ? undefined : say.urlAbout,
                  placeholder: isMail ? 'ops@example.com' : 'https://',
                  type: isMail ? 'email' : 'url',
                  required: true,
                },
                {
                  kind: 'choice',
                  name: 'language',
                  label: say.language,
                  data: Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
                },
              ]}
            />
          </>
        );
      }}
    </FormDialog>
  );
}
