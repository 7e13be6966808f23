// One player: the restriction of now, what can be done about it, and everything that was done.
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { Card } from '../../components/card.tsx';
import { Empty } from '../../components/empty.tsx';
import { Facts } from '../../components/facts.tsx';
import { Failure } from '../../components/failure.tsx';
import { PageSkeleton } from '../../components/page-skeleton.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { endpoint } from '../../endpoint.ts';
import { useMessages } from '../../i18n/messages.ts';
import { appPath, useApp, useCan } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { statusNames } from '../../restrictions/messages.ts';
import { isPlayerId, type RestrictionRecord } from '../../restrictions/records.ts';
import { useTypeNameOf } from '../../restrictions/type-names.ts';
import { History } from './history.tsx';
import { messages } from './messages.ts';
import { ReleaseDialog } from './release-dialog.tsx';
import { RestrictDialog } from './restrict-dialog.tsx';
import { RestrictionBadge } from './restriction-badge.tsx';

export function Page() {
  const say = useMessages(messages);
  const { playerId = '' } = useParams();
  if (isPlayerId(playerId)) return <Player key={playerId} playerId={playerId} />;
  return <Empty title={say.wrongId(playerId)} about={say.playerIdWrong} />;
}

function Player({ playerId }: { playerId: string }) {
  const say = useMessages(messages);
  const { appid } = useApp();
  const can = useCan();
  const [asked, setAsked] = useState<'restrict' | 'release'>();
  const player = useGet(
    endpoint('/apps/{appid}/players/{player_id}', { appid, player_id: playerId }),
  );
  const close = () => setAsked(undefined);
  if (player.error) return <Failure error={player.error} retry={() => void player.refetch()} />;
  if (!player.data) return <PageSkeleton />;
  const { restriction } = player.data;
  return (
    <>
      <PageTitle title={say.playerTitle(playerId)}>
        <Button variant="default" component={Link} to={appPath(appid, '/players')}>
          {say.back}
        </Button>
        {can('operator') && restriction && (
          <Button variant="light" color="green" onClick={() => setAsked('release')}>
            {say.release}
          </Button>
        )}
        {can('operator') && (
          <Button onClick={() => setAsked('restrict')}>
            {restriction ? say.change : say.restrictThis}
          </Button>
        )}
      </PageTitle>
      <Stack gap="lg">
        {restriction ? <Current restriction={restriction} /> : <Free />}
        <History playerId={playerId} />
      </Stack>
      <RestrictDialog
        playerId={playerId}
        current={restriction}
        opened={asked === 'restrict'}
        onClose={close}
      />
      <ReleaseDialog playerId={playerId} opened={asked === 'release'} onClose={close} />
    </>
  );
}

function Free() {
  const say = useMessages(messages);
  return (
    <Card title={say.now} aside={<StatusBadge tone="good">{say.free}</StatusBadge>}>
      <Text size="sm" c="dimmed">
        {say.freeAbout}
      </Text>
    </Card>
  );
}

function Current({ restriction }: { restriction: RestrictionRecord }) {
  const say = useMessages(messages);
  const statuses = useMessages(statusNames);
  const { time_zone: zone } = useApp();
  const typeNameOf = useTypeNameOf();
  const { status, block_type, start_date, end_date } = restriction;
  return (
    <Card title={say.now} aside={<RestrictionBadge restriction={restriction} />}>
      <Facts
        facts={[
          { label: say.type, value: `${block_type} · ${typeNameOf(block_type)}` },
          { label: say.status, value: statuses[status] },
          { label: say.start, value: `${start_date} (${zone})` },
          { label: say.end, value: status === 'P' ? say.never : `${end_date} (${zone})` },
        ]}
      />
    </Card>
  );
}
