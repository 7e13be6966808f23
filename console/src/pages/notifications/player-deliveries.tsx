// Was the game server told about this player? Every notification about one player, and sending it again.
import { Button, Group, Paper, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { call } from '../../api.ts';
import { ConfirmButton } from '../../components/confirm.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { PlayersIcon, SearchIcon } from '../../components/icons.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { useCan, useProject } from '../../place.tsx';
import { useKeyset } from '../../queries.ts';
import { useMessages } from './delivery-messages.ts';
import type { DeliveryRecord } from './records.ts';
import { RequestDialog } from './request-dialog.tsx';

const PLAYER = /^[1-9]\d{0,18}$/;
const LOOK_EVERY_MS = 3_000;

export function PlayerDeliveries({
  player,
  onPlayer,
}: {
  /** Empty until one is chosen. */
  player: string;
  onPlayer: (player: string) => void;
}) {
  const say = useMessages();
  const isChosen = PLAYER.test(player);
  return (
    <Stack>
      <Paper withBorder p="md">
        <PlayerForm player={player} onPlayer={onPlayer} />
      </Paper>
      {isChosen ? (
        <Deliveries player={player} />
      ) : (
        <Paper withBorder>
          <Empty icon={PlayersIcon} title={say.startTitle} about={say.playerAbout} />
        </Paper>
      )}
    </Stack>
  );
}

function PlayerForm({ player, onPlayer }: { player: string; onPlayer: (player: string) => void }) {
  const say = useMessages();
  const form = useForm({
    initialValues: { player },
    validate: { player: (id) => (PLAYER.test(id.trim()) ? null : say.wrongPlayer) },
  });
  const { setValues } = form;
  // The address may change by going back, too.
  useEffect(() => setValues({ player }), [player, setValues]);
  return (
    <search>
      <form onSubmit={form.onSubmit((values) => onPlayer(values.player.trim()))}>
        <Group align="flex-start" gap="sm">
          <TextInput
            label={say.playerId}
            flex="1 1 240px"
            maw={400}
            autoComplete="off"
            inputMode="numeric"
            {...form.getInputProps('player')}
          />
          <Button type="submit" leftSection={<SearchIcon size={16} />} mt={{ base: 0, sm: 25 }}>
            {say.find}
          </Button>
        </Group>
      </form>
    </search>
  );
}

function Deliveries({ player }: { player: string }) {
  const say = useMessages();
  const can = useCan();
  const { game_index } = useProject();
  const [shown, setShown] = useState<string>();
  const list = useKeyset(
    endpoint('/projects/{game_index}/outbox/restriction/players/{player_id}', {
      game_index,
      player_id: player,
    }),
    {},
    { refetchInterval: LOOK_EVERY_MS },
  );
  const columns = useColumns();
  return (
    <Stack>
      {can('operator') && list.items.length > 0 && <Resend player={player} />}
      <DataTable
        label={say.deliveries}
        columns={columns}
        actions={({ batch_id: id }) => [
          id !== null && {
            label: say.request,
            about: say.requestOf(id),
            onClick: () => setShown(id),
          },
        ]}
        source={list}
        rowKey={({ number }) => number}
        minWidth={720}
        empty={{ icon: PlayersIcon, title: say.noneTitle, about: say.noneAbout }}
      />
      <RequestDialog channel="restriction" batchId={shown} onClose={() => setShown(undefined)} />
    </Stack>
  );
}

function Resend({ player }: { player: string }) {
  const say = useMessages();
  const { game_index } = useProject();
  const path = { game_index, player_id: player };
  return (
    <Group justify="flex-end">
      <ConfirmButton
        button={{ variant: 'default' }}
        title={say.resendTitle}
        action={say.resend}
        color="pine"
        run={() =>
          call(
            'POST',
            endpoint('/projects/{game_index}/outbox/restriction/players/{player_id}/resend', path),
          )
        }
        done={say.resent}
        refreshes={[
          endpoint('/projects/{game_index}/outbox/restriction/players/{player_id}', path),
        ]}
      >
        {say.resendAbout}
      </ConfirmButton>
    </Group>
  );
}

const TONES = {
  delivered: 'good',
  waiting: 'busy',
  refused: 'bad',
  dead: 'bad',
  not_sent: 'quiet',
  not_kept: 'quiet',
} as const;

function useColumns(): readonly Column<DeliveryRecord>[] {
  const say = useMessages();
  const format = useFormat();
  return [
    {
      label: say.changed,
      cell: ({ queued_at, again }) => (
        <Stack gap={0}>
          <Time at={queued_at} />
          {again && (
            <Text size="xs" c="dimmed">
              {say.again}
            </Text>
          )}
        </Stack>
      ),
    },
    { label: say.state, cell: (delivery) => <State delivery={delivery} /> },
    { label: say.message, cell: ({ message }) => <Sent message={message} /> },
    {
      label: say.app,
      cell: ({ appid }) => (
        <Text size="sm" maw={180} truncate title={appid ?? ''}>
          {appid}
        </Text>
      ),
    },
    { label: say.attempts, align: 'right', cell: ({ attempts }) => format.number(attempts) },
  ];
}

function State({ delivery: { state, delivered_at } }: { delivery: DeliveryRecord }) {
  const say = useMessages();
  const badge = <StatusBadge tone={TONES[state]}>{say[state]}</StatusBadge>;
  if (state === 'not_sent' || state === 'not_kept') {
    const why = state === 'not_sent' ? say.not_sentMeans : say.not_keptMeans;
    return (
      <Tooltip label={why} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
        <span>{badge}</span>
      </Tooltip>
    );
  }
  return (
    <Group gap="xs">
      {badge}
      {delivered_at !== null && (
        <Text size="xs" c="dimmed" component="span">
          <Time at={delivered_at} />
        </Text>
      )}
    </Group>
  );
}

/** The entry about the player, in short. */
function Sent({ message }: { message: DeliveryRecord['message'] }) {
  const say = useMessages();
  if (message === null) return null;
  const { status, end_date } = message as { status?: string; end_date?: string };
  return <Text size="sm">{status === 'P' ? say.permanent : say.until(String(end_date))}</Text>;
}
