// Restricted players of an app: search, list, and a button to restrict one.
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { AddIcon, PlayersIcon, SearchIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFilters } from '../../filters.ts';
import { useMessages } from '../../i18n/messages.ts';
import { appPath, useApp, useCan } from '../../place.tsx';
import { useKeyset } from '../../queries.ts';
import { statusNames } from '../../restrictions/messages.ts';
import type { RestrictionRecord } from '../../restrictions/records.ts';
import { usePeriodText } from '../../restrictions/terms.tsx';
import { useTypeNameOf } from '../../restrictions/type-names.ts';
import { momentOf } from '../../sales/window.ts';
import { messages } from './messages.ts';
import { FILTERS, PlayerFilters } from './player-filters.tsx';
import { RestrictDialog } from './restrict-dialog.tsx';
import { RestrictionBadge } from './restriction-badge.tsx';

export function Page() {
  const say = useMessages(messages);
  const { appid, time_zone: zone } = useApp();
  const can = useCan();
  const [isRestricting, setRestricting] = useState(false);
  const [filters, change] = useFilters(FILTERS);
  const list = useKeyset(endpoint('/apps/{appid}/restrictions', { appid }), {
    player_id: filters.player,
    status: filters.status,
    block_type: filters.type,
    from: momentOf(filters.from, zone),
    to: momentOf(filters.to, zone),
  });
  const columns = useColumns();
  const isSearching = FILTERS.some((name) => filters[name] !== '');
  return (
    <>
      <PageTitle title={say.title} about={say.about}>
        {can('operator') && (
          <Button leftSection={<AddIcon size={16} />} onClick={() => setRestricting(true)}>
            {say.restrict}
          </Button>
        )}
      </PageTitle>
      <Stack>
        <PlayerFilters filters={filters} onChange={change} />
        <DataTable
          label={say.title}
          columns={columns}
          source={list}
          rowKey={(row) => String(row.player_id)}
          minWidth={860}
          empty={
            filters.player !== '' ? (
              <NotRestricted playerId={filters.player} />
            ) : isSearching ? (
              <Empty icon={SearchIcon} title={say.noneFound} about={say.noneFoundAbout} />
            ) : (
              <Empty icon={PlayersIcon} title={say.none} about={say.noneAbout} />
            )
          }
        />
      </Stack>
      <RestrictDialog opened={isRestricting} onClose={() => setRestricting(false)} />
    </>
  );
}

function useColumns(): readonly Column<RestrictionRecord>[] {
  const say = useMessages(messages);
  const statuses = useMessages(statusNames);
  const { appid, time_zone: zone } = useApp();
  const typeNameOf = useTypeNameOf();
  const periodOf = usePeriodText();
  return [
    {
      label: say.player,
      cell: ({ player_id: id }) => (
        <Anchor component={Link} to={appPath(appid, `/players/${id}`)} ff="monospace" size="sm">
          {String(id)}
        </Anchor>
      ),
    },
    { label: say.status, cell: (row) => <RestrictionBadge restriction={row} /> },
    {
      label: say.type,
      cell: (row) => (
        <>
          <Text size="sm">{typeNameOf(row.block_type)}</Text>
          <Text size="xs" c="dimmed">
            {statuses[row.status]}
          </Text>
        </>
      ),
    },
    {
      label: `${say.period} (${zone})`,
      cell: (row) => (
        <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
          {periodOf(row)}
        </Text>
      ),
    },
    { label: say.changed, cell: (row) => <Time at={row.changed_at} timeZone={zone} /> },
  ];
}

function NotRestricted({ playerId }: { playerId: string }) {
  const say = useMessages(messages);
  const { appid } = useApp();
  return (
    <Empty icon={PlayersIcon} title={say.notRestricted(playerId)} about={say.notRestrictedAbout}>
      <Button component={Link} to={appPath(appid, `/players/${playerId}`)} variant="light">
        {say.openPlayer}
      </Button>
    </Empty>
  );
}
