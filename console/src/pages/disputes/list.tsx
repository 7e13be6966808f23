// The list of disputes, those to answer first at hand.
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { AppTime } from '../../components/app-time.tsx';
import type { Column } from '../../components/data-table.tsx';
import { DisputesIcon } from '../../components/icons.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFilters } from '../../filters.ts';
import { useFormat } from '../../i18n/format.ts';
import { ChoiceFilter, FilterBar } from '../../list/filter-bar.tsx';
import { ListTable } from '../../list/list-table.tsx';
import { appPath, useApp } from '../../place.tsx';
import { useMarketReason } from '../../sales/market-reasons.ts';
import { useMoney } from '../../sales/money.ts';
import { type Dispute, DisputeBadge, disputePage, isDueSoon, STATES } from './dispute.tsx';
import { useMessages } from './messages.ts';
import { GATEWAYS, useStates } from './names.ts';

export function DisputeList() {
  const say = useMessages();
  const states = useStates();
  const { appid } = useApp();
  const [filters, change] = useFilters(['state']);
  const isNarrowed = filters.state !== '';
  return (
    <Stack gap="md">
      <FilterBar isNarrowed={isNarrowed} onClear={() => change({ state: '' })}>
        <ChoiceFilter
          label={say.state}
          any={say.anyState}
          width={150}
          value={filters.state}
          choices={STATES.map((value) => ({ value, label: states[value] }))}
          onChange={(state) => change({ state })}
        />
      </FilterBar>
      <ListTable
        label={say.title}
        counted={say.counted}
        at={endpoint('/apps/{appid}/disputes', { appid })}
        filters={filters}
        // The oldest is due first.
        sort={filters.state === 'open' ? 'opened_at' : '-opened_at'}
        columns={useColumns()}
        rowKey={({ dispute_id }) => dispute_id}
        minWidth={820}
        empty={
          isNarrowed
            ? { title: say.notFound, about: say.notFoundAbout, icon: DisputesIcon }
            : { title: say.none, about: say.noneAbout, icon: DisputesIcon }
        }
      />
    </Stack>
  );
}

function useColumns(): readonly Column<Dispute>[] {
  const say = useMessages();
  const money = useMoney();
  const format = useFormat();
  const reasonOf = useMarketReason();
  const { appid } = useApp();
  return [
    {
      label: say.dispute,
      cell: ({ dispute_id, gateway }) => (
        <>
          <Anchor component={Link} to={disputePage(appid, dispute_id)} size="sm" fw={600}>
            {dispute_id}
          </Anchor>
          <Text size="xs" c="dimmed">
            {GATEWAYS[gateway]}
          </Text>
        </>
      ),
    },
    {
      label: say.due,
      cell: (dispute) =>
        dispute.state === 'open' && dispute.due_at !== null ? (
          <>
            <Group gap={6} wrap="nowrap">
              <Text size="sm" miw="max-content">
                {format.relative(dispute.due_at)}
              </Text>
              {isDueSoon(dispute) && <StatusBadge tone="bad">{say.soon}</StatusBadge>}
            </Group>
            <Text size="xs" c="dimmed">
              <AppTime at={dispute.due_at} />
            </Text>
          </>
        ) : null,
    },
    {
      label: say.reason,
      cell: ({ reason, inquiry }) => (
        <>
          <Text size="sm">{reason === null ? '–' : reasonOf(reason)}</Text>
          {inquiry && (
            <Text size="xs" c="dimmed">
              {say.inquiry}
            </Text>
          )}
        </>
      ),
    },
    {
      label: say.amount,
      align: 'right',
      cell: ({ amount, currency }) => money.amount(amount, currency),
    },
    {
      label: say.player,
      cell: ({ player_id }) =>
        player_id === null ? null : (
          <Anchor component={Link} to={appPath(appid, `/players/${player_id}`)} size="sm">
            {String(player_id)}
          </Anchor>
        ),
    },
    {
      label: say.opened,
      sorts: ['-opened_at', 'opened_at'],
      cell: ({ opened_at }) => <AppTime at={opened_at} />,
    },
    { label: say.state, cell: ({ state }) => <DisputeBadge state={state} /> },
  ];
}
