// What support is asked first: is the player restricted, by whom, why, until when, and was the game told.
import { Blockquote, Group, Text } from '@mantine/core';
import { AppTime } from '../../../components/app-time.tsx';
import { Card } from '../../../components/card.tsx';
import { Facts } from '../../../components/facts.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { endpoint } from '../../../endpoint.ts';
import { useApp } from '../../../place.tsx';
import { useGet } from '../../../queries.ts';
import { useReceiver } from '../../../receivers.ts';
import { useActorName } from '../../../restrictions/actors.ts';
import { useStatusNames } from '../../../restrictions/messages.ts';
import type { HistoryEntry, RestrictionRecord } from '../../../restrictions/records.ts';
import { useTypeNameOf } from '../../../restrictions/terms.tsx';
import { useMessages as useRestrictionMessages } from '../messages.ts';
import { RestrictionBadge } from '../restriction-badge.tsx';
import { useName } from './data.ts';
import { useMessages } from './messages.ts';
import { DeliveryAnswer, DeliveryState, useDeliveries } from './told.tsx';

export function Answer({
  playerId,
  restriction,
}: {
  playerId: string;
  restriction: RestrictionRecord | null;
}) {
  const history = endpoint('/apps/{appid}/players/{player_id}/history', useName(playerId));
  const newest = useGet(history, { limit: 1 }).data?.items[0];
  return restriction ? (
    <Restricted playerId={playerId} restriction={restriction} newest={newest} />
  ) : (
    <Free newest={newest} />
  );
}

function Restricted({
  playerId,
  restriction,
  newest,
}: {
  playerId: string;
  restriction: RestrictionRecord;
  newest: HistoryEntry | undefined;
}) {
  const say = useRestrictionMessages();
  const more = useMessages();
  const statuses = useStatusNames();
  const nameOf = useActorName();
  const typeNameOf = useTypeNameOf();
  const { time_zone: zone } = useApp();
  const { status, block_type: type, start_date, end_date } = restriction;
  return (
    <Card title={say.now} aside={<RestrictionBadge restriction={restriction} />}>
      <Facts
        isWide
        facts={[
          { label: more.why, value: `${type} · ${typeNameOf(type)}` },
          { label: more.by, value: nameOf(restriction) || null },
          {
            label: more.until,
            value: status === 'P' ? statuses.P : `${end_date} (${zone})`,
          },
          { label: say.changed, value: <AppTime at={restriction.changed_at} /> },
          { label: say.start, value: `${start_date} (${zone})` },
          { label: more.gameTold, value: <GameTold playerId={playerId} /> },
        ]}
      />
      <Comment of={newest} />
    </Card>
  );
}

function Free({ newest }: { newest: HistoryEntry | undefined }) {
  const say = useRestrictionMessages();
  const more = useMessages();
  const nameOf = useActorName();
  const by = newest && nameOf({ actor: newest.actor.name, actor_kind: newest.actor.kind });
  return (
    <Card title={say.now} aside={<StatusBadge tone="good">{say.free}</StatusBadge>}>
      <Text size="sm">{say.freeAbout}</Text>
      {newest && (
        <Text size="sm" c="dimmed" mt={4}>
          {more.lastChange}: {newest.action === 'changed' ? say.changedAction : say[newest.action]}{' '}
          <AppTime at={newest.at} />{' '}
          {newest.actor.kind === 'system' ? say.bySystem : say.by(by ?? '')}
        </Text>
      )}
      <Comment of={newest} />
    </Card>
  );
}

function Comment({ of }: { of: HistoryEntry | undefined }) {
  if (!of?.comment) return null;
  return (
    <Blockquote p="xs" mt="sm" fz="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
      {of.comment}
    </Blockquote>
  );
}

/** Of the newest change in this app. */
function GameTold({ playerId }: { playerId: string }) {
  const say = useMessages();
  const { appid, game_index } = useApp();
  const receiver = useReceiver(game_index, 'restriction').data;
  const delivery = useDeliveries(playerId).items.find((each) => each.appid === appid);
  if (receiver?.url === null && delivery?.state !== 'delivered') {
    return <StatusBadge tone="warning">{say.noGameServer}</StatusBadge>;
  }
  if (!delivery) return null;
  return (
    <Group gap="4px 12px">
      <DeliveryState state={delivery.state} />
      <DeliveryAnswer attempt={delivery.last_attempt} />
    </Group>
  );
}
