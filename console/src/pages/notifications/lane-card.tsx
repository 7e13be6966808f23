// One lane: where it goes, how much waits and since when, and what can be done about it.
import { Alert, Anchor, Skeleton, Stack } from '@mantine/core';
import { Link } from 'wouter';
import { ApiError } from '../../api.ts';
import { Card } from '../../components/card.tsx';
import { Facts } from '../../components/facts.tsx';
import { Failure } from '../../components/failure.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useWords } from '../../i18n/words.ts';
import { projectPath, useCan, useProject } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { LaneActions } from './lane-actions.tsx';
import { type Channel, type LaneRecord, lanePath, targetPath } from './records.ts';
import { words } from './words.ts';

/** What waits is counted so far. */
const COUNTED_TO = 100_000;
/** Where servers are connected. */
const CONNECTIONS = '/connections';

export function LaneCard({ channel }: { channel: Channel }) {
  const say = useWords(words);
  const { game_index: gameIndex } = useProject();
  const lane = useGet<LaneRecord>(lanePath(gameIndex, channel));
  const target = useGet<{ readonly url: string }>(targetPath(gameIndex, channel));
  const isUnconnected = target.error instanceof ApiError && target.error.status === 404;
  const about = channel === 'restriction' ? say.restrictionAbout : say.purchaseAbout;
  const broken = lane.error ?? (isUnconnected ? null : target.error);
  return (
    <Card
      title={say[channel]}
      about={about}
      aside={lane.data && <LaneState lane={lane.data} isConnected={!isUnconnected} />}
    >
      {broken && <Failure error={broken} retry={() => void lane.refetch()} />}
      {!broken && (!lane.data || target.isPending) && <Skeleton height={150} />}
      {lane.data && !target.isPending && !broken && (
        <Stack gap="md">
          {isUnconnected && <Unconnected channel={channel} />}
          <LaneFacts lane={lane.data} url={target.data?.url ?? null} />
          <LaneActions lane={lane.data} isConnected={!isUnconnected} />
        </Stack>
      )}
    </Card>
  );
}

function LaneState({ lane, isConnected }: { lane: LaneRecord; isConnected: boolean }) {
  const say = useWords(words);
  if (lane.paused) return <StatusBadge tone="warning">{say.paused}</StatusBadge>;
  if (!isConnected) return <StatusBadge tone="quiet">{say.noTarget}</StatusBadge>;
  if (lane.batch && lane.batch.attempts > 0) {
    return <StatusBadge tone="bad">{say.retrying}</StatusBadge>;
  }
  if (lane.sending) return <StatusBadge tone="busy">{say.sending}</StatusBadge>;
  if (lane.waiting > 0) return <StatusBadge tone="busy">{say.waitingState}</StatusBadge>;
  return <StatusBadge tone="good">{say.idle}</StatusBadge>;
}

function Unconnected({ channel }: { channel: Channel }) {
  const say = useWords(words);
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

function LaneFacts({ lane, url }: { lane: LaneRecord; url: string | null }) {
  const say = useWords(words);
  const format = useFormat();
  const { batch, oldest_at, next_attempt_at } = lane;
  const waiting = `${format.number(lane.waiting)}${lane.waiting >= COUNTED_TO ? '+' : ''}`;
  return (
    <Facts
      facts={[
        { label: say.receiver, value: url },
        { label: say.waiting, value: say.messages(waiting) },
        { label: say.oldest, value: oldest_at && <Time at={oldest_at} /> },
        {
          label: say.tries,
          value: batch && batch.attempts > 0 ? format.number(batch.attempts) : null,
        },
        { label: say.nextAttempt, value: next_attempt_at && <Time at={next_attempt_at} /> },
        { label: say.deadLetters, value: format.number(lane.dead_letters) },
      ]}
    />
  );
}
