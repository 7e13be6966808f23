// Where alerts are sent: add, test and remove channels.
import { Button, Group, SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { Card } from '../../components/card.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { AddIcon } from '../../components/icons.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { LANGUAGES, useLanguage } from '../../i18n/language.tsx';
import { useLast } from '../../last.ts';
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
  const list = useGet(path);
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Channel>();
  const asked = useLast(leaving);
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
  const remove = useAction({
    run: ({ channel_id }: Channel) =>
      call(
        'DELETE',
        endpoint('/projects/{game_index}/alert-channels/{channel_id}', one(channel_id)),
      ),
    done: say.removed,
    refreshes: [path],
    after: () => setLeaving(undefined),
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
    {
      label: '',
      align: 'right',
      cell: (channel) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button
            size="xs"
            variant="light"
            aria-label={say.testOf(channel.hint)}
            loading={test.isPending && test.variables.channel_id === channel.channel_id}
            onClick={() => test.mutate(channel)}
          >
            {say.test}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={say.removeOf(channel.hint)}
            onClick={() => setLeaving(channel)}
          >
            {say.remove}
          </Button>
        </Group>
      ),
    },
  ];
  const add = (
    <Button leftSection={<AddIcon size={16} />} onClick={() => setAdding(true)}>
      {say.add}
    </Button>
  );
  const isEmpty = list.data?.items.length === 0;
  return (
    <Card title={say.channels} about={say.channelsAbout} aside={!isEmpty && add}>
      <DataTable
        label={say.channels}
        columns={columns}
        source={{
          items: list.data?.items ?? [],
          isPending: list.isPending,
          error: list.error,
          retry: () => void list.refetch(),
        }}
        rowKey={({ channel_id }) => channel_id}
        empty={
          <Empty title={say.noChannels} about={say.noChannelsAbout}>
            {add}
          </Empty>
        }
      />
      <NewChannel opened={isAdding} onClose={() => setAdding(false)} />
      <Confirm
        opened={leaving !== undefined}
        title={say.removeTitle}
        action={say.remove}
        isPending={remove.isPending}
        onConfirm={() => leaving && remove.mutate(leaving)}
        onClose={() => setLeaving(undefined)}
      >
        {say.removeAbout(asked?.hint ?? '')}
      </Confirm>
    </Card>
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
      after={onClose}
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
            <TextInput
              label={isMail ? say.address : say.url}
              description={isMail ? undefined : say.urlAbout}
              placeholder={isMail ? 'ops@example.com' : 'https://'}
              type={isMail ? 'email' : 'url'}
              required
              autoComplete="off"
              spellCheck={false}
              data-autofocus
              {...form.getInputProps('target')}
            />
            <Select
              label={say.language}
              data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
              allowDeselect={false}
              {...form.getInputProps('language')}
            />
          </>
        );
      }}
    </FormDialog>
  );
}
