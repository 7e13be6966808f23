// Every request of the last 30 days with what came back, newest first.
import { Text } from '@mantine/core';
import { useState } from 'react';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { NotificationsIcon } from '../../components/icons.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { useProject } from '../../place.tsx';
import { useKeyset } from '../../queries.ts';
import type { Channel } from '../../receivers.ts';
import { useMessages as useDeliveryMessages } from './delivery-messages.ts';
import { useMessages } from './messages.ts';
import type { AttemptRecord } from './records.ts';
import { ReplySummary, RequestDialog } from './request-dialog.tsx';

const SHOWN_LENGTH = 200;

export function Attempts({ channel, batchId }: { channel: Channel; batchId?: string }) {
  const say = useMessages();
  const more = useDeliveryMessages();
  const format = useFormat();
  const { game_index } = useProject();
  const [shown, setShown] = useState<string>();
  const list = useKeyset(
    endpoint('/projects/{game_index}/outbox/{channel}/attempts', { game_index, channel }),
    { batch_id: batchId },
  );
  const columns: readonly Column<AttemptRecord>[] = [
    { label: say.at, cell: ({ at }) => <Time at={at} /> },
    { label: say.result, cell: (attempt) => <ReplySummary reply={attempt} /> },
    {
      label: say.answer,
      cell: ({ answer, result }) =>
        result !== 'superseded' && (
          <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {answer === null ? say.noAnswer : answer.slice(0, SHOWN_LENGTH) || say.emptyAnswer}
          </Text>
        ),
    },
    { label: say.number, align: 'right', cell: ({ number }) => format.number(number) },
    { label: say.count, align: 'right', cell: ({ messages }) => format.number(messages) },
    {
      label: say.took,
      align: 'right',
      cell: ({ duration_ms }) => say.ms(format.number(duration_ms)),
    },
  ];
  return (
    <>
      <DataTable
        label={say.attempts}
        columns={columns}
        // Within a dead letter, its request is already shown.
        actions={
          batchId === undefined &&
          (({ batch_id: id, result }) => [
            result !== 'superseded' && {
              label: more.request,
              about: more.requestOf(id),
              onClick: () => setShown(id),
            },
          ])
        }
        source={list}
        rowKey={({ batch_id, at, number }) => `${batch_id} ${at} ${number}`}
        empty={{ icon: NotificationsIcon, title: say.noAttempts, about: say.noAttemptsAbout }}
      />
      <RequestDialog channel={channel} batchId={shown} onClose={() => setShown(undefined)} />
    </>
  );
}
