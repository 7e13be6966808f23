// Refunds of an app, by market and time; one by one, or by player, device or product.
import { SegmentedControl, Stack } from '@mantine/core';
import { AppActions } from '../../after-sale/actions-card.tsx';
import { RefundsIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { endpoint } from '../../endpoint.ts';
import { ListTable } from '../../list/list-table.tsx';
import { useApp } from '../../place.tsx';
import { type IdKind, useAccountKinds } from '../../sales/id-search.tsx';
import { useMessages as useSalesMessages } from '../../sales/messages.ts';
import { usePurchaseColumns } from '../../sales/purchase-columns.tsx';
import { MoneyFilter, SaleFilters, useSaleFilters } from '../../sales/sale-filters.tsx';
import { GROUPINGS, type Grouping, Groups } from './groups.tsx';
import { useMessages } from './messages.ts';

export function Page() {
  const say = useMessages();
  const common = useSalesMessages();
  const { appid } = useApp();
  const columns = usePurchaseColumns();
  const { player_id, account_uuid } = useAccountKinds();
  const kinds: Readonly<Record<string, IdKind>> = {
    player_id,
    account_uuid,
    did: { label: say.device, shape: player_id.shape, wrong: say.wrongDevice },
    product_id: { label: common.product },
  };
  const filters = useSaleFilters(kinds, ['test', 'group']);
  const { group, ...query } = filters.query;
  const grouping = GROUPINGS.find((each) => each === group);
  const empty = filters.emptyOf(
    { title: say.none, about: say.noneAbout, icon: RefundsIcon },
    { title: say.notFound, about: say.notFoundAbout },
  );
  return (
    <>
      <PageTitle title={say.title} about={say.about} />
      <Stack gap="md">
        <AppActions />
        <SaleFilters filters={filters} kinds={kinds}>
          <MoneyFilter value={filters.values.test} onChange={(test) => filters.change({ test })} />
        </SaleFilters>
        <GroupChoice value={grouping} onChange={(chosen) => filters.change({ group: chosen })} />
        {grouping ? (
          <Groups
            by={grouping}
            query={query}
            empty={empty}
            onChoose={(by, id) => filters.change({ group: '', by, id })}
          />
        ) : (
          <ListTable
            label={say.title}
            counted={say.counted}
            at={endpoint('/apps/{appid}/refunds', { appid })}
            filters={query}
            sort="-refunded_at"
            columns={[
              columns.refunded,
              columns.purchase,
              columns.player,
              columns.product,
              columns.amount,
              columns.market,
              columns.account,
              columns.state,
            ]}
            rowKey={({ transaction_id }) => transaction_id}
            minWidth={1000}
            empty={empty}
          />
        )}
      </Stack>
    </>
  );
}

function GroupChoice({
  value = '',
  onChange,
}: {
  value: Grouping | '' | undefined;
  onChange: (group: string) => void;
}) {
  const say = useMessages();
  return (
    <SegmentedControl
      size="xs"
      aria-label={say.grouping}
      style={{ alignSelf: 'flex-start' }}
      value={value}
      onChange={onChange}
      data={[
        { value: '', label: say.ungrouped },
        { value: 'player', label: say.byPlayer },
        { value: 'device', label: say.byDevice },
        { value: 'product', label: say.byProduct },
      ]}
    />
  );
}
