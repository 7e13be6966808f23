// What narrows the lists of effects and flags: player, purchase, rule, and more of each list.
import type { ReactNode } from 'react';
import { endpoint } from '../../endpoint.ts';
import { ChoiceFilter, FilterBar, TextFilter } from '../../list/filter-bar.tsx';
import { useMessages as useCommon } from '../../measures/messages.ts';
import { useApp } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { SERVICE_ID } from '../../sales/markets.ts';
import { useMessages as useSalesMessages } from '../../sales/messages.ts';
import { PlayerSearch } from '../players/player-filters.tsx';
import { useMessages } from './messages.ts';

export const NARROW = ['player', 'purchase', 'rule'] as const;
type Narrow = Readonly<Record<(typeof NARROW)[number], string>>;

export const narrowQuery = ({ player, purchase, rule }: Narrow) => ({
  player_id: player,
  service_transaction_id: purchase,
  rule_id: rule,
});

export function EffectFilters({
  filters,
  onChange,
  onClear,
  children,
}: {
  filters: Narrow;
  onChange: (changes: Partial<Narrow>) => void;
  /** Absent while nothing is narrowed. */
  onClear: (() => void) | undefined;
  children?: ReactNode;
}) {
  const say = useMessages();
  const shared = useCommon();
  const sales = useSalesMessages();
  const { appid } = useApp();
  const rules = useGet(endpoint('/apps/{appid}/measures/rules', { appid }));
  return (
    <FilterBar
      search={<PlayerSearch player={filters.player} onSearch={(player) => onChange({ player })} />}
      isNarrowed={onClear !== undefined}
      onClear={onClear}
    >
      <TextFilter
        label={say.purchase}
        width={150}
        shape={SERVICE_ID}
        wrong={sales.wrongServiceId}
        value={filters.purchase}
        onChange={(purchase) => onChange({ purchase })}
      />
      {children}
      <ChoiceFilter
        label={shared.rule}
        any={say.anyRule}
        width={180}
        value={filters.rule}
        choices={(rules.data?.items ?? []).map(({ rule_id, name }) => ({
          value: rule_id,
          label: name,
        }))}
        onChange={(rule) => onChange({ rule })}
      />
    </FilterBar>
  );
}
