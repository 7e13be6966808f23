// What support is asked first: is the player restricted, by whom, why, until when, and was the game told.
import { Blockquote, Button, Group, Text } from '@mantine/core';
import { AppTime } from '../../../components/app-time.tsx';
import { Card } from '../../../components/card.tsx';
import { Facts } from '../../../components/facts.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { endpoint } from '../../../endpoint.ts';
import { useApp, useCan } from '../../../place.tsx';
import { useGet } from '../../../queries.ts';
import { useReceiver } from '../../../receivers.ts';
import { useActorName } from '../../../restrictions/actors.ts';
import { useStatusNames } from '../../../restrictions/messages.ts';
import type { HistoryEntry, RestrictionRecord } from '../../../restrictions/records.ts';
import { LOGIN, useScopeName } from '../../../restrictions/scopes.tsx';
import { useTypeNameOf } from '../../../restrictions/terms.tsx';
import { useMessages as useRestrictionMessages } from '../messages.ts';
import { RestrictionBadge } from '../restriction-badge.tsx';
import { useName } from './data.ts';
import { useMessages } from './messages.ts';
import { DeliveryAnswer, DeliveryState, useDeliveries } from './told.tsx';

/** What is to be done about the restriction of a scope, or about a new one. */
export interface Asked {
  readonly what: 'restrict' | 'change' | 'release';
  readonly scope?: string;
}

/** Changes that are read to find the last one of each scope. */
const CHANGES = 20;

export function Answer({
  playerId,
  restrictions,
  devices,
  isMet,
  onAsk,
}: {
  playerId: string;
  restrictions: readonly RestrictionRecord[];
  /** How many the restriction of the login includes. */
  devices: number;
  /** Whether devices of the player are restricted with others. */
  isMet: boolean;
  onAsk: (asked: Asked) => void;
}) {
  const history = endpoint('/apps/{appid}/players/{player_id}/history', useName(playerId));
  const changes = useGet(history, { limit: CHANGES }).data?.items;
  const newestOf = (wanted: string | undefined) => changes?.find(({ scope }) => scope === wanted);
  const ofLogin = restrictions.find(({ scope }) => scope === undefined);
  const others = restrictions.filter(({ scope }) => scope !== undefined);
  return (
    <>
      {ofLogin ? (
        <Restricted
          playerId={playerId}
          restriction={ofLogin}
          newest={newestOf(undefined)}
          devices={devices}
        />
      ) : (
        <Free newest={newestOf(undefined)} hasOthers={others.length > 0} isMet={isMet} />
      )}
      {others.map((each) => (
        <Restricted
          key={each.scope}
          playerId={playerId}
          restriction={each}
          newest={newestOf(each.scope)}
          onAsk={onAsk}
        />
      ))}
    </>
  );
}

function Restricted({
  playerId,
  restriction,
  newest,
  devices = 0,
  onAsk,
}: {
  playerId: string;
  restriction: RestrictionRecord;
  newest: HistoryEntry | undefined;
  devices?: number;
  /** Absent for the login, whose buttons are at the top of the page. */
  onAsk?: (asked: Asked) => void;
}) {
  const say = useRestrictionMessages();
  const more = useMessages();
  const statuses = useStatusNames();
  const nameOf = useActorName();
  const typeNameOf = useTypeNameOf();
  const scopeName = useScopeName();
  const { time_zone: zone } = useApp();
  const { scope, status, block_type: type, start_date, end_date } = restriction;
  return (
    <Card
      title={scope === undefined ? say.now : say.nowIn(scopeName(scope))}
      aside={
        <Group gap="xs">
          {onAsk && <Actions scope={scope ?? LOGIN} onAsk={onAsk} />}
          <RestrictionBadge restriction={restriction} />
        </Group>
      }
    >
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
          { label: more.withDevices, value: devices === 0 ? null : more.deviceCount(devices) },
          {
            label: more.gameTold,
            value: scope === undefined ? <GameTold playerId={playerId} /> : null,
          },
        ]}
      />
      <Comment of={newest} />
    </Card>
  );
}

function Actions({ scope, onAsk }: { scope: string; onAsk: (asked: Asked) => void }) {
  const say = useRestrictionMessages();
  const name = useScopeName()(scope);
  if (!useCan()('operator')) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="light"
        color="green"
        aria-label={say.releaseIn(name)}
        onClick={() => onAsk({ what: 'release', scope })}
      >
        {say.releaseThis}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={say.changeIn(name)}
        onClick={() => onAsk({ what: 'change', scope })}
      >
        {say.changeThis}
      </Button>
    </>
  );
}

function Free({
  newest,
  hasOthers,
  isMet,
}: {
  newest: HistoryEntry | undefined;
  hasOthers: boolean;
  isMet: boolean;
}) {
  const say = useRestrictionMessages();
  const more = useMessages();
  const nameOf = useActorName();
  const by = newest && nameOf({ actor: newest.actor.name, actor_kind: newest.actor.kind });
  return (
    <Card
      title={say.now}
      aside={<StatusBadge tone="good">{hasOthers ? say.canLogIn : say.free}</StatusBadge>}
    >
      <Text size="sm">
        {hasOthers ? say.canLogInAbout : isMet ? more.freeElsewhere : say.freeAbout}
      </Text>
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
