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
import { useFormat } from '../../i18n/format.ts';
import { ListTable } from '../../list/list-table.tsx';
import { appPath, useApp, useCan } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { useShortActor, useSources } from '../../restrictions/actors.ts';
import { useStatusNames } from '../../restrictions/messages.ts';
import type { RestrictionRecord } from '../../restrictions/records.ts';
import { usePeriodText, useTypeNameOf } from '../../restrictions/terms.tsx';
import { momentOf } from '../../sales/window.ts';
import { useMessages } from './messages.ts';
import { FILTERS, type Filters, PlayerFilters } from './player-filters.tsx';
import { MOST_RELEASED, ReleaseMany, ReleaseMatching } from './release-dialog.tsx';
import { RestrictDialog } from './restrict-dialog.tsx';
import { RestrictionBadge } from './restriction-badge.tsx';

export function Page() {
  const say = useMessages();
  const { appid, time_zone: zone } = useApp();
  const can = useCan();
  const [isRestricting, setRestricting] = useState(false);
  const [filters, change] = useFilters(FILTERS);
  const at = endpoint('/apps/{appid}/restrictions', { appid });
  const query = queryOf(filters, zone);
  const [selection, setSelection] = useState<Selection>(NOBODY);
  const matching = JSON.stringify(query);
  // “All that match” means another list once the filters change; chosen players are of one scope.
  const isOfThis =
    selection.selected === 'all' ? selection.about === matching : selection.scope === filters.scope;
  const chosen = isOfThis ? selection.selected : NOBODY.selected;
  const select = (selected: Selection['selected']) =>
    setSelection({ about: matching, scope: filters.scope, selected });
  const boxes = useSelectionColumn(chosen, select);
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
          filters={{ player_id: filters.player, ...query }}
          sort="-changed_at"
          columns={can('operator') ? [boxes, ...columns] : columns}
          rowKey={(row) => String(row.player_id)}
          minWidth={980}
          empty={
            filters.player !== '' && filters.scope === ''
              ? notRestricted
              : isSearching
                ? { icon: SearchIcon, title: say.noneFound, about: say.noneFoundAbout }
                : { icon: PlayersIcon, title: say.none, about: say.noneAbout }
          }
        >
          {(chosen === 'all' || chosen.size > 0) && (
            <Chosen
              chosen={chosen}
              query={query}
              onAll={filters.player === '' ? () => select('all') : undefined}
              onReleased={() => select(new Set())}
            />
          )}
        </ListTable>
      </Stack>
      <RestrictDialog opened={isRestricting} onClose={() => setRestricting(false)} />
    </>
  );
}

interface Selection {
  /** The filters when it was made. */
  readonly about: string;
  readonly scope: string;
  /** Ids, or all that match the filters. */
  readonly selected: ReadonlySet<string> | 'all';
}

const NOBODY = { about: '', scope: '', selected: new Set<string>() };

const queryOf = (filters: Filters, zone: string) => ({
  scope: filters.scope,
  status: filters.status,
  block_type: filters.type,
  from: momentOf(filters.from, zone),
  to: momentOf(filters.to, zone),
  actor_kind: filters.through,
  actor: filters.who,
  changed_from: momentOf(filters.changedFrom, zone),
  changed_to: momentOf(filters.changedTo, zone),
});

/** What can be done with whom one has chosen; those of one page can become all that match. */
function Chosen({
  chosen,
  query,
  onAll,
  onReleased,
}: {
  chosen: Selection['selected'];
  query: ReturnType<typeof queryOf>;
  onAll: (() => void) | undefined;
  onReleased: () => void;
}) {
  const say = useMessages();
  const format = useFormat();
  const { appid } = useApp();
  const total = useGet(endpoint('/apps/{appid}/restrictions/count', { appid }), query).data;
  const matching = total && `${format.number(total.count)}${total.is_exact ? '' : '+'}`;
  if (chosen === 'all') {
    return (
      <>
        <Text size="sm">{matching && say.allSelected(matching)}</Text>
        <Button size="xs" variant="subtle" onClick={onReleased}>
          {say.selectNone}
        </Button>
        {total && <ReleaseMatching total={total} query={query} onReleased={onReleased} />}
      </>
    );
  }
  return (
    <>
      {onAll && total && total.count > chosen.size && (
        <Button size="xs" variant="subtle" onClick={onAll}>
          {say.selectAll(matching ?? '')}
        </Button>
      )}
      <ReleaseMany players={[...chosen]} scope={query.scope} onReleased={onReleased} />
    </>
  );
}

/** Chosen players stay chosen on other pages, and while new ones arrive. */
function useSelectionColumn(
  chosen: Selection['selected'],
  onChange: (selected: ReadonlySet<string>) => void,
): Column<RestrictionRecord> {
  const say = useMessages();
  const selected = chosen === 'all' ? NOBODY.selected : chosen;
  const isChosen = (id: string): boolean => chosen === 'all' || chosen.has(id);
  const set = (ids: readonly string[], isOn: boolean): void => {
    const next = new Set(selected);
    for (const id of ids) {
      if (!isOn) next.delete(id);
      else if (next.size < MOST_RELEASED) next.add(id);
    }
    onChange(next);
  };
  return {
    label: say.select,
    head: (rows) => {
      const ids = rows.map(({ player_id }) => String(player_id));
      const isAll = ids.length > 0 && ids.every(isChosen);
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
        checked={isChosen(String(id))}
        onChange={(event) => set([String(id)], event.currentTarget.checked)}
      />
    ),
  };
}

function useColumns(): readonly Column<RestrictionRecord>[] {
  const say = useMessages();
  const statuses = useStatusNames();
  const sources: Readonly<Record<string, string>> = useSources();
  const short = useShortActor();
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
    {
      id: 'by',
      label: say.changedBy,
      cell: ({ actor, actor_kind: kind }) => (
        <>
          <Text size="sm" maw={190} truncate title={actor ?? ''}>
            {actor === null ? '' : short(actor)}
          </Text>
          <Text size="xs" c="dimmed">
            {kind !== null && (sources[kind] ?? kind)}
          </Text>
        </>
      ),
    },
  ];
}
