// Messages given up after three days: what was answered, and sending them again.
import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../action.ts';
import { ConfirmButton } from '../../components/confirm.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DoneIcon } from '../../components/icons.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { useCan, useProject } from '../../place.tsx';
import { useKeyset } from '../../queries.ts';
import { type Channel, partsOf } from '../../receivers.ts';
import { LetterDialog } from './letter-dialog.tsx';
import { useMessages } from './messages.ts';
import type { LetterRecord } from './records.ts';
import { useDeleting, useReplaying } from './replay.ts';

export function DeadLetters({ channel }: { channel: Channel }) {
  const say = useMessages();
  const can = useCan();
  const { game_index } = useProject();
  const [shown, setShown] = useState<string>();
  const list = useKeyset(
    endpoint('/projects/{game_index}/outbox/{channel}/dead-letters', { game_index, channel }),
  );
  const columns = useColumns();
  const replay = useAction(useReplaying(channel));
  return (
    <Stack>
      {can('operator') && list.items.length > 0 && <ReplayAll channel={channel} />}
      <DataTable
        label={say.deadLetters}
        columns={columns}
        actions={({ batch_id: id }) => [
          { label: say.show, about: say.showOf(id), onClick: () => setShown(id) },
          can('operator') && {
            label: say.replay,
            about: say.replayOf(id),
            variant: 'light',
            isPending: replay.isPending && replay.variables === id,
            onClick: () => replay.mutate(id),
          },
        ]}
        source={list}
        rowKey={({ batch_id }) => batch_id}
        empty={{ icon: DoneIcon, title: say.noLetters, about: say.noLettersAbout }}
      />
      <LetterDialog channel={channel} batchId={shown} onClose={() => setShown(undefined)} />
    </Stack>
  );
}

function useColumns(): readonly Column<LetterRecord>[] {
  const say = useMessages();
  const format = useFormat();
  return [
    { label: say.died, cell: ({ died_at }) => <Time at={died_at} /> },
    {
      label: say.receiver,
      cell: ({ url }) => (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Text>
      ),
    },
    { label: say.count, align: 'right', cell: ({ messages }) => format.number(messages) },
    { label: say.tried, align: 'right', cell: ({ attempts }) => format.number(attempts) },
  ];
}

function ReplayAll({ channel }: { channel: Channel }) {
  const say = useMessages();
  return (
    <Group justify="flex-end">
      <ConfirmButton
        button={{ variant: 'default' }}
        title={say.deleteAllTitle}
        action={say.deleteAll}
        {...useDeleting(channel)}
      >
        {say.deleteAllAbout}
      </ConfirmButton>
      <ConfirmButton
        button={{ variant: 'default' }}
        title={say.replayAllTitle}
        action={say.replayAll}
        color="pine"
        {...useReplaying(channel)}
      >
        {partsOf(channel).channel === 'restriction'
          ? say.replayAllRestrictions
          : say.replayAllEvents}
      </ConfirmButton>
    </Group>
  );
}
