// One lane: where it goes, how much waits and since when, and what can be done about it.
import { Alert, Anchor, Button, Group, Modal, Stack } from '@mantine/core';
import { Link } from 'wouter';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { Card } from '../../components/card.tsx';
import { Facts } from '../../components/facts.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { Unread } from '../../components/unread.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { projectPath, useCan, useProject } from '../../place.tsx';
import {
  type Channel,
  partsOf,
  type ReceiverRecord,
  receiversEndpoint,
  useReceiver,
} from '../../receivers.ts';
import { laneNameIn } from './lane-name.ts';
import { useMessages } from './messages.ts';
import { laneEndpoint, type Reply } from './records.ts';
import { ReplyText } from './request-dialog.tsx';

/** What waits is counted so far. */
const COUNTED_TO = 100_000;
/** Where servers are connected. */
const CONNECTIONS = '/connections';

export function LaneCard({ channel }: { channel: Channel }) {
  const say = useMessages();
  const { game_index: gameIndex } = useProject();
  const lane = useReceiver(gameIndex, channel);
  const { data: receiver } = lane;
  const about =
    partsOf(channel).channel === 'restriction' ? say.restrictionAbout : say.purchaseAbout;
  return (
    <Card
      title={laneNameIn(say, channel)}
      about={about}
      aside={receiver && <Lights receiver={receiver} />}
    >
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

function LaneActions({ receiver }: { receiver: ReceiverRecord }) {
  const say = useMessages();
  const can = useCan();
  const { game_index } = useProject();
  const { channel } = receiver;
  const name = laneNameIn(say, channel);
  const isConnected = receiver.url !== null;
  const place = { game_index, channel };
  const refreshes = [laneEndpoint(game_index, channel), receiversEndpoint(game_index)];
  const pause = useAction({
    run: () => call('POST', endpoint('/projects/{game_index}/outbox/{channel}/pause', place)),
    done: say.pausedDone,
    refreshes,
  });
  const resume = useAction({
    run: () => call('POST', endpoint('/projects/{game_index}/outbox/{channel}/resume', place)),
    done: say.resumedDone,
    refreshes,
  });
  const test = useAction({
    run: () => call('POST', endpoint('/projects/{game_index}/outbox/{channel}/test', place)),
  });
  if (!can('operator') || !(isConnected || receiver.paused)) return null;
  const isStuck = !receiver.paused && isConnected && receiver.waiting > 0;
  const button = (
    label: string,
    about: (lane: string) => string,
    action: { readonly isPending: boolean; mutate(): void },
    variant: 'default' | 'filled' = 'default',
  ) => (
    <Button
      size="xs"
      variant={variant}
      aria-label={about(name)}
      loading={action.isPending}
      onClick={() => action.mutate()}
    >
      {label}
    </Button>
  );
  return (
    <>
      <Group gap="xs">
        {receiver.paused && button(say.resume, say.resumeOf, resume, 'filled')}
        {!receiver.paused && isConnected && button(say.pause, say.pauseOf, pause)}
        {isStuck && button(say.tryNow, say.tryNowOf, resume)}
        {isConnected && button(say.test, say.testOf, test)}
      </Group>
      <TestResult reply={test.data} onClose={() => test.reset()} />
    </>
  );
}

function TestResult({ reply, onClose }: { reply: Reply | undefined; onClose: () => void }) {
  const say = useMessages();
  const isDelivered = reply?.result === 'delivered';
  return (
    <Modal opened={reply !== undefined} onClose={onClose} title={say.testTitle} size="lg">
      {reply && (
        <Stack>
          <Alert color={isDelivered ? 'green' : 'red'}>
            {isDelivered ? say.testDelivered : say.testFailed}
          </Alert>
          <ReplyText reply={reply} />
        </Stack>
      )}
    </Modal>
  );
}
