// Players of an app: search for any, the list of restricted ones, and a button to restrict one.
import { Anchor, Button, Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { AddButton } from '../../components/add-button.tsx';
import { AppTime } from '../../components/app-time.tsx';
import type { Column } from '../../components/data-table.tsx';
import { PlayersIcon, SearchIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFilters } from '../../filters.ts';
import { ListTable } from '../../list/list-table.tsx';
import { appPath, useApp, useCan } from '../../place.tsx';
import { useStatusNames } from '../../restrictions/messages.ts';
import type { RestrictionRecord } from '../../restrictions/records.ts';
import { usePeriodText, useTypeNameOf } from '../../restrictions/terms.tsx';
import { momentOf } from '../../sales/window.ts';
import { useMessages } from './messages.ts';
import { FILTERS, PlayerFilters } from './player-filters.tsx';
import { MOST_RELEASED, ReleaseMany } from './release-dialog.tsx';
import { RestrictDialog } from './restrict-dialog.tsx';
import { RestrictionBadge } from './restriction-badge.tsx';

export function Page() {
  const say = useMessages();
  const { appid, time_zone: zone } = useApp();
  const can = useCan();
  const [isRestricting, setRestricting] = useState(false);
  const [filters, change] = useFilters(FILTERS);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const at = endpoint('/apps/{appid}/restrictions', { appid });
  const selection = useSelectionColumn(selected, setSelected);
  const columns = useColumns();
  const notRestricted = {
    icon: PlayersIcon,
    title: say.notRestricted(filters.player),
    about: say.notRestrictedAbout,
    children: (
      <Button component={Link} to={appPath(appid, `/players/${filters.player}`)} variant="light">
        {say.openPlayer}
      </Button>
    ),
  };
  const isSearching = FILTERS.some((name) => filters[name] !== '');
  return (
    <>
      <PageTitle title={say.title} about={say.about}>
        {can('operator') && <AddButton label={say.restrict} onClick={() => setRestricting(true)} />}
      </PageTitle>
      <Stack>
        <PlayerFilters filters={filters} onChange={change} />
        <ListTable
          label={say.list}
          counted={say.counted}
          at={at}
          filters={{
            player_id: filters.player,
            status: filters.status,
            block_type: filters.type,
            from: momentOf(filters.from, zone),
            to: momentOf(filters.to, zone),
          }}
          sort="-changed_at"
          columns={can('operator') ? [selection, ...columns] : columns}
          rowKey={(row) => String(row.player_id)}
          minWidth={860}
          empty={
            filters.player !== ''
              ? notRestricted
              : isSearching
                ? { icon: SearchIcon, title: say.noneFound, about: say.noneFoundAbout }
                : { icon: PlayersIcon, title: say.none, about: say.noneAbout }
          }
        >
          {selected.size > 0 && (
            <ReleaseMany players={[...selected]} onReleased={() => setSelected(new Set())} />
          )}
        </ListTable>
      </Stack>
      <RestrictDialog opened={isRestricting} onClose={() => setRestricting(false)} />
    </>
  );
}

/** Chosen players stay chosen on other pages, and while new ones arrive. */
function useSelectionColumn(
  selected: ReadonlySet<string>,
  onChange: (selected: ReadonlySet<string>) => void,
): Column<RestrictionRecord> {
  const say = useMessages();
  const set = (ids: readonly string[], isOn: boolean): void => {
    const chosen = new Set(selected);
    for (const id of ids) {
      if (!isOn) chosen.delete(id);
      else if (chosen.size < MOST_RELEASED) chosen.add(id);
    }
    onChange(chosen);
  };
  return {
    label: say.select,
    head: (rows) => {
      const ids = rows.map(({ player_id }) => String(player_id));
      const isAll = ids.length > 0 && ids.every((id) => selected.has(id));
      return (
        <Checkbox
          size="xs"
          aria-label={say.selectPage}
          checked={isAll}
          indeterminate={!isAll && selected.size > 0}
          onChange={() => set(ids, !isAll)}
        />
      );
    },
    width: 36,
    cell: ({ player_id: id }) => (
      <Checkbox
        size="xs"
        aria-label={say.selectPlayer(String(id))}
        checked={selected.has(String(id))}
        onChange={(event) => set([String(id)], event.currentTarget.checked)}
      />
    ),
  };
}

function useColumns(): readonly Column<RestrictionRecord>[] {
  const say = useMessages();
  const statuses = useStatusNames();
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
    { id: 'status', label: say.status, cell: (row) => <RestrictionBadge restriction={row} /> },
    {
      id: 'type',
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
      id: 'period',
      sorts: ['end_date'],
      label: `${say.period} (${zone})`,
      cell: (row) => (
        <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
          {periodOf(row)}
        </Text>
      ),
    },
    {
      id: 'changed',
      sorts: ['-changed_at', 'changed_at'],
      label: say.changed,
      cell: (row) => <AppTime at={row.changed_at} />,
    },
  ];
}
