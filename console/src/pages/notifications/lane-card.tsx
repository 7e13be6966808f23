// One lane: where it goes, how much waits and since when, and what can be done about it.
import { Alert, Anchor, Group, Stack } from '@mantine/core';
import { Link } from 'wouter';
import { Card } from '../../components/card.tsx';
import { Facts } from '../../components/facts.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { Unread } from '../../components/unread.tsx';
import { useFormat } from '../../i18n/format.ts';
import { projectPath, useCan, useProject } from '../../place.tsx';
import { type Channel, type ReceiverRecord, useReceiver } from '../../receivers.ts';
import { LaneActions } from './lane-actions.tsx';
import { useMessages } from './messages.ts';

/** What waits is counted so far. */
const COUNTED_TO = 100_000;
/** Where servers are connected. */
const CONNECTIONS = '/connections';

export function LaneCard({ channel }: { channel: Channel }) {
  const say = useMessages();
  const { game_index: gameIndex } = useProject();
  const lane = useReceiver(gameIndex, channel);
  const { data: receiver } = lane;
  const about = channel === 'restriction' ? say.restrictionAbout : say.purchaseAbout;
  return (
    <Card title={say[channel]} about={about} aside={receiver && <Lights receiver={receiver} />}>
      {!receiver && <Unread query={lane} height={150} />}
      {receiver && (
        <Stack gap="md">
          {receiver.url === null && <Unconnected channel={channel} />}
          <LaneFacts receiver={receiver} />
          <LaneActions receiver={receiver} />
        </Stack>
      )}
    </Card>
  );
}

/** A dead letter is not hidden by everything else that is fine. */
function Lights({ receiver }: { receiver: ReceiverRecord }) {
  const say = useMessages();
  const format = useFormat();
  const { dead_letters: dead } = receiver;
  return (
    <Group gap="xs">
      {dead > 0 && (
        <StatusBadge tone="bad">{say.deadLetterCount(dead, format.number(dead))}</StatusBadge>
      )}
      <LaneState receiver={receiver} />
    </Group>
  );
}

function LaneState({ receiver }: { receiver: ReceiverRecord }) {
  const say = useMessages();
  if (receiver.paused) return <StatusBadge tone="warning">{say.paused}</StatusBadge>;
  if (receiver.url === null) return <StatusBadge tone="quiet">{say.noTarget}</StatusBadge>;
  if (receiver.failures > 0) return <StatusBadge tone="bad">{say.retrying}</StatusBadge>;
  if (receiver.sending) return <StatusBadge tone="busy">{say.sending}</StatusBadge>;
  if (receiver.waiting > 0) return <StatusBadge tone="busy">{say.waitingState}</StatusBadge>;
  return <StatusBadge tone="good">{say.idle}</StatusBadge>;
}

function Unconnected({ channel }: { channel: Channel }) {
  const say = useMessages();
  const can = useCan();
  const { game_index: gameIndex } = useProject();
  return (
    <Alert color="gray">
      {channel === 'restriction' ? say.noTargetRestriction : say.noTargetPurchase}{' '}
      {can('admin') && (
        <Anchor component={Link} to={projectPath(gameIndex, CONNECTIONS)} size="sm">
          {say.connect}
        </Anchor>
      )}
    </Alert>
  );
}

function LaneFacts({ receiver }: { receiver: ReceiverRecord }) {
  const say = useMessages();
  const format = useFormat();
  const { url, oldest_at, failures, next_attempt_at } = receiver;
  const waiting = `${format.number(receiver.waiting)}${receiver.waiting >= COUNTED_TO ? '+' : ''}`;
  return (
    <Facts
      facts={[
        { label: say.receiver, value: url },
        { label: say.waiting, value: say.messages(waiting) },
        {
          label: say.refused,
          value: receiver.refused > 0 ? say.messages(format.number(receiver.refused)) : null,
        },
        { label: say.oldest, value: oldest_at && <Time at={oldest_at} /> },
        { label: say.tries, value: failures > 0 ? format.number(failures) : null },
        { label: say.nextAttempt, value: next_attempt_at && <Time at={next_attempt_at} /> },
        { label: say.deadLetters, value: format.number(receiver.dead_letters) },
      ]}
    />
  );
}
