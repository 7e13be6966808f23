// One player: the answer that support looks for, then purchases, and everything else that is known.
import { Anchor, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { Empty } from '../../components/empty.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { Unread } from '../../components/unread.tsx';
import { endpoint } from '../../endpoint.ts';
import { useLast } from '../../last.ts';
import { EffectsCard } from '../../measures/effects-card.tsx';
import { useMessages as useMeasureMessages } from '../../measures/messages.ts';
import { appPath, useApp, useCan } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { isPlayerId, restrictionsOf } from '../../restrictions/records.ts';
import { LOGIN } from '../../restrictions/scopes.tsx';
import { History } from './history.tsx';
import { useMessages } from './messages.ts';
import { Answer, type Asked } from './player/answer.tsx';
import { Appeals } from './player/appeals.tsx';
import { ByDevice } from './player/by-device.tsx';
import classes from './player/cards.module.css';
import { DownloadsCard, WithdrawnConsent } from './player/consent.tsx';
import { AccountsCard, Devices } from './player/devices.tsx';
import { ErasureState } from './player/erasure-state.tsx';
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
  const [asked, setAsked] = useState<Asked>();
  const last = useLast(asked);
  const [isAdding, setIsAdding] = useState(false);
  const player = useGet(
    endpoint('/apps/{appid}/players/{player_id}', { appid, player_id: playerId }),
  );
  const close = () => setAsked(undefined);
  if (!player.data) return <Unread query={player} />;
  const { restriction, by_device, device_exception } = player.data;
  const isMet = by_device !== undefined && device_exception !== true;
  const restrictions = restrictionsOf(player.data);
  const current = restrictions.find((each) => (each.scope ?? LOGIN) === last?.scope);
  return (
    <>
      <Anchor component={Link} to={appPath(appid, '/players')} size="sm">
        ← {say.back}
      </Anchor>
      <PageTitle title={say.playerTitle(playerId)}>
        <CopyAll playerId={playerId} restrictions={restrictions} />
        {can('operator') && (
          <Button variant="default" onClick={() => setIsAdding(true)}>
            {more.addNote}
          </Button>
        )}
        {can('operator') && (
          <Button
            variant={restriction ? 'default' : 'filled'}
            onClick={() => setAsked({ what: 'restrict' })}
          >
            {restriction ? say.restrictFeature : say.restrictThis}
          </Button>
        )}
        {can('operator') && restriction && (
          <>
            <Button
              variant="light"
              color="green"
              onClick={() => setAsked({ what: 'release', scope: LOGIN })}
            >
              {say.release}
            </Button>
            <Button onClick={() => setAsked({ what: 'change', scope: LOGIN })}>{say.change}</Button>
          </>
        )}
      </PageTitle>
      {can('admin') && <ErasureState playerId={playerId} />}
      <Stack gap="lg">
        <WithdrawnConsent playerId={playerId} />
        <ByDevice player={player.data} />
        <Answer
          playerId={playerId}
          restrictions={restrictions}
          devices={player.data.with_devices?.length ?? 0}
          isMet={isMet}
          onAsk={setAsked}
        />
        <Appeals playerId={playerId} />
        <Orders playerId={playerId} />
        <Purchases playerId={playerId} />
        <Subscriptions playerId={playerId} />
        <div className={classes.cards}>
          <SpendingCard playerId={playerId} />
          <NotesCard playerId={playerId} isAdding={isAdding} onAdding={setIsAdding} />
          <DebtCard playerId={playerId} />
          <GrantsCard playerId={playerId} />
          <AccountsCard playerId={playerId} />
          <DownloadsCard playerId={playerId} />
        </div>
        <EffectsCard about={measures.ofPlayer} filters={{ player_id: playerId }} />
        <Devices player={player.data} />
        <Told playerId={playerId} />
        <History playerId={playerId} />
        {can('admin') && <PersonalData playerId={playerId} />}
      </Stack>
      <RestrictDialog
        playerId={playerId}
        current={last?.what === 'change' ? (current ?? null) : null}
        hasDevices={player.data.with_devices !== undefined}
        restrictedIn={restrictions.map(({ scope }) => scope ?? LOGIN)}
        opened={asked?.what === 'restrict' || asked?.what === 'change'}
        onClose={close}
      />
      <ReleaseDialog
        playerId={playerId}
        scope={current?.scope}
        opened={asked?.what === 'release'}
        onClose={close}
      />
    </>
  );
}
