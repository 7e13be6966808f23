// Messages given up after three days: what was answered, and sending them again.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '../../components/confirm.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { DoneIcon } from '../../components/icons.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { useCan, useProject } from '../../place.tsx';
import { useKeyset } from '../../queries.ts';
import type { Channel } from '../../receivers.ts';
import { LetterDialog } from './letter-dialog.tsx';
import { useMessages } from './messages.ts';
import type { LetterRecord } from './records.ts';
import { useReplay } from './replay.ts';

export function DeadLetters({ channel }: { channel: Channel }) {
  const say = useMessages();
  const can = useCan();
  const { game_index } = useProject();
  const [shown, setShown] = useState<string>();
  const list = useKeyset(
    endpoint('/projects/{game_index}/outbox/{channel}/dead-letters', { game_index, channel }),
  );
  const columns = useColumns(channel, setShown);
  return (
    <Stack>
      {can('operator') && list.items.length > 0 && <ReplayAll channel={channel} />}
      <DataTable
        label={say.deadLetters}
        columns={columns}
        source={list}
        rowKey={({ batch_id }) => batch_id}
        empty={<Empty icon={DoneIcon} title={say.noLetters} about={say.noLettersAbout} />}
      />
      <LetterDialog channel={channel} batchId={shown} onClose={() => setShown(undefined)} />
    </Stack>
  );
}

function useColumns(
  channel: Channel,
  onShow: (batchId: string) => void,
): readonly Column<LetterRecord>[] {
  const say = useMessages();
  const format = useFormat();
  const can = useCan();
  const replay = useReplay(channel);
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
    {
      label: '',
      align: 'right',
      cell: ({ batch_id: id }) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button
            size="xs"
            variant="default"
            aria-label={say.showOf(id)}
            onClick={() => onShow(id)}
          >
            {say.show}
          </Button>
          {can('operator') && (
            <Button
              size="xs"
              variant="light"
              aria-label={say.replayOf(id)}
              loading={replay.isPending && replay.variables === id}
              onClick={() => replay.mutate(id)}
            >
              {say.replay}
            </Button>
          )}
        </Group>
      ),
    },
  ];
}

function ReplayAll({ channel }: { channel: Channel }) {
  const say = useMessages();
  const [isAsked, setAsked] = useState(false);
  const close = () => setAsked(false);
  const replay = useReplay(channel, close);
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={() => setAsked(true)}>
        {say.replayAll}
      </Button>
      <Confirm
        opened={isAsked}
        title={say.replayAllTitle}
        action={say.replayAll}
        color="pine"
        isPending={replay.isPending}
        onConfirm={() => replay.mutate(undefined)}
        onClose={close}
      >
        {channel === 'restriction' ? say.replayAllRestrictions : say.replayAllEvents}
      </Confirm>
    </Group>
  );
}
