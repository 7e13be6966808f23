// Narrows the list of restricted players: one player, a status, a type, a period.
import { Button, Group, Paper, Select, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { DateTimeInput } from '../../components/date-time-input.tsx';
import { SearchIcon } from '../../components/icons.tsx';
import { useApp } from '../../place.tsx';
import { useStatusNames } from '../../restrictions/messages.ts';
import { isPlayerId } from '../../restrictions/records.ts';
import { TypeSelect } from '../../restrictions/type-select.tsx';
import { useMessages } from './messages.ts';

/** As they stand in the address; the two ends are wall times of the app. */
export const FILTERS = ['player', 'status', 'type', 'from', 'to'] as const;
export type Filters = Readonly<Record<(typeof FILTERS)[number], string>>;

const NONE: Filters = { player: '', status: '', type: '', from: '', to: '' };

export function PlayerFilters({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (changes: Partial<Filters>) => void;
}) {
  const say = useMessages();
  const statuses = useStatusNames();
  const { time_zone: zone } = useApp();
  return (
    <Paper withBorder p="md">
      <Group align="flex-start" gap="sm" mb="sm">
        <PlayerSearch player={filters.player} onSearch={(player) => onChange({ player })} />
        <Select
          label={say.status}
          w={{ base: '100%', xs: 150 }}
          clearable
          placeholder={say.anyStatus}
          value={filters.status || null}
          onChange={(status) => onChange({ status: status ?? '' })}
          data={(['B', 'P'] as const).map((value) => ({ value, label: statuses[value] }))}
        />
        <TypeSelect
          label={say.type}
          w={{ base: '100%', xs: 200 }}
          clearable
          placeholder={say.anyType}
          value={filters.type || null}
          onChange={(type) => onChange({ type: type ?? '' })}
        />
      </Group>
      <Group align="flex-end" gap="sm">
        <DateTimeInput
          label={say.from}
          value={filters.from}
          onChange={(from) => onChange({ from })}
          timeZone={zone}
        />
        <DateTimeInput
          label={say.to}
          value={filters.to}
          onChange={(to) => onChange({ to })}
          timeZone={zone}
        />
        {Object.values(filters).some((value) => value !== '') && (
          <Button variant="subtle" onClick={() => onChange(NONE)}>
            {say.clear}
          </Button>
        )}
      </Group>
    </Paper>
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
          label={say.playerId}
          inputMode="numeric"
          autoComplete="off"
          maw={230}
          value={typed}
          error={isWrong && say.playerIdWrong}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" mt={24} px="sm" aria-label={say.search}>
          <SearchIcon size={16} />
        </Button>
      </Group>
    </form>
  );
}
