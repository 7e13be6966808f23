// Refused verifications of an app: search, narrow, and why each was refused.
import { Stack, Text } from '@mantine/core';
import { AppTime } from '../../components/app-time.tsx';
import type { Column } from '../../components/data-table.tsx';
import { RefusedIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFilters } from '../../filters.ts';
import { ListTable } from '../../list/list-table.tsx';
import { useApp } from '../../place.tsx';
import { type IdKind, useAccountKinds } from '../../sales/id-search.tsx';
import { MarketName } from '../../sales/market-name.tsx';
import { useMessages as useSalesMessages } from '../../sales/messages.ts';
import { ChoiceFilter, SaleFilters, useSaleFilters } from '../../sales/sale-filters.tsx';
import { useMessages } from './messages.ts';
import { OUTCOMES, OutcomeBadge, type Refused } from './outcome.tsx';
import { RefusedDialog } from './refused-dialog.tsx';

const SHA256 = /^[0-9a-f]{64}$/i;

export function Page() {
  const say = useMessages();
  const { appid } = useApp();
  const kinds: Readonly<Record<string, IdKind>> = {
    ...useAccountKinds(),
    receipt_sha256: { label: say.receipt, shape: SHA256, wrong: say.wrongHash },
  };
  const filters = useSaleFilters(kinds, ['outcome']);
  const [{ show }, change] = useFilters(['show']);
  const columns = useColumns();
  return (
    <>
      <PageTitle title={say.title} about={say.about} />
      <Stack gap="md">
        <SaleFilters filters={filters} kinds={kinds}>
          <ChoiceFilter
            label={say.outcome}
            any={say.anyOutcome}
            width={190}
            value={filters.values.outcome}
            onChange={(outcome) => filters.change({ outcome })}
            choices={OUTCOMES.map((value) => ({ value, label: say[value] }))}
          />
        </SaleFilters>
        <ListTable
          label={say.title}
          counted={say.counted}
          at={endpoint('/apps/{appid}/refused-verifications', { appid })}
          filters={filters.query}
          sort="-first_at"
          columns={columns}
          actions={({ refused_id }) => [
            {
              label: say.details,
              about: say.detailsOf(refused_id),
              onClick: () => change({ show: refused_id }),
            },
          ]}
          rowKey={({ refused_id }) => refused_id}
          minWidth={900}
          empty={filters.emptyOf(
            { title: say.none, about: say.noneAbout, icon: RefusedIcon },
            { title: say.notFound, about: say.notFoundAbout },
          )}
        />
      </Stack>
      <RefusedDialog id={show} onClose={() => change({ show: '' })} />
    </>
  );
}

function useColumns(): readonly Column<Refused>[] {
  const say = useMessages();
  const common = useSalesMessages();
  return [
    {
      label: say.refused,
      sorts: ['-first_at', 'first_at'],
      cell: ({ last_at, times }) => (
        <Stack gap={0}>
          <AppTime at={last_at} />
          {times > 1 && (
            <Text size="xs" c="dimmed">
              {say.times(times)}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      id: 'outcome',
      label: say.outcome,
      cell: (refused) => <OutcomeBadge refused={refused} />,
    },
    {
      id: 'reason',
      label: say.reason,
      cell: ({ reason }) => (
        <Text size="sm" maw={360} lineClamp={2} title={reason}>
          {reason}
        </Text>
      ),
    },
    {
      id: 'market',
      label: common.market,
      cell: ({ provider }) => <MarketName market={provider} />,
    },
    {
      id: 'account',
      label: common.account,
      cell: ({ account_uuid, player_id, product_id }) => (
        <Stack gap={0}>
          <Text size="xs" ff="monospace" maw={150} truncate title={account_uuid ?? ''}>
            {player_id === null ? account_uuid : String(player_id)}
          </Text>
          <Text size="xs" c="dimmed" maw={150} truncate title={product_id ?? ''}>
            {product_id}
          </Text>
        </Stack>
      ),
    },
  ];
}
