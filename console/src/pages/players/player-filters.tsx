// Narrows the list of restricted players: one player, a status, a type, a period, who restricted them and when.
import { ActionIcon, Group, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { SearchIcon } from '../../components/icons.tsx';
import { CHIP, ChoiceFilter, FilterBar, PeriodFilter, TextFilter } from '../../list/filter-bar.tsx';
import { useApp } from '../../place.tsx';
import { useSources } from '../../restrictions/actors.ts';
import { useStatusNames } from '../../restrictions/messages.ts';
import { isPlayerId } from '../../restrictions/records.ts';
import { LOGIN, useScopeChoices, useScopeName } from '../../restrictions/scopes.tsx';
import { useTypeName } from '../../restrictions/terms.tsx';
import { useTypes } from '../../restrictions/types.ts';
import { useMessages } from './messages.ts';

/** As they stand in the address; the two ends are wall times of the app. */
export const FILTERS = [
  'player',
  'scope',
  'status',
  'type',
  'from',
  'to',
  'through',
  'who',
  'changedFrom',
  'changedTo',
] as const;
export type Filters = Readonly<Record<(typeof FILTERS)[number], string>>;

const NONE = Object.fromEntries(FILTERS.map((name) => [name, ''])) as Filters;

const SOURCES = ['console', 'admin', 'app_server', 'cli', 'measure', 'consent'] as const;

export function PlayerFilters({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (changes: Partial<Filters>) => void;
}) {
  const say = useMessages();
  const statuses = useStatusNames();
  const sources = useSources();
  const { time_zone: zone } = useApp();
  return (
    <FilterBar
      search={<PlayerSearch player={filters.player} onSearch={(player) => onChange({ player })} />}
      isNarrowed={Object.values(filters).some((value) => value !== '')}
      onClear={() => onChange(NONE)}
    >
      <ScopeFilter value={filters.scope} onChange={(scope) => onChange({ scope })} />
      <ChoiceFilter
        label={say.status}
        any={say.anyStatus}
        width={115}
        value={filters.status}
        choices={(['B', 'P'] as const).map((value) => ({ value, label: statuses[value] }))}
        onChange={(status) => onChange({ status })}
      />
      <TypeFilter value={filters.type} onChange={(type) => onChange({ type })} />
      <PeriodFilter
        label={say.anyPeriod}
        timeZone={zone}
        from={{ label: say.from, value: filters.from, onChange: (from) => onChange({ from }) }}
        to={{ label: say.to, value: filters.to, onChange: (to) => onChange({ to }) }}
      />
      <ChoiceFilter
        label={say.changedBy}
        any={say.anySource}
        width={120}
        value={filters.through}
        choices={SOURCES.map((value) => ({ value, label: say.through(sources[value]) }))}
        onChange={(through) => onChange({ through })}
      />
      <TextFilter
        label={say.whoAbout}
        width={125}
        value={filters.who}
        onChange={(who) => onChange({ who })}
      />
      <PeriodFilter
        label={say.anyChange}
        timeZone={zone}
        from={{
          label: say.changedFrom,
          value: filters.changedFrom,
          onChange: (changedFrom) => onChange({ changedFrom }),
        }}
        to={{
          label: say.changedTo,
          value: filters.changedTo,
          onChange: (changedTo) => onChange({ changedTo }),
        }}
      />
    </FilterBar>
  );
}

/** A list is of one scope: of the login, unless another is chosen. */
function ScopeFilter({ value, onChange }: { value: string; onChange: (scope: string) => void }) {
  const say = useMessages();
  const nameOf = useScopeName();
  return (
    <ChoiceFilter
      label={say.scope}
      any={nameOf(LOGIN)}
      width={105}
      value={value}
      choices={useScopeChoices([LOGIN])}
      onChange={onChange}
    />
  );
}

function TypeFilter({ value, onChange }: { value: string; onChange: (type: string) => void }) {
  const say = useMessages();
  const nameOf = useTypeName();
  const types = useTypes();
  return (
    <ChoiceFilter
      label={say.type}
      any={say.anyType}
      width={130}
      value={value}
      choices={(types.data?.items ?? []).map((type) => ({
        value: String(type.block_type),
        label: `${type.block_type} · ${nameOf(type)}`,
      }))}
      onChange={onChange}
    />
  );
}

export function PlayerSearch({
  player,
  onSearch,
}: {
  player: string;
  onSearch: (id: string) => void;
}) {
  const say = useMessages();
  const [typed, setTyped] = useState(player);
  const [isWrong, setWrong] = useState(false);
  // The address may change by going back, too.
  useEffect(() => setTyped(player), [player]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const id = typed.trim();
    const isFine = id === '' || isPlayerId(id);
    setWrong(!isFine);
    if (isFine) onSearch(id);
  };
  return (
    <form onSubmit={submit}>
      <Group gap={6} align="flex-start" wrap="nowrap">
        <TextInput
          {...CHIP}
          aria-label={say.playerId}
          placeholder={say.playerId}
          inputMode="numeric"
          autoComplete="off"
          maw={200}
          value={typed}
          error={isWrong && say.playerIdWrong}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <ActionIcon type="submit" size={30} radius="xl" aria-label={say.search}>
          <SearchIcon size={14} />
        </ActionIcon>
      </Group>
    </form>
  );
}
