// Every effect of the rules, narrowed by status, rule and player.
import { Button, Group, Paper, Select, Stack } from '@mantine/core';
import { DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { AuditIcon, SearchIcon } from '../../components/icons.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFilters } from '../../filters.ts';
import { useMessages } from '../../i18n/messages.ts';
import { useEffectColumns } from '../../measures/effect-columns.tsx';
import { useRelease } from '../../measures/effects-card.tsx';
import { messages as common, effectNames } from '../../measures/messages.ts';
import { EFFECT_STATUSES } from '../../measures/records.ts';
import { useApp } from '../../place.tsx';
import { useGet, useKeyset } from '../../queries.ts';
import { LIVE_MS } from '../../sales/live.ts';
import { PlayerSearch } from '../players/player-filters.tsx';
import { messages } from './messages.ts';

const FILTERS = ['status', 'rule', 'player'] as const;
const NONE = { status: '', rule: '', player: '' };

export function Effects() {
  const say = useMessages(messages);
  const { appid } = useApp();
  const release = useRelease();
  const [filters, change] = useFilters(FILTERS);
  const { status, rule: rule_id, player: player_id } = filters;
  const list = useKeyset(
    endpoint('/apps/{appid}/measures/effects', { appid }),
    { status, rule_id, player_id },
    { refetchInterval: LIVE_MS },
  );
  const { player, rule, state, causes, since } = useEffectColumns();
  const isSearching = FILTERS.some((name) => filters[name] !== '');
  return (
    <Stack>
      <EffectFilters filters={filters} onChange={change} />
      <DataTable
        label={say.effects}
        columns={[player, state, rule, causes, since, ...release.column]}
        source={list}
        rowKey={({ effect_id }) => effect_id}
        minWidth={860}
        empty={
          isSearching ? (
            <Empty icon={SearchIcon} title={say.noEffectsFound} about={say.noEffectsFoundAbout} />
          ) : (
            <Empty icon={AuditIcon} title={say.noEffects} about={say.noEffectsAbout} />
          )
        }
      />
      {release.dialog}
    </Stack>
  );
}

function EffectFilters({
  filters,
  onChange,
}: {
  filters: typeof NONE;
  onChange: (changes: Partial<typeof NONE>) => void;
}) {
  const say = useMessages(messages);
  const shared = useMessages(common);
  const names = useMessages(effectNames);
  const { appid } = useApp();
  const rules = useGet(endpoint('/apps/{appid}/measures/rules', { appid }));
  return (
    <Paper withBorder p="md">
      <Group align="flex-start" gap="sm">
        <PlayerSearch player={filters.player} onSearch={(player) => onChange({ player })} />
        <Select
          label={shared.status}
          w={{ base: '100%', xs: 180 }}
          clearable
          placeholder={say.anyStatus}
          value={filters.status || null}
          onChange={(status) => onChange({ status: status ?? '' })}
          data={EFFECT_STATUSES.map((value) => ({ value, label: names[value] }))}
        />
        <Select
          label={shared.rule}
          w={{ base: '100%', xs: 220 }}
          clearable
          placeholder={say.anyRule}
          value={filters.rule || null}
          onChange={(rule) => onChange({ rule: rule ?? '' })}
          data={(rules.data?.items ?? []).map(({ rule_id, name }) => ({
            value: rule_id,
            label: name,
          }))}
        />
        {Object.values(filters).some((value) => value !== '') && (
          <Button variant="subtle" mt={{ base: 0, xs: 24 }} onClick={() => onChange(NONE)}>
            {say.clear}
          </Button>
        )}
      </Group>
    </Paper>
  );
}
