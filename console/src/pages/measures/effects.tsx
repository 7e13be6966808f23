// Every effect of the rules, narrowed by player, purchase, status and rule.
import { Stack } from '@mantine/core';
import { AuditIcon, SearchIcon } from '../../components/icons.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFilters } from '../../filters.ts';
import { ChoiceFilter } from '../../list/filter-bar.tsx';
import { ListTable } from '../../list/list-table.tsx';
import { useEffectColumns } from '../../measures/effect-columns.tsx';
import { useRelease } from '../../measures/effects-card.tsx';
import { useMessages as useCommon, useEffectNames } from '../../measures/messages.ts';
import { EFFECT_STATUSES } from '../../measures/records.ts';
import { useApp } from '../../place.tsx';
import { EffectFilters, NARROW, narrowQuery } from './effect-filters.tsx';
import { useMessages } from './messages.ts';

const FILTERS = [...NARROW, 'status'] as const;

export function Effects() {
  const say = useMessages();
  const shared = useCommon();
  const names = useEffectNames();
  const { appid } = useApp();
  const release = useRelease();
  const [filters, change] = useFilters(FILTERS);
  const { player, rule, state, causes, since } = useEffectColumns();
  const isSearching = FILTERS.some((name) => filters[name] !== '');
  const clear = () => change({ player: '', purchase: '', rule: '', status: '' });
  return (
    <Stack>
      <EffectFilters filters={filters} onChange={change} onClear={isSearching ? clear : undefined}>
        <ChoiceFilter
          label={shared.status}
          any={say.anyStatus}
          width={150}
          value={filters.status}
          choices={EFFECT_STATUSES.map((value) => ({ value, label: names[value] }))}
          onChange={(status) => change({ status })}
        />
      </EffectFilters>
      <ListTable
        label={say.effects}
        counted={say.countedEffects}
        at={endpoint('/apps/{appid}/measures/effects', { appid })}
        filters={{ ...narrowQuery(filters), status: filters.status }}
        sort="-since"
        columns={[player, state, rule, causes, since]}
        actions={release.actions}
        rowKey={({ effect_id }) => effect_id}
        minWidth={860}
        empty={
          isSearching
            ? { icon: SearchIcon, title: say.noEffectsFound, about: say.noEffectsFoundAbout }
            : { icon: AuditIcon, title: say.noEffects, about: say.noEffectsAbout }
        }
      />
      {release.dialog}
    </Stack>
  );
}
