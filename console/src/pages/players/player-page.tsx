// One player: restriction, notes, money, measures, purchases, devices, notifications, personal data, and what can be done.
import { Anchor, Button, Grid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { Card } from '../../components/card.tsx';
import { Empty } from '../../components/empty.tsx';
import { Facts } from '../../components/facts.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Unread } from '../../components/unread.tsx';
import { endpoint } from '../../endpoint.ts';
import { EffectsCard } from '../../measures/effects-card.tsx';
import { useMessages as useMeasureMessages } from '../../measures/messages.ts';
import { appPath, useApp, useCan } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { useStatusNames } from '../../restrictions/messages.ts';
import { isPlayerId, type RestrictionRecord } from '../../restrictions/records.ts';
import { useTypeNameOf } from '../../restrictions/terms.tsx';
import { History } from './history.tsx';
import { useMessages } from './messages.ts';
import { AccountsCard, Devices } from './player/devices.tsx';
import { GrantsCard } from './player/grants-card.tsx';
import { useMessages as usePageMessages } from './player/messages.ts';
import { DebtCard, SpendingCard } from './player/money.tsx';
import { NotesCard } from './player/notes-card.tsx';
import { PersonalData } from './player/personal-data.tsx';
import { Orders, Purchases, Subscriptions } from './player/sales.tsx';
import { CopyAll } from './player/ticket.tsx';
import { Told } from './player/told.tsx';
import { ReleaseDialog } from './release-dialog.tsx';
import { RestrictDialog } from './restrict-dialog.tsx';
import { RestrictionBadge } from './restriction-badge.tsx';

export function Page() {
  const say = useMessages();
  const { playerId = '' } = useParams();
  if (isPlayerId(playerId)) return <Player key={playerId} playerId={playerId} />;
  return <Empty title={say.wrongId(playerId)} about={say.playerIdWrong} />;
}

function Player({ playerId }: { playerId: string }) {
  const say = useMessages();
  const { appid } = useApp();
  const can = useCan();
  const more = usePageMessages();
  const measures = useMeasureMessages();
  const [asked, setAsked] = useState<'restrict' | 'release'>();
  const [isAdding, setIsAdding] = useState(false);
  const player = useGet(
    endpoint('/apps/{appid}/players/{player_id}', { appid, player_id: playerId }),
  );
  const close = () => setAsked(undefined);
  if (!player.data) return <Unread query={player} />;
  const { restriction } = player.data;
  return (
    <>
      <Anchor component={Link} to={appPath(appid, '/players')} size="sm">
        ← {say.back}
      </Anchor>
      <PageTitle title={say.playerTitle(playerId)}>
        <CopyAll playerId={playerId} restriction={restriction} />
        {can('operator') && (
          <Button variant="default" onClick={() => setIsAdding(true)}>
            {more.addNote}
          </Button>
        )}
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
      <Stack gap="xl">
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Stack gap="md">
              {restriction ? <Current restriction={restriction} /> : <Free />}
              <NotesCard playerId={playerId} isAdding={isAdding} onAdding={setIsAdding} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Stack gap="md">
              <SpendingCard playerId={playerId} />
              <DebtCard playerId={playerId} />
              <GrantsCard playerId={playerId} />
              <AccountsCard playerId={playerId} />
            </Stack>
          </Grid.Col>
        </Grid>
        <EffectsCard about={measures.ofPlayer} filters={{ player_id: playerId }} />
        <Orders playerId={playerId} />
        <Purchases playerId={playerId} />
        <Subscriptions playerId={playerId} />
        <Devices playerId={playerId} />
        <Told playerId={playerId} />
        <History playerId={playerId} />
        {can('admin') && <PersonalData playerId={playerId} />}
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
  const say = useMessages();
  return (
    <Card title={say.now} aside={<StatusBadge tone="good">{say.free}</StatusBadge>}>
      <Text size="sm" c="dimmed">
        {say.freeAbout}
      </Text>
    </Card>
  );
}

function Current({ restriction }: { restriction: RestrictionRecord }) {
  const say = useMessages();
  const statuses = useStatusNames();
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
