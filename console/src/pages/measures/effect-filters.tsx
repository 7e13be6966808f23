// What narrows the lists of effects and flags: player, purchase, rule, and more of each list.
import { Button, Group, Paper, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { endpoint } from '../../endpoint.ts';
import { useMessages as useCommon } from '../../measures/messages.ts';
import { useApp } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { SERVICE_ID } from '../../sales/markets.ts';
import { useMessages as useSalesMessages } from '../../sales/messages.ts';
import { TextFilter } from '../../sales/sale-filters.tsx';
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
    <Paper withBorder p="md">
      <Group align="flex-start" gap="sm">
        <PlayerSearch player={filters.player} onSearch={(player) => onChange({ player })} />
        <TextFilter
          label={say.purchase}
          width={180}
          shape={SERVICE_ID}
          wrong={sales.wrongServiceId}
          value={filters.purchase}
          onChange={(purchase) => onChange({ purchase })}
        />
        {children}
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
        {onClear && (
          <Button variant="subtle" mt={{ base: 0, xs: 24 }} onClick={onClear}>
            {say.clear}
          </Button>
        )}
      </Group>
    </Paper>
  );
}
