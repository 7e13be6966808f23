// What the game server was told about the player, and what it answered.
import { Text } from '@mantine/core';
import { AppTime } from '../../../components/app-time.tsx';
import type { Column } from '../../../components/data-table.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { TableSection } from '../../../components/table-section.tsx';
import { endpoint, type Schema } from '../../../endpoint.ts';
import { useApp } from '../../../place.tsx';
import { useKeyset } from '../../../queries.ts';
import { useMessages } from './messages.ts';

type Delivery = Schema<'PlayerDelivery'>;

const TONES = {
  waiting: 'busy',
  refused: 'warning',
  dead: 'bad',
  delivered: 'good',
  not_sent: 'quiet',
  not_kept: 'quiet',
} as const;

/** Newest first. */
export function useDeliveries(playerId: string) {
  const { game_index } = useApp();
  const name = { game_index, player_id: playerId };
  const path = endpoint('/projects/{game_index}/outbox/restriction/players/{player_id}', name);
  return useKeyset(path, { limit: 10 });
}

/** Left out for who was never restricted. */
export function Told({ playerId }: { playerId: string }) {
  const say = useMessages();
  const { appid: here } = useApp();
  const source = useDeliveries(playerId);
  const columns: readonly Column<Delivery>[] = [
    {
      label: say.change,
      cell: ({ appid, queued_at, again }) => {
        const about = [...(again ? [say.again] : []), ...(appid === here ? [] : [appid])];
        return (
          <>
            <Text size="sm">
              <AppTime at={queued_at} />
            </Text>
            {about.length > 0 && (
              <Text size="xs" c="dimmed">
                {about.join(' · ')}
              </Text>
            )}
          </>
        );
      },
    },
    {
      label: say.state,
      cell: ({ state }) => <DeliveryState state={state} />,
    },
    { label: say.attempts, align: 'right', cell: ({ attempts }) => attempts },
    { label: say.answer, cell: ({ last_attempt }) => <DeliveryAnswer attempt={last_attempt} /> },
  ];
  if (!source.error && source.items.length === 0 && !source.previous) return null;
  return (
    <TableSection
      title={say.told}
      about={say.toldAbout}
      columns={columns}
      source={source}
      rowKey={({ number }) => number}
      empty={{ title: say.none, about: say.noneAbout }}
      minWidth={720}
    />
  );
}

export function DeliveryState({ state }: Pick<Delivery, 'state'>) {
  const say = useMessages();
  return (
    <StatusBadge tone={TONES[state]}>
      {state === 'refused' ? say.refusedState : say[state]}
    </StatusBadge>
  );
}

export function DeliveryAnswer({ attempt }: { attempt: Delivery['last_attempt'] }) {
  const say = useMessages();
  if (!attempt) return null;
  const { status, result_code: code, error, at } = attempt;
  const parts = [
    status === null ? say.noAnswer : say.http(status),
    ...(code === null ? [] : [say.code(code)]),
  ];
  return (
    <>
      <Text size="sm">{parts.join(' · ')}</Text>
      <Text size="xs" c="dimmed">
        <AppTime at={at} />
        {status === null && error !== null && ` · ${error}`}
      </Text>
    </>
  );
}
