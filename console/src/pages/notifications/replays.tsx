// Events that a receiver lost: counted, sent again, and how far that is.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { Card } from '../../components/card.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateTimeInput } from '../../components/date-time-input.tsx';
import { Fields } from '../../components/fields.tsx';
import { DoneIcon } from '../../components/icons.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { useCan, useProject } from '../../place.tsx';
import { useKeyset } from '../../queries.ts';
import type { Channel } from '../../receivers.ts';
import { momentOf } from '../../sales/window.ts';
import { useReplayMessages, useReplayStates } from './replay-messages.ts';

type Plan = Schema<'ReplayPlan'>;
type ReplayRecord = Schema<'Replay'>;

interface Values {
  readonly from: string;
  readonly to: string;
  readonly appid: string;
  readonly player_id: string;
  readonly events: string;
}

const LOOK_EVERY_MS = 3_000;
const TONES = { running: 'busy', done: 'good', cancelled: 'quiet', failed: 'bad' } as const;

export function Replays({ channel }: { channel: Channel }) {
  const can = useCan();
  return (
    <Stack>
      {can('operator') && <Begin channel={channel} />}
      <List channel={channel} />
    </Stack>
  );
}

const replaysEndpoint = (game_index: number, channel: Channel) =>
  endpoint('/projects/{game_index}/outbox/{channel}/replays', { game_index, channel });

function Begin({ channel }: { channel: Channel }) {
  const say = useReplayMessages();
  const { game_index } = useProject();
  const [plan, setPlan] = useState<Plan>();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const form = useForm<Values>({
    initialValues: { from: '', to: '', appid: '', player_id: '', events: '' },
    // Something else has to be counted first.
    onValuesChange: () => setPlan(undefined),
  });
  const asked = ({ from, to, appid, player_id, events }: Values) => ({
    ...(from && { from: momentOf(from, zone) }),
    ...(to && { to: momentOf(to, zone) }),
    ...(appid && { appid }),
    ...(player_id && { player_id }),
    ...(events && { events: events.split(/[\s,]+/) }),
  });
  const place = { game_index, channel };
  const path = '/projects/{game_index}/outbox/{channel}/replays';
  const count = useAction({
    run: (values: Values) => call('POST', endpoint(`${path}/dry-run`, place), asked(values)),
    form,
    after: setPlan,
  });
  const begin = useAction({
    run: (values: Values) => call('POST', endpoint(path, place), asked(values)),
    done: say.begun,
    refreshes: [replaysEndpoint(game_index, channel)],
    form,
    after: () => form.reset(),
  });
  return (
    <Card title={say.title} about={say.about}>
      <form onSubmit={form.onSubmit((values) => count.mutate(values))} noValidate>
        <Stack maw={480}>
          <DateTimeInput label={say.from} timeZone={zone} {...form.getInputProps('from')} />
          <DateTimeInput label={say.to} timeZone={zone} {...form.getInputProps('to')} />
          <Fields
            form={form}
            fields={[
              { name: 'appid', label: say.app, kind: 'code' },
              { name: 'player_id', label: say.player, kind: 'code', inputMode: 'numeric' },
              { name: 'events', label: say.events, about: say.eventsAbout, kind: 'code' },
            ]}
          />
          {plan && <Counted plan={plan} />}
          <Group gap="xs">
            <Button type="submit" variant={plan ? 'default' : 'filled'} loading={count.isPending}>
              {say.count}
            </Button>
            {plan && plan.requests > 0 && (
              <Button loading={begin.isPending} onClick={() => begin.mutate(form.getValues())}>
                {say.begin}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

function Counted({ plan }: { plan: Plan }) {
  const say = useReplayMessages();
  const format = useFormat();
  const [requests, messages, matching, leftOut] = [
    plan.requests,
    plan.messages,
    plan.matching,
    plan.left_out,
  ].map((each) => format.number(each)) as [string, string, string, string];
  return (
    <Stack gap={2} role="status">
      <Text size="sm" fw={600}>
        {say.plan(requests, messages, matching)}
      </Text>
      {plan.left_out > 0 && <Text size="sm">{say.leftOut(leftOut)}</Text>}
      {plan.kept_since !== null && (
        <Text size="sm" c="dimmed">
          {say.keptSince(format.dateTime(plan.kept_since))}
        </Text>
      )}
    </Stack>
  );
}

function List({ channel }: { channel: Channel }) {
  const say = useReplayMessages();
  const can = useCan();
  const { game_index } = useProject();
  const path = replaysEndpoint(game_index, channel);
  const list = useKeyset(path, {}, { refetchInterval: LOOK_EVERY_MS });
  const cancel = useAction({
    run: (replay_id: string) =>
      call(
        'POST',
        endpoint('/projects/{game_index}/outbox/{channel}/replays/{replay_id}/cancel', {
          game_index,
          channel,
          replay_id,
        }),
      ),
    done: say.cancelled,
    refreshes: [path],
  });
  return (
    <DataTable
      label={say.replays}
      columns={useColumns()}
      actions={({ replay_id: id, state }) => [
        can('operator') &&
          state === 'running' && {
            label: say.cancel,
            about: say.cancelOf(id),
            isPending: cancel.isPending && cancel.variables === id,
            onClick: () => cancel.mutate(id),
          },
      ]}
      source={list}
      rowKey={({ replay_id }) => replay_id}
      empty={{ icon: DoneIcon, title: say.none, about: say.noneAbout }}
    />
  );
}

function useColumns(): readonly Column<ReplayRecord>[] {
  const say = useReplayMessages();
  const states = useReplayStates();
  const format = useFormat();
  return [
    { label: say.begunAt, cell: ({ created_at }) => <Time at={created_at} /> },
    {
      label: say.state,
      cell: ({ state }) => <StatusBadge tone={TONES[state]}>{states[state]}</StatusBadge>,
    },
    {
      label: say.progress,
      align: 'right',
      cell: ({ sent, requests }) => `${format.number(sent)} / ${format.number(requests)}`,
    },
    {
      label: say.range,
      cell: ({ from, to }) => (
        <>
          {from !== null && <Time at={from} />} – {to !== null && <Time at={to} />}
        </>
      ),
    },
    { label: say.player, cell: ({ player_id }) => player_id },
    { label: say.by, cell: ({ actor }) => actor },
  ];
}
